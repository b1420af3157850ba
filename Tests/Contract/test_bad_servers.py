"""Servers that are broken, hostile or gone: each station says why, and the others play on."""

import http
import socket
import struct
import unittest

import program
import radio
from stations import Server, frame_of


# The bytes after the upgrade, the reason that the station gives, and the close code that the server
# is told.
VIOLATIONS = {
    "masked": (frame_of(0x81, b"{}", mask=bytes(4)), "maskedFrame", 1002),
    "reserved-bit": (frame_of(0xC1, b"{}"), "reservedBits", 1002),
    "reserved-kind": (frame_of(0x83, b"{}"), "reservedOpcode", 1002),
    "reserved-control": (frame_of(0x8B), "reservedOpcode", 1002),
    "fragmented-ping": (frame_of(0x09), "fragmentedControl", 1002),
    "long-ping": (frame_of(0x89, bytes(126)), "longControl", 1002),
    "long-spelling": (frame_of(0x81, b"{}", length=b"\x7e\x00\x02"), "lengthNotMinimal", 1002),
    "negative-length": (frame_of(0x81, length=b"\x7f" + b"\xff" * 8), "lengthTopBit", 1002),
    "orphan": (frame_of(0x80, b"{}"), "unexpectedContinuation", 1002),
    "interrupted": (frame_of(0x01, b"{") + frame_of(0x81, b"{}"), "expectedContinuation", 1002),
    "not-utf8": (frame_of(0x81, b'"\xc3\x28"'), "invalidUTF8", 1007),
    "surrogate": (frame_of(0x81, b'"\xed\xa0\x80"'), "invalidUTF8", 1007),
    "half-a-code": (frame_of(0x88, b"\x03"), "closePayload", 1002),
    "forbidden-code": (frame_of(0x88, (1005).to_bytes(2, "big")), "closeCode", 1002),
    "close-not-utf8": (frame_of(0x88, b"\x03\xe8\xff"), "closeReason", 1007),
    "too-long": (frame_of(0x81, b"x" * ((1 << 20) + 1)), "messageTooLarge", 1009),
    "too-long-announced": (frame_of(0x81, length=b"\x7f" + (1 << 40).to_bytes(8, "big")),
                           "messageTooLarge", 1009),
    "endless": (frame_of(0x01, b"x" * 60_000) + frame_of(0x00, b"x" * 60_000) * 18,
                "messageTooLarge", 1009),
}

REFUSALS = {
    "301": "redirected", "401": "unauthorized", "403": "forbidden", "404": "notFound",
    "429": "requestRefused", "500": "serverError", "503": "serverError", "200": "notUpgraded",
}


class BadServerTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.codes = {}
        cls.server = cls.enterClassContext(radio.Server(cls.speak, refuse=cls.refuse))
        cls.radio = cls.enterClassContext(radio.Radio())
        cls.radio.states["good"] = cls.radio.state(cls.radio.song("Undertow"))
        cls.babbler = cls.raw(b"SSH-2.0-OpenSSH_9.2\r\n")
        cls.hanger = cls.raw(b"")
        cls.closed = program.free_port()
        urls = {
            **{name: cls.server.url("/" + name) for name in VIOLATIONS},
            **{"http-" + code: cls.server.url("/http/" + code) for code in REFUSALS},
            "garbage": cls.server.url("/garbage"),
            "drops": cls.server.url("/drops"),
            "goes-away": cls.server.url("/goes-away"),
            "silent": cls.server.url("/silent"),
            "babbles": f"ws://127.0.0.1:{cls.babbler}/",
            "hangs-up": f"ws://127.0.0.1:{cls.hanger}/",
            "refuses": f"ws://127.0.0.1:{cls.closed}/",
            "unheard-of": "ws://station.invalid/",
            "good": cls.radio.server.url(),
        }
        cls.hub = cls.enterClassContext(program.Hub(config={
            "stations": [program.azuracast(name, url) for name, url in urls.items()]}))

    def setUp(self):
        self.client = self.enterContext(self.hub.connect())

    @classmethod
    async def speak(cls, connection):
        name = connection.path.removeprefix("/")
        if name in VIOLATIONS:
            connection.transport.write(VIOLATIONS[name][0])
            await connection.wait_closed()
            cls.codes.setdefault(name, connection.close_code)
        elif name == "garbage":
            await connection.recv()
            for number in range(40):
                await connection.send(f"%PDF-{number}")
            await connection.wait_closed()
        elif name == "drops":
            # Without lingering it is a reset, whether or not the hub's subscription was read.
            connection.transport.get_extra_info("socket").setsockopt(
                socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            connection.transport.abort()
        elif name == "goes-away":
            await connection.close(1001, "maintenance")
        else:
            await connection.wait_closed()

    @staticmethod
    async def refuse(path, _):
        code = path.removeprefix("/http/")
        if code in REFUSALS:
            fields = {"Retry-After": "60", "Location": "ws://127.0.0.1/"}
            return http.HTTPStatus(int(code)), fields, b"no"

    @classmethod
    def raw(cls, answer):
        """A server that answers every connection with some bytes, and ends it."""
        def behave(connection, _):
            connection.recv(4096)
            connection.sendall(answer)
        return cls.enterClassContext(Server(behave)).port

    def assert_fails(self, station, code):
        state = self.client.state(
            station, lambda state: state["connection"]["state"] == "failing", within=15)
        reason = state["connection"]["reason"]
        self.assertEqual(reason["code"], code, reason["text"])
        self.assertNotIn("track", state)
        return reason["text"]

    def test_a_breach_of_the_protocol_ends_the_connection_with_its_code(self):
        for station, (_, reason, code) in VIOLATIONS.items():
            with self.subTest(station):
                self.assert_fails(station, reason)
                program.wait_until(lambda: station in self.codes)
                self.assertEqual(self.codes[station], code)

    def test_a_refused_upgrade_is_told_by_its_kind(self):
        for code, reason in REFUSALS.items():
            with self.subTest(code):
                self.assertIn(code, self.assert_fails("http-" + code, reason))

    def test_garbage_without_end_ends_the_connection(self):
        self.assert_fails("garbage", "garbage")

    def test_a_connection_that_drops_or_is_closed_is_told(self):
        self.assert_fails("drops", "reset")
        self.assertIn("maintenance", self.assert_fails("goes-away", "closed"))

    def test_what_is_no_web_server_is_told(self):
        self.assert_fails("babbles", "notHTTP")
        self.assert_fails("hangs-up", "endedDuringHandshake")
        self.assertIn("127.0.0.1", self.assert_fails("refuses", "refused"))

    def test_a_name_that_does_not_exist_is_told(self):
        self.assertIn("station.invalid", self.assert_fails("unheard-of", "noSuchHost"))

    def test_a_station_that_says_nothing_is_waited_for(self):
        state = self.client.state("silent")
        self.assertEqual(state["connection"]["state"], "connecting")

    def test_the_good_station_notices_nothing(self):
        state = self.client.state("good", lambda state: "track" in state)
        self.assertEqual(state["connection"]["state"], "live")
        self.client.call("subscribe", view="line", stations=["good"], minInterval=0)
        next(self.client.records())
        song = self.radio.song("Sluice")
        self.radio.publish("good", self.radio.state(song, elapsed=0, row=72))
        self.assertEqual(next(self.client.records(within=2))["line"], "Mara Ebb – Sluice")

    def test_losses_are_counted_by_reason_and_dialled_again(self):
        def losses():
            return self.client.call("status")["counters"]["losses"]
        program.wait_until(lambda: losses().get("maskedFrame", 0) >= 2)
        self.assertLessEqual({reason for _, reason, _ in VIOLATIONS.values()}, set(losses()))
