"""Servers that do not read, or say too little too late: bounded, given up, and nothing of them stays."""

import json
import time
import unittest

import program
import radio
from stations import PING, Server, acceptance, frame, upgrade

# A Centrifugo server that wants its heartbeats answered.
CONNECTED = json.dumps({"connect": {
    "client": "a7f6", "version": "0.0.0", "ping": 25, "pong": True,
    "subs": {"station:ask_without_end": {}}}}).encode()


def ask_without_end(connection, _):
    """Sends heartbeats that want an answer, and never reads one."""
    upgrade(connection)
    connection.sendall(frame(CONNECTED))
    while True:
        connection.sendall(frame("{}") * 10_000)


def ping_without_end(connection, server):
    """Sends pings for a while and never reads a pong, then breaks the protocol."""
    upgrade(connection)
    end = time.monotonic() + 3
    while time.monotonic() < end:
        connection.sendall(frame(bytes(125), PING) * 500)
    connection.sendall(frame(reserved=4))
    server.pause(60)


def dribble(connection, server):
    """Answers the upgrade a byte at a time."""
    for byte in acceptance(connection):
        connection.sendall(bytes([byte]))
        server.pause(0.5)


def say_nothing(_, server):
    """Takes the connection and no more."""
    server.pause(60)


def url(server, scheme="ws"):
    return f"{scheme}://127.0.0.1:{server.port}/live"


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
            behave.__name__: url(cls.enterClassContext(Server(behave)), scheme)
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

    def test_none_of_them_costs_memory_or_delays_another_station(self):
        self.assert_fails(ask_without_end, "notReading")
        self.assert_fails(ping_without_end, "reservedBits")
        self.assertLess(self.hub.memory - self.hub.memory_before, 16)
        began = time.monotonic()
        self.assertEqual(self.client.state("good")["connection"]["state"], "live")
        self.assertLess(time.monotonic() - began, 1)


class UnreadConnectionTests(unittest.TestCase):
    def test_nothing_stays_of_a_connection_that_is_not_read_when_its_station_is_gone(self):
        hub = self.enterContext(Hub(self.enterContext(radio.Radio())))
        hub.dial({"asks": url(self.enterContext(Server(ask_without_end)))})
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
