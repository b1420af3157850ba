"""The line that tells what a command waits for: only on a terminal, and removed at the end."""

import os
import tempfile
import unittest
from pathlib import Path

import program
import terminal
from stations import Server
from test_hanging_servers import say_nothing, url


class ProgressTests(unittest.TestCase):
    def setUp(self):
        self.url = url(self.enterContext(Server(say_nothing)))

    def test_a_terminal_is_told_what_a_probe_waits_for(self):
        screen = self.enterContext(
            terminal.Terminal("probe", self.url, "--wait", 2, shows_errors=True, size=(20, 60)))
        self.assertEqual(screen.end(), 69)
        self.assertIn(f"\rWaiting for {self.url}, 1 s\x1b[K", screen.written)
        self.assertRegex(screen.written, r"\r\x1b\[Knphub: cannot tell what [^\r]*\r\n\Z")

    def test_a_pipe_is_told_nothing(self):
        errors = program.run("probe", self.url, "--wait", 2, code=69)
        self.assertRegex(errors, r"\Anphub: cannot tell what [^\r\n]*\n\Z")

    def test_what_takes_less_than_a_second_shows_nothing(self):
        screen = self.enterContext(
            terminal.Terminal("probe", self.url, "--wait", 0.5, shows_errors=True))
        self.assertEqual(screen.end(), 69)
        self.assertNotIn("Waiting", screen.written)

    def test_a_replay_tells_how_far_it_is(self):
        recording = Path(self.enterContext(tempfile.TemporaryDirectory())) / "fifo"
        os.mkfifo(recording)
        screen = self.enterContext(terminal.Terminal("replay", recording, shows_errors=True))
        with open(recording, "w") as lines:
            for _ in range(1_200):
                lines.write("\n")
            lines.flush()
            program.wait_until(lambda: screen.read() or "1,200 lines, " in screen.written)
        self.assertEqual(screen.end(), 0)
        self.assertTrue(screen.written.endswith("\r\x1b[K"), screen.written[-100:])
