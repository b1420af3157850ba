"""The base of all servers, and of all players."""

import shutil
import signal
import time
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import Callable

import processes
from playing import Playing
from sounds import TRACKS


@dataclass(frozen=True)
class Step:
    """Something that a player is told to do, and how it is known that it has done it."""

    name: str
    act: Callable[[], None]
    is_done: Callable[[Playing], bool]
    # True if the hub must not publish anything.
    is_silent: bool = False
    # Titles that the player itself has on the way to it, without a length or a position.
    passing: tuple[str, ...] = ()


def is_(state, title, near=None):
    """Returns a check for a title in a state, or in any state, and near a position."""
    def is_done(said):
        is_near = near is None or abs(said.position(time.time()) - near) < 5
        return state in (None, said.state) and said.title == title and is_near
    return is_done


class Player:
    """A part of a server that plays: a station of the hub's config.

    It has a `station` and a `feed`. It tells what it plays (`said`), and is operated, over the
    interface that the server's other clients use; `play` begins with the first of all tracks.
    """

    # The tolerance of the hub, and of a record between two states, in seconds.
    tolerance = 0.3
    passing_tolerance = 0.6
    # The deadline for the hub to be right, in seconds.
    settling = 2.0
    # True if it says the same of its position each time.
    is_steady = True

    def check_up(self):
        """Fails until the player can be operated."""
        self.said()

    def steps(self):
        """Yields its steps, in this order."""
        first, second, third, last = (track.title for track in TRACKS)
        end = TRACKS[2].seconds - 8
        yield Step("play", self.play, is_("playing", first))
        yield Step("pause", self.pause, is_("paused", first))
        # Some play on then, so that the next step changes nothing.
        yield Step("seek while paused", lambda: self.seek(50), is_(None, first, 50))
        yield Step("resume", self.resume, is_("playing", first))
        yield Step("seek ahead", lambda: self.seek(100), is_("playing", first, 100))
        yield Step("seek back", lambda: self.seek(20), is_("playing", first, 20))
        # Longer than the 30 s after which the hub asks some players again.
        yield Step("left alone", lambda: time.sleep(32), is_("playing", first), self.is_steady)
        yield Step("next", self.next, is_("playing", second))
        yield Step("previous", self.previous, is_("playing", first))
        yield Step("next again", self.next, is_("playing", second))
        yield Step("next, without an artist", self.next, is_("playing", third))
        yield Step("seek near the end", lambda: self.seek(end), is_("playing", third, end))
        yield Step("automatic advance", lambda: None, is_("playing", last))
        yield Step("stop", self.stop, lambda said: said.state == "stopped")

    def radio_steps(self, stream, passing):
        """Yields the steps of a player that also plays streams."""
        def tell(title):
            stream.title = title
        first, second, file = "Harbour Light", "Breakwater", TRACKS[0].title
        tell(f"Lamp - {first}")
        tune = partial(self.play_stream, stream)
        yield Step("radio", tune, is_("playing", first), passing=passing)
        yield Step("radio's next title", lambda: tell(f"Lamp - {second}"), is_("playing", second))
        yield Step("file after a radio", self.play, is_("playing", file))
        yield Step("radio after a file", tune, is_("playing", second), passing=passing)
        yield Step("stop a radio", self.stop, lambda said: said.state == "stopped")


class Server:
    """A server with its players, in a folder of its own."""

    name = ""
    # The programs that must be installed.
    programs = ()
    # The deadline for it to be up, in seconds.
    patience = 60

    def __init__(self, folder, files):
        self.folder = folder / self.name
        self.folder.mkdir()
        self.files = files
        self._processes = []

    @classmethod
    def missing(cls):
        """The programs that are not installed."""
        return [program for program in cls.programs if not shutil.which(program)]

    def run(self, *command, **environment):
        """Starts one of its processes."""
        name = str(command[0]).rpartition("/")[2]
        self._processes.append(processes.Process(
            command, self.folder / f"{name}.log", HOME=str(self.folder), **environment))
        return self._processes[-1]

    def start(self):
        """Starts the server, and before it all that it needs beside itself."""
        self.prepare()
        self._server = self.launch()

    def prepare(self):
        """Starts what the server needs beside itself."""

    def launch(self):
        """Starts the server alone; gives its process."""
        raise NotImplementedError

    def kill(self):
        """Kills the server; what it needs beside itself goes on."""
        self._processes.remove(self._server)
        self._server.end(signal.SIGKILL)

    def restart(self):
        """Starts the server again that was killed."""
        self._server = self.launch()

    def version(self):
        """Its version, over its own interface; fails until it is up."""
        raise NotImplementedError

    def wait_until_up(self):
        """Waits until it and its players answer; gives its version."""
        version = self.wait_for(self.version)
        for player in self.players:
            self.wait_for(player.check_up)
        return version

    def wait_for(self, ask):
        """Waits until a process answers; gives its answer."""
        deadline = time.monotonic() + self.patience
        while True:
            with suppress(OSError, ValueError):
                return ask()
            has_ended = any(process.has_ended for process in self._processes)
            if has_ended or time.monotonic() > deadline:
                raise AssertionError(f"{self.name} does not come up; its log: {self.log()}")
            time.sleep(0.1)

    def log(self):
        """The end of what its processes have logged."""
        return "\n".join(path.read_text(errors="replace")[-2000:]
                         for path in {process.log for process in self._processes})

    def end(self):
        """Ends its processes, the last one first."""
        while self._processes:
            self._processes.pop().end()
