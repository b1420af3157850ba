"""Configs for thousands: files that are included, defaults, stations that are discovered; the config at
its usual place, and those that `nphub init` writes."""

import json
import os
import re
import tempfile
import threading
import unittest
from pathlib import Path

import program
import radio
import running
from program import run, wait_until
from website import Website


class Directory(Website):
    """A web server that lists stations as AzuraCast does, or whatever it is told to."""

    def __init__(self):
        self.names = []
        # Answers wait for this.
        self.answers = threading.Event()
        self.answers.set()
        self.waiting = 0
        self.body = None
        self.status = 200
        self.requests = 0
        super().__init__(self._answer)

    def _answer(self, request):
        self.requests += 1
        self.waiting += 1
        self.answers.wait(60)
        self.waiting -= 1
        body = self.body
        if body is None:
            body = json.dumps([{"station": {"shortcode": name, "name": name.upper()}}
                               for name in self.names]).encode()
        request.reply(self.status if request.path == "/api/nowplaying" else 404, body)

    def close(self):
        self.answers.set()
        super().close()


class DiscoveryTests(unittest.TestCase):
    def setUp(self):
        self.directory = self.enterContext(Directory())

    def start(self, **config):
        config = {"discover": {"azuracast": self.directory.url, "every": 10}, **config}
        return self.enterContext(program.Hub("--stdout", "none", config=config))

    def ids(self, hub):
        with hub.connect() as client:
            return [record["station"] for record in client.call("get", view="line")["records"]]

    def test_stations_come_and_go_with_the_server_and_those_of_the_config_stay(self):
        self.directory.names = ["one", "two"]
        hub = self.start(stations=[program.azuracast("two", "ws://127.0.0.1:9/x")])
        wait_until(lambda: self.ids(hub) == ["two", "one"])
        self.directory.names = ["one", "three"]
        hub.reload()
        wait_until(lambda: self.ids(hub) == ["two", "one", "three"])
        self.directory.names = ["three"]
        # By itself, without a reload.
        wait_until(lambda: self.ids(hub) == ["two", "three"], 30)
        wait_until(lambda: "stations discovered" in hub.errors)

    def test_a_server_that_is_down_or_talks_nonsense_keeps_its_stations(self):
        self.directory.names = ["one"]
        hub = self.start()
        wait_until(lambda: self.ids(hub) == ["one"])
        for self.directory.status, self.directory.body in [
                (503, b""), (200, b"<html>"), (200, b"[]"), (200, b'[{"station":{}}]')]:
            before = self.directory.requests
            hub.reload()
            wait_until(lambda: self.directory.requests > before)
            self.assertEqual(self.ids(hub), ["one"])
        wait_until(lambda: "does not list its stations" in hub.errors)

    def test_a_hub_begins_without_the_server_and_finds_it_later(self):
        self.directory.status = 503
        hub = self.start()
        wait_until(lambda: "status 503" in hub.errors)
        self.assertEqual(self.ids(hub), [])
        self.directory.status, self.directory.names = 200, ["late"]
        wait_until(lambda: self.ids(hub) == ["late"], 30)

    def test_a_server_that_lists_nothing_is_told_of_with_its_address(self):
        hub = self.start()
        wait_until(lambda: "it lists none" in hub.errors)
        self.assertIn(f"hub-url={self.directory.url}/api/nowplaying", hub.errors)
        self.directory.names = ["late"]
        wait_until(lambda: self.ids(hub) == ["late"], 30)

    def threads(self, hub):
        """Returns the number of threads that ask servers."""
        folder = Path(f"/proc/{hub.process.pid}/task")
        return sum((task / "comm").read_text().startswith("nphub-discov")
                   for task in folder.iterdir())

    def test_a_server_that_does_not_answer_takes_one_thread_and_no_other_server_waits(self):
        others = [self.enterContext(Directory()) for _ in range(30)]
        for number, other in enumerate(others):
            other.names = [f"s{number}"]
        self.directory.answers.clear()
        hub = self.start(discover=[{"azuracast": directory.url, "every": 10}
                                   for directory in [self.directory, *others]])
        wait_until(lambda: len(self.ids(hub)) == 30, 20)
        # Each reload asks all servers again; of one that has not answered yet it awaits the answer.
        for round in range(8):
            others[0].names.append(f"new{round}")
            hub.reload()
            wait_until(lambda: f"new{round}" in self.ids(hub), 20)
            self.assertEqual(self.directory.waiting, 1)
        self.assertLessEqual(self.threads(hub), 5)
        self.directory.names = ["late"]
        self.directory.answers.set()
        wait_until(lambda: "late" in self.ids(hub), 20)

    def test_a_server_takes_its_share_of_the_stations_and_leaves_the_rest(self):
        other = self.enterContext(Directory())
        other.names = ["other"]
        self.directory.names = [f"s{number}" for number in range(5_010)]
        hub = self.start(discover=[{"azuracast": directory.url, "every": 10}
                                   for directory in (self.directory, other)])

        def stations():
            with hub.connect() as client:
                return client.call("status")["stations"]

        wait_until(lambda: stations() == 5_001)
        self.assertRegex(hub.errors, "stations left out: a server may list 5000 hub-count=10")

    def test_the_simulator_lists_its_stations_and_they_become_live(self):
        farm = self.enterContext(running.Farm("--stations", "5"))
        hub = self.start(discover={"azuracast": f"http://127.0.0.1:{farm.port}", "prefix": "x-"})

        def live():
            with hub.connect() as client:
                links = client.call("status")["links"]
            stations = [station for link in links for station in link["stations"]]
            return len(stations) == 5 and all(
                station["connection"] == "live" and station["id"].startswith("x-")
                for station in stations)

        wait_until(live)


class IncludeTests(unittest.TestCase):
    def setUp(self):
        self.folder = Path(self.enterContext(tempfile.TemporaryDirectory()))
        (self.folder / "more").mkdir()
        self.path = self.folder / "stations.yaml"
        self.path.write_text(
            "defaults: { feed: { type: azuracast, url: 'ws://127.0.0.1:9/x' } }\n"
            "include: more/*.yaml\nstations: [{ id: a, feed: { shortcode: a } }]\n")
        self.write("b")

    def write(self, name, text=None):
        (self.folder / "more" / f"{name}.yaml").write_text(
            text or f"stations: [{{ id: {name}, feed: {{ shortcode: {name} }} }}]\n")

    def test_check_tells_mistakes_with_the_file_that_has_them(self):
        self.assertIn(b"OK, 2 stations", run("check", self.path))
        self.write("c", "stations:\n  - id: c\n    feed: { shortcode: c, oops: 1 }\n")
        self.assertRegex(
            run("check", self.path, code=78),
            rf"^{re.escape(str(self.folder))}/more/c\.yaml:3:\d+: unknown key `oops`")

    def test_a_reload_reads_the_included_files_too(self):
        hub = self.enterContext(program.Hub("--stdout", "none", config={
            "include": str(self.folder / "more/*.yaml"),
             "defaults": {"feed": {"type": "azuracast", "url": "ws://127.0.0.1:9/x"}}}))
        self.write("c")
        self.assertIn("config reloaded", hub.reload())
        with hub.connect() as client:
            self.assertEqual(client.call("status")["stations"], 2)
        self.write("d", "stations: 7\n")
        said = hub.reload()
        self.assertIn("config not reloaded", said)
        self.assertIn("d.yaml:1:", said)


class UsualPlaceTests(unittest.TestCase):
    def setUp(self):
        self.folder = Path(self.enterContext(tempfile.TemporaryDirectory()))
        self.environment = {**os.environ, "XDG_CONFIG_HOME": str(self.folder),
                            "XDG_RUNTIME_DIR": "/nowhere"}
        self.path = self.folder / "nphub/stations.yaml"

    def run(self, *arguments, **options):
        if arguments and not isinstance(arguments[0], str):
            return super().run(*arguments, **options)
        return run(*arguments, env=self.environment, **options)

    def test_without_a_config_run_and_check_say_what_to_do(self):
        for command, other in (("run", "--config FILE names"), ("check", "FILE names")):
            said = self.run(command, code=78)
            for words in (str(self.path), "nphub init", "nphub demo", other):
                self.assertIn(words, said)

    def test_init_writes_a_config_that_check_and_run_take(self):
        server = self.enterContext(radio.Radio())
        server.states["one"] = server.state(server.song("Weir"), elapsed=5)
        page = f"http://127.0.0.1:{server.server.port}/public/one"
        said = self.run("init", page)
        self.assertEqual(said, b"")
        text = self.path.read_text()
        self.assertIn(f'# discover: {{ azuracast: "http://127.0.0.1:{server.server.port}" }}', text)
        self.assertEqual(self.path.stat().st_mode & 0o777, 0o600)
        self.assertIn(b"OK, 1 station", self.run("check"))
        self.assertIn("is there already", self.run("init", page, code=74))
        self.assertIn(b"shortcode", self.run("init", page, "--output", "-"))
        # Without its comments' signs, all of it is right, too.
        bare = re.sub(r"(?m)^( *)# (\w+:.*)$", r"\1\2", text).replace(
            "mode: 0660, group: radio", "mode: 0660")
        bare = re.sub(r"(?ms)^defaults:\n#   delay", "defaults:\n  delay", bare)
        bare = re.sub(r"(?m)^(yaml-language|include:|discover:).*$", "", bare)
        self.path.write_text(bare)
        self.assertIn(b"OK, 1 station", self.run("check"))

    def test_init_says_what_it_cannot_read(self):
        self.assertIn("cannot tell", self.run(
            "init", "ws://127.0.0.1:9/", "--wait", "2", code=69))
        self.assertFalse(self.path.exists())
