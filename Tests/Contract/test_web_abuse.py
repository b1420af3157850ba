"""Abuse that a web server withstands: slow, endless, greedy, silent clients; TLS; taken ports."""

import base64
import json
import os
import socket
import tempfile
import time
import unittest
from pathlib import Path

import certificates
import program
import test_web
import web

UPGRADE = (b"GET /api/v1/socket HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\n"
           b"Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
           b"Sec-WebSocket-Key: " + base64.b64encode(bytes(16)) + b"\r\n\r\n")


class AbuseTests(test_web.WebTestCase):
    def tearDown(self):
        self.assertEqual(self.hub.ask("/api/v1/stations").status, 200)
        self.assertIsNone(self.hub.process.poll())

    def test_slow_heads_and_bodies_are_given_up_within_seconds(self):
        slow = {b"": b"", b"GET / HTTP/1.1\r\nHost: localhost\r\n": b"X-More: y\r\n",
                b"POST /api/v1/command HTTP/1.1\r\nHost: localhost\r\nContent-Length: 999\r\n\r\n": b"x"}
        connections = {}
        for begun, more in slow.items():
            connections[self.hub.dial()] = more
            list(connections)[-1].sendall(begun)
        started = time.monotonic()
        while time.monotonic() - started < 8:
            for connection, more in connections.items():
                connection.sendall(more)
            time.sleep(1)
        for connection in connections:
            with connection:
                connection.settimeout(10)
                self.assertTrue(web.drain(connection).startswith(b"HTTP/1.1 408 "))
        self.assertLess(time.monotonic() - started, 15)

    def test_endless_and_broken_heads_end_the_connection(self):
        line = b"X-Endless: " + b"y" * 1000 + b"\r\n"
        self.hub.say(b"GET / HTTP/1.1\r\nHost: localhost\r\n" + line * 2000)
        self.hub.say(b"GET /" + b"a" * 200_000)
        self.hub.say(b"GET / HTTP/1.1\r\n" + b"".join(b"X-%d: y\r\n" % n for n in range(20_000)))
        long = self.hub.say(b"GET / HTTP/1.1\r\nHost: localhost\r\nCookie: " + b"c" * 20_000 + b"\r\n\r\n")
        self.assertTrue(long.startswith(b"HTTP/1.1 431 "), long)
        for nonsense in [b"\r\n\r\n", b"BREW / HTTP/1.1\r\n\r\n", b"\x16\x03\x01\x02\x00\x01\x00\x01",
                         b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", os.urandom(4096), b"GET / HTTP/9.9\r\n\r\n",
                         b"GET http://evil.example/ HTTP/1.1\r\nHost: localhost\r\n\r\n"]:
            with self.hub.dial() as connection:
                connection.sendall(nonsense)
                connection.shutdown(socket.SHUT_WR)
                self.assertNotIn(b" 101 ", web.drain(connection))

    def test_bodies_that_are_too_large_or_unclear_are_refused(self):
        head = b"POST /api/v1/command HTTP/1.1\r\nHost: localhost\r\n"
        for header, status in [(b"Content-Length: 65537", 413), (b"Content-Length: 9" + b"9" * 30, 413),
                               (b"Content-Length: -5", 400), (b"Content-Length: 1e3", 400),
                               (b"Content-Length: 5\r\nContent-Length: 5", 400),
                               (b"Transfer-Encoding: chunked", 411),
                               (b"Content-Length: 5\r\nTransfer-Encoding: chunked", 411)]:
            with self.subTest(header):
                answer = self.hub.say(head + header + b"\r\n\r\nhello" * 2)
                self.assertTrue(answer.startswith(b"HTTP/1.1 %d " % status), answer)
                self.assertEqual(answer.count(b"HTTP/1.1 "), 1)

    def test_what_follows_a_refused_body_is_not_read_as_a_request(self):
        smuggled = b"GET /api/v1/status HTTP/1.1\r\nHost: localhost\r\n\r\n"
        head = (b"POST /api/v1/command HTTP/1.1\r\nHost: localhost\r\nContent-Length: 3\r\n"
                b"Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n")
        self.assertEqual(self.hub.say(head + smuggled).count(b"HTTP/1."), 1)

    def test_event_streams_that_never_read_cost_little_and_are_cut(self):
        before = self.hub.memory
        silent = []
        for _ in range(300):
            connection = self.hub.dial()
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            connection.sendall(b"GET /api/v1/events?minInterval=0&history=50 HTTP/1.1\r\n"
                               b"Host: localhost\r\n\r\n")
            silent.append(connection)
        for number in range(60):
            self.play(f"Number {number} " + "x" * 900)
            time.sleep(0.02)
        with self.hub.events("station=kanal&minInterval=0") as stream:
            stream.until("synced")
            self.play("Heard by those who read")
            while "Heard" not in stream.event()[1]["nowPlaying"]["track"]["title"]:
                pass
        self.assertLess(self.hub.memory - before, 115)
        for connection in silent:
            connection.close()

    def test_bytes_behind_the_request_of_a_stream_cost_nothing(self):
        ask = b"GET /api/v1/%s HTTP/1.1\r\nHost: localhost\r\n\r\n"
        stream = ask % b"events?view=line"
        for sent in [stream + b"GARBAGE", stream * 2]:
            with self.subTest(sent), self.hub.dial() as connection:
                connection.sendall(sent)
                before = self.hub.computed
                time.sleep(1)
                self.assertLess(self.hub.computed - before, 0.4)
                self.assertIn(b"HTTP/1.1 400 ", web.drain(connection))

    def test_a_websocket_that_never_reads_is_cut_and_others_notice_nothing(self):
        connection = self.hub.dial()
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        connection.sendall(UPGRADE)
        self.assertIn(b" 101 ", connection.recv(4096))
        hello = b'{"jsonrpc":"2.0","id":1,"method":"get","params":{"view":"nowPlaying"}}'
        frame = bytes([0x81, 0x80 | len(hello)]) + bytes(4) + hello
        connection.settimeout(1)
        try:
            for _ in range(20_000):
                connection.sendall(frame)
        except OSError:
            pass
        self.assertEqual(self.hub.ask("/api/v1/stations").status, 200)

        def status():
            with self.hub.connect() as client:
                return client.call("status")

        # As a flood where many requests came at once, and as stalled where its first answers
        # already found no room, after which nothing is read from it.
        program.wait_until(
            lambda: {"flood", "stalled"} & status()["counters"]["cuts"].keys(), within=45)
        program.wait_until(lambda: len(status()["clients"]) == 1)
        connection.close()

    def test_clients_that_come_and_go_leave_nothing(self):
        pid = self.hub.process.pid
        for _ in range(3):
            for _ in range(200):
                with self.hub.dial() as connection:
                    connection.sendall(b"GET /api/v1/events HTTP/1.1\r\nHost: localhost\r\n\r\n")
        program.wait_until(lambda: len(os.listdir(f"/proc/{pid}/fd")) < 60)
        with self.hub.connect() as client:
            program.wait_until(lambda: len(client.call("status")["clients"]) < 5)


class PlaceTests(unittest.TestCase):
    STATION = program.azuracast("a", "ws://127.0.0.1:1")

    def fails(self, settings, *words, code=74):
        """A hub with these settings does not start, and says why."""
        folder = Path(self.enterContext(tempfile.TemporaryDirectory()))
        config = folder / "config.yaml"
        config.write_text(json.dumps({"stations": [self.STATION], "web": settings}))
        errors = program.run("run", "--config", config, "--socket", folder / "hub.sock", code=code)
        for word in words:
            self.assertIn(word, errors)

    def test_a_taken_port_is_told(self):
        with socket.create_server(("127.0.0.1", 0)) as taken:
            port = taken.getsockname()[1]
            self.fails({"listen": f"127.0.0.1:{port}"},
                       f"web.listen: cannot listen on 127.0.0.1:{port}: Address already in use",
                       "name another port")

    def test_the_first_look_takes_another_port(self):
        with program.Hub("--stdout", "none") as first, program.Hub("--stdout", "none") as second:
            for hub in first, second:
                program.wait_until(lambda: "serving the web" in hub.errors)
                self.assertRegex(hub.errors, r"dashboard: http://127\.0\.0\.1:\d+/#token=[0-9a-f]{32}\b")

    def test_what_cannot_be_read_is_told(self):
        self.fails({"tls": {"certificate": "/nope.pem", "key": "/nope.key"}},
                   "web.tls.certificate", "No such file")
        self.fails({"tls": {"certificate": "/dev/null", "key": "/dev/null"}},
                   "cannot use the certificate and its key")
        self.fails({"tokens": "/dev/null"}, "web.tokens: /dev/null is not a file")
        self.fails({"tokens": "/no/such/folder/tokens"}, "web.tokens", "No such file")

    def test_other_addresses_need_tls_or_a_proxy(self):
        self.fails({"listen": "0.0.0.0:0"}, "0.0.0.0 is not a loopback address",
                   "behindProxy", code=78)
        with web.WebHub("--stdout", "none", stations=[self.STATION],
                        web={"listen": "0.0.0.0:0", "behindProxy": True}) as hub:
            port = hub.address[1]
            hub_address = ("127.0.0.1", port)
            with socket.create_connection(hub_address) as connection:
                connection.sendall(b"GET /api/v1/stations HTTP/1.1\r\nHost: localhost\r\n\r\n")
                self.assertIn(b" 401 ", connection.recv(4096).split(b"\r\n")[0])

    def test_ipv6_is_served_alone(self):
        with web.WebHub("--stdout", "none", stations=[self.STATION], web={"listen": "[::1]:0"}) as hub:
            self.assertEqual(hub.ask("/api/v1/stations").status, 200)

    def test_a_token_file_is_made_and_must_be_the_owners_alone(self):
        with web.WebHub("--stdout", "none", stations=[self.STATION], tokens="made") as hub:
            path = hub.folder / "tokens"
            self.assertEqual(path.stat().st_mode & 0o777, 0o600)
            token = path.read_text().splitlines()[-1].split()[0]
            self.assertEqual(len(token), 64)
            self.assertEqual(hub.ask("/api/v1/status", token=token).status, 200)
            self.assertNotIn(token, hub.errors)
            path.chmod(0o644)
            hub.reload()
            program.wait_until(lambda: "can be read by others: run chmod 600" in hub.errors)


class SecureTests(unittest.TestCase):
    def test_it_speaks_tls_and_takes_a_renewed_certificate_on_reload(self):
        folder = Path(self.enterContext(tempfile.TemporaryDirectory()))
        certificates.self_signed(folder, "first")
        certificates.self_signed(folder, "second")
        (folder / "live.pem").write_bytes((folder / "first.pem").read_bytes())
        (folder / "live.key").write_bytes((folder / "first.key").read_bytes())
        settings = {"certificate": str(folder / "live.pem"), "key": str(folder / "live.key")}
        hub = self.enterContext(web.WebHub(
            "--stdout", "none", stations=[PlaceTests.STATION], web={"tls": settings}))
        first, second = (web.trusting(folder / f"{name}.pem") for name in ("first", "second"))
        self.assertEqual(hub.ask("/api/v1/stations", tls=first).status, 200)
        self.assertNotIn(b"HTTP/1.1 200", hub.say(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"))
        for end in "pem", "key":
            (folder / f"live.{end}").write_bytes((folder / f"second.{end}").read_bytes())
        hub.reload()

        def renewed():
            try:
                return hub.ask("/api/v1/stations", tls=second).status == 200
            except OSError:
                return False

        program.wait_until(renewed)
