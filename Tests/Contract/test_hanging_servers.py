"""Servers that do not read, or say too little too late: bounded, given up, and nothing of them stays."""

import base64
import hashlib
import json
import re
import socket
import threading
import time
import unittest

import program
import radio

GUID = b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
# A Centrifugo server that wants its heartbeats answered.
CONNECTED = json.dumps({"connect": {
    "client": "a7f6", "version": "0.0.0", "ping": 25, "pong": True,
    "subs": {"station:ask_without_end": {}}}}).encode()


def upgrade(connection):
    """The answer to a request for a WebSocket, which is read first."""
    request = b""
    while b"\r\n\r\n" not in request:
        request += connection.recv(4096)
    key = re.search(rb"Sec-WebSocket-Key: (\S+)", request)[1]
    accept = base64.b64encode(hashlib.sha1(key + GUID).digest())
    return (b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            b"Sec-WebSocket-Accept: " + accept + b"\r\n\r\n")


def ask_without_end(connection):
    """Sends heartbeats that want an answer, and never reads one."""
    connection.sendall(upgrade(connection) + bytes([0x81, len(CONNECTED)]) + CONNECTED)
    while True:
        connection.sendall(b"\x81\x02{}" * 10_000)


def ping_without_end(connection):
    """Sends pings for a while and never reads a pong, then breaks the protocol."""
    connection.sendall(upgrade(connection))
    end = time.monotonic() + 3
    while time.monotonic() < end:
        connection.sendall((b"\x89\x7d" + bytes(125)) * 500)
    connection.sendall(b"\xc1\x00")
    time.sleep(60)


def dribble(connection):
    """Answers the upgrade a byte at a time."""
    for byte in upgrade(connection):
        connection.sendall(bytes([byte]))
        time.sleep(0.5)


def say_nothing(_):
    """Takes the connection and no more."""
    time.sleep(60)


class Server:
    """Does the same with each connection, in a thread of its own."""

    def __init__(self, behave):
        self._behave = behave
        self._connections = []
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port = self._listener.getsockname()[1]
        threading.Thread(target=self._accept, daemon=True).start()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self._listener.close()
        for connection in self._connections:
            connection.close()

    def _accept(self):
        while True:
            try:
                connection, _ = self._listener.accept()
            except OSError:
                return
            self._connections.append(connection)
            threading.Thread(target=self._serve, args=[connection], daemon=True).start()

    def _serve(self, connection):
        try:
            self._behave(connection)
        except OSError:
            pass

    def url(self, scheme="ws"):
        return f"{scheme}://127.0.0.1:{self.port}/live"


class Hub(program.Hub):
    """A hub with a station that is well, and with stations that are not, named after their servers."""

    def __init__(self, station):
        self._good = program.azuracast("good", station.server.url())
        station.states["good"] = station.state(station.song("Undertow"))
        super().__init__(config={"stations": [self._good]})
        with self.connect() as client:
            client.state("good", lambda state: "track" in state)
        self.memory_before = self.memory
        self.descriptors_before = self.descriptors

    def dial(self, servers):
        """Has it read these stations, too."""
        self.reload({"stations": [self._good, *(
            program.azuracast(name, url) for name, url in servers.items())]})


class HangingServerTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.hub = cls.enterClassContext(Hub(cls.enterClassContext(radio.Radio())))
        cls.hub.dial({
            behave.__name__: cls.enterClassContext(Server(behave)).url(scheme)
            for behave, scheme in [(ask_without_end, "ws"), (ping_without_end, "ws"),
                                   (dribble, "ws"), (say_nothing, "wss")]})

    def setUp(self):
        self.client = self.enterContext(self.hub.connect())

    def assert_fails(self, server, code):
        # A machine that is busy may find it silent before it finds out why.
        state = self.client.state(
            server.__name__, lambda state: state["connection"].get("reason", {}).get("code") == code,
            within=90)
        self.assertEqual(state["connection"]["state"], "failing")
        return state["connection"]["reason"]["text"]

    def test_a_server_that_asks_and_never_reads_is_given_up(self):
        self.assert_fails(ask_without_end, "notReading")
        self.assertGreater(self.client.call("status")["counters"]["losses"]["notReading"], 0)
        program.wait_until(lambda: "notReading" in self.hub.errors)

    def test_pings_without_end_are_taken_until_the_protocol_is_broken(self):
        self.assert_fails(ping_without_end, "reservedBits")

    def test_an_upgrade_that_comes_a_byte_at_a_time_is_given_up(self):
        self.assert_fails(dribble, "upgradeTimedOut")

    def test_a_server_that_does_not_begin_tls_is_given_up(self):
        self.assertIn("no TLS connection in 10 s", self.assert_fails(say_nothing, "timedOut"))

    def test_none_of_them_costs_memory(self):
        self.assert_fails(ask_without_end, "notReading")
        self.assert_fails(ping_without_end, "reservedBits")
        self.assertLess(self.hub.memory - self.hub.memory_before, 16)


class UnreadConnectionTests(unittest.TestCase):
    def test_nothing_stays_of_a_connection_that_is_not_read_when_its_station_is_gone(self):
        hub = self.enterContext(Hub(self.enterContext(radio.Radio())))
        hub.dial({"asks": self.enterContext(Server(ask_without_end)).url()})
        client = self.enterContext(hub.connect())

        def received():
            return client.call("status")["links"][-1]["bytes"]
        # The hub reads no more once the kernel takes none of its answers.
        program.wait_until(received)
        count, earlier = received(), None
        while count != earlier:
            time.sleep(0.5)
            count, earlier = received(), count
        # This client has one of them; a link that was cut meanwhile is dialled again.
        program.wait_until(lambda: hub.descriptors == hub.descriptors_before + 2)
        hub.dial({})
        program.wait_until(lambda: hub.descriptors == hub.descriptors_before + 1, within=6)
