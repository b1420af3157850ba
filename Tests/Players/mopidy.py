"""Mopidy, which plays files into nothing."""

import time

import processes
import sounds
from playing import Playing
from servers import Player, Server
from stream import Stream

CONFIG = """\
[core]
cache_dir = {folder}/cache
config_dir = {folder}/config
data_dir = {folder}/data
[audio]
output = fakesink sync=true
[file]
media_dirs = {sounds}
[http]
hostname = 127.0.0.1
port = {port}
zeroconf =
[m3u]
enabled = false
[stream]
protocols = http
"""


class Mopidy(Server):
    """A server with its one player."""

    name = "mopidy"
    programs = ("mopidy",)

    def __init__(self, folder, files):
        super().__init__(folder, files)
        folder = self.folder
        self.port = processes.free_port()
        self.stream = Stream(folder)
        self.players = [MopidyPlayer(self)]
        self.config = folder / "mopidy.conf"
        self.config.write_text(CONFIG.format(folder=folder, sounds=files, port=self.port))

    def launch(self):
        return self.run("mopidy", "--config", self.config)

    def call(self, method, **parameters):
        """The result of one of its methods."""
        return processes.call(
            f"http://127.0.0.1:{self.port}/mopidy/rpc", f"core.{method}", **parameters)

    def version(self):
        return self.call("get_version")


class MopidyPlayer(Player):
    """The actions of a client of Mopidy."""

    station = "mopidy"

    def __init__(self, server):
        self.call = server.call
        self.files = server.files
        self.stream = server.stream
        self.feed = {"type": "mopidy", "url": f"ws://127.0.0.1:{server.port}/mopidy/ws"}

    def said(self):
        track = self.call("playback.get_current_track")
        state = self.call("playback.get_state")
        asked = time.time()
        position = self.call("playback.get_time_position")
        at = (asked + time.time()) / 2
        if not track:
            return Playing(state)
        if "length" not in track:
            line = self.call("playback.get_stream_title") or track["name"]
            artist, _, title = line.rpartition(" - ")
            return Playing(state, title, artist or None)
        artists = ", ".join(artist["name"] for artist in track.get("artists", []))
        return Playing(
            state, track["name"], artists or None, track["length"] / 1000, position / 1000, at)

    def steps(self):
        yield from super().steps()
        yield from self.radio_steps(self.stream, passing=(Stream.name,))

    def play(self):
        self.play_all([(self.files / track.file).as_uri() for track in sounds.TRACKS])

    def play_stream(self, stream):
        self.play_all([stream.url])

    def play_all(self, addresses):
        """Plays what is at these addresses, at once: clearing the list first would stop it."""
        added = self.call("tracklist.add", uris=addresses)
        self.call("playback.play", tlid=added[0]["tlid"])

    def pause(self):
        self.call("playback.pause")

    def resume(self):
        self.call("playback.resume")

    def seek(self, seconds):
        self.call("playback.seek", time_position=int(seconds * 1000))

    def next(self):
        self.call("playback.next")

    def previous(self):
        self.call("playback.previous")

    def stop(self):
        self.call("playback.stop")
