"""The recordings that `nphub run --record` writes."""

import base64
import json
import os
import subprocess
import tempfile
import unittest
from pathlib import Path

import program
import radio
import schemas


class RecordingTests(unittest.TestCase):
    maxDiff = None

    def setUp(self):
        folder = self.enterContext(tempfile.TemporaryDirectory())
        self.path = Path(folder) / "recording.jsonl"

    def record(self, *stations, until):
        """Records until something holds of a client of the hub; gives the lines."""
        config = {"stations": list(stations)} if stations else None
        hub = self.enterContext(program.Hub(
            "--record", str(self.path), "--stdout", "none", config=config))
        with hub.connect() as client:
            until(client)
        self.assertEqual(hub.stop(), 0, hub.errors)
        return self.lines()

    def lines(self):
        """The lines of the recording, each held against its schema."""
        lines = [schemas.parse(line) for line in self.path.read_bytes().splitlines(keepends=True)]
        for line in lines:
            schemas.check("recording", line)
        return lines

    def test_it_begins_with_a_header_and_has_both_clocks_in_every_line(self):
        def until(client):
            self.epoch = client.call("hello")["epoch"]
            program.wait_until(lambda: client.call("status")["counters"]["reports"] >= 4)
        lines = self.record(until=until)
        schemas.check("recording", lines[0], "header")
        self.assertEqual(set(lines[0]), {"version", "epoch", "seed", "config", "at", "mono"})
        self.assertEqual(lines[0]["epoch"], self.epoch)
        self.assertEqual([line for line in lines if "version" in line], lines[:1])
        clocks = [(line["at"], line["mono"]) for line in lines]
        self.assertEqual(clocks, sorted(clocks))

    def test_every_message_is_in_it_verbatim_and_every_loss_with_its_reason(self):
        sent = []

        async def speak(connection):
            await connection.recv()
            sent.extend(messages := ['{"connect":{}}', "Ünï\ncode \\ \"\u2028", "{}", b"\x00\xff"])
            for message in messages:
                await connection.send(message)
            if len(server.connections) == 1:
                await connection.close(1012, "restart")
            await connection.wait_closed()

        with radio.Server(speak) as server:
            lines = self.record(
                program.azuracast("a", server.url()),
                program.azuracast("b", "ws://127.0.0.1:9/"),
                until=lambda client: program.wait_until(lambda: self.messages(client) == 8))
        of_a = [line for line in lines if line.get("feed") == "a"]
        frames = [line["frame"] if "frame" in line else base64.b64decode(line["frameBase64"])
                  for line in of_a if "event" not in line]
        self.assertEqual(frames, sent)
        events = [line["event"] for line in of_a if "event" in line]
        self.assertEqual(events[:3], ["opened", "closed", "opened"])
        self.assertEqual([line["code"] for line in of_a if line.get("event") == "closed"], [1012])
        of_b = [line for line in lines if line.get("feed") == "b"]
        self.assertEqual({line["event"] for line in of_b}, {"failed"})
        self.assertEqual({line["reason"]["code"] for line in of_b}, {"refused"})

    @staticmethod
    def messages(client):
        links = client.call("status")["links"]
        return next(link["messages"] for link in links if link["stations"][0]["id"] == "a")

    def test_a_file_that_cannot_be_made_ends_it_with_74(self):
        self.path.mkdir()
        with self.assertRaisesRegex(AssertionError, "cannot record to"):
            program.Hub("--record", str(self.path))

    def test_a_disk_that_is_full_is_told_at_once_and_with_74_at_the_end(self):
        hub = self.enterContext(program.Hub("--record", "/dev/full", "--stdout", "none"))
        program.wait_until(lambda: "recording ended" in hub.errors)
        with hub.connect() as client:
            client.call("hello")
        self.assertEqual(hub.stop(), 74)
        self.assertIn("/dev/full is incomplete: No space left on device", hub.errors)

    def test_a_disk_that_is_too_slow_loses_events_and_the_recording_says_how_many(self):
        os.mkfifo(self.path)
        # A reader that is there, but does not read yet.
        disk = open(os.open(self.path, os.O_RDONLY | os.O_NONBLOCK), "rb")
        self.addCleanup(disk.close)
        station = self.enterContext(radio.Radio())
        station.states["a"] = station.state(station.song("Undertow"))
        config = {"stations": [program.azuracast("a", station.server.url())]}
        hub = self.enterContext(program.Hub(
            "--record", str(self.path), "--stdout", "none", config=config))
        # Fewer than make a hub give its link up.
        count = 30
        with hub.connect() as client:
            client.state("a", lambda state: "track" in state)
            for _ in range(count):
                station.server.send("x" * 1_000_000)
            program.wait_until(lambda: self.messages(client) == count + 1)
        os.set_blocking(disk.fileno(), True)
        hub.process.send_signal(2)
        lines = [schemas.parse(line) for line in disk]
        self.assertEqual(hub.process.wait(5), 0, hub.errors)
        lost = [line["count"] for line in lines if line.get("event") == "lost"]
        written = sum("frame" in line for line in lines)
        self.assertEqual((written + sum(lost), len(lost)), (count + 1, 1))
        self.assertGreater(written, 8)

    def test_what_was_lost_is_told_by_the_replay(self):
        header = {"version": 1, "epoch": "a", "at": 1735689600}
        lost = [{"event": "lost", "count": count, "at": 1735689601} for count in (3, 4)]
        self.path.write_text("".join(json.dumps(line) + "\n" for line in [header, *lost]))
        replay = self.replay()
        self.assertEqual((replay.returncode, replay.stdout), (0, b""))
        self.assertIn(b"lacks 7 events", replay.stderr)

    def test_the_events_before_a_damaged_line_are_played(self):
        lines = self.record(until=lambda client: program.wait_until(
            lambda: client.call("status")["counters"]["reports"] >= 4))
        with self.path.open("a") as file:
            file.write('{"at":1\n')
        replay = self.replay("--view", "line")
        self.assertEqual(replay.returncode, 74)
        self.assertTrue(
            replay.stderr.startswith(f"{self.path}:{len(lines) + 1}: ".encode()), replay.stderr)
        self.assertTrue(replay.stdout)

    def test_a_recording_of_other_stations_asks_for_its_config(self):
        self.path.write_text('{"at":1700000000,"feed":"elsewhere","event":"opened"}\n')
        replay = self.replay()
        self.assertEqual((replay.returncode, replay.stdout), (64, b""))
        self.assertRegex(replay.stderr.decode(), "elsewhere(.|\n)*--config")

    def replay(self, *arguments):
        return subprocess.run(
            [str(program.PATH), "replay", str(self.path), *arguments], capture_output=True,
            timeout=30, check=False)

    def test_a_recording_replayed_ends_with_the_state_that_the_hub_had(self):
        station = self.enterContext(radio.Radio())
        station.states["a"] = station.state(station.song("Undertow"), row=1)
        station.states["b"] = station.state(station.song("Sluice"), row=1)
        stations = [program.azuracast(name, station.server.url()) for name in "ab"]
        stations[1].update(delay="200ms", defaultStreamer="Autopilot", name="Beta")
        live = {"is_live": True, "streamer_name": "Autopilot", "broadcast_start": None}

        def play(client):
            client.state("b", lambda state: "track" in state)
            for row in range(2, 12):
                station.publish("a", station.state(station.song(f"A {row}"), elapsed=0, row=row))
                station.publish("b", station.state(
                    station.song(f"Ü {row}" + "x" * 1000), elapsed=row, row=row, live=live))
            station.server.send("x" * (1 << 20))
            program.wait_until(lambda: sum(
                link["messages"] for link in client.call("status")["links"]) == 22)
            # The delay has passed.
            client.state("b", lambda state: state["track"]["title"].startswith("Ü 11"))
            self.records = client.call("get", view="nowPlaying", history=50)["records"]

        self.record(*stations, until=play)
        config = self.path.with_name("config.yaml")
        config.write_text(json.dumps({"stations": stations}))
        for interval in ("0", "1", "3600"):
            with self.subTest(interval):
                replay = self.replay(
                    "--config", str(config), "--history", "50", "--min-interval", interval)
                self.assertEqual((replay.returncode, replay.stderr), (0, b""))
                last = {}
                for line in replay.stdout.splitlines():
                    record = schemas.parse(line)
                    last[record["station"]] = record["nowPlaying"]
                self.assertEqual(
                    last, {record["station"]: record["nowPlaying"] for record in self.records})

    def test_the_embedded_stations_replayed_end_as_they_did(self):
        def until(client):
            program.wait_until(lambda: client.call("status")["counters"]["reports"] >= 12, 25)
            self.titles = self.last_titles(client.call("get", view="nowPlaying")["records"])
        self.record(until=until)
        replay = self.replay("--min-interval", "0")
        self.assertEqual(replay.returncode, 0)
        records = [schemas.parse(line) for line in replay.stdout.splitlines()]
        # A title may have changed between the question and the end, or been announced for later.
        played = {(record["station"], record["nowPlaying"].get("track", {}).get("title"))
                  for record in records}
        self.assertLessEqual(self.titles.items(), played)

    @staticmethod
    def last_titles(records):
        """The last title of each station, by its id."""
        return {record["station"]: record["nowPlaying"].get("track", {}).get("title")
                for record in records}
