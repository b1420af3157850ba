"""Runs the whole program beside a peer: stations, hub and subscribers are processes of their own.

Both are measured in the same run, one after the other, on the same load. What they take of the
processor and of memory is what the kernel says of their processes.
"""

import json
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parent.parent
TOOLS = Path(__file__).with_name("EndToEnd")
PYTHON = REPOSITORY / ".build/peer/bin/python"
PROGRAM = REPOSITORY / ".build/release/nphub"
BUILT = ((PROGRAM, "make build"), (PYTHON, "make setup-bench"))
REQUEST = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "subscribe",
                      "params": {"view": "nowPlaying", "minInterval": 0}})
# So long nothing is measured at first, and so long it is measured then, in seconds.
WARMING, MEASURING = 5, 15
STARTS = 7


class Hub:
    """nphub, built for release."""

    name = "nphub"
    greeting = REQUEST

    @staticmethod
    def command(port, stations, folder):
        url = f"ws://127.0.0.1:{port}/api/live/nowplaying/websocket"
        config = {"stations": [
            {"id": f"s{number}", "feed": {"type": "azuracast", "url": url,
                                          "shortcode": f"s{number}"}}
            for number in range(stations)], "history": {"enabled": False}}
        (folder / "stations.yaml").write_text(json.dumps(config))
        return [PROGRAM, "run", "--config", folder / "stations.yaml",
                "--socket", folder / "socket"]


class Peer:
    """A program of a page of Python."""

    name = "peer"
    greeting = ""

    @staticmethod
    def command(port, stations, folder):
        return [PYTHON, TOOLS / "peer.py", port, stations, folder / "socket"]


class Stage:
    """A farm, a contestant and its subscribers, which end with it."""

    def __init__(self, contestant, rate, stations=1, subscribers=1):
        self.contestant, self.rate = contestant, rate
        self.stations, self.subscribers = stations, subscribers
        self.processes = []

    def __enter__(self):
        self.folder = tempfile.TemporaryDirectory(prefix="nphub-bench-")
        self.farm = self.start(PYTHON, TOOLS / "farm.py", self.rate)
        self.port = int(self.farm.stdout.readline())
        return self

    def __exit__(self, *error):
        for process in reversed(self.processes):
            process.kill()
            process.wait()
        self.folder.cleanup()

    def start(self, *command):
        # The farm listens to its input, which must not be what this program has: nothing, perhaps.
        process = subprocess.Popen([str(word) for word in command], stdin=subprocess.PIPE,
                                   stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        self.processes.append(process)
        return process

    def start_contestant(self):
        folder = Path(self.folder.name)
        self.hub = self.start(*self.contestant.command(self.port, self.stations, folder))
        return folder / "socket"

    def listen(self):
        """Starts the contestant and its subscribers, and waits until they are connected."""
        socket = self.start_contestant()
        while not socket.exists():
            time.sleep(0.01)
        listening = self.start(PYTHON, TOOLS / "subscribers.py", socket, self.subscribers,
                               self.contestant.greeting)
        listening.stdout.readline()
        return listening

    def measure(self, warming=WARMING):
        """Everything at once, for a while."""
        listening = self.listen()
        time.sleep(warming)
        before = processor_time(self.hub.pid)
        listening.send_signal(signal.SIGUSR1)
        time.sleep(MEASURING)
        busy = processor_time(self.hub.pid) - before
        memory = resident(self.hub.pid)
        listening.terminate()
        result = json.loads(listening.stdout.readline())
        return {**result, "busy": busy / MEASURING, "memory": memory}

    def time_to_first_record(self):
        """Seconds from the start of the process to the first title at a subscriber."""
        listening = self.start(PYTHON, TOOLS / "first_record.py", Path(self.folder.name) / "socket",
                               self.contestant.greeting)
        listening.stdout.readline()
        began = time.monotonic_ns()
        self.start_contestant()
        return (int(listening.stdout.readline()) - began) / 1e9


def processor_time(pid):
    """Seconds that a process has computed, by its own clock (clock_getcpuclockid(3)). Ticks are too
    long for what a few titles take."""
    return time.clock_gettime(~pid << 3 | 2)


def resident(pid):
    """MiB of memory that a process has."""
    line = next(line for line in Path(f"/proc/{pid}/status").read_text().splitlines()
                if line.startswith("VmRSS"))
    return int(line.split()[1]) / 1_024


def require(*needed):
    """Ends where a file is missing; with each stands the target of the Makefile that makes it."""
    for path, target in needed:
        if not path.exists():
            name = path.relative_to(REPOSITORY) if path.is_relative_to(REPOSITORY) else path
            sys.exit(f"There is no {name}: {target}")


def run():
    """All scenarios for both, as a table."""
    require(*BUILT)
    rows = []
    for scenario in (many_stations, many_publications, as_fast_as_possible, beginning):
        columns = [scenario(contestant) for contestant in (Hub, Peer)]
        rows += [(label, *(column[label] for column in columns)) for label in columns[0]]
    print(f"{'':<58}{Hub.name:>12}{Peer.name:>12}")
    for label, *values in rows:
        print(f"{label:<58}" + "".join(f"{value:>12}" for value in values))
    return 0


def many_stations(contestant):
    with Stage(contestant, rate=1_000, stations=2_000) as stage:
        result = stage.measure()
    title = "2,000 stations, 0.5/s each"
    return {f"{title}: processor": f"{result['busy']:.1%}",
            f"{title}: memory": f"{result['memory']:.0f} MiB",
            f"{title}: records a second": per_second(result)}


def many_publications(contestant):
    with Stage(contestant, rate=1_000, stations=1_000, subscribers=20) as stage:
        result = stage.measure()
    title = "1,000 stations, 1/s each, 20 subscribers"
    return {f"{title}: processor": f"{result['busy']:.1%}",
            f"{title}: latency p50": milliseconds(result["p50"]),
            f"{title}: latency p99": milliseconds(result["p99"]),
            f"{title}: records a second": per_second(result)}


def as_fast_as_possible(contestant):
    with Stage(contestant, rate=0) as stage:
        result = stage.measure()
        stage.farm.terminate()
        taken = int(stage.farm.stdout.readline())
    # From its first publication on; the times around are short beside these.
    return {"one station as fast as it is taken: publications a second":
            f"{taken / (WARMING + result['seconds']):,.0f}"}


def beginning(contestant):
    times = []
    for _ in range(STARTS):
        with Stage(contestant, rate=1) as stage:
            times.append(stage.time_to_first_record())
    return {"from the start to the first record": milliseconds(statistics.median(times) * 1e3)}


def per_second(result):
    return f"{result['lines'] / result['seconds']:,.0f}"


def milliseconds(value):
    return "none" if value is None else f"{value:.2f} ms"
