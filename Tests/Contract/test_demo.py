"""The demo: its pictures and streams, its place beside another hub, and the way to its dashboard."""

import json
import os
import re
import shutil
import subprocess
import tempfile
import time
import unittest
import urllib.error
import urllib.request
from pathlib import Path
from xml.etree import ElementTree

import program
import web
from program import wait_until

BYTES_PER_SECOND = 44_100 * 4
STATIONS = 4


def states(hub):
    """The states of all stations, as soon as each is connected."""
    with hub.connect() as client:
        def look():
            records = client.call("get", view="nowPlaying", history=5)["records"]
            found = [record["nowPlaying"] for record in records]
            return found if all(each["connection"]["state"] == "live" for each in found) else None

        return wait_until(look)


def addresses(value, name):
    """Every address that a member of this name has."""
    if isinstance(value, dict):
        if isinstance(value.get(name), str):
            yield value[name]
        children = value.values()
    else:
        children = value if isinstance(value, list) else []
    for child in children:
        yield from addresses(child, name)


def dashboard(*arguments, code=0, environment=None):
    """Runs `nphub dashboard`; gives what it prints on stdout and stderr."""
    result = subprocess.run(
        [program.PATH, "dashboard", *arguments], capture_output=True, text=True, timeout=60,
        env={**os.environ, **(environment or {})}, check=False)
    assert result.returncode == code, result.stderr
    return result.stdout, result.stderr


def ask(link, path="api/v1/stations", origin=None):
    """The answer to a request with the token of a dashboard's link, if it has one."""
    address, _, token = link.strip().partition("#token=")
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    if origin:
        headers["Origin"] = origin
    request = urllib.request.Request(address + path, headers=headers)
    return urllib.request.urlopen(request, timeout=30)


class MediaTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.hub = program.Hub("--stdout", "none")
        cls.addClassCleanup(cls.hub.__exit__)
        cls.states = states(cls.hub)

    def test_covers_and_logos_are_pictures(self):
        covers = set(addresses(self.states, "artworkURL"))
        logos = [each["station"]["logo"] for each in self.states]
        self.assertGreater(len(covers), STATIONS)
        bodies = set()
        for address in covers | {url for logo in logos for url in logo.values()}:
            self.assertRegex(address, r"^http://127\.0\.0\.1:\d+/")
            with urllib.request.urlopen(address, timeout=30) as answer:
                self.assertEqual(answer.headers["Content-Type"], "image/svg+xml")
                body = answer.read()
            self.assertEqual(ElementTree.fromstring(body).tag, "{http://www.w3.org/2000/svg}svg")
            bodies.add(body)
        # A track has the same cover on every station.
        names = {address.rpartition("/")[2] for address in covers}
        self.assertEqual(len(bodies), len(names) + 2 * STATIONS)

    def test_streams_sound_at_the_pace_at_which_they_are_heard(self):
        for state in self.states:
            stream, = state["station"]["streams"]
            begin = time.monotonic()
            with self.subTest(stream["url"]), urllib.request.urlopen(stream["url"], timeout=30) as sound:
                self.assertEqual(sound.headers["Content-Type"], "audio/wav")
                self.assertEqual(sound.read(44)[:4], b"RIFF")
                # Two seconds come at once, those after them when their time is there.
                self.assertEqual(len(sound.read(2 * BYTES_PER_SECOND)), 2 * BYTES_PER_SECOND)
                samples = sound.read(2 * BYTES_PER_SECOND)
                took = time.monotonic() - begin
                self.assertGreater(took, 1.8)
                self.assertLess(took, 10)
                self.assertGreater(len(set(samples)), 100, "that is silence")

    def test_a_listener_that_leaves_costs_nothing_any_more(self):
        address = self.states[0]["station"]["streams"][0]["url"]
        with urllib.request.urlopen(address, timeout=30) as sound:
            sound.read(BYTES_PER_SECOND)
        before = self.processor_time()
        time.sleep(1)
        self.assertLess(self.processor_time() - before, 0.5)
        self.assertIsNone(self.hub.process.poll())

    def processor_time(self):
        fields = Path(f"/proc/{self.hub.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def test_pages_of_any_site_may_read_and_not_more(self):
        link, _ = dashboard("--socket", self.hub.socket_path)
        address = link.partition("#")[0]
        for origin in ("null", "https://radio.example"):
            with ask(address, origin=origin) as answer:
                self.assertEqual(answer.headers["Access-Control-Allow-Origin"], origin)
        with self.assertRaises(urllib.error.HTTPError) as refusal:
            ask(link, "api/v1/status", origin="https://radio.example")
        self.assertIn(refusal.exception.code, (401, 403))
        refusal.exception.close()

    def test_the_dashboards_link_works(self):
        link, hint = dashboard("--socket", self.hub.socket_path)
        self.assertRegex(link, r"^http://127\.0\.0\.1:\d+/#token=[0-9a-f]{32}\n$")
        self.assertEqual(hint, "")
        self.assertIn(link.strip(), self.hub.errors)
        with ask(link, "api/v1/status") as answer:
            self.assertEqual(json.load(answer)["stations"], STATIONS)

    def test_the_link_is_opened(self):
        folder = Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, folder)
        opener = folder / "xdg-open"
        opener.write_text(f"#!/bin/sh\nprintf %s \"$1\" > {folder}/part && mv {folder}/part {folder}/link\n")
        opener.chmod(0o700)
        path = f"{folder}:{os.environ['PATH']}"
        link, _ = dashboard("--open", "--socket", self.hub.socket_path, environment={"PATH": path})
        wait_until((folder / "link").exists)
        self.assertEqual((folder / "link").read_text(), link.strip())
        shutil.rmtree(folder / "nothing", ignore_errors=True)
        _, errors = dashboard("--open", "--socket", self.hub.socket_path, code=69,
                              environment={"PATH": str(folder / "nothing")})
        self.assertIn("cannot run xdg-open: ", errors)


class ConfiguredDashboardTests(unittest.TestCase):
    """`nphub dashboard` for a hub with a config."""

    STATION = program.azuracast("kanalrand", "ws://127.0.0.1:9/")

    def hub(self, **more):
        return self.enterContext(web.WebHub(stations=[self.STATION], **more))

    def test_the_token_is_of_the_file_that_the_config_names(self):
        hub = self.hub()
        link, _ = dashboard("--socket", hub.socket_path)
        self.assertTrue(link.endswith(f"/#token={web.TOKENS['all']}\n"), link)
        with ask(link, "api/v1/status") as answer:
            self.assertEqual(json.load(answer)["stations"], 1)
        with hub.connect() as client:
            told = client.call("dashboard")
        self.assertEqual(told["tokensFile"], os.path.realpath(hub.folder / "tokens"))
        self.assertNotIn("token", told)
        (hub.folder / "tokens").chmod(0o640)
        _, errors = dashboard("--socket", hub.socket_path, code=77)
        self.assertIn("can be read by others", errors)

    def test_without_tokens_it_only_reads(self):
        link, hint = dashboard("--socket", self.hub(tokens=False).socket_path)
        self.assertNotIn("#", link)
        self.assertIn("without a token the page only reads", hint)

    def test_a_hub_without_a_dashboard_says_so(self):
        without = self.enterContext(program.Hub(config={"stations": [self.STATION]}))
        for hub in (without, self.hub(web={"dashboard": False})):
            _, errors = dashboard("--socket", hub.socket_path, code=69)
            self.assertIn("serves no dashboard: add `web: {}`", errors)


class NeighbourTests(unittest.TestCase):
    """Two hubs that both take the usual socket."""

    def setUp(self):
        self.folder = Path(tempfile.mkdtemp(prefix="nphub-beside-"))
        self.addCleanup(shutil.rmtree, self.folder)
        self.environment = {**os.environ, "XDG_RUNTIME_DIR": str(self.folder),
                            "XDG_STATE_HOME": str(self.folder / "state")}
        self.environment.pop("NPHUB_SOCKET", None)

    def begin(self, *arguments):
        """Starts a hub; gives the file with what it says on stderr."""
        errors = self.folder / f"errors-{len(list(self.folder.iterdir()))}"
        with errors.open("wb") as file:
            process = subprocess.Popen(
                [program.PATH, *arguments, "--stdout", "none"], env=self.environment,
                stdout=subprocess.DEVNULL, stderr=file)
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        return errors

    def test_the_demo_runs_beside_another_hub_and_says_where(self):
        first = self.begin("demo")
        wait_until(lambda: "the dashboard: " in first.read_text())
        seen = set()
        for name in ("nphub-demo.sock", "nphub-demo-2.sock"):
            errors = self.begin("demo")
            wait_until(lambda errors=errors: "the dashboard: " in errors.read_text())
            path = self.folder / name
            self.assertRegex(
                errors.read_text(),
                rf"another hub listens at {self.folder}/nphub\.sock; other commands reach this one "
                rf"with --socket {path}\n")
            link, _ = dashboard("--socket", path)
            self.assertIn(link.strip(), errors.read_text())
            seen.add(link)
            with ask(link) as answer:
                self.assertEqual(len(json.load(answer)["records"]), STATIONS)
        self.assertEqual(len(seen), 2)
        link, _ = dashboard(environment=self.environment)
        self.assertIn(link.strip(), first.read_text())

    def test_a_hub_with_a_config_or_a_named_socket_ends_with_the_remedy(self):
        first = self.begin("demo")
        wait_until(lambda: "the dashboard: " in first.read_text())
        path = self.folder / "nphub.sock"
        config = self.folder / "stations.yaml"
        config.write_text(json.dumps({"stations": [ConfiguredDashboardTests.STATION]}))
        for arguments in (("run", "--config", config), ("demo", "--socket", path)):
            with self.subTest(arguments[0]):
                result = subprocess.run(
                    [program.PATH, *arguments, "--stdout", "none"], env=self.environment,
                    capture_output=True, text=True, timeout=60, check=False)
                self.assertEqual(result.returncode, 74)
                self.assertIn(
                    f"socket {path}: another hub listens there: end it, or name another with "
                    "--socket PATH", result.stderr)
                self.assertIsNone(re.search("token=", result.stderr))


if __name__ == "__main__":
    unittest.main()
