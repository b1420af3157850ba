"""Stations over TLS: which certificates are believed, and what is said of the others."""

import tempfile
import types
import unittest
from pathlib import Path

import certificates
import program
import radio
import stations


class TLSTests(unittest.TestCase):
    """One hub with a station for each case."""

    @classmethod
    def setUpClass(cls):
        folder = Path(cls.enterClassContext(tempfile.TemporaryDirectory()))
        authority = certificates.Authority(folder)
        unvouched, fingerprint = certificates.self_signed(folder, "unvouched")
        vouched = cls.serve(authority.issue("vouched"))
        unvouched = cls.serve(unvouched)
        another = cls.serve(authority.issue("another", "subjectAltName=DNS:radio.example"))
        expired = cls.serve(authority.issue("expired", days=0))
        plain = cls.serve_plain_text()
        colons = ":".join(fingerprint[at:at + 2] for at in range(0, 64, 2)).upper()
        trusted = {"ca": str(authority.path)}
        cases = {
            "by-authority": (vouched, trusted),
            "by-authority-and-address": (vouched, trusted, "127.0.0.1"),
            "by-fingerprint": (unvouched, {"fingerprint": fingerprint}),
            "by-fingerprint-with-colons": (unvouched, {"fingerprint": colons}),
            "by-nothing": (unvouched, {"insecure": True}),
            "unknown-issuer": (vouched, None),
            "self-signed": (unvouched, None),
            "self-signed-beside-authority": (unvouched, trusted),
            "other-name": (another, trusted),
            "other-fingerprint": (unvouched, {"fingerprint": "ab" * 32}),
            "expired": (expired, trusted),
            "no-tls": (plain, None),
            "no-server": (cls.nothing(), None, "127.0.0.1"),
        }
        hub = cls.enterClassContext(program.Hub(config={
            "stations": [cls.station(name, *case) for name, case in cases.items()]}))
        cls.client = cls.enterClassContext(hub.connect())

    @classmethod
    def serve(cls, settings):
        station = cls.enterClassContext(radio.Radio(tls=settings))
        station.usual = station.state(station.song("Undertow"))
        return station.server

    @classmethod
    def serve_plain_text(cls):
        """A server that answers everything as a web server without TLS does."""
        def behave(connection, _):
            connection.recv(4096)
            connection.sendall(b"HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n")

        server = cls.enterClassContext(stations.Server(behave))
        return types.SimpleNamespace(url=lambda host: f"ws://{host}:{server.port}/")

    @staticmethod
    def nothing():
        """A port at which nothing listens."""
        port = program.free_port()
        return types.SimpleNamespace(url=lambda host: f"ws://{host}:{port}/")

    @staticmethod
    def station(name, server, tls, host="localhost"):
        url = server.url(host=host).replace("ws://", "wss://")
        return program.azuracast(name, url, **({} if tls is None else {"tls": tls}))

    def test_a_believed_certificate_makes_the_station_live(self):
        for station in ("by-authority", "by-authority-and-address", "by-fingerprint",
                        "by-fingerprint-with-colons", "by-nothing"):
            with self.subTest(station):
                state = self.client.state(station, lambda state: "track" in state)
                self.assertEqual(state["connection"]["state"], "live")
                self.assertEqual(state["track"]["title"], "Undertow")

    def test_any_other_makes_it_fail_with_the_reason(self):
        for station, code, word in [
            ("unknown-issuer", "unknownIssuer", "trusted"),
            ("self-signed", "selfSigned", "self"),
            ("self-signed-beside-authority", "selfSigned", "self"),
            ("other-name", "nameMismatch", "localhost"),
            ("other-fingerprint", "fingerprintMismatch", "fingerprint"),
            ("expired", "expired", "expired"),
            ("no-tls", "notTLS", "wss://"),
            ("no-server", "refused", "connection refused"),
        ]:
            with self.subTest(station):
                state = self.client.state(
                    station, lambda state: state["connection"]["state"] == "failing")
                reason = state["connection"]["reason"]
                self.assertEqual(reason["code"], code, reason["text"])
                self.assertIn(word, reason["text"])
                self.assertNotIn("track", state)
