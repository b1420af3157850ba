"""Kodi, on a virtual display, playing into a null sink."""

import time
from pathlib import Path

import processes
from playing import Playing
from servers import Player, Server
from sounds import TRACKS

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
    """A media centre; its player of music."""

    name = "kodi"
    programs = (PROGRAM, "Xvfb", "pulseaudio")
    patience = 180

    def __init__(self, folder, files):
        super().__init__(folder, files)
        folder = self.folder
        self.port, self.web_port = processes.free_port(), processes.free_port()
        self.players = [KodiPlayer(self)]
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
    """What a remote control of Kodi does."""

    station = "kodi"
    # Its position stands, or goes back by a second, while it fills its buffers: after a seek, at
    # the start of a track, and longer at the first one.
    passing_tolerance = 1.2
    settling = 5.0

    def __init__(self, server):
        self.call = server.call
        self.files = server.files
        self.feed = {"type": "kodi", "url": f"ws://127.0.0.1:{server.port}/jsonrpc",
                     "webPort": str(server.web_port)}

    def said(self):
        if all(player["playerid"] != 0 for player in self.call("Player.GetActivePlayers")):
            return Playing("stopped")
        item = self.call("Player.GetItem", playerid=0, properties=["title", "artist"])["item"]
        asked = time.time()
        properties = self.call(
            "Player.GetProperties", playerid=0, properties=["time", "totaltime", "speed"])
        at = (asked + time.time()) / 2
        return Playing(
            "playing" if properties["speed"] else "paused", item["title"] or item["label"],
            ", ".join(item["artist"]) or None, seconds(properties["totaltime"]),
            seconds(properties["time"]), at, properties["speed"])

    def play(self):
        self.call("Playlist.Clear", playlistid=0)
        for track in TRACKS:
            self.call("Playlist.Add", playlistid=0, item={"file": str(self.files / track.file)})
        self.call("Player.Open", item={"playlistid": 0, "position": 0})

    def pause(self):
        self.call("Player.PlayPause", playerid=0, play=False)

    def resume(self):
        self.call("Player.PlayPause", playerid=0, play=True)

    def seek(self, position):
        time_parts = {"hours": 0, "minutes": position // 60, "seconds": position % 60,
                      "milliseconds": 0}
        self.call("Player.Seek", playerid=0, value={"time": time_parts})

    def next(self):
        self.call("Player.GoTo", playerid=0, to="next")

    def previous(self):
        # By its place: "previous" begins the same track again when it has played some seconds.
        place = self.call("Player.GetProperties", playerid=0, properties=["position"])["position"]
        self.call("Player.GoTo", playerid=0, to=place - 1)

    def stop(self):
        self.call("Player.Stop", playerid=0)


def seconds(parts):
    """A time of Kodi's in seconds."""
    return (parts["hours"] * 3600 + parts["minutes"] * 60 + parts["seconds"]
            + parts["milliseconds"] / 1000)
