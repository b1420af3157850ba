"""Sound files to play: tones of a known length, with tags."""

import subprocess
from dataclasses import dataclass


@dataclass(frozen=True)
class Track:
    """A sound file, and what its tags say."""

    file: str
    title: str
    seconds: int
    artist: str = ""
    album: str = ""


# The third has what looks like artist and title in its title, and no artist; the last one is short
# enough to be waited for.
TRACKS = (
    Track("1-undertow.flac", "Undertow", 120, "Mara Ebb", "Tides"),
    Track("2-jitensha.flac", "夜明けの自転車", 90, "春を待つ鍵", "Ştrand"),
    Track("3-part-two.flac", "Dusk - Part Two - Remix", 60, album="Dashes"),
    Track("4-sluice.flac", "Sluice", 30, "Lock & Weir", "Low Water"),
)


VIDEOS = (Track("5-harbour.mkv", "5-harbour.mkv", 90), Track("6-mole.mkv", "6-mole.mkv", 60))


def write_videos(folder):
    """Writes the files of all videos, which have no tags: players call them by their names."""
    for video in VIDEOS:
        subprocess.run(
            ["ffmpeg", "-v", "error",
             "-f", "lavfi", "-i", f"testsrc=size=160x120:rate=10:duration={video.seconds}",
             "-f", "lavfi", "-i", f"sine=frequency=330:duration={video.seconds}",
             "-c:v", "mpeg4", "-c:a", "flac", folder / video.file],
            stdin=subprocess.DEVNULL, check=True)


def write(folder):
    """Writes the files of all tracks."""
    for number, track in enumerate(TRACKS, start=1):
        tags = {"title": track.title, "artist": track.artist, "album": track.album}
        options = [option for name, value in tags.items() if value
                   for option in ("-metadata", f"{name}={value}")]
        source = f"sine=frequency={220 * number}:sample_rate=48000:duration={track.seconds}"
        subprocess.run(
            ["ffmpeg", "-v", "error", "-f", "lavfi", "-i", source, "-ac", "2",
             *options, folder / track.file],
            stdin=subprocess.DEVNULL, check=True)
