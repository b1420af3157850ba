"""Feeds that are no WebSockets: endpoints that are polled, and lines over TCP."""

import json
import queue
import socket
import tempfile
import unittest
from pathlib import Path

import certificates
import program
import schemas
import stations
from website import Website

MAPPING = {"track": {"title": "/title", "artist": "/artist"}}


class Endpoint(Website):
    """A web server with one station's state: `now`, or a `body` as it is, with a `status`."""

    def __init__(self, tls=None):
        self.now = {"title": "Undertow", "artist": "Mara Ebb"}
        self.status, self.body = 200, None
        self.requests, self.statuses = [], []
        super().__init__(self._answer, tls)

    def _answer(self, request):
        self.requests.append((request.path, dict(request.headers.items())))
        if request.path == "/old":
            request.reply(302, Location="/now.json")
            return
        body = self.body or json.dumps(self.now).encode()
        tag = f'"{hash(body)}"'
        status = self.status
        if status == 200 and request.headers["If-None-Match"] == tag:
            status = 304
        self.statuses.append(status)
        request.reply(status, body if status == 200 else b"", ETag=tag)


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
            endpoint.now = {"title": "Sluice"}
            self.assertNotIn("artist", self.title(client, "Sluice")["track"])
            endpoint.status = 503
            connection = self.reason(client, "serverError")
            self.assertIn("503", connection["reason"]["text"])
            endpoint.status, endpoint.now = 200, {"title": "Undertow"}
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
        endpoint.body = b'{"title":"\xff"}'
        large = self.enterContext(Endpoint())
        large.body = b'"' + b"x" * (1 << 20) + b'"'
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


class LineTests(unittest.TestCase):
    def follow(self, scheme, tls_of_server=None, **settings):
        connections = queue.Queue()

        def behave(connection, server):
            connections.put(connection)
            server.pause(60)

        server = self.enterContext(stations.Server(behave, tls=tls_of_server))
        config = config_of(mine=feed(f"{scheme}://127.0.0.1:{server.port}", **settings))
        hub = self.enterContext(program.Hub("--stdout", "none", config=config))
        client = self.enterContext(hub.connect())
        for title in ("Undertow", "Sluice"):
            with connections.get(timeout=20) as connection:
                if "open" in settings:
                    self.assertEqual(connection.recv(100), b"now?\n")
                line = json.dumps({"title": title}).encode() + b"\r\n"
                connection.sendall(line[:5])
                connection.sendall(line[5:])
                client.state("mine", lambda state: state.get("track", {}).get("title") == title
                             and state["connection"]["state"] == "live")

    def test_lines_are_read_and_again_when_the_connection_has_ended(self):
        self.follow("tcp", open="now?")

    def test_lines_come_over_tls(self):
        folder = Path(self.enterContext(tempfile.TemporaryDirectory()))
        authority = certificates.Authority(folder)
        self.follow("tls", authority.issue("vouched"), tls={"ca": str(authority.path)})
