"""Clients of a web server: what reaches them, and how late.

    audience.py PORT STATIONS EVENTS SOCKETS SILENT EVENTS-PATH SOCKETS-PATH [GREETING]

EVENTS server-sent event streams and SOCKETS WebSockets; SILENT of both together, spread evenly, never
read. `{station}` in paths and greeting is one of the stations `s0` and so on, which clients take in
turn. Until SIGTERM, then it prints what was measured; SIGUSR1 begins the measurement. A title tells
when it was published, by the clock that all programs of a machine have in common.
"""

import asyncio
import json
import re
import resource
import signal
import socket
import sys
import time

import uvloop

from subscribers import Measurement

# The quote behind the time is part of the pattern, so that a time that is cut off is not taken.
SENT = re.compile(rb'seq \d+ at (\d+)"')
LONGEST = 64
# Connections that are made at once.
CROWD = 50


class Client(asyncio.Protocol):
    """One of them."""

    def __init__(self, measurement, request, greeting, is_silent, opened):
        self.measurement = measurement
        self.request, self.greeting = request, greeting
        self.is_silent, self.opened = is_silent, opened
        self.rest = b""
        self.is_open = False

    def connection_made(self, transport):
        self.transport = transport
        transport.write(self.request)

    def data_received(self, data):
        data = self.rest + data
        if not self.is_open:
            return self.open(data)
        end = max(0, len(data) - LONGEST)
        for found in SENT.finditer(data):
            self.measurement.note(int(found[1]))
            end = max(end, found.end())
        self.rest = data[end:]

    def open(self, data):
        self.rest = data
        if b"\r\n\r\n" not in data:
            return
        self.is_open = data.startswith((b"HTTP/1.1 200 ", b"HTTP/1.1 101 "))
        if not self.is_open:
            sys.exit(f"refused: {data.splitlines()[0]}")
        self.rest = b""
        if self.greeting:
            self.transport.write(frame(self.greeting))
        if self.is_silent:
            self.transport.pause_reading()
        self.opened.set_result(None)

    def connection_lost(self, error):
        self.measurement.lost += not self.is_silent
        if not self.opened.done():
            self.opened.set_result(None)


def frame(text):
    """A short text from a client, masked with zeros."""
    return bytes([0x81, 0x80 | 126]) + len(text).to_bytes(2, "big") + bytes(4) + text


class Reached(Measurement):
    """The times that publications took to all of them together."""

    lost = 0

    def note(self, sent):
        if self.begin and sent >= self.begin:
            self.latencies.append(time.monotonic_ns() - sent)

    def summary(self):
        return {**super().summary(), "lost": self.lost}


def requests(arguments):
    """Yields each client's request, its first message, and true if it never reads."""
    stations, events, sockets, silent = arguments[:4]
    paths, greeting = arguments[4:6], (arguments[6:] or [""])[0]
    heads = ["Accept: text/event-stream", "Connection: Upgrade\r\nUpgrade: websocket\r\n"
             "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=="]
    count = events + sockets
    for number in range(count):
        # Both kinds are spread evenly, too.
        is_socket = (number + 1) * sockets // count > number * sockets // count
        station = f"s{number % stations}"
        is_silent = (number + 1) * silent // count > number * silent // count
        yield (f"GET {paths[is_socket]} HTTP/1.1\r\nHost: localhost\r\n{heads[is_socket]}\r\n\r\n"
               .replace("{station}", station).encode(),
               greeting.replace("{station}", station).encode() if is_socket else b"", is_silent)


async def connect(port, measurement, request, greeting, is_silent):
    loop = asyncio.get_running_loop()
    plain = socket.socket()
    plain.setblocking(False)
    if is_silent:
        plain.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4_096)
    await loop.sock_connect(plain, ("127.0.0.1", port))
    opened = loop.create_future()
    await loop.create_connection(
        lambda: Client(measurement, request, greeting, is_silent, opened), sock=plain)
    await opened


async def main(port, arguments):
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    measurement = Reached()
    loop = asyncio.get_running_loop()
    ended = asyncio.Event()
    loop.add_signal_handler(signal.SIGUSR1, measurement.start)
    loop.add_signal_handler(signal.SIGTERM, ended.set)
    waiting = list(requests(arguments))
    while waiting:
        crowd, waiting = waiting[:CROWD], waiting[CROWD:]
        await asyncio.gather(*(connect(port, measurement, *client) for client in crowd))
    print("connected", flush=True)
    await ended.wait()
    print(json.dumps(measurement.summary()), flush=True)


if __name__ == "__main__":
    uvloop.run(main(int(sys.argv[1]), [*map(int, sys.argv[2:6]), *sys.argv[6:]]))
