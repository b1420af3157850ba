"""`nphub probe` on real addresses: which feed a server is, by what the server says."""

import json
import re
import shutil
import subprocess
import tempfile
import time
import unittest
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import program
import radio
import running
from test_icy import SOUND, Stream, titled
from website import Website

STREAMS = ("mpd", "custom")
SONG = {"title": "Undertow", "artists": [{"name": "Mara Ebb"}, {"name": "Polar"}],
        "duration": 240}


def answer(request, result):
    """A reply of JSON-RPC, or an error where there is no such method."""
    body = {"result": result[0]} if result else {
        "error": {"code": -32601, "message": "Method not found"}}
    return json.dumps({"id": request["id"], "jsonrpc": "2.0", **body})


class Method:
    """A server of JSON-RPC at one path, as Mopidy, Snapcast and Kodi are."""

    def __init__(self, path, **results):
        self.path, self.results = path, results

    async def __call__(self, connection):
        async for message in connection:
            request = json.loads(message)
            result = self.results.get(request["method"].replace(".", "_"))
            await connection.send(answer(request, None if result is None else (result[0],)))


class Greeting:
    """A server that speaks first, and hears nothing."""

    def __init__(self, path, *messages):
        self.path, self.messages = path, messages

    async def __call__(self, connection):
        for message in self.messages:
            await connection.send(message)
        await connection.wait_closed()


class SocketIO:
    """A server of Socket.IO 4: tells its event once the client has joined."""

    path = "/live/?EIO=4&transport=websocket"

    def __init__(self, *events):
        self.events = events

    async def __call__(self, connection):
        await connection.send('0{"sid":"a","upgrades":[],"pingInterval":25000,"pingTimeout":20000}')
        async for message in connection:
            if message.startswith("40"):
                await connection.send('40{"sid":"b"}')
                for event in self.events:
                    await connection.send("42" + json.dumps(event))


SNAPCAST = Method("/jsonrpc", Server_GetStatus=[{"server": {"server": {}, "streams": [
    {"id": name, "status": "playing", "properties": {
        "playbackStatus": "playing", "metadata": {"title": "Undertow", "artist": ["Mara Ebb"]}}}
    for name in STREAMS]}}], Server_GetRPCVersion=[{"major": 2}])
MOPIDY = Method("/mopidy/ws", core_playback_get_current_tl_track=[None])
KODI = Method("/jsonrpc", JSONRPC_Version=[{"version": {"major": 12}}],
              Player_GetActivePlayers=[[]])


class Probing(unittest.TestCase):
    def serve(self, speaker):
        """A server that answers at the speaker's path alone."""
        async def refuse(path, _):
            return None if path == speaker.path else (404, [], b"no such page")
        return self.enterContext(radio.Server(speaker, refuse=refuse))

    def probe(self, url, *arguments, code=0):
        """Returns the output of the probe; checks it if it is a config."""
        result = subprocess.run(
            [program.PATH, "probe", url, "--wait", "6", *arguments], capture_output=True,
            text=True, timeout=120, check=False)
        self.assertEqual(result.returncode, code, result.stdout + result.stderr)
        if code == 0:
            with tempfile.NamedTemporaryFile("w", suffix=".yaml") as file:
                file.write(result.stdout)
                file.flush()
                program.run("check", file.name)
        return result.stdout if code == 0 else result.stderr


class PlayerTests(Probing):
    def test_a_stopped_mopidy_is_known_by_its_answer(self):
        found = self.probe(self.serve(MOPIDY).url(MOPIDY.path))
        self.assertIn("# mopidy, told by its address. Nothing plays; it says:\n", found)
        self.assertIn("      type: mopidy\n", found)

    def test_a_path_behind_a_proxy_is_told_by_its_end(self):
        for path, speaker in (("/music/mopidy/ws", MOPIDY), ("/tv/jsonrpc", KODI)):
            behind = Method(path, **speaker.results)
            url = self.serve(behind).url(path)
            self.assertIn(f'      url: "{url}"\n', self.probe(url))

    def test_a_known_server_that_tells_nothing_is_named(self):
        greeting = json.dumps({"type": "auth_required", "ha_version": "2024.3.3"})
        speaker = Greeting("/api/websocket", greeting, json.dumps({"type": "auth_invalid"}))
        said = self.probe(
            self.serve(speaker).url(speaker.path), "--station", "media_player.kitchen",
            "--set", "token=wrong", code=69)
        self.assertIn("it is homeassistant, and tells nothing: there is no entity", said)

    def test_a_setting_of_another_feed_is_refused(self):
        url = self.serve(MOPIDY).url(MOPIDY.path)
        said = self.probe(url, "--set", "shortcode=a", code=64)
        self.assertIn("is mopidy, which has no setting `shortcode`; known here: ", said)

    def test_snapcast_tells_which_streams_there_are(self):
        url = self.serve(SNAPCAST).url(SNAPCAST.path)
        self.assertIn(
            "is snapcast, which needs --set stream=… (the stream's id, as in the server's config):"
            " it has mpd, custom\n", self.probe(url, code=64))
        wrong = self.probe(url, "--set", "stream=wrong", code=64)
        self.assertIn("is snapcast, which has no stream `wrong`: it has mpd, custom", wrong)
        for arguments in (["--set", "stream=custom"], ["--station", "custom"]):
            found = self.probe(url, *arguments)
            self.assertIn('      stream: "custom"\n', found)
            self.assertIn("Undertow", found)

    def test_kodi_is_told_from_snapcast_by_its_answer(self):
        found = self.probe(self.serve(KODI).url(KODI.path))
        self.assertIn("      type: kodi\n", found)

    def test_greetings_tell_players_wherever_they_are(self):
        for greeting, feed, needs in (
            ({"type": "auth_required", "ha_version": "2024.3.3"}, "homeassistant", "token"),
            ({"server_version": "2.8.0", "schema_version": 28}, "musicassistant", "player"),
        ):
            speaker = Greeting("/behind/a/proxy", json.dumps(greeting))
            said = self.probe(self.serve(speaker).url(speaker.path), code=64)
            self.assertIn(f"is {feed}, which needs ", said)
            self.assertIn(f"--set {needs}=… (", said)

    def test_pages_lead_to_the_players_behind_them(self):
        for speaker, feed in ((MOPIDY, "mopidy"), (KODI, "kodi")):
            page = self.serve(speaker).url("/").replace("ws://", "http://")
            self.assertIn(f"      type: {feed}\n", self.probe(page))
        page = self.serve(SNAPCAST).url("/").replace("ws://", "http://")
        self.assertIn("it has mpd, custom", self.probe(page, code=64))


class SimulatedTests(Probing):
    def test_the_page_of_a_station_is_enough_for_a_config(self):
        farm = self.enterContext(running.Farm("--stations", "1"))
        found = self.probe(f"http://127.0.0.1:{farm.port}/public/kanalrand")
        self.assertTrue(found.startswith("# azuracast, told by its address. It says:\n"), found)
        self.assertIn('shortcode: "kanalrand"', found)

    def test_the_path_of_the_servers_of_a_feed_tells_it_on_another_host_too(self):
        farm = self.enterContext(running.Farm("--feed", "streamabc"))
        url = re.search(r'url: "(.*?)"', farm.config)[1]
        found = self.probe(url)
        self.assertTrue(found.startswith("# streamabc, told by its path. It says:\n"), found)
        self.assertIn(f'      url: "{url}"\n', found)


class ReadingTests(Probing):
    def test_a_message_that_comes_once_is_enough(self):
        class Once(Greeting):
            said = False

            async def __call__(self, connection):
                if not self.said:
                    self.said = True
                    await connection.send(json.dumps(SONG, indent=1))
                await connection.wait_closed()

        speaker = Once("/once")
        found = self.probe(self.serve(speaker).url(speaker.path))
        self.assertIn("      type: json\n", found)

    def test_a_path_that_several_kinds_of_server_have_tells_nothing_alone(self):
        speaker = Greeting("/ws", json.dumps({"now": {"title": "Undertow", "artist": "Mara Ebb"}}))
        found = self.probe(self.serve(speaker).url(speaker.path))
        self.assertIn("      type: json\n", found)

    def test_what_plays_is_told_from_what_does_not(self):
        song, other = {"title": "Undertow", "artist": "Mara Ebb"}, {"title": "X", "artist": "Y"}
        cases = (
            ({"next": other, "now": song}, "/now/title"),
            ({"previous": other, "current": song}, "/current/title"),
            ({"playing_next": {"song": other}, "now_playing": {"song": song}},
             "/now_playing/song/title"),
            ({"show": {**other, "host": "Y"}, "song": song}, "/song/title"),
            ({"title": "Radio X - the best", "artist": "Radio X",
              "current_song": "Mara Ebb - Undertow"}, "/current_song"),
            ({"data": json.dumps(song)}, "/title"))
        speakers = [Greeting("/ws", json.dumps(message)) for message, _ in cases]
        urls = [self.serve(speaker).url(speaker.path) for speaker in speakers]

        def read(url, case):
            found = self.probe(url)
            self.assertIn("Undertow", found, case)
            self.assertRegex(found, f'track: {{"(title|text)":"{case[1]}"', case)
            written = subprocess.run(
                [program.PATH, "init", url, "--wait", "6", "--output", "-"],
                capture_output=True, text=True, check=True, timeout=60).stdout
            self.assertIn(re.search("track: .*", found).group(), written, case)

        # Each of them waits for more that the server may say.
        with ThreadPoolExecutor(len(cases)) as threads:
            list(threads.map(read, urls, cases))

    def test_of_two_readings_none_is_chosen(self):
        message = {"a": {"title": "Undertow", "artist": "Mara Ebb"},
                   "b": {"title": "Ebb", "artist": "Polar"}}
        speaker = Greeting("/ws", json.dumps(message))
        url = self.serve(speaker).url(speaker.path)
        for command in ("probe", "init"):
            result = subprocess.run(
                [program.PATH, command, url, "--wait", "3"], capture_output=True, text=True,
                timeout=60, check=False)
            self.assertEqual((result.returncode, result.stdout), (69, ""))
            for words, place in (("Mara Ebb – Undertow", "/a/title"), ("Polar – Ebb", "/b/title")):
                self.assertIn(f"`{words}` is what this reads:", result.stderr)
                self.assertIn(f'"title":"{place}"', result.stderr)


class AddressTests(Probing):
    def test_what_init_writes_names_a_schema_that_is_there(self):
        url = self.serve(MOPIDY).url(MOPIDY.path)
        folder = Path(self.enterContext(tempfile.TemporaryDirectory()))
        (folder / "bin").mkdir()
        copy = shutil.copy(program.PATH, folder / "bin/nphub")
        write = [copy, "init", url, "--output", "-"]
        said = subprocess.run(write, capture_output=True, check=True, timeout=60).stdout.decode()
        self.assertTrue(said.startswith("# The config of nphub."), said)
        schemas = shutil.copytree(program.REPOSITORY / "schemas", folder / "share/nphub/schemas")
        said = subprocess.run(write, capture_output=True, check=True, timeout=60).stdout.decode()
        line = f"# yaml-language-server: $schema={(schemas / 'config.json').resolve()}\n"
        self.assertTrue(said.startswith(line), said)

    def test_what_feeds_tells_of_a_type_is_enough_for_a_config(self):
        values = {"url": "wss://radio.example", "entity": "media_player.a", "station": "1",
                  "stream": "https://radio.example/a", "user": 1, "track": {"title": "/t"}}
        blocks = re.split(r"(?m)^(?=\w)", program.run("feeds").decode())[1:]
        self.assertGreater(len(blocks), 15)
        for block in blocks:
            name, _, *lines = block.splitlines()
            keys = [line.strip().split(":")[0] for line in lines if ": " in line
                    and not re.search(", if not given|, may be left out|, .* if not given", line)]
            feed = {"type": name.split()[0], **{key: values.get(key, "1") for key in keys}}
            if feed["type"] == "icy":
                feed["url"] = "https://radio.example"
            if "mapping" in block.splitlines()[-1]:
                feed["track"] = values["track"]
            with self.subTest(feed), tempfile.NamedTemporaryFile("w", suffix=".yaml") as file:
                json.dump({"stations": [{"id": "a", "feed": feed}]}, file)
                file.flush()
                program.run("check", file.name)

    def test_a_server_that_opens_every_path_and_is_silent_has_no_name(self):
        server = self.enterContext(radio.Server(Greeting("/")))
        said = self.probe(server.url("/").replace("ws://", "http://"), "--wait", "1", code=69)
        self.assertIn("its server opens a WebSocket at every path, and says nothing there", said)

    def test_an_address_over_http_is_read_as_what_it_is(self):
        song = json.dumps({"title": "Undertow", "artist": "Mara Ebb"})

        def answer(request):
            if request.path == "/now.json":
                return request.reply(200, song.encode(), **{"Content-Type": "application/json"})
            request.begin(200, **{"Content-Type": "text/event-stream", "Connection": "close"})
            request.close_connection = True
            request.wfile.write(f"event: now\ndata: {song}\n\n".encode())
            time.sleep(3)

        site = self.enterContext(Website(answer))
        for path, layer in (("/now.json", False), ("/events", True)):
            with self.subTest(path):
                found = self.probe(site.url + path)
                self.assertIn("Undertow", found)
                self.assertIn(f'      url: "{site.url}{path}"\n', found)
                self.assertEqual('      layer: "sse"\n' in found, layer)

    def test_what_is_no_websocket_leads_to_what_reads_it(self):
        for kind, words, reader in (
                ("text/event-stream", "it sends events over HTTP", "with `layer: sse`"),
                ("application/json", "it answers with JSON over HTTP",
                 "a feed of type `json` polls it, with this address as its `url`")):
            header = f"HTTP/1.0 200 OK\r\nContent-Type: {kind}\r\n\r\n".encode()
            with Stream(b"{}", header=header) as server:
                address = server.url.replace("http", "ws", 1)
                said = self.probe(address, "--wait", "2", code=69)
                self.assertIn(words, said)
                self.assertIn(reader, said)

    def test_bare_lines_are_hinted_at(self):
        speaker = Greeting("/ws", "Mara Ebb - Undertow")
        said = self.probe(self.serve(speaker).url(speaker.path), code=69)
        self.assertIn('`unwrap: { pattern: "{line}" }`', said)

    def test_socket_io_is_joined(self):
        speaker = SocketIO(["chat", "hello"], ["status", {"song": SONG, "listeners": 3}])
        found = self.probe(self.serve(speaker).url(speaker.path))
        self.assertIn('      layer: {"socketio":{"version":4}}\n', found)
        self.assertIn("Mara Ebb, Polar", found)
        speaker = SocketIO()
        said = self.probe(self.serve(speaker).url(speaker.path), code=69)
        self.assertIn("it speaks Socket.IO (`layer: socketio`)", said)

    def test_sockjs_is_named(self):
        speaker = Greeting("/api/1/2/websocket", "o")
        said = self.probe(self.serve(speaker).url(speaker.path), code=69)
        self.assertIn("it speaks SockJS (`layer: sockjs`)", said)
        speaker = Greeting("/api/1/2/websocket", "o", "a" + json.dumps([json.dumps(SONG)]))
        found = self.probe(self.serve(speaker).url(speaker.path))
        self.assertIn('      layer: "sockjs"\n', found)

    def test_a_listen_moe_elsewhere_is_known(self):
        speaker = Greeting(
            "/live", json.dumps({"op": 0, "d": {"heartbeat": 35000}}),
            json.dumps({"op": 1, "t": "TRACK_UPDATE", "d": {"song": SONG}}))
        found = self.probe(self.serve(speaker).url(speaker.path))
        self.assertIn("      type: listenmoe\n", found)
        self.assertIn("Mara Ebb, Polar", found)

    def test_streams_are_read_for_their_titles(self):
        captured = json.loads((program.REPOSITORY / "Tests/Contract/icecast.json").read_text())
        fields = {**captured[0]["headers"], "icy-metaint": "64", "icy-br": "128"}
        icecast = "\r\n".join(
            ["HTTP/1.0 200 OK", *(f"{name}: {value}" for name, value in fields.items())])
        for header in (icecast, "ICY 200 OK\r\nicy-metaint:64"):
            header = f"{header}\r\n\r\n".encode()
            title = titled(b"Mara Ebb - Undertow")
            with Stream(SOUND, title, header=header, ends=False) as stream:
                for scheme in ("http", "ws"):
                    found = self.probe(stream.url.replace("http", scheme, 1))
                    self.assertIn("      type: icy\n", found)
                    self.assertIn(f'      url: "{stream.url}"\n', found)
                    self.assertIn("Undertow", found)
                    told = "told by its stream"
                    if header.startswith(b"HTTP") and scheme == "http":
                        told += " of 57 MB an hour"
                    self.assertIn(told + ".", found)
        header = b"HTTP/1.0 200 OK\r\nContent-Type: audio/mpeg\r\n\r\n"
        with Stream(header=header) as stream:
            said = self.probe(stream.url, code=69)
            self.assertIn("the server offers no titles in it", said)

    def test_a_web_page_leads_to_the_stream_in_it(self):
        with Stream(SOUND, titled(b"Mara Ebb - Undertow"), ends=False) as stream:
            page = f"<html><a href='/jingle.mp3'></a><audio src=\"{stream.url}\">".encode()
            fields = {"Content-Type": "text/html; charset=utf-8"}

            def answer(request):
                request.reply(200 if request.path == "/" else 404, page, **fields)

            with Website(answer) as site:
                found = self.probe(site.url + "/")
                self.assertIn("      type: icy\n", found)
                self.assertIn(f'      url: "{stream.url}"\n', found)

    def test_a_playlist_is_read_for_the_titles_of_its_stream(self):
        title = titled(b"Mara Ebb - Undertow")
        with Stream(SOUND, title, ends=False) as stream:
            text = f"[playlist]\nFile1={stream.url}\n".encode()
            fields = {"Content-Type": "audio/x-scpls"}
            with Website(lambda request: request.reply(200, text, **fields)) as site:
                found = self.probe(site.url + "/listen.pls")
                self.assertIn("      type: icy\n", found)
                self.assertIn(f'      url: "{site.url}/listen.pls"\n', found)

    def test_an_icecast_server_is_named(self):
        header = b"HTTP/1.0 200 OK\r\nServer: Icecast 2.4.4\r\nContent-Type: text/html\r\n\r\n"
        with Stream(b"<html>", header=header) as server:
            said = self.probe(server.url.replace("/live.mp3?x=1", "/"), code=69)
            self.assertIn("and no WebSocket: give the address of one of its streams, or", said)
