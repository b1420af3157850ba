"""Feeds of type `icy`: the titles in audio streams, against each kind of server there is."""

import json
import socket
import tempfile
import time
import unittest
from pathlib import Path

import certificates
import program
import schemas
import stations
from website import Website

SOUND = bytes(64)


def block(metadata):
    """A piece of metadata as it stands in a stream: its length in 16 bytes, and filled up."""
    metadata += bytes(-len(metadata) % 16)
    return bytes([len(metadata) // 16]) + metadata


def titled(title):
    """Metadata with a title."""
    return block(b"StreamTitle='" + title + b"';")


class Stream(stations.Server):
    """A server that answers each connection with the same bytes, and then goes on with sound."""

    def __init__(self, *parts, header=b"HTTP/1.0 200 OK\r\nicy-metaint: 64\r\n\r\n", ends=True,
                 tls=None):
        self.answer, self.requests, self._ends = header + b"".join(parts), [], ends
        super().__init__(self._send, tls)
        self.url = f"{'https' if tls else 'http'}://127.0.0.1:{self.port}/live.mp3?x=1"

    def _send(self, connection, server):
        self.requests.append(connection.recv(4_096).decode())
        connection.sendall(self.answer)
        if self._ends:
            connection.shutdown(socket.SHUT_WR)
            stations.wait_for_end(connection)
        while server.pause(0.2):
            connection.sendall(SOUND + b"\0")


class IcyTests(unittest.TestCase):
    def hub(self, **feeds):
        streams = [{"id": name, "feed": {"type": "icy", **feed}} for name, feed in feeds.items()]
        config = {"stations": streams, "history": {"enabled": False}}
        schemas.check("config", config)
        return self.enterContext(program.Hub("--stdout", "none", config=config))

    def follow(self, feed):
        return self.enterContext(self.hub(mine=feed).connect())

    def read(self, *parts, names=("Mara Ebb", "Undertow"), feed=None, **options):
        """Waits until the hub has read a title in a stream; gives the station's state."""
        stream = self.enterContext(Stream(*parts, ends=False, **options))
        client = self.follow({"url": stream.url, **(feed or {})})
        self.requests = stream.requests
        return self.playing(client, *names)

    def playing(self, client, artist, title):
        def plays(state):
            track = state.get("track", {})
            return (track.get("artist"), track.get("title")) == (artist, title)
        return client.state("mine", plays, within=20)

    def reason(self, client, code, station="mine"):
        state = client.state(
            station, lambda state: state["connection"].get("reason", {}).get("code") == code,
            within=20)
        return state["connection"]["reason"]["text"]

    def test_titles_in_utf_8_are_read(self):
        state = self.read(
            SOUND, titled("春を待つ鍵 - 夜明け".encode()), SOUND, b"\0", SOUND,
            titled(b"Mara Ebb - Undertow"), SOUND, b"\0")
        self.assertEqual(state["connection"]["state"], "live")
        self.assertTrue(state["online"])
        self.assertIn("GET /live.mp3?x=1 HTTP/1.1\r\n", self.requests[0])
        self.assertIn("\r\nIcy-MetaData: 1\r\n", self.requests[0])

    def test_titles_in_other_encodings_are_read(self):
        for artist, title, encoding, given in (
                ("Björk", "Jóga", "cp1252", "auto"), ("Кино", "Группа крови", "cp1251", "auto"),
                ("Кино", "Группа крови", "koi8-r", "auto"),
                ("Czesław Niemen", "Sen o Warszawie", "cp1250", "windows-1250")):
            with self.subTest(encoding):
                self.read(SOUND, titled(f"{artist} - {title}".encode(encoding)),
                          names=(artist, title), feed={"encoding": given})

    def test_apostrophes_and_what_follows_a_title_are_told_apart(self):
        metadata = b"StreamTitle='Don't Stop - It's 5 o'clock';StreamUrl='http://x/?a=';b';"
        self.read(SOUND, block(metadata), names=("Don't Stop", "It's 5 o'clock"))

    def test_shoutcast_1_is_read(self):
        header = (b"ICY 200 OK\r\nicy-name:Radio Seewind\r\nicy-url:http://sea.example\r\n"
                  b"icy-br:128\r\nicy-metaint:64\r\n\r\n")
        state = self.read(SOUND, titled(b"Mara Ebb - Undertow"), header=header)
        self.assertEqual(state["station"]["name"], "Radio Seewind")
        self.assertEqual(state["station"]["url"], "http://sea.example")

    def test_what_icecast_2_4_4_sends_is_read(self):
        recording = Path(__file__).with_name("icecast.json")
        expected = {"夜明け - 鍵": "鍵"}
        for session in json.loads(recording.read_text()):
            fields = "".join(f"{name}: {value}\r\n" for name, value in session["headers"].items())
            blocks = map(bytes.fromhex, session["blocks_hex"])
            parts = [bytes(16_000) + block(metadata) for metadata in blocks]
            header = f"HTTP/1.0 200 OK\r\n{fields}\r\n".encode()
            with self.subTest(session["set"]), Stream(*parts, header=header, ends=False) as stream:
                with self.hub(mine={"url": stream.url}) as hub, hub.connect() as client:
                    title = expected.get(session["set"], session["set"].split(" - ")[-1])
                    client.state(
                        "mine", lambda state: state.get("track", {}).get("title") == title,
                        within=20)

    def test_a_title_shows_at_once(self):
        done = []

        def behave(connection, server):
            connection.recv(4_096)
            connection.sendall(b"HTTP/1.0 200 OK\r\nicy-metaint: 64\r\nicy-br: 96\r\n\r\n")
            while server.pause(0.02):
                metadata = titled(b"Mara Ebb - Undertow") if done == ["now"] else b"\0"
                if done == ["now"]:
                    done.append(time.monotonic())
                connection.sendall(SOUND + metadata)

        server = self.enterContext(stations.Server(behave))
        client = self.follow({"url": f"http://127.0.0.1:{server.port}/"})
        client.state("mine", lambda state: state["connection"]["state"] == "live")
        status = client.call("status")["links"][0]
        self.assertEqual(status["soundPerHour"], 43_200_000)
        done.append("now")
        self.playing(client, "Mara Ebb", "Undertow")
        self.assertLess(time.monotonic() - done[1], 2)

    def test_a_redirect_and_a_playlist_are_followed(self):
        target = self.enterContext(
            Stream(SOUND, titled(b"Mara Ebb - Undertow"), ends=False))
        closed = program.free_port()

        def answer(request):
            if request.path == "/moved":
                request.reply(302, Location=target.url)
            elif request.path == "/list.pls":
                text = f"[playlist]\nFile1=http://127.0.0.1:{closed}/\nFile2={site.url}/moved\n"
                request.reply(200, text.encode(), **{"Content-Type": "audio/x-scpls"})
            else:
                request.reply(200, b"moved\n", **{"Content-Type": "audio/x-mpegurl"})

        site = self.enterContext(Website(answer))
        for path in ("/moved", "/list.pls", "/list.m3u"):
            with self.subTest(path):
                self.playing(self.follow({"url": site.url + path}), "Mara Ebb", "Undertow")

    def test_headers_are_sent_to_the_server_of_the_config_alone(self):
        target = self.enterContext(
            Stream(SOUND, titled(b"Mara Ebb - Undertow"), ends=False))
        keys = []

        def answer(request):
            keys.append(request.headers["X-Key"])
            request.reply(200, target.url.encode(), **{"Content-Type": "audio/x-mpegurl"})

        site = self.enterContext(Website(answer))
        client = self.follow({"url": site.url + "/a.m3u", "headers": {"X-Key": "secret"}})
        self.playing(client, "Mara Ebb", "Undertow")
        self.assertEqual(set(keys), {"secret"})
        self.assertNotIn("X-Key", target.requests[0])

    def test_a_stream_that_ends_is_asked_for_again(self):
        stream = self.enterContext(Stream(SOUND, titled(b"Mara Ebb - Undertow")))
        client = self.follow({"url": stream.url})
        self.playing(client, "Mara Ebb", "Undertow")
        program.wait_until(lambda: stream.accepted > 2, within=30)

    def test_what_cannot_be_read_is_told(self):
        head = "HTTP/1.0 200 OK\r\nContent-Type: {}\r\n\r\n"
        cases = {
            "untitled": (head.format("audio/mpeg"), "noTitles", "no `icy-metaint`"),
            "ogg": (head.format("application/ogg"), "noTitles", "Ogg stream"),
            "page": (head.format("text/html"), "noTitles", "web page"),
            "absent": ("HTTP/1.1 404 Not Found\r\n\r\n", "notFound", "404"),
            "full": ("HTTP/1.1 503 Busy\r\n\r\n", "serverError", "503"),
            "hls": (head.format("audio/x-mpegurl") + "#EXTM3U\n#EXT-X-VERSION:3\na.ts\n", "noTitles",
                    "HLS"),
        }
        feeds = {name: {"url": self.enterContext(Stream(header=header.encode())).url}
                 for name, (header, *_) in cases.items()}
        feeds["refused"] = {"url": f"http://127.0.0.1:{program.free_port()}/"}
        cases["refused"] = ("", "refused", "127.0.0.1")
        with self.hub(**feeds).connect() as client:
            for name, (_, code, words) in cases.items():
                with self.subTest(name):
                    self.assertIn(words, self.reason(client, code, name))

    def test_certificates_are_verified(self):
        folder = Path(self.enterContext(tempfile.TemporaryDirectory()))
        authority = certificates.Authority(folder)
        stream = self.enterContext(Stream(
            SOUND, titled(b"Mara Ebb - Undertow"), ends=False, tls=authority.issue("vouched")))
        hub = self.hub(mine={"url": stream.url, "tls": {"ca": str(authority.path)}},
                       strange={"url": stream.url})
        with hub.connect() as client:
            self.playing(client, "Mara Ebb", "Undertow")
            self.reason(client, "certificateRejected", "strange")

    def test_every_stream_of_an_icecast_is_a_station(self):
        sources = [{"listenurl": "http://localhost:8000/rock/high.mp3"},
                   {"listenurl": "http://localhost:8000/live.ogg", "server_type": "application/ogg"}]

        def answer(request):
            if request.path == "/status-json.xsl":
                return request.reply(200, json.dumps({"icestats": {"source": sources}}).encode())
            fields = {"Content-Type": "audio/mpeg", "icy-metaint": "64", "Connection": "close"}
            request.begin(200, **fields)
            request.close_connection = True
            request.wfile.write(SOUND + titled(b"Mara Ebb - Undertow") + SOUND)

        site = self.enterContext(Website(answer))
        config = {"discover": {"icecast": site.url + "/status-json.xsl", "prefix": "x-"},
                  "history": {"enabled": False}}
        schemas.check("config", config)
        with program.Hub("--stdout", "none", config=config) as hub, hub.connect() as client:
            program.wait_until(
                lambda: client.call("get", view="nowPlaying")["records"], within=20)
            records = client.call("get", view="nowPlaying")["records"]
            self.assertEqual([record["station"] for record in records], ["x-rock-high.mp3"])
            client.state(
                "x-rock-high.mp3",
                lambda state: state.get("track", {}).get("title") == "Undertow", within=20)

    def test_a_check_says_what_the_sound_costs(self):
        feed = {"type": "icy", "url": "http://a.example/"}
        stations = [{"id": name, "feed": feed} for name in ("a", "b")]
        for count, words in ((1, "received: 58 MB an hour"), (2, "received: 2 times 58 MB an hour")):
            with tempfile.NamedTemporaryFile("w", suffix=".yaml") as file:
                json.dump({"stations": stations[:count]}, file)
                file.flush()
                self.assertIn(words, program.run("check", file.name).decode())

    def test_a_config_is_checked(self):
        for feed, words in (
                ({"url": "ws://a.example/"}, "`https://`"), ({}, "has no `url`"),
                ({"url": "http://a.example/", "encoding": "utf-7"}, "one of"),
                ({"url": "http://a.example/", "tls": {"fingerprint": "ab" * 32}}, "fingerprint")):
            with self.subTest(feed), tempfile.NamedTemporaryFile("w", suffix=".yaml") as file:
                json.dump({"stations": [{"id": "a", "feed": {"type": "icy", **feed}}]}, file)
                file.flush()
                self.assertIn(words, program.run("check", file.name, code=78))
