"""How the tests are run: what their command line takes."""

import os
import subprocess
import sys
import unittest
from pathlib import Path

import program

FOLDER = Path(__file__).resolve().parent


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


if __name__ == "__main__":
    unittest.main()
