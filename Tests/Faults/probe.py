"""Measures the time that a client waits for a simple answer, while the hub does other work.

A process of its own, so that attacks from the other process do not delay its clock. It asks until
its standard input ends, and prints the milliseconds of each answer. The time that the hub and this
process wait for a processor is not counted: it is the machine's load, and not the hub's.
"""

import json
import select
import subprocess
import sys
import time
from pathlib import Path


class Probe:
    """Asks all the time while its block runs."""

    def __init__(self, hub, interval=0.01):
        self._process = subprocess.Popen(
            [sys.executable, __file__, str(hub.socket_path), str(interval), str(hub.pid)],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.milliseconds = []
        # The first answer, so that no attack begins before the clock runs.
        self._process.stdout.readline()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        # The pipe takes only so much, and the last answer may take its time.
        output, _ = self._process.communicate(timeout=150)
        self.milliseconds = sorted(json.loads(output or "[]"))

    @property
    def count(self):
        return len(self.milliseconds)

    @property
    def longest(self):
        return self.milliseconds[-1] if self.milliseconds else float("inf")

    def quantile(self, share):
        return self.milliseconds[int(share * (self.count - 1))] if self.count else float("inf")

    def __str__(self):
        return (f"{self.count} answers, p50 {self.quantile(0.5):.1f} ms, "
                f"p99 {self.quantile(0.99):.1f} ms, longest {self.longest:.0f} ms")


def _queued(*processes):
    """Returns the seconds that the first threads of processes have waited for a processor."""
    seconds = 0
    for process in processes:
        try:
            seconds += int(Path(f"/proc/{process}/schedstat").read_text().split()[1]) / 1e9
        except (OSError, IndexError):
            # A kernel that does not count it, or a process that has ended.
            continue
    return seconds


def main():
    from hub import Client
    took, processes = [], (sys.argv[3], "self")
    with Client(sys.argv[1], 120) as client:
        client.call("hello")
        print("ready", flush=True)
        while not select.select([sys.stdin], [], [], float(sys.argv[2]))[0]:
            began = time.perf_counter() - _queued(*processes)
            client.call("hello")
            seconds = time.perf_counter() - _queued(*processes) - began
            took.append(round(max(seconds, 0) * 1000, 2))
    print(json.dumps(took))


if __name__ == "__main__":
    main()
