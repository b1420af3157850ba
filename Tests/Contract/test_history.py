"""The history on disk: what a hub kept is there in its next life, and for `nphub history`."""

import csv
import io
import os
import sqlite3
import unittest

import program
import radio
import schemas
from program import run, wait_until


class HistoryTests(unittest.TestCase):
    def setUp(self):
        self.radio = self.enterContext(radio.Radio())
        self.config = {"stations": [program.azuracast("radiospiral", self.radio.server.url())],
                       "history": {"file": "played.sqlite"}}

    def start(self, *titles):
        """A hub that has heard these titles one after another."""
        self.play(titles[0])
        self.hub = self.enterContext(program.Hub("--stdout", "none", config=self.config))
        self.file = self.hub.folder / "played.sqlite"
        for title in titles:
            self.play(title)
            with self.hub.connect() as client:
                client.state("radiospiral",
                             lambda state: state.get("track", {}).get("title") == title)

    def play(self, title):
        self.row = getattr(self, "row", 0) + 1
        state = self.radio.state(self.radio.song(title), elapsed=20, row=self.row)
        self.radio.states["radiospiral"] = state
        self.radio.publish("radiospiral", state)

    def entries(self, *arguments):
        lines = run("history", "--file", self.file, "--format", "jsonl", *arguments)
        found = [schemas.parse(line) for line in lines.splitlines(keepends=True)]
        for entry in found:
            schemas.check("history-entry", entry)
        return found

    def titles(self, *arguments):
        return [entry["title"] for entry in self.entries(*arguments)]

    def status(self):
        with self.hub.connect() as client:
            return client.call("status")["history"]

    def test_what_was_played_is_listed_while_the_hub_runs_and_after(self):
        self.start("Undertow", "Sluice")
        wait_until(lambda: self.file.exists() and len(self.titles()) == 2)
        self.assertEqual(self.hub.stop(), 0)
        self.assertFalse((self.hub.folder / "played.sqlite-wal").exists())
        self.assertEqual(set(self.titles()), {"Undertow", "Sluice"})
        self.assertEqual(self.titles("--station", "nowhere"), [])

    def test_the_next_life_knows_what_was_played_and_lists_nothing_twice(self):
        self.start("Undertow", "Sluice")
        self.assertEqual(self.hub.restart(), 0)
        with self.hub.connect() as client:
            client.state("radiospiral", lambda state: "track" in state)
        self.assertEqual(self.hub.stop(), 0)
        self.assertEqual(sorted(self.titles()), ["Sluice", "Undertow"])

    def test_the_table_is_for_people_and_csv_for_spreadsheets(self):
        self.start('=1+1, "so"', "Undertow")
        self.hub.stop()
        table = run("history", "--file", self.file).decode().splitlines()
        self.assertRegex(table[0], r"^TIME +STATION +LENGTH +PLAYED +PROGRAMME$")
        self.assertRegex(table[1], r"^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d +radiospiral +\d")
        text = run("history", "--config", self.hub.config_path, "--format", "csv").decode()
        rows = list(csv.DictReader(io.StringIO(text, newline="")))
        self.assertIn("'=1+1, \"so\"", [row["title"] for row in rows])
        self.assertRegex(rows[0]["startedAt"], r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$")

    def test_a_damaged_file_costs_the_history_and_not_the_hub(self):
        self.start("Undertow")
        self.hub.stop()
        self.file.write_bytes(b"This is a shopping list. " * 500)
        self.hub.process.stdout.close()
        self.hub._start()
        program.wait_until(lambda: "it was set aside" in self.hub.errors)
        program.wait_until(lambda: self.status()["state"] == "ok")
        self.assertEqual(len(list(self.hub.folder.glob("played.sqlite.damaged-*"))), 1)
        with self.hub.connect() as client:
            client.state("radiospiral", lambda state: "track" in state)
        self.hub.stop()
        self.assertEqual(self.titles(), ["Undertow"])

    def test_a_file_of_a_newer_version_is_left_alone(self):
        self.start("Undertow")
        self.hub.stop()
        with sqlite3.connect(self.file) as database:
            database.execute("INSERT INTO grdb_migrations VALUES ('99')")
        database.close()
        before = self.file.read_bytes()
        self.hub.process.stdout.close()
        self.hub._start()
        program.wait_until(lambda: self.status()["state"] == "failed")
        self.assertIn("newer nphub", self.status()["reason"])
        self.hub.stop()
        self.assertEqual(self.file.read_bytes(), before)
        self.assertIn("newer nphub", run("history", "--file", self.file, code=74))

    def test_two_hubs_do_not_share_a_file(self):
        self.start("Undertow")
        self.config["history"]["file"] = str(self.file)
        with program.Hub("--stdout", "none", config=self.config) as other:
            self.assertIn("another running hub", other.errors)
            with other.connect() as client:
                self.assertEqual(client.call("status")["history"]["state"], "failed")

    def test_it_is_kept_for_its_owner_alone_at_the_usual_place_or_not_at_all(self):
        del self.config["history"]
        with program.Hub("--stdout", "none", config=self.config) as hub:
            folder = hub.state_home / "nphub"
            self.assertTrue((folder / "history.sqlite").exists())
            self.assertEqual(os.stat(folder).st_mode & 0o777, 0o700)
        self.config["history"] = {"enabled": False}
        with program.Hub("--stdout", "none", config=self.config) as hub:
            self.assertFalse(hub.state_home.exists())
            with hub.connect() as client:
                self.assertEqual(client.call("status")["history"], {"state": "off", "dropped": 0})
            errors = run("history", "--config", hub.config_path, code=69)
            self.assertIn("history.enabled", errors)

    def test_another_file_takes_a_restart(self):
        self.start("Undertow")
        self.config["history"]["file"] = "other.sqlite"
        self.assertIn("hub-setting=history", self.hub.reload(self.config))
        self.assertFalse((self.hub.folder / "other.sqlite").exists())

    def test_no_file_yet_is_said_in_plain_words(self):
        errors = run("history", "--file", "/nowhere/h.sqlite", code=69)
        self.assertIn("/nowhere/h.sqlite", errors)
        self.assertIn("nphub run --config", errors)
        self.assertIn("90m", run("history", "--since", "soon", code=64))


if __name__ == "__main__":
    unittest.main()
