"""The web server's door: slow heads, streams that are never read, floods, crowds."""

import base64
import contextlib
import os
import socket
import time

import cases
from hub import program
from probe import Probe
from stations import PING, station, ticking

GET = b"GET /api/v1/stations HTTP/1.1\r\nHost: localhost\r\n\r\n"
EVENTS = b"GET /api/v1/events?minInterval=0&history=50 HTTP/1.1\r\nHost: localhost\r\n\r\n"
UPGRADE = (b"GET /api/v1/socket HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\n"
           b"Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
           b"Sec-WebSocket-Key: " + base64.b64encode(bytes(16)) + b"\r\n\r\n")


def masked(payload, kind=1):
    """A client's frame; a mask of zeros is a mask."""
    size = bytes([0x80 | len(payload)]) if len(payload) < 126 else (
        b"\xfe" + len(payload).to_bytes(2, "big"))
    return bytes([0x80 | kind]) + size + bytes(4) + payload


class WebTests(cases.FaultTests):
    def setUp(self):
        radio = self.server(ticking(0.2))
        self.attacked = self.hub(
            *(station(f"s{place}", radio) for place in range(30)),
            config={"web": {"listen": "127.0.0.1:0", "tokens": "tokens"}})
        self.address = self.attacked.web
        self.ask()
        self.before = self.attacked.memory, self.attacked.descriptors

    def dial(self, count=1, small=False):
        """Connections; those with a small buffer soon take nothing more."""
        found = []
        for _ in range(count):
            connection = socket.socket()
            self.addCleanup(connection.close)
            if small:
                connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            connection.settimeout(20)
            connection.connect(self.address)
            found.append(connection)
        return found

    def ask(self):
        """Asks as a browser does; the seconds that it took."""
        began = time.monotonic()
        with socket.create_connection(self.address, timeout=20) as connection:
            connection.sendall(GET)
            self.assertIn(b" 200 ", connection.recv(4096))
        return time.monotonic() - began

    def assertWithstood(self, attack, memory=100, longest=500):
        """A browser and a client on the socket are answered meanwhile; nothing is left after it."""
        with Probe(self.attacked) as probe:
            attack()
            took = self.ask()
        peak = self.attacked.memory
        self.doCleanupsOfConnections()
        program.wait_until(lambda: self.attacked.descriptors <= self.before[1] + 3, 60)
        self.figure(f"{self.before[0]:.0f} → {peak:.0f} MiB, a page in {took * 1000:.0f} ms; {probe}")
        self.assertLess(peak - self.before[0], memory)
        self.assertLess(probe.longest, longest)
        self.assertLess(took, 2)
        self.assertEnds(self.attacked)

    def doCleanupsOfConnections(self):
        for connection in self.connections:
            connection.close()

    def test_a_thousand_heads_that_trickle_are_given_up(self):
        self.connections = self.dial(1_000)

        def attack():
            for round_ in range(4):
                for connection in self.connections:
                    with contextlib.suppress(OSError):
                        connection.sendall(b"GET / HTTP/1.1\r\n" if round_ == 0 else b"X-More: y\r\n")
                time.sleep(3)
            ended = sum(self.has_ended(connection) for connection in self.connections)
            self.figure(f"{ended} of 1,000 given up")
            self.assertGreater(ended, 950)

        self.assertWithstood(attack)

    @staticmethod
    def has_ended(connection):
        connection.settimeout(0.05)
        with contextlib.suppress(TimeoutError):
            while True:
                try:
                    if not connection.recv(4096):
                        return True
                except ConnectionError:
                    return True
        return False

    def test_five_hundred_event_streams_that_are_never_read(self):
        self.connections = self.dial(500, small=True)

        def attack():
            for connection in self.connections:
                connection.sendall(EVENTS)
            time.sleep(8)

        self.assertWithstood(attack, memory=150)

    def test_websockets_that_flood_and_never_read(self):
        self.connections = self.dial(100, small=True)
        ask = masked(b'{"jsonrpc":"2.0","id":1,"method":"get","params":{"view":"nowPlaying"}}')

        def attack():
            for connection in self.connections:
                connection.sendall(UPGRADE)
                connection.recv(4096)
                connection.setblocking(False)
            for _ in range(200):
                for place, connection in enumerate(self.connections):
                    with contextlib.suppress(OSError):
                        connection.send((masked(b"p" * 100, PING) if place % 2 else ask) * 20)
                time.sleep(0.01)

        self.assertWithstood(attack, memory=150)

    def test_pages_asked_for_and_not_read(self):
        self.connections = self.dial(300, small=True)

        def attack():
            for connection in self.connections:
                connection.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"
                                   b"GET /nphub.js HTTP/1.1\r\nHost: localhost\r\n\r\n")
            time.sleep(5)

        self.assertWithstood(attack)

    def test_noise_of_all_kinds(self):
        self.connections = []
        head = b"GET /api/v1/stations HTTP/1.1\r\nHost: localhost\r\n"
        kinds = [os.urandom(4_000), b"\r\n" * 5_000, head + b"A" * 70_000, b"GET " + b"/" * 70_000,
                 head + b"Content-Length: 99999999999999999999\r\n\r\n", UPGRADE + os.urandom(500),
                 UPGRADE + masked(b"\xff\xfe"), UPGRADE + masked(b"x" * 60_000)[:300],
                 UPGRADE + b"\x81\xff\x7f" + b"\xff" * 7, b"\x16\x03\x01" + bytes(300),
                 b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", EVENTS * 3, GET * 40]

        def attack():
            for number in range(40 * len(kinds)):
                with socket.create_connection(self.address, timeout=5) as connection:
                    with contextlib.suppress(OSError):
                        connection.sendall(kinds[number % len(kinds)])
                        connection.settimeout(0.005)
                        connection.recv(4096)

        self.assertWithstood(attack)

    def test_as_many_connections_as_there_may_be(self):
        self.connections = []

        def attack():
            for _ in range(4_300):
                with contextlib.suppress(OSError):
                    self.connections += self.dial()
            time.sleep(1)
            # Those that were refused are closed; one of the others leaves for the browser.
            for connection in self.connections[:300]:
                connection.close()
            time.sleep(1)

        self.assertWithstood(attack, memory=250, longest=1_500)
