"""A car's screen in a terminal: `nphub watch --format screen`, driven by keys as a user does it,
and `nphub send` as the remote control beside it."""

import json
import signal
import socket
import tempfile
import unittest
from pathlib import Path

import program
import radio
import schemas
import terminal
import test_watch


class ScreenTestCase(test_watch.WatchTestCase):
    def send(self, *words, code=0):
        return program.run("send", "--socket", self.hub.socket_path, *words, code=code)

    def screen(self, *arguments, **options):
        return self.enterContext(terminal.Terminal(
            "watch", "--socket", self.hub.socket_path, "--format", "screen", *arguments,
            **options))

    def printed(self, *arguments):
        return program.run(
            "watch", "--socket", self.hub.socket_path, "--once", *arguments).decode()


class TerminalTests(ScreenTestCase):
    def test_rows_are_tapped_and_lead_to_what_plays(self):
        screen = self.screen()
        lines = screen.wait_for("› ONE")
        self.assertIn("[Stations]", lines[0])
        self.assertIn("Mara Ebb – Weir", lines[3])
        screen.press("\x1b[B\r")
        lines = screen.wait_for("‹ Now playing")
        screen.wait_for("Lock")
        self.assertIn("LIVE", screen.text)
        screen.press("\x1b")
        lines = screen.wait_for("› TWO")
        self.assertTrue(lines[4].endswith("▶"), lines)
        screen.press(" ")
        screen.wait_for("‖")
        screen.press("q")
        self.assertEqual(screen.end(), 0)
        self.assertTrue(screen.has_its_state_back)

    def test_what_others_do_is_shown_and_invites_to_now_playing(self):
        screen = self.screen()
        screen.wait_for("› ONE")
        self.send("select", "one")
        screen.wait_for("‹ Now playing")
        lines = screen.wait_for("● LIVE")
        # The position moves by itself.
        screen.wait_while(next(line for line in lines if "● LIVE" in line))
        self.radio.play("one", "Sluice", row=72)
        screen.wait_for("Sluice")
        self.send("pause")
        screen.wait_for("‖")

    def test_a_tab_is_chosen_by_tab_and_by_digit(self):
        screen = self.screen()
        screen.wait_for("› ONE")
        self.send("favourite", "two", "on")
        screen.press("\t")
        screen.wait_for("[Favourites")
        screen.wait_for("› TWO")
        screen.press("1")
        screen.wait_for("[Stations]")

    def test_only_lines_that_changed_are_written(self):
        screen = self.screen()
        screen.wait_for("› ONE")
        screen.settle()
        before = len(screen.written)
        screen.press("j")
        screen.wait_for("› TWO")
        self.assertLess(screen.written[before:].count("\x1b[K"), 3)
        self.assertNotIn("\x1b[2J", screen.written[before:])

    def test_another_size_is_drawn_at_once(self):
        screen = self.screen()
        screen.wait_for("› ONE")
        screen.resize(8, 30)
        screen.process.send_signal(signal.SIGWINCH)
        screen.wait_while("n now playing")
        lines = screen.settle()
        self.assertEqual(lines[-2], "─" * 30)
        self.assertIn("› ONE", screen.text)

    def test_the_terminal_is_given_back_however_it_ends(self):
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            with self.subTest(number):
                screen = self.screen()
                screen.wait_for("› ONE")
                self.assertTrue(screen.is_alternate)
                self.assertFalse(screen.has_its_state_back)
                self.assertEqual(screen.end(number), 0)
                self.assertTrue(screen.has_its_state_back)
        screen = self.screen()
        screen.wait_for("› ONE")
        self.assertEqual(screen.interrupt(), 0)
        self.assertTrue(screen.has_its_state_back)

    def test_a_hub_that_is_gone_is_told_and_it_goes_on_when_it_is_back(self):
        screen = self.screen()
        screen.wait_for("› ONE")
        self.hub.process.kill()
        lines = screen.wait_for("! the hub at")
        self.assertIn("› ONE", "\n".join(lines))
        self.hub.restart()
        screen.wait_while("! the hub at")
        screen.wait_for("› ONE")
        screen.press("q")
        self.assertEqual(screen.end(), 0)
        self.assertEqual(screen.process.stderr.read(), b"")

    def test_without_colours_there_are_none(self):
        self.send("select", "one")
        plain = self.screen(NO_COLOR="1")
        plain.wait_for("▶")
        coloured = self.screen(NO_COLOR="")
        coloured.wait_for("▶")
        self.assertIn("\x1b[32m▶", coloured.written)
        self.assertNotRegex(plain.written, r"\x1b\[[0-9;]*3[0-7]m")

    def test_a_lock_screen_is_a_card_with_keys(self):
        self.send("select", "one")
        screen = self.screen("--view", "lockScreen")
        screen.wait_for("│ Weir ")
        screen.wait_for("›‖‹")
        screen.press(" ")
        screen.wait_for("›▶‹")
        self.assertIn("│ ‖ ", screen.text)


class PageTests(unittest.TestCase):
    def test_stations_beyond_the_limit_of_rows_are_on_a_page(self):
        stations_radio = self.enterContext(radio.Radio())
        names = [f"s{number:02}" for number in range(20)]
        stations_radio.publish(
            names[-1], stations_radio.state(stations_radio.song("Weir"), elapsed=61, row=71))
        url = stations_radio.server.url()
        stations = [{**program.azuracast(name, url), "name": name.upper()} for name in names]
        hub = self.enterContext(program.Hub("--stdout", "none", config={"stations": stations}))
        with hub.connect() as client:
            client.state(names[-1], lambda state: "track" in state)
        screen = self.enterContext(terminal.Terminal(
            "watch", "--socket", hub.socket_path, "--format", "screen"))
        screen.wait_for("S00")
        screen.press("\x1b[F")
        screen.wait_for("› More stations")
        screen.press("\r")
        screen.wait_for("‹ Stations")
        screen.press("\x1b[F")
        screen.wait_for("› S19")
        screen.press("\r")
        screen.wait_for("‹ Now playing")
        screen.press("\x1b")
        screen.wait_for("› More stations")


class PrintedTests(ScreenTestCase):
    def test_elsewhere_than_on_a_terminal_pictures_are_printed(self):
        picture = self.printed("--format", "screen")
        self.assertNotIn("\x1b", picture)
        self.assertEqual(picture.splitlines()[0].split(), ["[Stations]", "Favourites", "Recent"])
        self.assertTrue(picture.endswith("\n\n"))
        self.assertIn("Nothing is selected.",
                      self.printed("--format", "screen", "--view", "lockScreen"))

    def test_a_lock_screen_is_printed_as_a_station_is(self):
        self.send("select", "one")
        lock = ("--view", "lockScreen")
        self.assertEqual(self.printed(*lock, "--format", "plain"), "Mara Ebb – Weir\n")
        self.assertRegex(
            self.printed(*lock, "--format", "{title} {station} {state} {elapsed}"),
            r"^Weir ONE playing \d:\d\d\n$")
        waybar = json.loads(self.printed(*lock, "--format", "waybar"))
        self.assertEqual((waybar["text"], waybar["alt"]), ("Mara Ebb – Weir", "playing"))
        record = json.loads(self.printed(*lock))
        schemas.check("record", record)

    def test_views_and_formats_that_do_not_fit_are_refused(self):
        for arguments, message in [
                (("--format", "screen", "--view", "line"), "carPlay or lockScreen"),
                (("--format", "plain", "--view", "carPlay"), "nowPlaying or line or lockScreen"),
                (("--format", "screen", "--patch"), "--patch is for"),
                (("--view", "carPlay", "--history", "3"), "--history and"),
                (("--view", "carPlay", "--station", "one", "--once"), "stations")]:
            with self.subTest(arguments):
                told = program.run(
                    "watch", "--socket", self.hub.socket_path, *arguments, code=64)
                self.assertIn(message, told)


class SendTests(ScreenTestCase):
    def test_nothing_is_printed_unless_it_is_asked_for(self):
        self.assertEqual(self.send("select", "one"), b"")
        answer = json.loads(self.send("--json", "next"))
        self.assertGreater(answer["revision"], 0)

    def test_a_length_may_begin_with_a_minus_wherever_options_stand(self):
        self.send("select", "one")
        for words in (("seek", "-1"), ("--json", "seek", "-1s"), ("seek", "-1", "--json"),
                      ("--", "seek", "-1")):
            with self.subTest(words):
                self.send(*words)

    def test_what_the_hub_refuses_is_told_with_its_reason(self):
        self.assertIn("nowhere", self.send("select", "nowhere", code=64))
        self.assertIn("kitchen", self.send("--session", "kitchen", "play", code=69))
        with self.hub.connect() as client:
            sessions = client.call("status")["sessions"]
        self.assertEqual([session["id"] for session in sessions], ["main"])
        self.assertIn("did you mean `select`?", self.send("selct", "one", code=64))
        self.assertIn("one word too many", self.send("play", "jsn", code=64))
        self.assertIn("did you mean `--json`?", self.send("play", "--jsn", code=64))

    def test_without_a_hub_it_says_so(self):
        self.hub.stop()
        self.assertIn("no hub listens at", self.send("play", code=69))

    def test_a_player_reports_by_words(self):
        self.send("select", "one")
        player = self.enterContext(terminal.Terminal(
            "send", "--socket", self.hub.socket_path, "report", "interrupted"))
        with self.hub.connect() as client:
            def state():
                record, = client.call("get", view="lockScreen")["records"]
                return record["lockScreen"]["playbackState"]

            program.wait_until(lambda: state() == "interrupted")
            # The client that reports is the player for as long as it is connected.
            self.assertEqual(player.interrupt(), 0)
            program.wait_until(lambda: state() == "paused")

    def test_a_player_is_ended_well_before_the_hub_has_answered(self):
        with tempfile.TemporaryDirectory() as folder, socket.socket(socket.AF_UNIX) as hub:
            path = Path(folder) / "hub.sock"
            hub.bind(str(path))
            hub.listen()
            player = self.enterContext(
                terminal.Terminal("send", "--socket", path, "report", "paused"))
            connection, _ = hub.accept()
            with connection, connection.makefile() as requests:
                self.assertIn('"paused"', requests.readline())
                self.assertEqual(player.interrupt(), 0)

    def test_the_sender_is_told_to_the_others(self):
        with self.hub.connect() as client:
            client.call("subscribe", view="lockScreen")
            next(client.records())
            self.send("--sender", "kitchen-radio", "select", "one")
            record = next(client.records())
            self.assertEqual(record["sender"], "kitchen-radio")
