"""Snapserver with two streams: one of an MPD and Snapserver's own control script, one of a deck."""

import json
import os
import socket
from pathlib import Path

import processes
from music_player_daemon import MusicPlayerDaemon
from playing import Playing
from servers import Player, Server, Step, is_
from sounds import TRACKS

CONTROL_SCRIPT = Path("/usr/share/snapserver/plug-ins/meta_mpd.py")
CONFIG = """\
[server]
datadir = {folder}
[http]
bind_to_address = 127.0.0.1
port = {http_port}
[tcp]
bind_to_address = 127.0.0.1
port = {tcp_port}
[stream]
bind_to_address = 127.0.0.1
port = {stream_port}
source = pipe://{fifo}?name=mpd&mode=read&controlscript={folder}/mpd.sh
source = pipe://{folder}/silence?name=deck&mode=create&controlscript={folder}/deck.sh
"""
# The control script would ask MusicBrainz for pictures; the tests talk to this machine alone.
NO_PICTURES = """\
class musicbrainz:
    class ResponseError(Exception):
        pass


def set_useragent(*_):
    pass


def search_releases(**_):
    return {"release-list": []}
"""


class Snapcast(Server):
    """A server with its two players."""

    name = "snapcast"
    programs = ("snapserver", "mpd", str(CONTROL_SCRIPT))

    def __init__(self, folder, files):
        super().__init__(folder, files)
        folder = self.folder
        self.port, self.control_port = processes.free_port(), processes.free_port()
        self.daemon = MusicPlayerDaemon(folder, files, output="fifo")
        self.state = folder / "deck.json"
        self.players = [DaemonPlayer(self), DeckPlayer(self)]
        self.config = folder / "snapserver.conf"
        self.config.write_text(CONFIG.format(
            folder=folder, fifo=self.daemon.fifo, http_port=self.port,
            tcp_port=self.control_port, stream_port=processes.free_port()))
        (folder / "musicbrainzngs.py").write_text(NO_PICTURES)
        self.write_script("mpd.sh", CONTROL_SCRIPT, f"--mpd-port={self.daemon.port}")
        self.write_script("deck.sh", Path(__file__).with_name("deck.py"))

    def write_script(self, name, *command):
        """Writes a control script: a config has no room for arguments."""
        script = self.folder / name
        words = " ".join(map(str, [*processes.GUARD, "/usr/bin/python3", *command]))
        script.write_text(f'#!/bin/sh\nexec {words} "$@"\n')
        script.chmod(0o755)

    def prepare(self):
        os.mkfifo(self.daemon.fifo)
        self.run(*self.daemon.command)
        self.wait_for(self.daemon.fill)

    def launch(self):
        # The deck's state from before its restart is no longer true.
        self.state.unlink(missing_ok=True)
        return self.run(
            "snapserver", "--config", self.config, DECK_STATE=str(self.state),
            PYTHONPATH=str(self.folder), PYTHONDONTWRITEBYTECODE="1")

    def call(self, method, **parameters):
        """The result of one of its methods, called over TCP, as most of its clients do."""
        request = {"jsonrpc": "2.0", "id": 1, "method": method, "params": parameters}
        with socket.create_connection(("127.0.0.1", self.control_port), timeout=10) as connection:
            lines = connection.makefile("rw", encoding="utf-8", newline="\n")
            lines.write(json.dumps(request) + "\r\n")
            lines.flush()
            for line in lines:
                # Notifications of changes come on this connection, too.
                if "id" in (answer := json.loads(line)):
                    return processes.result(answer)
        raise ConnectionError(f"{method} was not answered")

    def version(self):
        status = self.call("Server.GetStatus")["server"]
        return status["server"]["snapserver"]["version"]


class SnapcastPlayer(Player):
    """A stream, which is operated by Snapserver's clients."""

    def __init__(self, server):
        self.server = server
        self.feed = {"type": "snapcast", "stream": self.stream,
                     "url": f"ws://127.0.0.1:{server.port}/jsonrpc"}

    @property
    def station(self):
        return f"snapcast-{self.stream}"

    def check_up(self):
        streams = self.server.call("Server.GetStatus")["server"]["streams"]
        stream = next(stream for stream in streams if stream["id"] == self.stream)
        if not stream["properties"]["canControl"]:
            raise ConnectionError("the control script does not run yet")

    def control(self, command, **parameters):
        """A command of Snapcast's protocol."""
        self.server.call("Stream.Control", id=self.stream, command=command, params=parameters)

    def play(self):
        self.control("play")

    def pause(self):
        self.control("pause")

    def resume(self):
        self.control("play")

    def seek(self, seconds):
        self.control("setPosition", position=seconds)

    def next(self):
        self.control("next")

    def previous(self):
        self.control("previous")

    def stop(self):
        self.control("stop")


class DaemonPlayer(SnapcastPlayer):
    """An MPD, which is asked itself: Snapserver remembers an old position of it."""

    stream = "mpd"

    def said(self):
        return self.server.daemon.said()

    def play(self):
        self.server.daemon.fill()
        super().play()


class DeckPlayer(SnapcastPlayer):
    """A player in a control script, which tells in a file what it plays."""

    stream = "deck"

    def steps(self):
        first = TRACKS[0].title
        yield from super().steps()
        yield Step("play again", self.play, is_("playing", first))
        yield Step("at another rate", lambda: self.set_rate(1.5), lambda said: said.rate == 1.5)

    def set_rate(self, rate):
        """Has it play faster or slower."""
        self.server.call("Stream.SetProperty", id=self.stream, property="rate", value=rate)

    def said(self):
        state = json.loads(self.server.state.read_text())
        track = TRACKS[state["track"]]
        return Playing(
            state["state"], track.title, track.artist or None, track.seconds, state["elapsed"],
            state["at"], state["rate"])
