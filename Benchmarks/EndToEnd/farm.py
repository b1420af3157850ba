"""Simulated AzuraCast stations: any that a client subscribes to exists.

    farm.py RATE     all stations together publish so often a second; 0: as often as is taken

Prints its port, and at its end how many publications were sent. A line on stdin is another rate.
The servers of Tests/harness are too slow to keep a hub busy; this one has bytes and uvloop alone.
"""

import asyncio
import re
import signal
import sys
import time

import uvloop

import azuracast

# The number of publications of each station in a batch, if they are sent without a pause.
BATCH = 32


class Server(asyncio.Protocol):
    """One connection, with the stations that were subscribed to on it."""

    def __init__(self, farm):
        self.farm = farm
        self.received = b""
        self.is_open = False
        self.is_paused = False
        self.stations = []

    def connection_made(self, transport):
        self.transport = transport
        transport.set_write_buffer_limits(high=1 << 18)

    def connection_lost(self, error):
        self.farm.remove(self)

    def data_received(self, data):
        self.received += data
        if not self.is_open:
            self.open()
        while self.is_open and (message := self.next_message()) is not None:
            self.answer(*message)

    def open(self):
        if b"\r\n\r\n" not in self.received:
            return
        request, self.received = self.received.split(b"\r\n\r\n", 1)
        key = re.search(rb"(?i)sec-websocket-key: *(\S+)", request)[1]
        self.transport.write(
            b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            b"Sec-WebSocket-Accept: " + azuracast.accept(key) + b"\r\n\r\n")
        self.is_open = True

    def next_message(self):
        """The next frame of the client, which is masked: its opcode and its payload."""
        data = self.received
        if len(data) < 6:
            return None
        extra = {126: 2, 127: 8}.get(data[1] & 127, 0)
        count = int.from_bytes(data[2:2 + extra], "big") if extra else data[1] & 127
        start = 6 + extra
        if len(data) < start + count:
            return None
        mask = data[2 + extra:start] * (count // 4 + 1)
        payload = bytes(a ^ b for a, b in zip(data[start:start + count], mask))
        self.received = data[start + count:]
        return data[0] & 15, payload

    def answer(self, opcode, payload):
        if opcode == 9:
            self.transport.write(azuracast.frame(payload, opcode=10))
        elif opcode == 8:
            self.transport.close()
        elif names := re.findall(rb'"station:(\w+)"', payload):
            self.subscribe([name.decode() for name in names])

    def subscribe(self, names):
        self.stations = [azuracast.Publications(name) for name in names]
        subscriptions = b",".join(
            b'"station:%s":{"recoverable":true,"epoch":"farm","offset":0,"publications":[%s]}'
            % (name.encode(), station.newest()) for name, station in zip(names, self.stations))
        self.transport.write(azuracast.frame(
            b'{"connect":{"client":"farm","version":"0","subs":{%s}}}' % subscriptions))
        self.farm.add(self)

    def pause_writing(self):
        self.is_paused = True

    def resume_writing(self):
        self.is_paused = False
        if not self.farm.rate:
            self.farm.flood(self)


class Farm:
    """All connections, and what is published on them."""

    def __init__(self, rate):
        self.rate = rate
        self.stations = []
        self.published = 0

    def add(self, server):
        self.stations += [(server, station) for station in server.stations]
        if not self.rate:
            self.flood(server)

    def remove(self, server):
        self.stations = [each for each in self.stations if each[0] is not server]

    def take_rate(self):
        line = sys.stdin.readline()
        if line:
            self.rate = float(line)
        else:
            asyncio.get_running_loop().remove_reader(sys.stdin)

    def flood(self, server):
        """Sends until the kernel takes no more, but lets other things happen in between."""
        if server.is_paused or server.transport.is_closing():
            return
        frames = [station.frame() for station in server.stations for _ in range(BATCH)]
        server.transport.write(b"".join(frames))
        self.published += len(frames)
        asyncio.get_running_loop().call_soon(self.flood, server)

    async def publish(self):
        """One station after another, so many a second. What was not sent in time, because the
        processors were busy, is left out."""
        last, due = time.monotonic(), 0.0
        while True:
            await asyncio.sleep(0.001)
            now = time.monotonic()
            due = min(due + (now - last) * self.rate, max(1, self.rate / 10)) if self.stations else 0
            last = now
            while due >= 1:
                server, station = self.stations[self.published % len(self.stations)]
                server.transport.write(station.frame())
                self.published += 1
                due -= 1


async def main(rate):
    farm = Farm(rate)
    loop = asyncio.get_running_loop()
    server = await loop.create_server(lambda: Server(farm), "127.0.0.1", 0, backlog=1_024)
    print(server.sockets[0].getsockname()[1], flush=True)
    publishing = asyncio.create_task(farm.publish()) if rate else None
    ended = asyncio.Event()
    loop.add_signal_handler(signal.SIGTERM, ended.set)
    loop.add_reader(sys.stdin, farm.take_rate)
    await ended.wait()
    if publishing:
        publishing.cancel()
    print(farm.published, flush=True)


if __name__ == "__main__":
    uvloop.run(main(float(sys.argv[1])))
