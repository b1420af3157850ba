"""Kodi, on a virtual display, playing into a null sink."""

import time
from dataclasses import replace
from pathlib import Path

import processes
from playing import Playing
from servers import Player, Server, Step, is_
from sounds import TRACKS, VIDEOS, write_videos
from stream import Stream

SETTINGS = {
    "services.webserver": "true", "services.webserverauthentication": "false",
    "services.esenabled": "true", "services.esallinterfaces": "false",
    "services.zeroconf": "false", "services.upnp": "false", "services.airplay": "false",
    "general.addonupdates": "2", "lookandfeel.enablerssfeeds": "false", "weather.addon": "",
}
# Not the script /usr/bin/kodi, which does not pass a signal on.
PROGRAM = next(map(str, Path("/usr/lib").glob("*/kodi/kodi.bin")), "kodi.bin")
ADVANCED = "<advancedsettings><jsonrpc><tcpport>{port}</tcpport></jsonrpc></advancedsettings>"


class Kodi(Server):
    """A media centre; its players of music and of videos."""

    name = "kodi"
    programs = (PROGRAM, "Xvfb", "pulseaudio")
    patience = 180

    def __init__(self, folder, files):
        super().__init__(folder, files)
        folder = self.folder
        self.port, self.web_port = processes.free_port(), processes.free_port()
        self.stream = Stream(folder)
        write_videos(files)
        self.players = [KodiPlayer(self), VideoPlayer(self)]
        self.sink = folder / "sink"
        settings = {
            **SETTINGS, "services.webserverport": self.web_port,
            "services.esport": processes.free_port()}
        lines = [f'<setting id="{name}">{value}</setting>' for name, value in settings.items()]
        userdata = folder / ".kodi/userdata"
        userdata.mkdir(parents=True)
        (userdata / "guisettings.xml").write_text(
            '<settings version="2">' + "".join(lines) + "</settings>")
        (userdata / "advancedsettings.xml").write_text(ADVANCED.format(port=self.port))

    def prepare(self):
        self.run("pulseaudio", "-n", "--use-pid-file=no", "--exit-idle-time=-1",
                 "--load=module-null-sink",
                 f"--load=module-native-protocol-unix socket={self.sink} auth-anonymous=1",
                 XDG_RUNTIME_DIR=str(self.folder))
        # It chooses a display that is free, and writes its number first.
        screen = self.run("Xvfb", "-displayfd", "1", "-screen", "0", "640x480x24")
        self.display = self.wait_for(lambda: f":{int(screen.log.read_text())}")

    def launch(self):
        return self.run(PROGRAM, "--windowing=x11", DISPLAY=self.display,
                        PULSE_SERVER=f"unix:{self.sink}", XDG_RUNTIME_DIR=str(self.folder))

    def call(self, method, **parameters):
        """The result of one of its methods."""
        return processes.call(f"http://127.0.0.1:{self.web_port}/jsonrpc", method, **parameters)

    def version(self):
        version = self.call("Application.GetProperties", properties=["version"])["version"]
        return f"{version['major']}.{version['minor']}"


class KodiPlayer(Player):
    """The actions of Kodi's remote control with its player of music."""

    station = "kodi"
    number = 0
    # Its position stands, or goes back by a second, while it fills its buffers: after a seek, at
    # the start of a track, and longer at the first one.
    passing_tolerance = 1.2
    # A stream's next title is asked for every 5 s.
    settling = 6.0

    def __init__(self, server):
        self.server = server
        self.call = server.call
        self.files = server.files
        self.feed = {"type": "kodi", "url": f"ws://127.0.0.1:{server.port}/jsonrpc",
                     "player": str(self.number), "webPort": str(server.web_port)}

    def operate(self, method, **parameters):
        """The result of a method of this player."""
        return self.call(f"Player.{method}", playerid=self.number, **parameters)

    def said(self):
        players = self.call("Player.GetActivePlayers")
        if all(player["playerid"] != self.number for player in players):
            return Playing("stopped")
        item = self.operate("GetItem", properties=["title", "artist"])["item"]
        asked = time.time()
        properties = self.operate("GetProperties", properties=["time", "totaltime", "speed"])
        at = (asked + time.time()) / 2
        playing = Playing(
            "playing" if properties["speed"] else "paused", item["title"] or item["label"],
            ", ".join(item.get("artist", [])) or None, rate=properties["speed"])
        # A stream has a position, but that is not the song's.
        length = seconds(properties["totaltime"])
        return replace(playing, duration=length, elapsed=seconds(properties["time"]),
                       as_of=at) if length else playing

    def steps(self):
        yield from super().steps()
        yield from self.radio_steps(self.server.stream, passing=("live.mp3",))

    def play_stream(self, stream):
        self.call("Player.Open", item={"file": stream.url})

    def play(self):
        self.call("Playlist.Clear", playlistid=0)
        for track in TRACKS:
            self.call("Playlist.Add", playlistid=0, item={"file": str(self.files / track.file)})
        self.call("Player.Open", item={"playlistid": 0, "position": 0})

    def pause(self):
        self.operate("PlayPause", play=False)

    def resume(self):
        self.operate("PlayPause", play=True)

    def seek(self, position):
        time_parts = {"hours": 0, "minutes": position // 60, "seconds": position % 60,
                      "milliseconds": 0}
        self.operate("Seek", value={"time": time_parts})

    def next(self):
        self.operate("GoTo", to="next")

    def previous(self):
        # By its place: "previous" begins the same track again when it has played some seconds.
        place = self.operate("GetProperties", properties=["position"])["position"]
        self.operate("GoTo", to=place - 1)

    def stop(self):
        self.operate("Stop")


class VideoPlayer(KodiPlayer):
    """The actions of Kodi's remote control with its player of videos."""

    station = "kodi-video"
    number = 1
    # Its position moves in steps of 0.2 s.
    tolerance = 0.45

    def steps(self):
        first, second = (video.title for video in VIDEOS)
        yield Step("play after music", self.play_after_music, is_("playing", first))
        yield Step("seek ahead", lambda: self.seek(60), is_("playing", first, 60))
        yield Step("pause", self.pause, is_("paused", first))
        yield Step("resume", self.resume, is_("playing", first))
        yield Step("seek back", lambda: self.seek(20), is_("playing", first, 20))
        yield Step("another one", lambda: self.open(VIDEOS[1]), is_("playing", second))
        yield Step("stop", self.stop, lambda said: said.state == "stopped")

    def play(self):
        self.open(VIDEOS[0])

    def play_after_music(self):
        """Plays while the other player does."""
        self.server.players[0].play()
        time.sleep(5)
        self.play()

    def open(self, video):
        """Plays a video."""
        self.call("Player.Open", item={"file": str(self.files / video.file)})


def seconds(parts):
    """A time of Kodi's in seconds."""
    return (parts["hours"] * 3600 + parts["minutes"] * 60 + parts["seconds"]
            + parts["milliseconds"] / 1000)
