"""The display on a terminal: the table of stations that `run` and `watch` show, laid-out JSON, and
the status; programs get the same bytes as ever."""

import json
import os
import re
import signal
import subprocess
import unittest

import program
import radio
import schemas
import terminal


class TableTestCase(unittest.TestCase):
    def setUp(self):
        self.radio = self.enterContext(radio.Radio())
        self.radio.play("one", "Weir", elapsed=61)
        stations = [{**program.azuracast(name, self.radio.server.url()), "name": name.upper()}
                    for name in ("one", "two")]
        stations.append(program.azuracast("dead", "ws://127.0.0.1:9/api"))
        self.config = {"stations": stations}
        self.hub = self.enterContext(program.Hub("--stdout", "none", config=self.config))
        with self.hub.connect() as client:
            client.state("one", lambda state: "track" in state)
            client.state("dead", lambda state: state["connection"]["state"] == "failing")

    def screen(self, *arguments, **options):
        return self.enterContext(terminal.Terminal(*arguments, **options))

    @property
    def at(self):
        return ("--socket", self.hub.socket_path)

    def run_command(self, *arguments, code=0):
        output = program.run(*arguments, *self.at, code=code)
        return output.decode() if code in (0, 1) else output


class WatchTests(TableTestCase):
    def test_a_terminal_gets_a_table_that_moves_by_itself_and_scrolls(self):
        screen = self.screen("watch", *self.at)
        screen.wait_for("Mara Ebb – Weir")
        lines = screen.wait_for("failing")
        self.assertIn("live", lines[0])
        row = next(line for line in lines if "Weir" in line)
        self.assertRegex(row, r"ONE +● live +Mara Ebb – Weir +1:\d\d/")
        screen.wait_while(row)
        self.radio.play("one", "Sluice", row=72)
        screen.wait_for("Sluice")
        screen.press("f")
        screen.wait_while("Sluice")
        self.assertIn("dead", screen.text)
        screen.press("f")
        screen.wait_for("Sluice")
        screen.resize(8, 44)
        screen.process.send_signal(signal.SIGWINCH)
        screen.wait_for("q quit")
        screen.press("q")
        self.assertEqual(screen.end(), 0)
        self.assertTrue(screen.has_its_state_back)

    def test_nothing_is_written_while_nothing_changes(self):
        screen = self.screen("watch", *self.at, "--station", "two")
        screen.wait_for("TWO")
        screen.settle()
        before = len(screen.written)
        screen.read(1.5)
        self.assertEqual(screen.written[before:], "")

    def test_a_table_survives_its_hub_and_an_interrupt_gives_the_terminal_back(self):
        screen = self.screen("watch", *self.at)
        screen.wait_for("Weir")
        self.hub.restart()
        screen.wait_for("Weir")
        screen.wait_while("! ")
        self.assertEqual(screen.interrupt(), 0)
        self.assertTrue(screen.has_its_state_back)

    def test_elsewhere_it_is_records_and_a_table_only_once(self):
        schemas.check("record", schemas.parse(
            self.run_command("watch", "--once").splitlines()[0].encode()))
        table = self.run_command("watch", "--once", "--format", "table")
        self.assertIn("ONE", table)
        self.assertNotIn("\x1b", table)
        self.assertIn("needs a terminal",
                      self.run_command("watch", "--format", "table", code=64))

    def test_documents_are_laid_out_on_a_terminal_only(self):
        for arguments in [("dump",), ("watch", "--once")]:
            shown = subprocess.run(
                ["script", "-qec", " ".join(map(str, [program.PATH, *arguments, *self.at])),
                 "/dev/null"], capture_output=True, check=True, text=True,
                env={**os.environ, "TERM": "xterm"}).stdout
            self.assertIn("\x1b[1m", shown, arguments)
            plain = re.sub("\x1b\\[[0-9;]*m", "", shown).replace("\r", "")
            self.assertIn('\n  "', plain)
            decoder, values = json.JSONDecoder(), []
            while plain.strip():
                value, end = decoder.raw_decode(plain.lstrip())
                values.append(value)
                plain = plain.lstrip()[end:]
            self.assertTrue(values)


class RunTests(TableTestCase):
    def test_run_shows_the_table_with_the_log_below_and_gives_both_back(self):
        self.hub.stop()
        screen = self.screen(
            "run", *self.at, "--config", self.hub.config_path, shows_errors=True, size=(20, 100))
        screen.wait_for("Mara Ebb – Weir")
        screen.wait_for("failing")
        self.assertIn("hub-", screen.text)
        self.assertTrue(screen.is_alternate)
        self.assertEqual(screen.interrupt(), 0)
        self.assertTrue(screen.has_its_state_back)
        # The messages from meanwhile are on the screen from before.
        self.assertGreater(screen.written.rsplit("\x1b[?1049l", 1)[1].count("listening"), 0)

    def test_q_ends_the_hub(self):
        self.hub.stop()
        screen = self.screen("run", *self.at, "--config", self.hub.config_path)
        screen.wait_for("Weir")
        screen.press("q")
        self.assertEqual(screen.end(), 0)


class StatusTests(TableTestCase):
    def test_the_first_line_sums_up_and_what_needs_care_comes_first(self):
        lines = self.run_command("status").splitlines()
        self.assertRegex(lines[0], r"^\d live.* · 1 failing · \d+ changes/min · up \d+ ")
        rows = [line for line in lines if line.startswith(("dead", "one", "two"))]
        self.assertRegex(rows[0], r"^dead +failing +\d+ (s|min) +\d+ +\S")
        self.assertTrue(any("Mara Ebb – Weir" in row for row in rows))

    def test_filters(self):
        failing = self.run_command("status", "--failing", code=1)
        self.assertIn("dead", failing)
        self.assertNotIn("Weir", failing)
        one = self.run_command("status", "--station", "one")
        self.assertIn("Weir", one)
        self.assertNotIn("dead", one)
        self.assertIn("did you mean `one`",
                      self.run_command("status", "--station", "oen", code=64))
        for option in ["--failing"], ["--stuck", "20m"]:
            self.assertIn("jq", self.run_command("status", "--json", *option, code=64))
        self.assertIn("reports", self.run_command("status", "--all"))

    def test_scripts_learn_from_the_exit_code_that_a_title_is_stuck_or_missing(self):
        self.radio.publish("two", self.radio.state(self.radio.song("", artist="", text="")))
        with self.hub.connect() as client:
            client.state("two", lambda state: state["connection"]["state"] == "live")
        self.assertNotIn("Weir", self.run_command("status", "--stuck", "1h"))
        stuck = self.run_command("status", "--stuck", "1ms", code=1)
        self.assertRegex(stuck, r"(?m)^one +live .* \d+ (s|min) +Mara Ebb – Weir$")
        self.assertRegex(stuck, r"(?m)^two +live .* \d+ s +no title$")
        self.assertNotIn("dead", stuck)
        both = self.run_command("status", "--failing", "--stuck", "1ms", code=1).splitlines()
        self.assertEqual([line.split()[0] for line in both[3:]], ["dead", "one", "two"])
        self.assertIn("write 90s, 20m or 1h",
                      self.run_command("status", "--stuck", "soon", code=64))
        status = json.loads(self.run_command("status", "--json"))
        ages = {station["id"]: station.keys() & {"trackSince", "untitledSince"}
                for link in status["links"] for station in link["stations"]}
        self.assertEqual(
            ages, {"one": {"trackSince"}, "two": {"untitledSince"}, "dead": set()})
