"""docs/backup.md: its commands save and restore a history; a newer one is left as it is, in its words."""

import os
import re
import shutil
import sqlite3
import subprocess
import unittest

import program
import radio

PAGE = (program.REPOSITORY / "docs/backup.md").read_text()
PATH = "/var/lib/nphub/history.sqlite"


def block(words):
    """The first block of commands that has these words."""
    return next(text for text in re.findall(r"^```sh\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
                if words in text)


class BackupTests(unittest.TestCase):
    def setUp(self):
        self.radio = self.enterContext(radio.Radio())
        self.hub = self.enterContext(program.Hub("--stdout", "none", config={
            "stations": [program.azuracast("radiospiral", self.radio.server.url())],
            "history": {"file": ".local/state/nphub/history.sqlite"}}))
        self.home = self.hub.folder
        self.file = self.home / ".local/state/nphub/history.sqlite"
        self.backup = self.home / "nphub-history.sqlite"
        for name in (".config/nphub", "bin"):
            (self.home / name).mkdir(parents=True)
        (self.home / "bin/nphub").symlink_to(program.PATH)
        self.radio.publish("radiospiral", self.radio.state(self.radio.song("Undertow"), row=1))
        self.hub.call("command", action="favourite", station="radiospiral", on=True)
        program.wait_until(lambda: b"Undertow" in self.history())

    def run_shown(self, command):
        """Runs commands of the page in the home of the hub's user; gives what they print."""
        return subprocess.run(
            ["bash", "-ec", command], cwd=self.home, capture_output=True, timeout=30, check=True,
            env={**os.environ, "HOME": str(self.home),
                 "PATH": f"{self.home}/bin:{os.environ['PATH']}"}).stdout

    def history(self):
        """The list of the hub's own file, empty while there is none."""
        return program.run("history", "--file", self.file) if self.file.exists() else b""

    def assert_whole(self):
        """The backup is a database on its own, for its owner alone, and has it all."""
        self.assertIn(b"Undertow", self.run_shown(block("tail -n 3")))
        with sqlite3.connect(f"file:{self.backup}?mode=ro", uri=True) as database:
            self.assertEqual([("radiospiral",)], database.execute(
                "SELECT station FROM preference WHERE kind = 'favourite'").fetchall())

    def test_what_is_saved_from_a_running_hub_is_restored(self):
        self.run_shown(block("umask"))
        self.assertEqual(0o600, self.backup.stat().st_mode & 0o777)
        self.assert_whole()
        self.assertEqual(0, self.hub.stop())
        self.assertFalse(self.file.with_name("history.sqlite-wal").exists())
        shutil.copy(self.backup, self.file)
        self.hub.start()
        self.assertEqual("ok", self.hub.call("status")["history"]["state"])
        self.assertIn(b"Undertow", self.history())

    def test_vacuum_saves_as_much_and_replaces_no_file(self):
        self.run_shown(block("VACUUM"))
        self.assert_whole()
        with self.assertRaises(subprocess.CalledProcessError):
            self.run_shown(block("VACUUM"))

    def test_a_newer_file_is_left_as_it_is_in_the_words_that_are_shown(self):
        self.assertEqual(0, self.hub.stop())
        with sqlite3.connect(self.file) as database:
            version, = database.execute("PRAGMA user_version").fetchone()
            self.assertIn(f"It is {version} at present", " ".join(PAGE.split()))
            database.execute(f"PRAGMA user_version = {version + 1}")
        database.close()
        before = self.file.read_bytes()
        self.hub.start()
        shown, = re.findall(r"^history failed: (.*)$", PAGE, re.MULTILINE)
        program.wait_until(lambda: self.hub.call("status")["history"]["state"] == "failed")
        reason = self.hub.call("status")["history"]["reason"]
        self.assertEqual(shown, reason.replace(str(self.file), PATH))
        self.assertIn("written by a newer nphub",
                      program.run("history", "--file", self.file, code=74))
        self.assertEqual(0, self.hub.stop())
        self.assertEqual(before, self.file.read_bytes())
