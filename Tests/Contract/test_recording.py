"""What `nphub run --record` writes."""

import base64
import tempfile
import unittest
from pathlib import Path

import program
import radio
import schemas


class RecordingTests(unittest.TestCase):
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

    def test_a_file_that_cannot_be_written_ends_it_with_74(self):
        self.path.mkdir()
        with self.assertRaisesRegex(AssertionError, "cannot record to"):
            program.Hub("--record", str(self.path))


if __name__ == "__main__":
    unittest.main()
