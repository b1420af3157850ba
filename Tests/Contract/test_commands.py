"""The commands that ask a running hub, and the replay of what one has recorded."""

import json
import signal
import subprocess
import tempfile
import unittest
from pathlib import Path

import program
import schemas
from program import run
from stations import Server
from terminal import Terminal


class StrangerTests(unittest.TestCase):
    """Another program listens where the hub should: it answers without end, or greets."""

    def setUp(self):
        self.greeting = b""
        folder = Path(self.enterContext(tempfile.TemporaryDirectory()))
        self.path = folder / "hub.sock"
        self.enterContext(Server(self.answer, path=self.path))

    def answer(self, client, _):
        if self.greeting:
            client.sendall(self.greeting)
            return
        client.recv(1_024)
        client.sendall(b'{"jsonrpc":"2.0","id":1,"result":[')
        while True:
            client.sendall(b"0," * 50_000)

    def test_a_line_without_an_end_is_refused_in_words(self):
        for length, command in [(4 << 20, ("watch", "--once")), (16 << 20, ("status",)),
                                (16 << 20, ("dump",)), (16 << 20, ("send", "pause"))]:
            with self.subTest(command):
                told = run(*command, "--socket", self.path, code=69)
                self.assertIn(f"it sent a line of more than {length} bytes", told)

    def test_a_program_that_is_not_a_hub_is_told_apart(self):
        self.greeting = b"220 mail.example ESMTP\r\n"
        told = run("watch", "--once", "--socket", self.path, code=69)
        self.assertIn("is not a hub of this version", told)


class QuestionTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.hub = cls.enterClassContext(program.Hub("--stdout", "none"))
        cls.at = ("--socket", cls.hub.socket_path)
        with cls.hub.connect() as client:
            records = client.call("get", view="line")["records"]
            cls.stations = [record["station"] for record in records]
            for station in cls.stations:
                client.state(station, lambda state: state["connection"]["state"] == "live")

    def test_dump_prints_the_state_of_all_stations_as_one_document(self):
        for options in [(), ("--history", 50, "--listeners"), ("--view", "line")]:
            with self.subTest(options):
                dump = schemas.parse(run("dump", *self.at, *options))
                schemas.check("dump", dump)
                self.assertEqual(
                    [record["station"] for record in dump["records"]], self.stations)
                self.assertEqual({record["epoch"] for record in dump["records"]}, {dump["epoch"]})

    def test_dump_prints_a_record_a_line(self):
        self.assertEqual(len(run("dump", *self.at).splitlines()), len(self.stations) + 2)

    def test_dump_prints_the_stations_that_are_asked_for_in_their_order(self):
        for stations in self.stations[1:2], [self.stations[3], self.stations[0]]:
            options = [word for station in stations for word in ("--station", station)]
            dump = schemas.parse(run("dump", *self.at, "--view", "line", *options))
            self.assertEqual([record["station"] for record in dump["records"]], stations)

    def test_status_prints_one_document_for_programs_and_a_table_for_people(self):
        status = schemas.parse(run("status", *self.at, "--json"))
        schemas.check("status", status)
        self.assertEqual(status["stations"], len(self.stations))
        self.assertEqual({station["id"] for link in status["links"] for station in link["stations"]},
                         set(self.stations))
        table = run("status", *self.at).decode()
        for word in [*self.stations, "azuracast", "CLIENT", "SESSION"]:
            self.assertIn(word, table)
        self.assertNotIn("\x1b", table, "colour, and no terminal")

    def test_status_counts_the_subscriptions_of_each_client(self):
        with self.hub.connect() as client:
            client.call("subscribe", view="line")
            status = schemas.parse(run("status", *self.at, "--json"))
            self.assertEqual([each["subscriptions"] for each in status["clients"]], [1, 0])

    def test_status_has_colours_on_a_terminal_unless_no_color_is_set(self):
        for refusal, expected in ("", True), ("1", False):
            with Terminal("status", *self.at, NO_COLOR=refusal) as screen:
                self.assertEqual(screen.end(), 0)
                self.assertEqual("\x1b[1mSTATION" in screen.written, expected)
                self.assertIn("kanalrand", screen.written)

    def test_watch_prints_a_record_a_line(self):
        for options in [(), ("--view", "line"), ("--patch", "--history", "2")]:
            with self.subTest(options):
                lines = run("watch", *self.at, "--once", *options).splitlines()
                records = [schemas.parse(line) for line in lines]
                for record in records:
                    schemas.check("record", record)
                self.assertEqual([record["station"] for record in records], self.stations)

    def test_watch_goes_on_until_a_signal_ends_it(self):
        output = self.enterContext(tempfile.NamedTemporaryFile())
        watch = subprocess.Popen(
            [str(program.PATH), "watch", *map(str, self.at), "--patch", "--min-interval", "0"],
            stdout=output)
        program.wait_until(lambda: b'"patch"' in Path(output.name).read_bytes(), within=25)
        watch.send_signal(signal.SIGINT)
        self.assertEqual(watch.wait(5), 0)
        told = {}
        for record in map(schemas.parse, Path(output.name).read_bytes().splitlines()):
            schemas.check("record", record)
            # A station's first record is whole; the others change the one before them.
            before = told.get(record["station"])
            self.assertEqual(record.get("base"), before)
            self.assertIn("nowPlaying" if before is None else "patch", record)
            self.assertNotIn("patch" if before is None else "nowPlaying", record)
            told[record["station"]] = record["revision"]

    def test_where_no_hub_is_the_exit_code_is_69(self):
        for command in [("dump",), ("status",), ("watch", "--once")]:
            with self.subTest(command):
                run(*command, "--socket", "/nowhere/hub.sock", code=69)

    def test_what_the_hub_does_not_know_is_an_error(self):
        errors = run("dump", *self.at, "--station", "nowhere", code=64)
        self.assertIn("nowhere", errors)
        errors = run("watch", *self.at, "--station", "nowhere", code=64)
        self.assertTrue(errors.startswith("nphub: there is no station `nowhere`; known here: `"), errors)


class ReplayTests(unittest.TestCase):
    def setUp(self):
        self.folder = Path(self.enterContext(tempfile.TemporaryDirectory()))
        self.recording = self.folder / "recording.jsonl"

    def test_a_recording_gives_the_same_records_each_time(self):
        hub = self.enterContext(program.Hub(
            "--record", str(self.recording), "--stdout", "nowPlaying", "--min-interval", "0"))
        program.wait_until(lambda: len(hub.output) >= 9, within=25)
        self.assertEqual(hub.stop(), 0)
        options = ("--min-interval", 0)
        replayed = run("replay", self.recording, *options)
        self.assertEqual(replayed, run("replay", self.recording, *options))
        with self.recording.open() as file:
            self.assertEqual(replayed, run("replay", "-", *options, stdin=file))
        records = [schemas.parse(line) for line in replayed.splitlines()]
        for record in records:
            schemas.check("record", record)
        printed = [schemas.parse(line) for line in hub.output]
        # A replay plays an announced title to its start.
        for station, titles in self.titles(printed).items():
            self.assertEqual(titles, self.titles(records)[station][:len(titles)])
        self.assertEqual(records[0]["epoch"], printed[0]["epoch"])

    @staticmethod
    def titles(records):
        """Returns the titles that each station played, one after the other."""
        titles = {}
        for record in records:
            title = record["nowPlaying"].get("track", {}).get("title")
            known = titles.setdefault(record["station"], [])
            if known[-1:] != [title]:
                known.append(title)
        return titles

    def replay(self, lines, code=0):
        self.recording.write_text("".join(line + "\n" for line in lines))
        return run("replay", self.recording, code=code)

    def test_every_example_of_a_recording_can_be_replayed(self):
        self.replay(json.dumps(line) for line in schemas.DOCUMENTS["recording.json"]["examples"])

    def test_a_damaged_line_ends_it_with_its_number_after_what_came_before(self):
        good = '{"feed":"kanalrand","event":"opened","at":1735689600}'
        for bad in [
            "{", "7", "{}", '{"at":1}', '{"at":0,"feed":"kanalrand","event":"opened"}',
            '{"at":"now","feed":"kanalrand","event":"opened"}', '{"version":2,"at":1735689601}',
            '{"at":1735689601,"feed":7,"event":"opened"}', '{"at":1735689601,"feed":"kanalrand"}',
            '{"at":1735689601,"feed":"kanalrand","event":"exploded"}',
            '{"at":1735689601,"feed":"kanalrand","frame":7}',
            '{"at":1735689601,"feed":"kanalrand","frameBase64":"?"}',
            '{"at":1735689601,"mono":"1","feed":"kanalrand","event":"opened"}',
        ]:
            with self.subTest(bad):
                if bad != "{":
                    self.assertFalse(schemas.is_valid("recording", json.loads(bad)))
                self.assertIn("recording.jsonl:2: ", self.replay([good, bad], code=74))
