"""HTTP as it comes over the wire: two requests cut at every byte, and random damage, bodies included.

`NPHUB_WIRE_SECONDS` says for how long requests are damaged; 20 s if it is not set. A seed that found
something is printed, and can be given as `NPHUB_WIRE_SEED`.
"""

import contextlib
import os
import random
import re
import socket
import ssl
import time

import cases
from hub import certificates
from probe import Probe
from stations import station, ticking

SECONDS = float(os.environ.get("NPHUB_WIRE_SECONDS", "20"))
HOST = b"Host: localhost\r\n"
UPGRADE = (b"Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
           b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n")
# The status of each request's answer, if the request is the first or the only one.
REQUESTS = {
    b"GET /healthz HTTP/1.1\r\n" + HOST + b"\r\n": 200,
    b"GET /healthz HTTP/1.1\r\n" + HOST + b"Content-Length: 3\r\n\r\nabc": 200,
    b"HEAD /healthz HTTP/1.1\r\n" + HOST + b"\r\n": 200,
    b"HEAD /healthz HTTP/1.1\r\n" + HOST + b"Content-Length: 3\r\n\r\nabc": 200,
    b"POST /api/v1/ticket HTTP/1.1\r\n" + HOST + b"\r\n": 401,
    b"POST /api/v1/ticket HTTP/1.1\r\n" + HOST + b"Content-Length: 3\r\n\r\nabc": 401,
    b"GET /api/v1/socket HTTP/1.1\r\n" + HOST + UPGRADE + b"\r\n": 101,
    b"GET /api/v1/socket HTTP/1.1\r\n" + HOST + UPGRADE + b"Content-Length: 3\r\n\r\nabc": 413,
}
SEEDS = [
    *REQUESTS,
    b"GET /api/v1/stations?station=s0&history=5 HTTP/1.1\r\n" + HOST + b"\r\n",
    b"GET /api/v1/events?view=line&minInterval=0 HTTP/1.1\r\n" + HOST + b"Last-Event-ID: a.1\r\n\r\n",
    b"POST /api/v1/command HTTP/1.1\r\n" + HOST + b"Content-Type: application/json\r\n"
    b'Expect: 100-continue\r\nContent-Length: 17\r\n\r\n{"action":"play"}',
    b"OPTIONS /api/v1/stations HTTP/1.1\r\n" + HOST + b"Origin: https://a.example\r\n\r\n",
    b"PUT /api/v1/report HTTP/1.0\r\n" + HOST + b"Content-Length: 2\r\nConnection: keep-alive\r\n\r\n{}",
]
WORDS = [
    b"\r\n", b"\n", b"\r", b" ", b"\t", b":", b"\0", b"\xff", b"%00", b"%0d%0a", b"?", b"&", b"=", b"/..",
    b"Content-Length: 0\r\n", b"Content-Length: 5\r\n", b"Transfer-Encoding: chunked\r\n", b"5\r\nhello\r\n",
    b"0\r\n\r\n", b"Connection: close\r\n", b"Connection: keep-alive\r\n", b"Upgrade: h2c\r\n", b"HTTP/1.0",
    b"HTTP/2.0", b"A" * 300, b"9" * 30, b"Expect: 100-continue\r\n", b"foo\r\n", b" folded\r\n",
]


def damaged(chance, request):
    """A request in which some bytes are others."""
    data = bytearray(request)
    for _ in range(chance.choice((1, 1, 2, 3, 8))):
        place = chance.randrange(len(data) + 1)
        kind = chance.randrange(6)
        if kind == 0 and data:
            data[place % len(data)] ^= 1 << chance.randrange(8)
        elif kind == 1:
            data[place:place] = chance.choice(WORDS)
        elif kind == 2:
            del data[place:place + chance.choice((1, 2, 8, 40))]
        elif kind == 3:
            data[place:place + chance.choice((1, 4, 30))] = chance.choice(WORDS)
        elif kind == 4:
            data[place:place] = data[place:place + chance.randrange(1, 60)]
        else:
            del data[place:]
    return bytes(data)


def answers(received):
    """The status of each answer, and whether the last one closes; the bodies have their lengths."""
    found, closes = [], False
    while received:
        head, end, rest = received.partition(b"\r\n\r\n")
        match = re.match(rb"HTTP/1\.1 (\d{3}) [A-Z]", head)
        if not match or not end:
            raise AssertionError(f"this is no answer: {received[:200]}")
        found.append(int(match[1]))
        closes = b"\r\nConnection: close" in head
        if found[-1] == 101:
            return found, True
        length = int(re.search(rb"\r\nContent-Length: (\d+)", head)[1])
        # An answer to HEAD has no body.
        has_body = rest and not rest.startswith(b"HTTP/1.1 ")
        if has_body and len(rest) < length:
            raise AssertionError("an answer is shorter than it says")
        received = rest[length:] if has_body else rest
    return found, closes


class WireTests(cases.FaultTests):
    def attack(self, secure=False):
        web = {"listen": "127.0.0.1:0"}
        if secure:
            folder = self.folder()
            certificates.self_signed(folder, "first")
            web["tls"] = {"certificate": str(folder / "first.pem"), "key": str(folder / "first.key")}
        radio = self.server(ticking(0.5))
        self.attacked = self.hub(*(station(f"s{place}", radio) for place in range(3)),
                                 config={"web": web})
        self.context = None
        if secure:
            self.context = ssl.create_default_context()
            self.context.check_hostname, self.context.verify_mode = False, ssl.CERT_NONE

    def dial(self, within=10):
        connection = socket.create_connection(self.attacked.web, timeout=within)
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return self.context.wrap_socket(connection) if self.context else connection

    def received(self, connection):
        """All that comes until the server ends the connection."""
        data = b""
        with contextlib.suppress(ConnectionError, ssl.SSLError):
            while part := connection.recv(65_536):
                data += part
                # A WebSocket goes on.
                if b"HTTP/1.1 101" in data:
                    break
        return data

    def assertPairsAreAnswered(self, places):
        """Checks each pair of requests, cut anywhere: one right answer or two, and the end."""
        count, started = 0, self.attacked.computed
        for first, status in REQUESTS.items():
            for second, next_status in REQUESTS.items():
                whole = first + second.replace(b"HTTP/1.1\r\n", b"HTTP/1.1\r\nConnection: close\r\n", 1)
                cuts = places(len(first), len(whole))
                connections = []
                for cut in cuts:
                    connections.append(self.dial())
                    connections[-1].sendall(whole[:cut])
                for connection, cut in zip(connections, cuts):
                    with contextlib.suppress(ConnectionError, ssl.SSLError):
                        connection.sendall(whole[cut:])
                for connection, cut in zip(connections, cuts):
                    with connection:
                        found, closes = answers(self.received(connection))
                    # Bytes behind the end of a connection may cost the answer.
                    self.assertIn(found, ([status], [status, next_status]), (first, second, cut))
                    self.assertTrue(closes or len(found) == 2, (first, second, cut))
                    count += 1
        took = self.attacked.computed - started
        self.figure(f"{count} pairs, {took:.1f} s computed")
        self.assertLess(took, 0.05 * count)

    def test_two_requests_cut_at_every_byte(self):
        self.attack()
        with Probe(self.attacked) as probe:
            self.assertPairsAreAnswered(lambda first, whole: range(1, whole))
        self.figure(str(probe))
        self.assertLess(probe.longest, 1_000)
        self.assertEnds(self.attacked)

    def test_two_requests_cut_where_it_matters_over_tls(self):
        self.attack(secure=True)
        with Probe(self.attacked) as probe:
            self.assertPairsAreAnswered(
                lambda first, whole: [1, first - 4, first - 1, first, first + 1, first + 20,
                                      whole - 3, whole - 1])
        self.assertLess(probe.longest, 1_000)
        self.assertEnds(self.attacked)

    def test_damaged_requests_with_bodies(self):
        self.attack()
        seed = int(os.environ.get("NPHUB_WIRE_SEED", "0")) or random.randrange(1 << 30)
        chance, count = random.Random(seed), 0
        end, started, used = time.monotonic() + SECONDS, time.monotonic(), self.attacked.computed
        with Probe(self.attacked) as probe:
            while time.monotonic() < end:
                sent = b"".join(
                    damaged(chance, request) if chance.random() < 0.7 else request
                    for request in chance.choices(SEEDS, k=chance.randrange(1, 5)))
                cut = chance.randrange(len(sent) + 1)
                with contextlib.suppress(OSError), self.dial() as connection:
                    connection.settimeout(0.01)
                    connection.sendall(sent[:cut])
                    if chance.random() < 0.5:
                        time.sleep(0.001)
                    connection.sendall(sent[cut:])
                    connection.recv(65_536)
                count += 1
                if count % 500 == 0:
                    self.assertUnharmed(self.attacked)
        used = (self.attacked.computed - used) / (time.monotonic() - started)
        self.figure(f"{count} inputs of seed {seed}, {used:.0%} of a processor; {probe}")
        self.assertUnharmed(self.attacked)
        self.assertLess(probe.longest, 1_000, f"seed {seed}")
        # A connection that spins goes on computing when all is over.
        used = self.attacked.computed
        time.sleep(2)
        self.assertLess(self.attacked.computed - used, 0.5, f"seed {seed}")
        self.assertEqual(self.attacked.status()["loop"]["runaways"], 0, f"seed {seed}")
        self.assertEnds(self.attacked)
