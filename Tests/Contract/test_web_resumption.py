"""Clients of others come back after their connection was cut: nothing is lost, nothing is repeated."""

import asyncio
import json
import subprocess

import websockets
from websockets.legacy.client import connect

import program
import relay
import test_web

TITLES = [f"Number {number}" for number in range(1, 7)]


class CurlTests(test_web.WebTestCase):
    def curl(self, *arguments):
        """Returns the output of curl."""
        host, port = self.hub.address
        *options, path = arguments
        return subprocess.run(
            ["curl", "--silent", "--show-error", "--max-time", "60", *options, f"http://{host}:{port}{path}"],
            capture_output=True, text=True, check=True).stdout

    def test_a_tag_saves_the_body(self):
        headers = self.curl("--include", "/api/v1/stations/kanal")
        tag = next(line.partition(": ")[2] for line in headers.splitlines()
                   if line.lower().startswith("etag: "))
        status = ("--output", "/dev/null", "--write-out", "%{http_code} %{size_download}")
        again = ("--header", f"If-None-Match: {tag}", "/api/v1/stations/kanal")
        self.assertEqual(self.curl(*status, *again), "304 0")
        self.play("Sluice")
        program.wait_until(lambda: "Sluice" in self.curl("/api/v1/stations/kanal"))
        self.assertTrue(self.curl(*status, *again).startswith("200 "))

    def test_the_id_of_the_last_event_brings_what_was_missed(self):
        heard, last = [], None
        for title in TITLES:
            self.play(title)
            program.wait_until(lambda: title in self.curl("/api/v1/stations/kanal"))
            lines = self.stream(last)
            self.assertNotIn("event: reset", lines)
            last = lines[-1].removeprefix("id: ")
            heard += [json.loads(line[6:])["line"] for line in lines
                      if line.startswith('data: {"view"')]
        self.assertEqual(heard, [f"Mara Ebb – {title}" for title in TITLES])

    def stream(self, last):
        """The lines of a stream that is left at `synced`, up to its id."""
        address = ":".join(map(str, self.hub.address))
        header = ["--header", f"Last-Event-ID: {last}"] if last else []
        process = subprocess.Popen(
            ["curl", "--silent", "--no-buffer", "--max-time", "60", *header,
             f"http://{address}/api/v1/events?view=line&station=kanal"],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True)
        lines = []
        with process:
            while "event: synced" not in lines[-2:-1]:
                lines.append(process.stdout.readline().rstrip())
            process.kill()
        return lines


class WebSocketTests(test_web.WebTestCase):
    def test_a_subscription_goes_on_where_it_was_cut(self):
        with relay.Relay(self.hub.address) as wire:
            asyncio.run(asyncio.wait_for(self.follow(wire), 120))

    async def follow(self, wire):
        """Hears every other title while it is connected, and those between while it is not."""
        heard, since = [], None
        for missed, heard_at_once in zip(TITLES[::2], TITLES[1::2]):
            await asyncio.to_thread(self.play, missed)
            await asyncio.to_thread(program.wait_until, lambda: missed.encode() in self.hub.ask(
                "/api/v1/stations/kanal").body)
            wire.mend()
            uri = f"ws://127.0.0.1:{wire.port}/api/v1/socket"
            async with connect(uri, subprotocols=["nphub.v1"]) as connection:
                since = await self.until_cut(connection, since, heard, wire, heard_at_once)
        self.assertEqual(heard, [f"Mara Ebb – {title}" for title in TITLES])

    async def until_cut(self, connection, since, heard, wire, title):
        """Takes one title that is there and one that comes; gives from where to go on."""
        query = {"view": "line", "stations": ["kanal"], "minInterval": 0}
        await connection.send(json.dumps({
            "jsonrpc": "2.0", "id": 1, "method": "subscribe",
            "params": {**query, "since": since} if since else query}))
        answer = json.loads(await connection.recv())["result"]
        self.assertEqual(answer.get("recovered"), True if since else None)
        try:
            while True:
                message = json.loads(await connection.recv())
                since = {"epoch": answer["epoch"], "revision": message["params"]["resume"]}
                if message["method"] == "synced":
                    await asyncio.to_thread(self.play, title)
                    continue
                heard.append(message["params"]["record"]["line"])
                if heard[-1].endswith(title):
                    wire.cut()
        except websockets.ConnectionClosed:
            return since
