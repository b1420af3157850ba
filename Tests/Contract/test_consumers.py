"""The example consumers, as a reader of the documentation runs them."""

import json
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import program
import radio
import running
import schemas
from relay import Relay

EXAMPLES = program.REPOSITORY / "docs/examples"


class Consumer(running.Running):
    """A consumer that runs, and the lines that it has printed."""

    def __init__(self, command, path):
        super().__init__(path, command=command)

    def __exit__(self, *_):
        super().__exit__()
        errors = self.errors.splitlines()
        assert not [line for line in errors if "; waiting for one" not in line], errors


def lines(kept):
    """The whole lines that went through a relay."""
    return [schemas.parse(line) for line in bytes(kept).splitlines(keepends=True)
            if line.endswith(b"\n")]


def subscriptions(relay):
    """The requests to subscribe that went through a relay."""
    return [line for line in lines(relay.sent) if line["method"] == "subscribe"]


class ConsumerTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = Path(cls.enterClassContext(tempfile.TemporaryDirectory()))
        compiled = folder / "NowPlaying"
        # With the modules that the package would be built from: to resolve it takes a network.
        build = program.PATH.parent
        # An object is left behind by a source that was renamed.
        objects = [build / f"{module}.build/{source.name}.o" for module in ("HubClient", "NowPlaying")
                   for source in (program.REPOSITORY / "Sources" / module).rglob("*.swift")]
        subprocess.run(
            ["swiftc", "-swift-version", "6", "-warnings-as-errors",
             "-module-name", "NowPlayingExample", "-I", build / "Modules",
             "-o", compiled, EXAMPLES / "NowPlaying/Sources/main.swift", *objects],
            check=True, timeout=300)
        cls.commands = {
            "python": [sys.executable, EXAMPLES / "now_playing.py"], "swift": [compiled]}

    def test_there_is_no_other_example(self):
        self.assertEqual({path.name for path in EXAMPLES.iterdir()},
                         {"CarApp", "NowPlaying", "now_playing.py"})
        self.assertIsNotNone(shutil.which("swiftc"))

    def test_the_package_depends_on_the_product_that_the_repository_has(self):
        programs = [json.loads(subprocess.run(
            ["swift", "package", "--package-path", folder, "dump-package"], check=True,
            capture_output=True, timeout=300).stdout)
            for folder in (EXAMPLES / "NowPlaying", EXAMPLES / "CarApp", program.REPOSITORY)]
        wanted = [tuple(dependency["product"][:2]) for package in programs[:-1]
                  for target in package["targets"] for dependency in target["dependencies"]]
        self.assertEqual(set(wanted), {("HubClient", "nphub"), ("HubClientURLSession", "nphub")})
        products = {(product["name"], "nphub") for product in programs[-1]["products"]}
        self.assertLessEqual(set(wanted), products)

    def test_they_look_where_the_hub_listens_and_say_where_that_is(self):
        with tempfile.TemporaryDirectory() as folder, program.usual_folder() as usual:
            for variables, hub in (
                    ({"NPHUB_SOCKET": f"{folder}/hub.sock"}, f"{folder}/hub.sock"),
                    ({"XDG_RUNTIME_DIR": folder}, f"{folder}/nphub.sock"),
                    ({}, f"{usual}/nphub.sock")):
                environment = {name: value for name, value in os.environ.items()
                               if name not in ("NPHUB_SOCKET", "XDG_RUNTIME_DIR")} | variables
                self.assertRegex(
                    program.run("status", code=69, env=environment), os.path.dirname(hub))
                for command in self.commands.values():
                    process = subprocess.Popen(
                        list(map(str, command)), stderr=subprocess.PIPE, env=environment)
                    line = process.stderr.readline().decode()
                    process.kill()
                    process.communicate()
                    self.assertEqual(line, f"no hub listens at {hub}; waiting for one\n")

    def test_they_print_what_embedded_stations_play_and_survive_a_restart(self):
        hub = self.enterContext(program.Hub("--stdout", "none"))
        with hub.connect() as client:
            ids = [record["station"] for record in client.call("get", view="line")["records"]]
            stations = [
                client.state(each, lambda state: state["connection"]["state"] == "live")["station"]
                for each in ids]
        names = {"python": {station["name"] for station in stations}, "swift": set(ids)}
        consumers = {
            name: self.enterContext(Consumer(command, hub.socket_path))
            for name, command in self.commands.items()}
        for name, consumer in consumers.items():
            program.wait_until(lambda: self.subjects(consumer.lines) >= names[name])
        before = {name: len(consumer.lines) for name, consumer in consumers.items()}
        self.assertEqual(hub.restart(), 0)
        for name, consumer in consumers.items():
            program.wait_until(
                lambda: self.subjects(consumer.lines[before[name]:]) >= names[name])
            self.assertTrue(any(" – " in line for line in consumer.lines[before[name]:]))

    @staticmethod
    def subjects(lines):
        """Returns the subjects of the lines: the part before the first colon."""
        return {line.partition(":")[0] for line in lines}

    def test_they_resume_where_they_were_interrupted(self):
        station = self.enterContext(radio.Radio())
        station.states["kanalrand"] = station.state(station.song("Undertow"))
        hub = self.enterContext(program.Hub("--stdout", "none", config={
            "stations": [program.azuracast("kanalrand", station.server.url())]}))
        with hub.connect() as client:
            client.state("kanalrand", lambda state: "track" in state)
        for name, command in self.commands.items():
            with self.subTest(name):
                self.resume(command, hub, station)
                station.publish("kanalrand", station.state(station.song("Undertow")))

    def resume(self, command, hub, station):
        path = hub.folder / "relay.sock"
        path.unlink(missing_ok=True)
        with Relay(hub.socket_path, path) as relay, Consumer(command, path) as consumer:
            program.wait_until(lambda: len(consumer.lines) == 1)
            program.wait_until(lambda: lines(relay.told)[-1].get("method") == "synced")
            held = lines(relay.told)[-1]["params"]["resume"]
            relay.cut()
            relay.mend()
            program.wait_until(lambda: len(subscriptions(relay)) == 2)
            since = subscriptions(relay)[1]["params"]["since"]
            self.assertEqual(since, {"epoch": lines(relay.told)[0]["result"]["epoch"], "revision": held})
            program.wait_until(lambda: lines(relay.told)[-1].get("method") == "synced")
            station.publish("kanalrand", station.state(station.song("Sluice"), row=72))
            program.wait_until(lambda: len(consumer.lines) == 2)
            answers = [line["result"] for line in lines(relay.told)
                       if "subscription" in line.get("result", {})]
            self.assertEqual([answer.get("recovered", False) for answer in answers], [False, True])
            for request in lines(relay.sent):
                schemas.check("request", request)
        self.assertIn("Mara Ebb – Undertow", consumer.lines[0])
        self.assertIn("Mara Ebb – Sluice", consumer.lines[1])

    def test_they_say_what_a_hub_refuses_and_end(self):
        for name, command in self.commands.items():
            with self.subTest(name), tempfile.TemporaryDirectory() as folder:
                path = Path(folder) / "hub.sock"
                with socket.socket(socket.AF_UNIX) as listener:
                    listener.bind(str(path))
                    listener.listen()
                    consumer = subprocess.Popen(
                        [*map(str, command), str(path)], stdout=subprocess.PIPE,
                        stderr=subprocess.PIPE)
                    hub, _ = listener.accept()
                    with hub:
                        requests = map(json.loads, hub.makefile())
                        wanted = next(each for each in requests if each["method"] == "subscribe")
                        hub.sendall(json.dumps({
                            "jsonrpc": "2.0", "id": wanted["id"],
                            "error": {"code": -32004, "message": "no more", "data": {}}}
                        ).encode() + b"\n")
                        output, errors = consumer.communicate(timeout=10)
                self.assertEqual((consumer.returncode, output, errors), (1, b"", b"no more\n"))
