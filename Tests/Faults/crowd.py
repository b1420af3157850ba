"""Serves a crowd for a while: event streams, WebSockets and clients of the Unix socket.

    python3 Tests/Faults/crowd.py --minutes 15

Simulated stations play on; each client follows one of them. No client may get a document twice in a
row, lose its place in the sequence, or hold another one than the hub in the end; and the hub's memory
stays, once it is warm.
"""

import argparse
import asyncio
import json
import re
import resource
import shutil
import signal
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
from contextlib import closing
from pathlib import Path

import hub

# Connections that are made at once; loop-back addresses that they come from.
CROWD, ADDRESSES = 50, 120
# Seconds until the memory counts as warm, and by which part it may grow from then on.
WARM_UP, GROWTH = 300, 0.05
# Plays of each station that the history has at the start, and their length in milliseconds.
PLAYS, PLAY = 100, 150_000
DOCUMENT = re.compile(rb'"nowPlaying":(\{.*\})\}')
SEQUENCE = re.compile(rb'"sequence":(\d+)')


class Reader:
    """One client: what it was told last, and what was wrong about that."""

    def __init__(self, station, faults):
        self.station, self._faults = station, faults
        self.document = None
        self.count = self._sequence = 0

    def take(self, text):
        """Takes a record, in whichever frame it came."""
        found = DOCUMENT.search(text)
        if not found:
            return
        # Records in a notification have the closing braces of that, too.
        document = json.JSONDecoder().raw_decode(found[1].decode())[0]
        self.count += 1
        if document == self.document:
            self._faults.append(f"{self.station}: the same document twice")
        self.document = document
        if sequence := SEQUENCE.search(text):
            if int(sequence[1]) != self._sequence + 1:
                self._faults.append(f"{self.station}: {self._sequence}, then {sequence[1].decode()}")
            self._sequence = int(sequence[1])


class Lines(asyncio.Protocol):
    """Records that end with a line: on the Unix socket, and in an event stream."""

    def __init__(self, reader, request, lost):
        self._reader, self._request, self._lost = reader, request, lost
        self._rest = b""

    def connection_made(self, transport):
        transport.write(self._request)

    def data_received(self, data):
        *lines, self._rest = (self._rest + data).split(b"\n")
        for line in lines:
            self._reader.take(line)

    def connection_lost(self, error):
        self._lost.append(self._reader.station)


class Frames(Lines):
    """Records in the messages of a WebSocket."""

    _is_open = False

    def __init__(self, reader, request, greeting, lost):
        super().__init__(reader, request, lost)
        self._greeting = greeting

    def connection_made(self, transport):
        super().connection_made(transport)
        self._transport = transport

    def data_received(self, data):
        self._rest += data
        if not self._is_open:
            if b"\r\n\r\n" not in self._rest:
                return
            self._rest = self._rest.split(b"\r\n\r\n", 1)[1]
            self._is_open = True
            self._transport.write(_frame(0x81, self._greeting))
        while (frame := self._next()) is not None:
            opcode, payload = frame
            if opcode == 9:
                self._transport.write(_frame(0x8A, payload))
            else:
                self._reader.take(payload)

    def _next(self):
        """The opcode and the payload of a whole frame."""
        rest = self._rest
        if len(rest) < 2:
            return None
        length, start = rest[1] & 0x7F, 2
        if length > 125:
            start = 4 if length == 126 else 10
            length = int.from_bytes(rest[2:start])
        if len(rest) < start + length:
            return None
        self._rest = rest[start + length:]
        return rest[0] & 15, rest[start:start + length]


def _frame(first, payload):
    """A frame from a client, masked with zeros."""
    length = bytes([0x80 | len(payload)]) if len(payload) < 126 else (
        bytes([0xFE]) + len(payload).to_bytes(2))
    return bytes([first]) + length + bytes(4) + payload


def _subscription(station):
    return json.dumps({"jsonrpc": "2.0", "id": 1, "method": "subscribe", "params": {
        "view": "nowPlaying", "minInterval": 0, "stations": [station]}}).encode()


class Crowd:
    """All clients of one hub."""

    def __init__(self, attacked, stations):
        self._hub, self._stations = attacked, stations
        self.faults, self.lost, self.readers = [], [], []
        self._open = []

    async def connect(self, streams, sockets, locals_):
        port = self._hub.web[1]
        work = ([self._stream] * streams + [self._socket] * sockets + [self._local] * locals_)
        for first in range(0, len(work), CROWD):
            await asyncio.gather(*(
                each(port, first + place) for place, each in enumerate(work[first:first + CROWD])))

    def _reader(self, number):
        reader = Reader(self._stations[number % len(self._stations)], self.faults)
        self.readers.append(reader)
        return reader

    async def _web(self, port, number, protocol):
        # An address has a share of the connections.
        address = f"127.0.1.{number % ADDRESSES + 1}"
        self._open.append(await asyncio.get_running_loop().create_connection(
            protocol, "127.0.0.1", port, local_addr=(address, 0)))

    async def _stream(self, port, number):
        reader = self._reader(number)
        request = (f"GET /api/v1/events?minInterval=0&station={reader.station} HTTP/1.1\r\n"
                   "Host: localhost\r\nAccept: text/event-stream\r\n\r\n").encode()
        await self._web(port, number, lambda: Lines(reader, request, self.lost))

    async def _socket(self, port, number):
        reader = self._reader(number)
        request = (b"GET /api/v1/socket HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\n"
                   b"Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                   b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n")
        await self._web(port, number, lambda: Frames(
            reader, request, _subscription(reader.station), self.lost))

    async def _local(self, _, number):
        reader = self._reader(number)
        request = _subscription(reader.station) + b"\n"
        self._open.append(await asyncio.get_running_loop().create_unix_connection(
            lambda: Lines(reader, request, self.lost), str(self._hub.socket_path)))

    def compare(self):
        """Checks that each client holds the hub's documents, soon after the stations fall quiet:
        tracks that were announced still begin."""
        readers = self.readers
        for _ in range(10):
            states = {}
            for first in range(0, len(self._stations), 500):
                states |= self._hub.states(stations=self._stations[first:first + 500])
            readers = [each for each in readers if each.document != states[each.station]]
            if not readers:
                return
            time.sleep(0.5)
        self.faults += [f"{each.station}: a client holds another document in the end"
                        for each in readers]


def _simulate(stations):
    """Simulated stations, and their config."""
    process = subprocess.Popen(
        [*hub.GUARD, hub.program.PATH, "simulate", "--stations", str(stations), "--listen",
         "127.0.0.1:0"], stderr=subprocess.PIPE, text=True)
    found = []
    while len(found) < stations and (line := process.stderr.readline()):
        if feed := re.match(r' +feed: \{ type: azuracast, url: "(.+)", shortcode: "(.+)" \}', line):
            found.append({"id": feed[2], "feed": {
                "type": "azuracast", "url": feed[1], "shortcode": feed[2]}})
    return process, found


def _remember(file, stations):
    """Plays before the hub began, as many and as long as those that it will keep: a timeline that
    still fills up would look like a leak."""
    now = int(time.time() * 1_000)
    with closing(sqlite3.connect(file)) as history, history:
        history.executemany(
            "INSERT INTO element (station, id, startedAt, notedAt, duration, title, artist, album,"
            " genre, artworkURL) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            ((station["id"], f"{number:016x}", start, start, PLAY, f"A Title of Many Words {number}",
              f"An Artist with a Long Name {number}", f"An Album with a Name {number}",
              "Progressive House", f"https://art.example/api/station/{number:032x}/art.jpg")
             for station in stations for number in range(1, PLAYS + 1)
             for start in [now - number * PLAY]))


async def serve(arguments, folder):
    farm, stations = _simulate(arguments.stations)
    config = {"stations": stations, "mpris": {"enabled": False},
              "history": {"file": str(folder / "history.sqlite")}}
    with hub.Hub(config, folder=folder) as before:
        before.stop()
    _remember(before.history, stations)
    config["web"] = {"listen": "127.0.0.1:0"}
    with hub.Hub(config, folder=folder) as attacked:
        crowd = Crowd(attacked, [station["id"] for station in stations])
        await crowd.connect(arguments.streams, arguments.sockets, arguments.clients)
        began, memory = time.monotonic(), []
        while (seconds := time.monotonic() - began) < arguments.minutes * 60:
            memory.append((seconds, attacked.memory))
            await asyncio.sleep(5)
        # Quiet stations: pending records arrive, and nothing new.
        farm.send_signal(signal.SIGSTOP)
        await asyncio.sleep(4)
        await asyncio.to_thread(crowd.compare)
        # The end of the hub is no loss: later ones go into the list of before.
        crowd.lost = list(crowd.lost)
        farm.kill()
        farm.wait()
        return crowd, memory, attacked.is_alive


def judge(crowd, memory, is_alive):
    """Prints what was seen; gives the exit code."""
    counts = [reader.count for reader in crowd.readers]
    print(f"{len(counts)} clients, {sum(counts)} records, {len(crowd.lost)} connections lost, "
          f"{len(crowd.faults)} faults")
    for fault in crowd.faults[:20]:
        print(f"  {fault}")
    warm = [size for seconds, size in memory if WARM_UP <= seconds < WARM_UP + 60]
    rest = [size for seconds, size in memory if seconds >= WARM_UP + 60]
    grows = False
    if rest:
        first, last = statistics.fmean(warm), max(rest)
        grows = last > first * (1 + GROWTH)
        print(f"memory {first:.1f} MiB after {WARM_UP} s, at most {last:.1f} after that "
              f"({(last / first - 1) * 100:+.1f} %)")
    return int(bool(crowd.faults or crowd.lost or grows or not is_alive or min(counts) == 0))


def main():
    parser = argparse.ArgumentParser(prog="python3 Tests/Faults/crowd.py")
    parser.add_argument("--minutes", type=float, default=15)
    parser.add_argument("--stations", type=int, default=2_000)
    parser.add_argument("--streams", type=int, default=5_000)
    parser.add_argument("--sockets", type=int, default=1_000)
    parser.add_argument("--clients", type=int, default=200)
    arguments = parser.parse_args()
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    folder = Path(tempfile.mkdtemp(prefix="nphub-crowd-"))
    try:
        code = judge(*asyncio.run(serve(arguments, folder)))
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    sys.exit(code)


if __name__ == "__main__":
    main()
