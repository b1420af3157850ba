"""Clients of events that others have made: after a cut nothing is lost, and nothing is repeated."""

import json
import subprocess
import threading

import cases
import service

import relay

# An environment with a client of Python's, which `make setup-web` makes.
PYTHON = service.REPOSITORY / ".build/web/bin/python"
PROGRAM = """
import asyncio, sys
from aiohttp_sse_client.client import EventSource

async def follow():
    async with EventSource(sys.argv[1]) as source:
        async for event in source:
            print(event.type, event.last_event_id, event.data, flush=True)

asyncio.run(follow())
"""
CUTS = 3


class ResumptionTests(cases.PageTests):
    """Every other title comes while the client is connected, those between while it is not."""

    def setUp(self):
        self.wire = self.enterContext(relay.Relay(("127.0.0.1", int(self.hub.origin.rpartition(":")[2]))))
        self.address = (f"http://127.0.0.1:{self.wire.port}/api/v1/events"
                        "?view=line&station=kanalrand&station=nachtschicht&minInterval=0")
        self.hub["kanalrand"].play("Undertow")
        self.hub["nachtschicht"].play("Requests until dawn")
        service.wait_until(lambda: self.lines() == ["Undertow", "Requests until dawn"])

    def lines(self):
        """Returns the hub's current lines."""
        return [each["line"] for each in self.hub.call("get", view="line")["records"]]

    def cut_and_mend(self, heard):
        """Plays, cuts and mends; `heard` gives the lines that the client was told."""
        played = ["Undertow", "Requests until dawn"]

        def hears():
            try:
                service.wait_until(lambda: heard() == played)
            except AssertionError:
                self.assertEqual(heard(), played)

        hears()
        for number in range(CUTS):
            with self.subTest(cut=number):
                played.append(f"Connected {number}")
                self.hub["kanalrand"].play(played[-1])
                hears()
                connections = self.wire.count
                self.wire.cut()
                played.append(f"Missed {number}")
                self.hub["nachtschicht"].play(played[-1])
                service.wait_until(lambda: played[-1] in self.lines())
                self.wire.mend()
                hears()
                self.assertGreater(self.wire.count, connections)

    def test_the_browsers_own_event_source(self):
        # Pages of the hub may ask nothing but the server that they come from.
        page = self.browser.open(f"http://127.0.0.1:{self.wire.port}/")
        self.addCleanup(page.close)
        page.run(f"""globalThis.told = {{ lines: [], resets: 0 }};
            globalThis.source = new EventSource({json.dumps(self.address)});
            source.addEventListener('update', ({{ data }}) => told.lines.push(JSON.parse(data).line));
            source.addEventListener('reset', () => {{ told.resets += 1; }}); 0""")
        self.cut_and_mend(lambda: page.run("told.lines"))
        self.assertEqual(page.run("told.resets"), 0)
        page.run("source.close()")

    def test_a_client_of_pythons(self):
        process = subprocess.Popen(
            [str(PYTHON), "-c", PROGRAM, self.address], stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        events = []
        def read():
            for line in process.stdout:
                events.append(line.split(" ", 2))

        reader = threading.Thread(target=read, daemon=True)
        reader.start()
        try:
            self.cut_and_mend(lambda: [json.loads(data)["line"] for name, _, data in list(events)
                                       if name == "update"])
        finally:
            process.kill()
            reader.join(30)
            errors = process.stderr.read()
            process.stdout.close()
            process.stderr.close()
            process.wait(30)
        self.assertNotIn("reset", [name for name, *_ in events], errors)
