"""The history on disk: what a hub kept is there in its next life, and for `nphub history`."""

import contextlib
import csv
import io
import json
import os
import re
import shutil
import sqlite3
import subprocess
import time
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
        self.assertEqual(set(self.titles("--station", "radiospiral")), {"Undertow", "Sluice"})

    def test_a_station_that_there_is_not_is_refused_unless_the_config_has_it(self):
        self.start("Undertow")
        wait_until(lambda: self.file.exists() and self.titles() == ["Undertow"])
        told = run("history", "--file", self.file, "--station", "radiospirl", code=64)
        self.assertIn("there is no station `radiospirl` in the history", told)
        self.assertIn("did you mean `radiospiral`?", told)
        config = self.hub.folder / "other.yaml"
        config.write_text(json.dumps({
            "stations": [program.azuracast("new", "ws://127.0.0.1:1")],
            "history": {"file": str(self.file)}}))
        run("history", "--config", config, "--station", "new")
        self.assertIn("`new`", run("history", "--config", config, "--station", "old", code=64))

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
        self.hub.start()
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
            database.execute("PRAGMA user_version = 99")
        database.close()
        before = self.file.read_bytes()
        self.hub.process.stdout.close()
        self.hub.start()
        program.wait_until(lambda: self.status()["state"] == "failed")
        self.assertIn("newer nphub", self.status()["reason"])
        self.hub.stop()
        self.assertEqual(self.file.read_bytes(), before)
        self.assertIn("newer nphub", run("history", "--file", self.file, code=74))

    def test_two_hubs_do_not_share_a_file_and_one_takes_over_from_the_other(self):
        self.start("Undertow")
        with self.hub.connect() as client:
            client.call("command", action="favourite", station="radiospiral", on=True)
        self.config["history"]["file"] = str(self.file)
        with program.Hub("--stdout", "none", config=self.config) as other:
            wait_until(lambda: "another running hub" in other.errors)
            with other.connect() as client:
                history = client.call("status")["history"]
                self.assertEqual(history["state"], "failed")
                self.assertIn("tried again", history["reason"])
                self.assertEqual(self.favourites(client), [])
                self.hub.stop()
                wait_until(lambda: client.call("status")["history"]["state"] == "ok")
                self.assertEqual(self.favourites(client), ["radiospiral"])
            wait_until(lambda: "the history was opened" in other.errors)

    def favourites(self, client):
        """The ids of the favourite stations, as a car is shown them."""
        [record] = client.call("get", view="carPlay", session="main")["records"]
        return re.findall(r'"favourites/([^"/]+)"', json.dumps(record))

    def test_what_listeners_choose_survives_a_killed_hub(self):
        self.start("Undertow")
        with self.hub.connect() as client:
            client.call("command", action="favourite", station="radiospiral", on=True)
            client.call("command", action="select", station="radiospiral")
            began = time.monotonic()
            wait_until(lambda: "radiospiral" in self.written("session"))
            self.assertLess(time.monotonic() - began, 3)
        self.hub.process.kill()
        self.hub.process.wait()
        self.hub.process.stdout.close()
        self.hub.start()
        with self.hub.connect() as client:
            self.assertEqual(self.favourites(client), ["radiospiral"])
            [record] = client.call("get", view="lockScreen", session="main")["records"]
            self.assertIn("lockScreen", record)

    def written(self, table):
        """Returns the contents of a table of the file; nothing if the table does not exist yet."""
        with contextlib.closing(sqlite3.connect(self.file)) as database:
            try:
                return repr(database.execute(f"SELECT * FROM {table}").fetchall())
            except sqlite3.OperationalError:
                return ""

    def test_its_files_are_for_their_owner_alone_in_any_folder(self):
        previous = os.umask(0o000)
        try:
            self.start("Undertow")
        finally:
            os.umask(previous)
        names = ["played.sqlite" + suffix for suffix in ("", "-wal", "-shm", ".lock")]
        modes = {name: os.stat(self.hub.folder / name).st_mode & 0o777 for name in names}
        self.assertEqual(modes, dict.fromkeys(names, 0o600))
        self.hub.stop()
        os.chmod(self.file, 0o644)
        self.hub.process.stdout.close()
        self.hub.start()
        self.assertEqual(os.stat(self.file).st_mode & 0o777, 0o600)

    def test_a_row_that_is_damaged_costs_that_row(self):
        self.start("Undertow", "Sluice")
        self.hub.stop()
        with contextlib.closing(sqlite3.connect(self.file, isolation_level=None)) as database:
            database.execute("PRAGMA writable_schema = 1")
            database.execute("UPDATE sqlite_master SET sql = replace(sql, ' NOT NULL', '')")
        with contextlib.closing(sqlite3.connect(self.file, isolation_level=None)) as database:
            database.execute("UPDATE element SET title = NULL WHERE title = 'Undertow'")
        self.hub.process.stdout.close()
        self.hub.start()
        wait_until(lambda: self.status().get("damagedRows") == 1)
        wait_until(lambda: "rows of the history are damaged" in self.hub.errors)
        self.hub.stop()
        listing = subprocess.run(
            [program.PATH, "history", "--file", self.file, "--format", "jsonl"],
            capture_output=True, text=True, check=True, timeout=60)
        self.assertEqual(listing.stderr, "nphub: 1 damaged row of the history was left out\n")
        self.assertEqual([json.loads(line)["title"] for line in listing.stdout.splitlines()],
                         ["Sluice"])

    def test_a_folder_that_is_deleted_under_a_hub_is_begun_anew(self):
        self.config["history"]["file"] = "state/played.sqlite"
        self.play("Undertow")
        self.hub = self.enterContext(program.Hub("--stdout", "none", config=self.config))
        self.file = self.hub.folder / "state" / "played.sqlite"
        with self.hub.connect() as client:
            client.call("command", action="favourite", station="radiospiral", on=True)
            wait_until(lambda: "radiospiral" in self.written("preference"))
            shutil.rmtree(self.file.parent)
            client.call("command", action="select", station="radiospiral")
        wait_until(lambda: self.file.exists() and "radiospiral" in self.written("preference"))
        wait_until(lambda: "was deleted, renamed or replaced" in self.hub.errors)

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
