"""Feeds that are no WebSockets: endpoints that are polled, and lines over TCP."""

import json
import queue
import socket
import tempfile
import threading
import unittest
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import certificates
import program
import schemas

MAPPING = {"track": {"title": "/title", "artist": "/artist"}}


class Handler(BaseHTTPRequestHandler):
    """Answers with the server's `now` and its version, or with its `status` where that is another."""

    protocol_version = "HTTP/1.1"

    def do_GET(self):
        server = self.server
        server.requests.append((self.path, dict(self.headers.items())))
        if self.path == "/old":
            self.answer(302, Location="/now.json")
            return
        body = server.body or json.dumps(server.now).encode()
        tag = f'"{hash(body)}"'
        status = server.status
        if status == 200 and self.headers["If-None-Match"] == tag:
            status = 304
        server.statuses.append(status)
        self.answer(status, body if status == 200 else b"", ETag=tag)

    def answer(self, status, body=b"", **fields):
        self.send_response(status)
        for name, value in fields.items():
            self.send_header(name, value)
        if status != 304:
            self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


class Endpoint:
    """A web server with one station's state."""

    def __init__(self, context=None):
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self._server.now = {"title": "Undertow", "artist": "Mara Ebb"}
        self._server.status, self._server.body = 200, None
        self._server.requests, self._server.statuses = [], []
        if context:
            self._server.socket = context.wrap_socket(self._server.socket, server_side=True)
        scheme = "https" if context else "http"
        self.url = f"{scheme}://127.0.0.1:{self._server.server_port}"

    def __getattr__(self, name):
        return getattr(self._server, name)

    def set(self, **values):
        for name, value in values.items():
            setattr(self._server, name, value)

    def __enter__(self):
        threading.Thread(target=self._server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_):
        self._server.shutdown()
        self._server.server_close()


def feed(url, **settings):
    return {"type": "json", "url": url, **MAPPING, **settings}


def config_of(**feeds):
    config = {"stations": [{"id": name, "feed": value} for name, value in feeds.items()],
              "history": {"enabled": False}}
    schemas.check("config", config)
    return config


class PollingTests(unittest.TestCase):
    def hub(self, *arguments, **feeds):
        return self.enterContext(
            program.Hub("--stdout", "none", *arguments, config=config_of(**feeds)))

    def title(self, client, title, station="mine"):
        return client.state(
            station, lambda state: state.get("track", {}).get("title") == title
            and state["connection"]["state"] == "live")

    def reason(self, client, code, station="mine"):
        state = client.state(
            station, lambda state: state["connection"].get("reason", {}).get("code") == code)
        return state["connection"]

    def test_an_endpoint_is_asked_again_and_again(self):
        endpoint = self.enterContext(Endpoint())
        folder = Path(self.enterContext(tempfile.TemporaryDirectory()))
        hub = self.hub(
            "--record", folder / "recording.jsonl",
            mine=feed(endpoint.url + "/now.json?key=a", every="5s", repeatsEvery="8s"))
        with hub.connect() as client:
            track = self.title(client, "Undertow")["track"]
            self.assertEqual(track["artist"], "Mara Ebb")
            # Nothing new is a sign of life: without it the state is stale after 8 s.
            program.wait_until(lambda: endpoint.statuses[:3] == [200, 304, 304], within=20)
            self.assertEqual(client.state("mine")["connection"]["state"], "live")
            endpoint.set(now={"title": "Sluice"})
            self.assertNotIn("artist", self.title(client, "Sluice")["track"])
            endpoint.set(status=503)
            connection = self.reason(client, "serverError")
            self.assertIn("503", connection["reason"]["text"])
            endpoint.set(status=200, now={"title": "Undertow"})
            self.title(client, "Undertow")
            links = client.call("status")["links"]
            self.assertEqual(links[0]["url"], endpoint.url + "/now.json")
        self.assertIn("nphub", endpoint.requests[0][1]["User-Agent"])
        self.assertEqual(hub.stop(), 0)
        recording = folder / "recording.jsonl"
        events = [schemas.parse(line) for line in recording.read_bytes().splitlines()]
        for event in events:
            schemas.check("recording", event)
        told = [event.get("event", "frame") for event in events[1:]]
        self.assertEqual(told[:4], ["opened", "frame", "unchanged", "unchanged"])
        self.assertIn("failed", told)
        replays = [program.run("replay", recording, "--config", hub.config_path)
                   for _ in range(2)]
        self.assertEqual(replays[0], replays[1])
        states = [schemas.parse(line)["nowPlaying"] for line in replays[0].splitlines()]
        titles = [state.get("track", {}).get("title") for state in states]
        before = [state["connection"]["state"] for state in states[:titles.index("Sluice")]]
        self.assertEqual(before[-1], "live")
        self.assertNotIn("stale", before)

    def test_what_goes_wrong_is_told(self):
        closed = program.free_port()
        endpoint = self.enterContext(Endpoint())
        endpoint.set(body=b'{"title":"\xff"}')
        large = self.enterContext(Endpoint())
        large.set(body=b'"' + b"x" * (1 << 20) + b'"')
        plain = endpoint.url.replace("http://", "https://")
        hub = self.hub(
            refused=feed(f"http://127.0.0.1:{closed}/"), absent=feed("http://nowhere.invalid/"),
            garbled=feed(endpoint.url + "/a"), large=feed(large.url + "/a"),
            plain=feed(plain + "/a"))
        with hub.connect() as client:
            for station, code in (("refused", "refused"), ("absent", "noSuchHost"),
                                  ("garbled", "notUTF8"), ("large", "answerTooLarge"),
                                  ("plain", "protocolError")):
                with self.subTest(station):
                    self.assertEqual(self.reason(client, code, station)["state"], "failing")

    def test_a_server_that_is_silent_holds_up_nothing(self):
        silent = self.enterContext(socket.create_server(("127.0.0.1", 0)))
        endpoint = self.enterContext(Endpoint())
        hub = self.hub(
            silent=feed(f"http://127.0.0.1:{silent.getsockname()[1]}/"),
            mine=feed(endpoint.url + "/"))
        with hub.connect() as client:
            self.title(client, "Undertow")
            self.assertIn("127.0.0.1", self.reason(client, "timedOut", "silent")["reason"]["text"])

    def test_redirects_are_followed_unless_headers_are_sent(self):
        endpoint = self.enterContext(Endpoint())
        hub = self.hub(
            mine=feed(endpoint.url + "/old"),
            other=feed(endpoint.url + "/old", headers={"X-Key": "secret", "User-Agent": "radio"}))
        with hub.connect() as client:
            self.title(client, "Undertow")
            text = self.reason(client, "redirected", "other")["reason"]["text"]
            self.assertIn("/now.json", text)
        sent = next(fields for _, fields in endpoint.requests if "X-Key" in fields)
        self.assertEqual(sent["User-Agent"], "radio")
        self.assertEqual([path for path, fields in endpoint.requests if "X-Key" in fields][0],
                         "/old")

    def test_certificates_are_verified(self):
        folder = Path(self.enterContext(tempfile.TemporaryDirectory()))
        authority = certificates.Authority(folder)
        endpoint = self.enterContext(Endpoint(authority.issue("vouched")))
        hub = self.hub(
            mine=feed(endpoint.url + "/a", tls={"ca": str(authority.path)}),
            open=feed(endpoint.url + "/b", tls={"insecure": True}), strange=feed(endpoint.url))
        with hub.connect() as client:
            self.title(client, "Undertow")
            self.title(client, "Undertow", "open")
            self.reason(client, "certificateRejected", "strange")


class Lines:
    """A server that sends lines to each client, and keeps what it is told."""

    def __init__(self, context=None):
        self._listener = socket.create_server(("127.0.0.1", 0))
        self._context = context
        self.port = self._listener.getsockname()[1]
        self.connections = queue.Queue()

    def __enter__(self):
        threading.Thread(target=self._serve, daemon=True).start()
        return self

    def __exit__(self, *_):
        self._listener.close()

    def _serve(self):
        while True:
            try:
                connection, _ = self._listener.accept()
                if self._context:
                    connection = self._context.wrap_socket(connection, server_side=True)
            except OSError:
                return
            self.connections.put(connection)


class LineTests(unittest.TestCase):
    def follow(self, scheme, server, **settings):
        config = config_of(mine=feed(f"{scheme}://127.0.0.1:{server.port}", **settings))
        hub = self.enterContext(program.Hub("--stdout", "none", config=config))
        client = self.enterContext(hub.connect())
        for title in ("Undertow", "Sluice"):
            with server.connections.get(timeout=20) as connection:
                if "open" in settings:
                    self.assertEqual(connection.recv(100), b"now?\n")
                line = json.dumps({"title": title}).encode() + b"\r\n"
                connection.sendall(line[:5])
                connection.sendall(line[5:])
                client.state("mine", lambda state: state.get("track", {}).get("title") == title
                             and state["connection"]["state"] == "live")

    def test_lines_are_read_and_again_when_the_connection_has_ended(self):
        self.follow("tcp", self.enterContext(Lines()), open="now?")

    def test_lines_come_over_tls(self):
        folder = Path(self.enterContext(tempfile.TemporaryDirectory()))
        authority = certificates.Authority(folder)
        server = self.enterContext(Lines(authority.issue("vouched")))
        self.follow("tls", server, tls={"ca": str(authority.path)})
