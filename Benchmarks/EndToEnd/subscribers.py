"""Many subscribers on one machine: what reaches them, and how late.

    subscribers.py SOCKET COUNT [REQUEST]     until SIGTERM, then prints what was measured

SIGUSR1 begins the measurement: what was published before does not count. A title tells when it was
published, by the clock that all programs of a machine have in common.
"""

import asyncio
import json
import re
import signal
import sys
import time

import uvloop

SENT = re.compile(rb"seq \d+ at (\d+)")


class Measurement:
    """The times that publications took to all subscribers together."""

    def __init__(self):
        self.begin = None
        self.began_at = None
        self.latencies = []

    def start(self):
        self.begin = time.monotonic_ns()
        self.latencies.clear()

    def take(self, data):
        now = time.monotonic_ns()
        if self.begin:
            self.latencies += [now - sent for sent in map(int, SENT.findall(data))
                               if sent >= self.begin]

    def summary(self):
        seconds = (time.monotonic_ns() - self.begin) / 1e9
        times = sorted(self.latencies)
        at = lambda share: times[int(share * (len(times) - 1))] / 1e6 if times else None
        return {"lines": len(times), "seconds": seconds, "p50": at(0.5), "p99": at(0.99),
                "max": at(1)}


class Subscriber(asyncio.Protocol):
    """One of them. A line that comes in two pieces is taken whole."""

    def __init__(self, measurement, request):
        self.measurement = measurement
        self.request = request
        self.rest = b""

    def connection_made(self, transport):
        transport.write(self.request)

    def data_received(self, data):
        end = data.rfind(b"\n") + 1
        if not end:
            self.rest += data
            return
        self.measurement.take(self.rest + data[:end])
        self.rest = data[end:]


async def connect(path, measurement, request):
    """Waits for a server that has too many connections to accept."""
    while True:
        try:
            return await asyncio.get_running_loop().create_unix_connection(
                lambda: Subscriber(measurement, request), path)
        except BlockingIOError:
            await asyncio.sleep(0.01)


async def main(path, count, request):
    measurement = Measurement()
    loop = asyncio.get_running_loop()
    ended = asyncio.Event()
    loop.add_signal_handler(signal.SIGUSR1, measurement.start)
    loop.add_signal_handler(signal.SIGTERM, ended.set)
    for _ in range(count):
        await connect(path, measurement, request)
    print("connected", flush=True)
    await ended.wait()
    print(json.dumps(measurement.summary()), flush=True)


if __name__ == "__main__":
    asked = (sys.argv[3] + "\n").encode() if len(sys.argv) > 3 else b""
    uvloop.run(main(sys.argv[1], int(sys.argv[2]), asked))
