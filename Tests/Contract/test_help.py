"""The help, the version, and the mistakes of a config."""

import tempfile
import unittest
from pathlib import Path

from program import run

# The options and arguments of each command, which scripts rely on.
OPTIONS = {
    "run": "--config --socket --stdout --min-interval --record --log-level",
    "watch": "--socket --view --station --session --min-interval --patch --history --listeners "
             "--once --format",
    "dump": "--socket --view --station --history",
    "status": "--socket --json",
    "check": "<FILE>",
    "replay": "<FILE> --config --view --station --min-interval --history",
    "simulate": "--listen --feed --script --stations --rate --tls --seed --fault --fault-every",
}


class HelpTests(unittest.TestCase):
    def test_each_option_is_explained(self):
        for command, options in OPTIONS.items():
            text = run(command, "--help").decode()
            self.assertIn(f"nphub {command}", text)
            explained = text.partition("ARGUMENTS:" if "ARGUMENTS:" in text else "OPTIONS:")[2]
            for option in options.split():
                with self.subTest(command, option=option):
                    self.assertIn(f"  {option}", explained)

    def test_the_version_is_printed(self):
        self.assertRegex(
            run("--version").decode(), r"\A\d+\.\d+\.\d+(\+[0-9a-f]{10}(-dirty)?)?\n\Z")

    def test_all_mistakes_of_a_config_are_told_each_at_its_place(self):
        path = Path(self.enterContext(tempfile.TemporaryDirectory())) / "stations.yaml"
        path.write_text("stations: []\nsokcet: {}\n")
        lines = run("check", path, code=78).splitlines()
        self.assertEqual(len(lines), 2)
        self.assertTrue(all(line.startswith(f"{path}:") for line in lines), lines)
