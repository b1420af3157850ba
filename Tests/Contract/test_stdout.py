"""The output of `nphub run`, and its end."""

import os
import re
import signal
import subprocess
import tempfile
import time
import unittest
import urllib.request
from pathlib import Path

import program
import schemas


class StdoutTests(unittest.TestCase):
    def records(self, hub):
        """The records printed so far, each held against its schema."""
        records = []
        for line in list(hub.output):
            self.assertTrue(line.endswith(b"}\n"))
            self.assertLessEqual(len(line), 64 * 1024)
            record = schemas.parse(line)
            schemas.check("record", record)
            records.append(record)
        return records

    def run_for(self, seconds, *arguments):
        hub = self.enterContext(program.Hub(*arguments))
        time.sleep(seconds)
        self.assertEqual(hub.stop(), 0, hub.errors)
        self.assertNotRegex(hub.errors, "error|warning")
        return self.records(hub)

    def test_embedded_stations_are_printed_as_they_change(self):
        records = self.run_for(5, "--min-interval", "0")
        self.assertEqual({record["view"] for record in records}, {"nowPlaying"})
        self.assertEqual(len({record["epoch"] for record in records}), 1)
        stations = [record["station"] for record in records]
        self.assertGreaterEqual(len(set(stations)), 4)
        self.assertGreater(len(stations), len(set(stations)))
        self.assert_convergent(records)

    def assert_convergent(self, records):
        last = {}
        for record in records:
            before = last.get(record["station"])
            if before is not None:
                self.assertGreater(record["revision"], before["revision"])
                self.assertNotEqual(record["nowPlaying"], before["nowPlaying"], "a repeat")
                for part in ("track", "playback", "live", "connection"):
                    changed = record["nowPlaying"].get(part) != before["nowPlaying"].get(part)
                    self.assertEqual(changed, part in record["changed"], (part, before, record))
            last[record["station"]] = record
        self.assertTrue(all(
            record["nowPlaying"]["connection"]["state"] == "live" for record in last.values()))

    def test_lines_are_printed_where_they_are_asked_for(self):
        records = self.run_for(1, "--stdout", "line", "--min-interval", "0")
        self.assertEqual({record["view"] for record in records}, {"line"})
        self.assertTrue(any(" – " in record["line"] for record in records))

    def test_with_none_nothing_is_printed(self):
        self.assertEqual(self.run_for(0.5, "--stdout", "none"), [])

    def test_sigterm_ends_it_as_well_as_sigint_and_removes_the_socket(self):
        hub = self.enterContext(program.Hub("--stdout", "none"))
        self.assertEqual(hub.stop(signal.SIGTERM), 0)
        self.assertFalse(hub.socket_path.exists())

    def test_it_ends_quietly_when_its_reader_is_gone(self):
        folder = self.enterContext(tempfile.TemporaryDirectory())
        reader = subprocess.run(
            f"set -o pipefail; {program.PATH} demo --socket {folder}/hub.sock | head -1",
            shell=True, executable="/bin/bash", capture_output=True, timeout=30, check=False)
        self.assertEqual(reader.returncode, 0)
        self.assertNotRegex(reader.stderr.decode(), "error|warning")
        schemas.check("record", schemas.parse(reader.stdout))

    def test_it_ends_at_once_when_its_reader_leaves_though_there_is_nothing_to_print(self):
        folder = self.enterContext(tempfile.TemporaryDirectory())
        for clients in (0, 1):
            with self.subTest(clients=clients):
                hub = subprocess.Popen(
                    [str(program.PATH), "demo", "--socket", f"{folder}/hub.sock",
                     "--min-interval", "3600"], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
                self.addCleanup(hub.kill)
                hub.stdout.readline()
                connected = [self.enterContext(program.Client(f"{folder}/hub.sock"))
                             for _ in range(clients)]
                for client in connected:
                    client.call("hello")
                hub.stdout.close()
                if connected:
                    # Another client is still served.
                    time.sleep(0.5)
                    connected[0].call("hello")
                    hub.send_signal(signal.SIGINT)
                self.assertEqual(hub.wait(5), 0)
                self.assertNotIn(b"error", hub.stderr.read())
                hub.stderr.close()

    def test_it_goes_on_for_a_client_on_the_web_when_its_reader_is_gone(self):
        folder = self.enterContext(tempfile.TemporaryDirectory())
        errors = Path(folder) / "errors"
        with errors.open("wb") as file:
            hub = subprocess.Popen([program.PATH, "demo", "--socket", f"{folder}/hub.sock"],
                                   stdout=subprocess.PIPE, stderr=file)
        self.addCleanup(hub.kill)
        link = program.wait_until(lambda: re.search(r"http://(\S+?)/#token=", errors.read_text()))
        stream = self.enterContext(urllib.request.urlopen(f"http://{link[1]}/api/v1/events"))
        while stream.readline() != b"event: synced\n":
            pass
        hub.stdout.close()
        for _ in range(2):
            program.run("dump", "--socket", f"{folder}/hub.sock", "--view", "line")
        hub.send_signal(signal.SIGINT)
        self.assertEqual(hub.wait(10), 0)

    def test_a_socket_on_which_a_hub_listens_is_refused(self):
        hub = self.enterContext(program.Hub("--stdout", "none"))
        self.assert_refused(hub.socket_path, 74, "another hub")
        with hub.connect() as client:
            client.call("hello")

    def test_a_socket_that_a_dead_hub_left_is_replaced(self):
        hub = self.enterContext(program.Hub("--stdout", "none"))
        hub.process.kill()
        hub.process.wait()
        self.assertTrue(hub.socket_path.exists())
        second = subprocess.Popen(
            [str(program.PATH), "demo", "--stdout", "none", "--socket", str(hub.socket_path)],
            stderr=subprocess.DEVNULL)
        try:
            program.wait_until(lambda: program.serves(hub.socket_path))
        finally:
            second.send_signal(signal.SIGINT)
            self.assertEqual(second.wait(5), 0)

    def test_a_path_that_cannot_be_a_socket_is_refused(self):
        hub = self.enterContext(program.Hub("--stdout", "none"))
        (hub.folder / "file").touch()
        self.assert_refused(hub.folder / "file", 74, "not a socket")
        self.assert_refused(hub.folder / ("x" * 108), 74, "bytes")
        self.assert_refused(hub.folder / "nowhere/hub.sock", 74, "nowhere")

    def test_arguments_that_make_no_sense_are_refused(self):
        for arguments in [("--stdout", "all"), ("--min-interval", "-1"), ("--min-interval", "x"),
                          ("--log-level", "loud"), ("--nothing",), ("surplus",)]:
            with self.subTest(arguments):
                self.assert_refused("/dev/null/x", 64, "nphub: ", *arguments)

    def assert_refused(self, path, code, word, *arguments):
        process = subprocess.run(
            [str(program.PATH), "demo", "--socket", str(path), *arguments],
            capture_output=True, timeout=10, check=False)
        self.assertEqual((process.returncode, process.stdout), (code, b""), process.stderr)
        self.assertIn(word, process.stderr.decode())

    def test_the_socket_is_its_owners_alone(self):
        hub = self.enterContext(program.Hub("--stdout", "none"))
        self.assertEqual(os.stat(hub.socket_path).st_mode & 0o777, 0o600)
