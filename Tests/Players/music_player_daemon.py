"""MPD, which Snapserver and Home Assistant read: its process, and what its clients ask for."""

import socket
import time

import processes
import sounds
from playing import Playing

CONFIG = """\
bind_to_address "127.0.0.1"
port "{port}"
music_directory "{sounds}"
db_file "{folder}/database"
state_file "{folder}/state"
zeroconf_enabled "no"
audio_output {{
    type "{output}"
    name "{output}"
    path "{folder}/fifo"
    format "48000:16:2"
}}
"""
STATES = {"play": "playing", "pause": "paused", "stop": "stopped"}


class MusicPlayerDaemon:
    """A daemon with its queue, which plays into nothing or into a FIFO."""

    def __init__(self, folder, files, output="null"):
        self.port = processes.free_port()
        self.fifo = folder / "fifo"
        self._config = folder / "mpd.conf"
        self._config.write_text(
            CONFIG.format(port=self.port, sounds=files, folder=folder, output=output))

    @property
    def command(self):
        """The command that starts it."""
        return "mpd", "--no-daemon", self._config

    def ask(self, command):
        """Returns its answer to a command, by name."""
        with socket.create_connection(("127.0.0.1", self.port), timeout=10) as connection:
            lines = connection.makefile("rw", encoding="utf-8", newline="\n")
            assert lines.readline().startswith("OK MPD")
            lines.write(f"{command}\n")
            lines.flush()
            answer = {}
            while not (line := lines.readline()).startswith("OK"):
                if not line or line.startswith("ACK"):
                    raise AssertionError(f"MPD refused {command}: {line}")
                name, _, value = line.rstrip("\n").partition(": ")
                answer[name] = value
            return answer

    def fill(self):
        """Puts all tracks into its queue, once it knows them."""
        self.ask("update")
        while "updating_db" in self.ask("status"):
            time.sleep(0.1)
        self.ask("clear")
        for track in sounds.TRACKS:
            self.ask(f'add "{track.file}"')

    def said(self):
        """Returns the state of its playback."""
        song = self.ask("currentsong")
        asked = time.time()
        status = self.ask("status")
        at = (asked + time.time()) / 2
        if status["state"] == "stop":
            return Playing("stopped")
        return Playing(
            STATES[status["state"]], song.get("Title"), song.get("Artist"),
            float(status["duration"]), float(status["elapsed"]), at)
