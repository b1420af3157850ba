"""The scripts that `nphub simulate` plays: the shipped ones, and the one that the docs show."""

import asyncio
import json
import re
import subprocess
import tempfile
import time
import unittest
from pathlib import Path

import websockets
from websockets.legacy.client import connect

import program
import schemas

SHIPPED = sorted(
    (program.REPOSITORY / "Sources/Simulator/Scripts/Shipped").glob("*.jsonl"))
PAGE = program.REPOSITORY / "docs/simulator.md"


def shown():
    """The script in the docs."""
    script, = re.findall(r"^```jsonl\n(.*?)^```$", PAGE.read_text(), re.MULTILINE | re.DOTALL)
    return script


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
    """The script in the docs, heard by a client that is not ours."""

    def setUp(self):
        folder = Path(self.enterContext(tempfile.TemporaryDirectory()))
        (folder / "talk.jsonl").write_text(shown())
        self.farm = subprocess.Popen(
            [str(program.PATH), "simulate", "--script", str(folder / "talk.jsonl"),
             "--listen", "127.0.0.1:0", "--haste", "100"],
            stderr=subprocess.PIPE, text=True)
        self.addCleanup(self.end)
        self.address = None
        while not self.address:
            line = self.farm.stderr.readline()
            self.assertTrue(line, "it ended at once")
            self.address = re.search(r'url: "(ws://[^"]+)"', line)

    def end(self):
        self.farm.terminate()
        self.farm.wait(10)
        self.farm.stderr.close()

    def test_titles_come_and_pings_are_answered(self):
        async def listen():
            async with connect(self.address[1], ping_interval=None) as connection:
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


if __name__ == "__main__":
    unittest.main()
