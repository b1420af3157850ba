"""Hubs of one cluster, and clients that write down what these tell them."""

import json
import signal
import subprocess
import sys
import threading
import time
from contextlib import suppress
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[1] / "harness"))
import program  # noqa: E402
import rpc  # noqa: E402
from checker import Seen  # noqa: E402

# A client ends with these when its hub is stopped, killed or held, or refuses what is asked.
FAILURES = (OSError, AssertionError)


class Member(program.HubProcess):
    """A hub in a folder of its own, with more sections of a config and its environment."""

    def __init__(self, name, folder, stations, cluster, sections=None, environment=None):
        self.name = name
        (folder / name).mkdir()
        super().__init__(
            "--stdout", "none", "--log-level", "info", config={}, folder=folder / name,
            before=program.GUARD, environment=environment, stdout=subprocess.DEVNULL)
        self._stations = stations
        self.sections = sections or {}
        self.configure(cluster)

    def configure(self, cluster):
        """Gives it another cluster, which takes a start; `None` for a hub alone."""
        self.write_config({
            **({"stations": self._stations} if self._stations else {}),
            "history": {"file": str(self.folder / "history.sqlite")},
            **({"cluster": {"name": "test", "member": self.name, **cluster}} if cluster else {}),
            **self.sections})

    def answers(self):
        """Returns true if a new client is answered in time."""
        return self.ask("hello") is not None

    def send(self, number):
        """Sends it a signal; SIGKILL and SIGTERM end it."""
        if number in (signal.SIGKILL, signal.SIGTERM):
            with suppress(subprocess.TimeoutExpired):
                self.stop(number, 10)
            self.kill()
        else:
            self.process.send_signal(number)

    def end(self):
        """Ends it, if it runs."""
        if self.is_alive:
            self.process.send_signal(signal.SIGCONT)
            self.send(signal.SIGTERM)

    def connect(self):
        """A client on its socket."""
        return rpc.Client(self.socket_path, within=2.0)

    def ask(self, method, **parameters):
        """The result of a method; None if the hub cannot be reached in two seconds."""
        with suppress(*FAILURES), self.connect() as connection:
            return connection.call(method, **parameters)
        return None

    def states(self, **parameters):
        """The present state of each station."""
        found, after = {}, {}
        while page := self.ask("get", view="nowPlaying", **parameters, **after):
            found |= {record["station"]: record["nowPlaying"] for record in page["records"]}
            if "next" not in page:
                break
            after = {"after": page["next"]}
        return found

    def titles(self):
        """The present title of each station."""
        return {name: state.get("track", {}).get("title")
                for name, state in self.states().items()}

    def plays(self, within):
        """The title and start of each play that its file has of each station, of some last seconds."""
        lines = program.run("history", "--file", self.folder / "history.sqlite",
                            "--since", within, "--format", "jsonl")
        found = {}
        for entry in map(json.loads, lines.splitlines()):
            found.setdefault(entry["station"], []).append((entry["title"], entry.get("startedAt")))
        return found

    def histories(self):
        """The titles that each station has played."""
        return {name: [entry["title"] for entry in state.get("history", [])]
                for name, state in self.states(history=50).items()}


class Client:
    """Follows all stations of a member, and comes back with what it has seen last."""

    def __init__(self, member, seen):
        self._member = member
        self._seen = seen
        self.since = {"epoch": "", "revision": 0}
        self.count = 0
        self._has_ended = False
        self._thread = threading.Thread(target=self._follow, daemon=True)
        self._thread.start()

    def end(self):
        """Hangs up."""
        self._has_ended = True
        self._thread.join(5)

    def _follow(self):
        while not self._has_ended:
            with suppress(*FAILURES), self._member.connect() as connection:
                result = subscribe(connection, self.since)
                self.since["epoch"] = result["epoch"]
                while not self._has_ended:
                    with suppress(TimeoutError):
                        self._write_down(connection.line())
            time.sleep(0.05)

    def _write_down(self, line):
        if line.get("method") not in ("update", "synced"):
            return
        parameters = line["params"]
        self.since["revision"] = parameters["resume"]
        if record := parameters.get("record"):
            self.count += 1
            self.since["epoch"] = record["epoch"]
            if "nowPlaying" not in record:
                return
            self._seen.append(seen(self._member.name, record))


def subscribe(connection, since):
    """Subscribes to every change of all stations; gives the answer."""
    return connection.call("subscribe", view="nowPlaying", minInterval=0, since=since)


def seen(client, record):
    """Returns the part of a record that the checker compares."""
    state = record["nowPlaying"]
    return Seen(
        client, time.time(), record["station"], record["epoch"], record["revision"],
        state.get("track", {}).get("title"), state.get("playback", {}).get("startedAt"),
        state["connection"]["state"])


def wait(condition, within, message):
    """Looks until a condition holds; gives what it gave, and after that time fails with a message."""
    deadline = time.monotonic() + within
    while not (value := condition()):
        if time.monotonic() > deadline:
            raise AssertionError(message() if callable(message) else message)
        time.sleep(0.02)
    return value
