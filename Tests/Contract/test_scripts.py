"""The scripts that `nphub simulate` plays: the shipped ones, and the one that the docs show."""

import asyncio
import json
import re
import tempfile
import time
import unittest
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from websockets.legacy.client import connect

import program
import running
import schemas

SHIPPED = sorted(
    (program.REPOSITORY / "Sources/Simulator/Scripts/Shipped").glob("*.jsonl"))
PAGE = program.REPOSITORY / "docs/simulator.md"


def shown():
    """The script in the docs."""
    script, = re.findall(r"^```jsonl\n(.*?)^```$", PAGE.read_text(), re.MULTILINE | re.DOTALL)
    return script


def titles(hub, first=0):
    """The titles in the records that a hub has printed, from one on, while their link was live."""
    states = [json.loads(line)["nowPlaying"] for line in hub.output[first:]]
    return {state["track"]["title"] for state in states
            if state["connection"]["state"] == "live" and "title" in state.get("track", {})}


class SchemaTests(unittest.TestCase):
    def test_every_line_of_every_shipped_script_is_valid(self):
        self.assertGreater(len(SHIPPED), 10)
        for path in SHIPPED:
            lines = path.read_text().splitlines()
            self.assertIn("source", json.loads(lines[0]))
            for line in lines:
                with self.subTest(path.name, line=line):
                    schemas.check("script", json.loads(line))

    def test_every_line_of_the_script_that_is_shown_is_valid(self):
        for line in shown().splitlines():
            schemas.check("script", json.loads(line))

    def test_what_the_program_refuses_the_schema_refuses(self):
        for line in [
            {"path": "live"}, {"path": "/", "stations": {}}, {"after": 0}, {"after": 1.5},
            {"repeat": 2}, {"answer": 1}, {"expect": 1, "send": 1}, {}, [],
            {"path": "/", "stations": [{"id": "a b", "feed": {"type": "x"}}]},
            {"path": "/", "stations": [{"id": "a", "feed": {}}]},
            {"path": "/", "subprotocols": ["a,b"]},
        ]:
            with self.subTest(line):
                self.assertFalse(schemas.is_valid("script", line))


class PlayTests(unittest.TestCase):
    """The script in the docs, heard by a client that is not ours, and by a hub."""

    def setUp(self):
        folder = Path(self.enterContext(tempfile.TemporaryDirectory()))
        (folder / "talk.jsonl").write_text(shown())
        self.farm = self.enterContext(
            running.Farm("--script", folder / "talk.jsonl", "--haste", "100"))

    def test_titles_come_and_pings_are_answered(self):
        async def listen():
            address = re.search(r'url: "(ws://[^"]+)"', self.farm.config)[1]
            async with connect(address, ping_interval=None) as connection:
                await connection.send('{"x": 1, "ping": {"a": [2]}}')
                return [json.loads(await asyncio.wait_for(connection.recv(), 10))
                        for _ in range(5)]
        heard = asyncio.run(listen())
        self.assertIn({"pong": {"a": [2]}}, heard)
        songs = [message for message in heard if "title" in message]
        self.assertEqual([song["title"] for song in songs][:3],
                         ["First Light", "Second Sight", "First Light"])
        for song in songs:
            self.assertLess(abs(song["since"] / 1000 - time.time()), 10)

    def test_a_hub_reads_its_titles(self):
        hub = self.enterContext(program.Hub(
            "--stdout", "nowPlaying", "--min-interval", "0", config=self.farm.config))
        program.wait_until(lambda: titles(hub) == {"First Light", "Second Sight"})

    def test_a_bad_script_is_refused_with_its_file_its_line_and_the_word_that_is_right(self):
        script = Path(self.enterContext(tempfile.TemporaryDirectory())) / "bad.jsonl"
        script.write_text('{"path":"/live"}\n\n{"sned":1}\n')
        errors = program.run("simulate", "--script", script, code=78)
        self.assertTrue(
            errors.startswith(f"{script}:3: a step has no `sned`; did you mean `send`?"), errors)


class FeedTests(unittest.TestCase):
    """Each feed that a script serves, over a real WebSocket."""

    def test_every_shipped_script_is_read_and_again_when_its_server_comes_back(self):
        with ThreadPoolExecutor(4) as threads:
            for path, reading in [(path, threads.submit(self.read, path.stem)) for path in SHIPPED]:
                with self.subTest(path.stem):
                    reading.result()

    def read(self, feed):
        with running.Farm("--feed", feed, "--haste", "4") as farm, program.Hub(
                "--stdout", "nowPlaying", "--min-interval", "0", "--log-level", "info",
                config=farm.config) as hub:
            program.wait_until(lambda: len(titles(hub)) >= 2)
            self.assertNotIn("link lost", hub.errors)
            self.assertEqual(farm.stop(), 0)
            program.wait_until(lambda: "link lost" in hub.errors)
            count = len(hub.output)
            farm.start()
            program.wait_until(lambda: titles(hub, count))
            self.assertNotIn("rejected", hub.errors)
            self.assertEqual(hub.stop(), 0)
            self.assertEqual(farm.stop(), 0)
