"""The output of `nphub watch`: for status bars, by templates, to readers that sleep or leave."""

import json
import re
import signal
import subprocess
import time
import unittest

import program
import radio
import running


class Watch(running.Running):
    """`nphub watch`, whose lines are read as they come."""

    def __init__(self, hub, *arguments):
        self.times = []
        super().__init__("watch", "--socket", hub.socket_path, *arguments)

    def take(self, line):
        self.times.append(time.time())
        super().take(line)

    def end(self):
        """Ends it by a signal; gives all its lines."""
        assert self.stop() == 0
        return self.lines


class WatchTestCase(unittest.TestCase):
    STATIONS = ("one", "two")

    def setUp(self):
        self.radio = self.enterContext(radio.Radio())
        self.radio.play("one", "Weir", elapsed=61)
        self.radio.play("two", "Lock", elapsed=5)
        stations = [{**program.azuracast(name, self.radio.server.url()), "name": name.upper()}
                    for name in self.STATIONS]
        self.hub = self.enterContext(program.Hub("--stdout", "none", config={"stations": stations}))
        with self.hub.connect() as client:
            for name in self.STATIONS:
                client.state(name, lambda state: "track" in state)

    def watch(self, *arguments):
        return self.enterContext(Watch(self.hub, *arguments))


class BarTests(WatchTestCase):
    def test_waybar_gets_an_object_a_line_escaped_for_pango(self):
        watch = self.watch("--format", "waybar", "--station", "one")
        watch.wait_for("Weir")
        self.radio.play("one", "Salt & <Pepper>", row=72)
        watch.wait_for("Pepper")
        first, second = [json.loads(line) for line in watch.end()]
        self.assertEqual(set(first), {"text", "tooltip", "class", "alt"})
        self.assertEqual(first["text"], "Mara Ebb – Weir")
        self.assertEqual(first["tooltip"].split("\r"), ["ONE", "Mara Ebb – Weir"])
        self.assertEqual((first["class"], first["alt"]), (["playing", "live"], "playing"))
        self.assertEqual(second["text"], "Mara Ebb – Salt &amp; &lt;Pepper&gt;")

    def test_waybar_shows_of_several_stations_the_one_that_changed_last(self):
        watch = self.watch("--format", "waybar", "--history", "3")
        watch.wait_for("Lock")
        self.radio.play("one", "Ferry", row=72)
        last = json.loads(watch.wait_for("Ferry"))
        self.assertEqual(last["text"], "ONE: Mara Ebb – Ferry")
        self.assertEqual(
            last["tooltip"].split("\r"), ["ONE: Mara Ebb – Ferry", "TWO: Mara Ebb – Lock"])

    def test_waybar_hears_of_a_hub_that_is_gone_and_back(self):
        watch = self.watch("--format", "waybar", "--station", "one")
        watch.wait_for("Weir")
        self.hub.process.kill()
        gone = json.loads(watch.wait_for("disconnected"))
        self.assertEqual((gone["text"], gone["alt"]), ("Mara Ebb – Weir", "disconnected"))
        self.assertIn("the hub at", gone["tooltip"])
        # Waybar does not read what is not JSON.
        for line in watch.end():
            json.loads(line)

    def test_waybar_without_a_hub_has_an_empty_text_that_it_hides(self):
        self.hub.stop()
        watch = self.watch("--format", "waybar")
        first = json.loads(watch.wait_for("disconnected"))
        self.assertEqual(first["text"], "")
        self.assertEqual(len(watch.end()), 1, "said once, however often it is tried")

    def test_i3bar_gets_a_header_and_an_array_of_blocks(self):
        watch = self.watch("--format", "i3bar")
        watch.wait_for("Lock")
        self.radio.play("two", "Sluice", row=72)
        watch.wait_for("Sluice")
        header, *body = watch.end()
        self.assertEqual(json.loads(header), {"version": 1})
        lines = json.loads("\n".join(body))
        self.assertEqual(
            [[(block["instance"], block["full_text"]) for block in line] for line in lines],
            [[("one", "ONE: Mara Ebb – Weir"), ("two", "TWO: Mara Ebb – Lock")],
             [("one", "ONE: Mara Ebb – Weir"), ("two", "TWO: Mara Ebb – Sluice")]])
        for block in lines[0]:
            self.assertEqual((block["name"], block["markup"]), ("nphub", "none"))

    def test_once_is_one_document_for_either_bar(self):
        at = ("--socket", self.hub.socket_path)
        waybar = program.run("watch", *at, "--once", "--format", "waybar").splitlines()
        self.assertEqual(len(waybar), 1)
        header, *body = program.run("watch", *at, "--once", "--format", "i3bar").splitlines()
        self.assertEqual(len(json.loads(b"".join(body))), 1)
        self.assertEqual(len(json.loads(b"".join(body))[0]), 2)


class TemplateTests(WatchTestCase):
    def test_a_template_is_printed_for_each_station_and_each_change(self):
        watch = self.watch("--format", "{station}: {title}[ by {artist}][ on {album}] {{{state}")
        watch.wait_for("TWO")
        self.radio.play("two", "Sluice", row=72)
        watch.wait_for("Sluice")
        self.assertEqual(watch.end(), [
            "ONE: Weir by Mara Ebb {playing", "TWO: Lock by Mara Ebb {playing",
            "TWO: Sluice by Mara Ebb {playing"])

    def test_the_position_ticks_by_itself_once_a_second_without_a_word_from_the_hub(self):
        with self.hub.connect() as client:
            sent = client.call("status")["counters"]["records"]
            watch = self.watch("--station", "one", "--format", "{title} {elapsed}/{duration}")
            program.wait_until(lambda: len(watch.lines) >= 5)
            watch.end()
            self.assertEqual(client.call("status")["counters"]["records"], sent + 1)
        seconds = [self.seconds(line) for line in watch.lines]
        self.assertEqual(seconds, list(range(seconds[0], seconds[0] + len(seconds))))
        self.assertGreaterEqual(seconds[0], 61)
        self.assertEqual(watch.lines[0].split("/")[1], "3:20")
        pauses = [later - earlier for earlier, later in zip(watch.times[1:], watch.times[2:])]
        for pause in pauses:
            self.assertAlmostEqual(pause, 1, delta=0.5)

    def test_rare_lines_do_not_become_frequent_by_the_position(self):
        watch = self.watch(
            "--station", "one", "--format", "{title} {elapsed}", "--min-interval", "3")
        watch.wait_for("Weir")
        time.sleep(2)
        self.assertEqual(len(watch.lines), 1)
        watch.wait_for("Weir 1:0", within=5)
        program.wait_until(lambda: len(watch.lines) == 2, within=5)
        self.assertGreaterEqual(watch.times[1] - watch.times[0], 2.5)

    @staticmethod
    def seconds(line):
        minutes, seconds = re.search(r" (\d+):(\d\d)/", line).groups()
        return int(minutes) * 60 + int(seconds)

    def test_a_field_that_there_is_not_is_named_with_its_place_and_the_nearest(self):
        for template, words in [
            ("{titel}", ["character 1", "{titel}", "did you mean `title`?"]),
            ("[{artist} – ]{tilte}", ["character 14", "{tilte}", "did you mean `title`?"]),
            ("i3bar:{lapsed}", ["character 7", "{lapsed}", "did you mean `elapsed`?"]),
            ("{title", ["character 1", "not closed"]),
            ("playn", ["`playn`", "did you mean `plain`?"]),
        ]:
            with self.subTest(template):
                errors = program.run("watch", "--format", template, code=64)
                for word in words:
                    self.assertIn(word, errors)

    def test_what_a_format_does_not_show_is_refused(self):
        for arguments in [
            ("--format", "{title}", "--patch"), ("--format", "waybar", "--listeners"),
            ("--format", "{title}", "--view", "line"), ("--format", "i3bar", "--history", "1"),
            ("--format", "plain", "--patch"),
        ]:
            with self.subTest(arguments):
                self.assertIn("--", program.run("watch", *arguments, code=64))


class LifeTests(unittest.TestCase):
    """A hub that comes and goes, and readers that sleep or leave."""

    def watch(self, hub, *arguments):
        return self.enterContext(Watch(hub, *arguments))

    def test_a_restart_of_the_hub_is_told_once_and_all_records_come_again(self):
        hub = self.enterContext(program.Hub("--stdout", "none"))
        watch = self.watch(hub)
        program.wait_until(lambda: len(watch.lines) >= 4)
        before = [json.loads(line) for line in watch.lines]
        self.assertEqual(len({record["epoch"] for record in before}), 1)
        self.assertEqual(hub.stop(), 0)
        program.wait_until(lambda: "trying again" in watch.errors)
        hub.start()
        program.wait_until(lambda: {record["station"] for record in before} == {
            record["station"] for record in map(json.loads, list(watch.lines))
            if record["epoch"] != before[0]["epoch"]})
        program.wait_until(lambda: "connected" in watch.errors)
        watch.end()
        self.assertEqual(len(watch.errors.splitlines()), 2, watch.errors)

    def test_a_hub_that_is_not_there_yet_is_waited_for(self):
        hub = self.enterContext(program.Hub("--stdout", "none"))
        hub.stop()
        watch = self.watch(hub, "--view", "line")
        program.wait_until(lambda: f"no hub listens at {hub.socket_path}" in watch.errors)
        hub.start()
        watch.wait_for('"view":"line"')
        self.assertEqual(watch.stop(signal.SIGTERM), 0)

    def test_a_reader_that_sleeps_loses_nothing_and_delays_no_end(self):
        farm = self.enterContext(running.Farm("--stations", "400"))
        hub = self.enterContext(program.Hub("--log-level", "info", config=farm.config))
        program.wait_until(lambda: "hub-station=station_0399" in hub.errors)
        sleeper = subprocess.Popen(
            [program.PATH, "watch", "--socket", hub.socket_path], stdout=subprocess.PIPE)
        self.addCleanup(sleeper.wait)
        self.addCleanup(sleeper.kill)
        self.addCleanup(sleeper.stdout.close)
        other = subprocess.Popen(sleeper.args, stdout=subprocess.PIPE)
        # More than the pipe and the program hold is on its way by the time that the other ends.
        other.stdout.readline()
        other.send_signal(signal.SIGTERM)
        self.assertEqual(other.wait(60), 0)
        other.stdout.close()
        stations = set()
        while len(stations) < 400:
            stations.add(json.loads(sleeper.stdout.readline())["station"])

    def test_a_reader_that_goes_away_ends_it_at_once(self):
        hub = self.enterContext(program.Hub("--stdout", "none"))
        watch = subprocess.Popen(
            [program.PATH, "watch", "--socket", hub.socket_path, "--min-interval", "3600"],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.addCleanup(watch.kill)
        for _ in range(4):
            watch.stdout.readline()
        watch.stdout.close()
        self.assertEqual(watch.wait(60), 0)
        self.assertEqual(watch.stderr.read(), b"")
        watch.stderr.close()

    def test_head_gets_its_line_and_the_pipe_ends_well(self):
        hub = self.enterContext(program.Hub("--stdout", "none"))
        shell = subprocess.run(
            f"{program.PATH} watch --socket {hub.socket_path} | head -1; echo ${{PIPESTATUS[0]}}",
            shell=True, executable="/bin/bash", capture_output=True, timeout=60, check=False)
        record, code = shell.stdout.splitlines()
        self.assertEqual((json.loads(record)["view"], code), ("nowPlaying", b"0"))
        self.assertEqual(shell.stderr, b"")
