"""The runner of the tests: the arguments of its command line, and the files that it leaves."""

import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import program

FOLDER = Path(__file__).resolve().parent
LITTERING = """
import os, signal, tempfile, unittest
class KilledTests(unittest.TestCase):
    def test_it_leaves_a_folder(self):
        tempfile.mkdtemp()
        os.kill(os.getpid(), signal.SIGKILL)
"""


class PartTests(unittest.TestCase):
    def call(self, *arguments):
        return subprocess.run(
            [sys.executable, FOLDER, *arguments], capture_output=True, text=True, timeout=60,
            env={**os.environ, "NPHUB": str(program.PATH)}, check=False)

    def test_help_is_the_text_of_the_module(self):
        for option in ("-h", "--help"):
            done = self.call(option)
            self.assertEqual((done.returncode, done.stderr), (0, ""))
            self.assertIn("python3 Tests/Contract", done.stdout)
            self.assertNotIn("passed", done.stdout)

    def test_an_unknown_module_is_an_error_that_names_those_there_are(self):
        done = self.call("test_tls", "test_nothing.Tests")
        self.assertEqual((done.returncode, done.stdout), (1, ""))
        self.assertIn("There is no test module test_nothing.Tests", done.stderr)
        self.assertIn("test_parts", done.stderr)

    def test_tests_that_are_killed_leave_nothing(self):
        folder = Path(self.enterContext(tempfile.TemporaryDirectory()))
        (folder / "test_killed.py").write_text(LITTERING)
        (folder / "temporary").mkdir()
        script = ("import parts, pathlib, sys; "
                  "sys.exit(parts.run('Killed', pathlib.Path(sys.argv[1]), [], 1))")
        done = subprocess.run(
            [sys.executable, "-c", script, folder], capture_output=True, text=True, timeout=60,
            cwd=FOLDER, env={**os.environ, "TMPDIR": str(folder / "temporary")}, check=False)
        self.assertIn("test_killed.KilledTests            FAILED 1 test", done.stdout)
        self.assertEqual(list((folder / "temporary").iterdir()), [])
