"""Bad input, one kind after the other, to the program itself: what is said, and what goes on.

Broken WebSockets and refused upgrades have their tests in test_bad_servers.py, certificates in
test_tls.py, configs in test_config.py, requests in test_socket.py, damaged recordings in
test_commands.py; here is what those leave out.
"""

import http
import json
import os
import re
import tempfile
import time
import unittest
from pathlib import Path

import program
import radio
import schemas


class ConfigTests(unittest.TestCase):
    def test_a_bad_config_is_refused_before_anything_starts(self):
        folder = Path(self.enterContext(tempfile.TemporaryDirectory()))
        station = self.enterContext(radio.Radio())
        good = program.azuracast("good", station.server.url())
        bad = {**program.azuracast("bad", "ftp://radio.example"), "dealy": 3}
        config = folder / "config.yaml"
        config.write_text(json.dumps({"stations": [good, bad, good]}, indent=1))
        errors = program.run(
            "run", "--config", config, "--socket", folder / "hub.sock", "--record",
            folder / "recording.jsonl", code=78)
        lines = config.read_text().splitlines()
        told = [re.fullmatch(r".*/config\.yaml:(\d+):(\d+): (.*)", line).groups()
                for line in errors.splitlines()]
        places = [(lines[int(line) - 1][int(column) - 1:], text) for line, column, text in told]
        for (place, text), (at, words) in zip(places, [
            ('"ftp://radio.example"', ["ftp", "wss://"]),
            ('"dealy"', ["unknown key `dealy`", "did you mean `delay`?"]),
            ('"good"', ["the id `good` is taken", "in line", "an id of its own"]),
        ], strict=True):
            self.assertTrue(place.startswith(at), (place, at))
            for word in words:
                self.assertIn(word, text)
        self.assertEqual([path.name for path in folder.iterdir()], ["config.yaml"])
        self.assertEqual(station.server.connections, [])

    def test_20_000_stations_are_checked_in_no_time(self):
        folder = Path(self.enterContext(tempfile.TemporaryDirectory()))
        config = folder / "config.yaml"
        config.write_text("stations:\n" + "".join(f"""
  - id: station_{number}
    name: Station {number}
    feed: {{ type: azuracast, url: "wss://radio{number}.example/live", shortcode: "{number}" }}
    logo: {{ light: "https://radio{number}.example/light.png" }}
    delay: 2s
""" for number in range(20_000)))
        began = os.times()
        self.assertIn(b"OK, 20,000 stations", program.run("check", config))
        ended = os.times()
        spent = (ended.children_user + ended.children_system
                 - began.children_user - began.children_system)
        # A debug build takes about five times as long, a busy machine longer still.
        self.assertLess(spent, 4 if "release" in program.PATH.parts else 40)


class StationTests(unittest.TestCase):
    """Stations that send what they should not."""

    def test_a_link_that_sends_only_garbage_is_dialled_again_and_the_last_state_stays(self):
        station = self.enterContext(radio.Radio())
        station.states["one"] = station.state(station.song("Undertow"))
        hub = self.enterContext(program.Hub(config={
            "stations": [program.azuracast("one", station.server.url())]}))
        client = self.enterContext(hub.connect())
        before = client.state("one", lambda state: "track" in state)
        for number in range(40):
            try:
                station.server.send(f"%PDF-{number}")
            except Exception:  # The hub has had enough, which is what is waited for.
                break
        program.wait_until(lambda: len(station.server.connections) >= 2)
        after = client.state("one", lambda state: state["connection"]["state"] == "live")
        for part in ("track", "playback", "online"):
            self.assertEqual(after[part], before[part])
        counters = client.call("status")["counters"]
        self.assertGreaterEqual(sum(counters["rejections"].values()), 32)
        self.assertEqual(counters["losses"]["garbage"], 1)

    def test_no_field_of_a_wrong_type_gets_through(self):
        station = self.enterContext(radio.Radio())
        wrong = [None, True, -1, 1e300, "", "x", [], {}, [[]], {"title": {"title": "x"}}]
        hub = self.enterContext(program.Hub(config={
            "stations": [program.azuracast("one", station.server.url())]}))
        client = self.enterContext(hub.connect())
        client.call("subscribe", view="nowPlaying", minInterval=0, history=50, listeners=True)
        program.wait_until(lambda: station.server.connections)
        row = 100
        for path in [("now_playing",), ("now_playing", "song"), ("now_playing", "elapsed"),
                     ("now_playing", "played_at"), ("now_playing", "song", "title"),
                     ("live",), ("live", "streamer_name"), ("playing_next",), ("song_history",),
                     ("listeners",), ("is_online",), ("station",)]:
            for value in wrong:
                row += 1
                state = station.state(station.song(f"Song {row}"), elapsed=0, row=row)
                target = state
                for step in path[:-1]:
                    target = target[step]
                target[path[-1]] = value
                station.publish("one", state)
        last = station.state(station.song("Undertow"), elapsed=0, row=row + 1)
        station.publish("one", last)
        # Every record on the way is held against its schema.
        for record in client.records():
            state = record.get("nowPlaying", {})
            title = state.get("track", {}).get("title")
            if title == "Undertow":
                break
        self.assertEqual(title, "Undertow")
        self.assertEqual(state["connection"]["state"], "live")

    def test_a_server_that_asks_for_a_pause_gets_it(self):
        dials = []

        async def refuse(path, _):
            dials.append((path, time.monotonic()))
            return (http.HTTPStatus.SERVICE_UNAVAILABLE,
                    {"Retry-After": "4"} if path == "/later" else {}, b"")
        server = self.enterContext(radio.Server(None, refuse=refuse))
        stations = [program.azuracast(name, server.url("/" + name)) for name in ("later", "soon")]
        hub = self.enterContext(program.Hub(config={"stations": stations}))
        client = self.enterContext(hub.connect())
        program.wait_until(lambda: sum(path == "/later" for path, _ in dials) >= 2, within=15)
        later, soon = ([at for path, at in dials if path == name] for name in ("/later", "/soon"))
        self.assertGreaterEqual(later[1] - later[0], 3.9)
        self.assertLess(soon[1] - soon[0], 3)
        reason = client.state("later")["connection"]["reason"]
        self.assertEqual(reason["code"], "serverError")
        self.assertIn("503", reason["text"])

    def test_a_station_that_stays_silent_is_told_with_the_likely_reason(self):
        """In virtual time, since it takes a minute: by a replay."""
        folder = Path(self.enterContext(tempfile.TemporaryDirectory()))
        at = 1735689600
        connected = {"connect": {"client": "a", "version": "6", "ping": 25, "subs": {
            "station:kanalrand": {"recoverable": True, "epoch": "e", "positioned": True}}}}
        lines = [{"version": 1, "epoch": "e", "at": at},
                 {"feed": "kanalrand", "event": "opened", "at": at},
                 {"feed": "kanalrand", "frame": json.dumps(connected), "at": at + 1}]
        lines += [{"feed": "kanalrand", "frame": "{}", "at": at + 25 * ping}
                  for ping in range(1, 4)]
        recording = folder / "silent.jsonl"
        recording.write_text("".join(json.dumps(line) + "\n" for line in lines))
        output = program.run("replay", recording, "--station", "kanalrand", "--min-interval", 0)
        records = [schemas.parse(line) for line in output.splitlines()]
        connection = records[-1]["nowPlaying"]["connection"]
        self.assertEqual(connection["state"], "failing")
        self.assertAlmostEqual(connection["since"], at + 61, delta=1)
        self.assertIn("short code", connection["reason"]["text"])


class ClientTests(unittest.TestCase):
    def test_a_client_that_never_reads_is_cut_and_no_other_waits_for_it(self):
        station = self.enterContext(radio.Radio())
        song = station.song("Undertow")
        history = [{"sh_id": 1, "played_at": 1735689600, "duration": 200, "playlist": "",
                    "streamer": "", "is_request": False, "song": station.song("x" * 900)}] * 50

        def publish(row):
            station.publish("one", station.state(
                {**song, "title": f"Song {row}"}, elapsed=0, row=row, song_history=history))
        publish(1)
        hub = self.enterContext(program.Hub("--stdout", "none", config={
            "stations": [program.azuracast("one", station.server.url())]}))
        sleeper = self.enterContext(hub.connect())
        other = self.enterContext(hub.connect())
        other.state("one", lambda state: "track" in state)
        before = hub.memory
        for _ in range(64):
            sleeper.send(json.dumps({
                "jsonrpc": "2.0", "method": "subscribe",
                "params": {"view": "nowPlaying", "minInterval": 0, "history": 50}}).encode())
        other.call("subscribe", view="line", minInterval=0)
        lines = other.records()
        next(lines)
        for row in range(2, 62):
            publish(row)
            published = time.monotonic()
            self.assertEqual(next(lines)["line"], f"Mara Ebb – Song {row}")
            self.assertLess(time.monotonic() - published, 1)
        blocked = [client["blocked"] for client in other.call("status")["clients"]]
        self.assertEqual(blocked, [True, False])
        # All that was pending would be 64 subscriptions' 60 documents of 50 KB.
        self.assertLess(hub.memory - before, 30)
        program.wait_until(
            lambda: other.call("status")["counters"]["cuts"], within=45)
        self.assertEqual(sum(other.call("status")["counters"]["cuts"].values()), 1)
        self.assertEqual(len(other.call("status")["clients"]), 1)
        program.wait_until(lambda: "read nothing for 30 s" in hub.errors)

    def test_too_many_subscriptions_are_refused_and_other_clients_notice_nothing(self):
        hub = self.enterContext(program.Hub("--stdout", "none"))
        greedy = self.enterContext(hub.connect())
        other = self.enterContext(hub.connect())
        request = {"jsonrpc": "2.0", "id": 1, "method": "subscribe",
                   "params": {"view": "line", "minInterval": 0}}
        answers = [greedy.ask(request) for _ in range(70)]
        errors = [answer["error"] for answer in answers if "error" in answer]
        self.assertEqual(len(errors), 6)
        for error in errors:
            self.assertEqual(error["code"], -32004)
            self.assertIn("64", error["message"])
        other.call("subscribe", view="line")
        self.assertEqual(len([next(other.records()) for _ in range(4)]), 4)


class SocketTests(unittest.TestCase):
    def setUp(self):
        self.folder = Path(self.enterContext(tempfile.TemporaryDirectory()))

    def test_a_path_that_is_taken_is_told_with_the_reason(self):
        hub = self.enterContext(program.Hub("--stdout", "none"))
        self.assert_refused(hub.socket_path, "another hub listens there: end it, or name another with")
        (self.folder / "file").touch()
        self.assert_refused(self.folder / "file", "not a socket")
        self.assert_refused(self.folder, "not a socket")
        self.assertTrue(program.serves(hub.socket_path))

    def test_a_path_that_is_too_long_is_told_with_its_length(self):
        path = self.folder / ("x" * 120)
        self.assert_refused(path, f"{len(str(path))} bytes", "107")

    def test_a_path_where_nothing_can_be_made_is_told_with_the_reason(self):
        folder = self.folder / "nowhere"
        self.assert_refused(folder / "hub.sock", f"make it with `mkdir -p {folder}`")
        before = program.as_other_user()
        self.folder.chmod(0o555)
        self.assert_refused(self.folder / "hub.sock", "Permission denied", before=before)

    def assert_refused(self, path, *words, before=()):
        errors = program.run("demo", "--stdout", "none", "--socket", path, code=74, before=before)
        for word in [str(path), *words]:
            self.assertIn(word, errors)


class DescriptorTests(unittest.TestCase):
    def limited(self, limit, station, links):
        """A hub that may have only so many file descriptors, as `prlimit` takes it, and its links."""
        return self.enterContext(program.Hub(before=("prlimit", f"--nofile={limit}"), config={
            "stations": [program.azuracast(f"s{number}", station.server.url(f"/live/{number}"))
                         for number in range(links)]}))

    def test_with_too_few_descriptors_what_fits_is_run_and_clients_are_served(self):
        station = self.enterContext(radio.Radio())
        station.usual = station.state(station.song("Undertow"))
        count = 80
        hub = self.limited("64", station, count)
        told = program.wait_until(lambda: re.search(
            r"too few file descriptors.*hub-limit=64 .*hub-needed=(\d+)", hub.errors))
        needed = int(told[1])
        self.assertGreater(needed, count)
        with program.Client(hub.socket_path) as client:
            def states():
                return [record["nowPlaying"]["connection"] for record in
                        client.call("get", view="nowPlaying")["records"]]
            program.wait_until(lambda: sum(state["state"] == "live" for state in states()) >= 30)
            failing = [state["reason"] for state in states() if state["state"] == "failing"]
            self.assertEqual({reason["code"] for reason in failing}, {"tooFewDescriptors"})
            self.assertIn("ulimit -n", failing[0]["text"])
            others = [self.enterContext(program.Client(hub.socket_path)) for _ in range(4)]
            for other in others:
                other.call("hello")
        self.assertEqual(hub.stop(within=5), 0)

    def test_with_hardly_any_descriptors_clients_are_answered(self):
        for limit in (20, 24, 32):
            with self.subTest(limit):
                station = self.enterContext(radio.Radio())
                station.usual = station.state(station.song("Undertow"))
                hub = self.limited(limit, station, 60)
                with program.Client(hub.socket_path) as client:
                    self.assertEqual(len(client.call("get", view="nowPlaying")["records"]), 60)
                    # Those for which nothing is left are told so.
                    others = [self.enterContext(program.Client(hub.socket_path)) for _ in range(8)]
                    self.assertEqual(
                        others[-1].read()["error"]["data"]["limit"], "descriptorLimit")
                    client.call("hello")

    def test_only_the_hard_limit_matters(self):
        station = self.enterContext(radio.Radio())
        station.usual = station.state(station.song("Undertow"))
        hub = self.limited("64:4096", station, 100)
        with program.Client(hub.socket_path) as client:
            program.wait_until(lambda: all(
                record["nowPlaying"]["connection"]["state"] == "live"
                for record in client.call("get", view="nowPlaying")["records"]))
        self.assertNotIn("file descriptors", hub.errors)
