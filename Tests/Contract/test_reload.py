"""SIGHUP: the config is read again, and only what differs in it is touched."""

import json
import signal
import subprocess
import tempfile
import time
import unittest
from pathlib import Path

import certificates
import program
import radio
import schemas


class ReloadTestCase(unittest.TestCase):
    """Two servers, one with the stations a and b, one with c; each counts its connections."""

    def setUp(self):
        self.shared = self.serve()
        self.lone = self.serve()
        self.stations = [self.station("a"), self.station("b"), self.station("c", self.lone)]

    def serve(self, **server):
        station = self.enterContext(radio.Radio(**server))
        station.usual = station.state(station.song("Undertow"))
        return station

    def station(self, name, server=None, **feed):
        return program.azuracast(name, (server or self.shared).server.url(), **feed)

    def start(self, *arguments):
        """Starts the hub, and waits until all its stations are live."""
        self.hub = self.enterContext(program.Hub(*arguments, config=self.config))
        self.client = self.enterContext(self.hub.connect())
        self.await_live()

    @property
    def config(self):
        return {"stations": self.stations}

    def await_live(self):
        for station in self.stations:
            self.client.state(
                station["id"], lambda state: state["connection"]["state"] == "live")

    def reload(self):
        """Has the hub take the stations as they are now."""
        return self.hub.reload(self.config)

    def without(self, *names):
        self.stations = [station for station in self.stations if station["id"] not in names]

    def change(self, station_id, /, **changes):
        """Changes what the config says of a station; `feed__url` is its feed's address."""
        station = next(station for station in self.stations if station["id"] == station_id)
        for key, value in changes.items():
            owner, _, member = key.rpartition("__")
            (station[owner] if owner else station)[member] = value

    def connections(self, server):
        """Returns the number of connections so far, and of those that are open."""
        connections = server.server.connections
        return len(connections), sum(not connection.closed for connection in connections)

    def await_connections(self, server, ever, now):
        try:
            program.wait_until(lambda: self.connections(server) == (ever, now))
        except AssertionError:
            self.fail(f"{self.connections(server)} in place of {ever} ever and {now} now")

    def asked(self, server):
        """Returns the stations in the last connection's request; waits for that request."""
        ever, _ = self.connections(server)

        def requests():
            return [request for request in server.requests if isinstance(request, dict)]

        program.wait_until(lambda: len(requests()) >= ever)
        request = requests()[-1]
        return [channel.removeprefix("station:") for channel in request["subs"]]

    def states(self):
        return self.client.call("get", view="nowPlaying")["records"]

    def subscribe(self, **parameters):
        """Subscribes and reads all that is there."""
        subscription = self.client.call("subscribe", **parameters)
        while (line := self.client.notification())["method"] != "synced":
            pass
        return {"epoch": subscription["epoch"], "revision": line["params"]["resume"]}


class ConnectionTests(ReloadTestCase):
    def setUp(self):
        super().setUp()
        self.start()

    def test_a_config_that_says_the_same_touches_nothing(self):
        before = self.states()
        self.subscribe(view="nowPlaying", minInterval=0)
        self.stations.reverse()
        self.reload()
        self.assertIsNone(self.client.notification(1.5))
        self.assertEqual(self.connections(self.shared), (1, 1))
        self.assertEqual(self.connections(self.lone), (1, 1))
        self.assertEqual(self.states(), before[::-1])

    def test_a_link_that_loses_a_station_is_made_anew_once_and_no_other(self):
        before = {record["station"]: record for record in self.states()}
        self.subscribe(view="nowPlaying", minInterval=0)
        self.without("b")
        said = self.reload()
        self.assertRegex(said, "config reloaded hub-added=0 hub-changed=0 hub-links=1 "
                               "hub-removed=1")
        self.await_connections(self.shared, 2, 1)
        self.assertEqual(self.asked(self.shared), ["a"])
        record = self.client.notification()["params"]["record"]
        self.assertEqual((record["station"], record.get("removed")), ("b", True))
        self.assertIsNone(self.client.notification(1.5), "of nothing else is there news")
        self.assertEqual(self.connections(self.lone), (1, 1))
        del before["b"]
        self.assertEqual({record["station"]: record for record in self.states()}, before)
        self.shared.publish("a", self.shared.state(self.shared.song("Ebb"), row=72))
        self.assertEqual(
            self.client.notification()["params"]["record"]["nowPlaying"]["track"]["title"], "Ebb")

    def test_the_link_of_a_station_that_is_removed_is_closed(self):
        self.without("c")
        self.reload()
        self.await_connections(self.lone, 1, 0)
        self.assertEqual(self.lone.server.connections[0].close_code, 1001)
        self.assertEqual(self.connections(self.shared), (1, 1))
        links = self.client.call("status")["links"]
        self.assertEqual([[station["id"] for station in link["stations"]] for link in links],
                         [["a", "b"]])

    def test_a_station_that_is_added_gets_a_link(self):
        self.subscribe(view="line", minInterval=0)
        self.stations.append(self.station("d"))
        self.reload()
        self.await_connections(self.shared, 2, 2)
        self.assertEqual(self.asked(self.shared), ["d"])
        self.assertEqual(self.connections(self.lone), (1, 1))
        lines = [record["line"] for record in self.client.records(within=2)]
        self.assertEqual(lines, ["d", "Mara Ebb – Undertow"])

    def test_other_header_fields_are_sent_on_exactly_one_new_connection(self):
        self.change("c", feed__headers={"X-Key": "tide"})
        self.reload()
        self.await_connections(self.lone, 2, 1)
        self.assertEqual(self.lone.server.connections[1].request_headers["X-Key"], "tide")
        self.assertEqual(self.connections(self.shared), (1, 1))

    def test_another_address_is_dialled_and_the_state_stays(self):
        moved = self.serve()
        def song(state):
            # Each server began its own at a time of its own, by which they are told apart.
            return {key: value for key, value in state["track"].items() if key != "id"}

        before = song(self.client.state("c"))
        self.change("c", feed__url=moved.server.url())
        self.reload()
        self.await_connections(self.lone, 1, 0)
        self.await_connections(moved, 1, 1)
        state = self.client.state("c")
        self.assertEqual((song(state), state["connection"]["state"]), (before, "live"))

    def test_what_is_said_of_a_station_is_told_and_dials_nothing(self):
        self.subscribe(view="nowPlaying", minInterval=0)
        self.change("a", name="Radio A", defaultStreamer="Robot", delay=1, logo={
            "light": "https://a.example/light.png"})
        self.reload()
        record = self.client.notification()["params"]["record"]
        self.assertIn("station", record["changed"])
        self.assertEqual(record["nowPlaying"]["station"]["name"], "Radio A")
        self.assertEqual(record["nowPlaying"]["station"]["logo"],
                         {"light": "https://a.example/light.png"})
        time.sleep(0.5)
        self.assertEqual(self.connections(self.shared), (1, 1))
        self.assertEqual(self.connections(self.lone), (1, 1))

    def test_the_last_of_several_configs_counts(self):
        for name in ("d", "e", "f"):
            self.stations.append(self.station(name))
            self.hub.write_config(self.config)
            self.hub.process.send_signal(signal.SIGHUP)
        program.wait_until(lambda: len(self.states()) == len(self.stations))
        self.await_live()
        self.reload()
        self.await_live()
        self.without("d", "e", "f")
        self.reload()
        self.assertEqual([record["station"] for record in self.states()], ["a", "b", "c"])

    def test_a_station_goes_and_comes_for_clients_that_named_it(self):
        self.subscribe(view="line", stations=["c"], minInterval=0)
        station = self.stations[2]
        self.without("c")
        self.reload()
        self.assertIs(self.client.notification()["params"]["record"]["removed"], True)
        self.stations.append(station)
        self.reload()
        lines = [record["line"] for record in self.client.records(within=2)]
        self.assertEqual(lines, ["c", "Mara Ebb – Undertow"])

    def test_who_comes_back_is_told_what_is_gone(self):
        since = self.subscribe(view="line")
        self.without("c")
        self.reload()
        with self.hub.connect() as again:
            self.assertTrue(again.call("subscribe", view="line", since=since)["recovered"])
            record = again.notification()["params"]["record"]
            self.assertEqual((record["station"], record["removed"]), ("c", True))
            self.assertEqual(again.notification()["method"], "synced")


class CertificateTests(ReloadTestCase):
    def test_another_fingerprint_and_another_file_of_authorities_count_from_the_next_dial_on(self):
        folder = Path(self.enterContext(tempfile.TemporaryDirectory()))
        settings, fingerprint = certificates.self_signed(folder, "own")
        self.lone = self.serve(tls=settings)
        self.stations = [self.station("a"), self.station(
            "c", self.lone, tls={"fingerprint": "ab" * 32})]
        self.hub = self.enterContext(program.Hub(config=self.config))
        self.client = self.enterContext(self.hub.connect())
        self.client.state("c", lambda state: "reason" in state["connection"])
        self.change("c", feed__tls={"fingerprint": fingerprint})
        self.reload()
        self.await_live()

        certificates.self_signed(folder, "ca")
        self.change("c", feed__tls={"ca": str(folder / "ca.pem")})
        self.reload()
        reason = self.client.state(
            "c", lambda state: "reason" in state["connection"], within=15)["connection"]["reason"]
        self.assertIn(reason["code"], ("selfSigned", "unknownIssuer"))
        (folder / "ca.pem").write_bytes((folder / "own.pem").read_bytes())
        self.reload()
        self.await_live()


class RefusalTests(ReloadTestCase):
    def setUp(self):
        super().setUp()
        self.start()

    def check(self):
        """Returns the messages of `nphub check` about the hub's config."""
        process = subprocess.run(
            [str(program.PATH), "check", str(self.hub.config_path)], capture_output=True,
            timeout=10, check=False)
        self.assertEqual(process.returncode, 78)
        return process.stderr.decode().splitlines()

    def assert_untouched(self):
        self.assertEqual([record["station"] for record in self.states()], ["a", "b", "c"])
        self.assertEqual(self.connections(self.shared), (1, 1))
        self.assertEqual(self.connections(self.lone), (1, 1))

    def test_a_broken_config_leaves_the_old_one_in_force_and_says_why(self):
        wrong = [self.station("a"), {"id": "b c", "nmae": "B"}]
        player = {"id": "p", "feed": {"type": "mopidy", "host": "http://127.0.0.1:9/"}}
        for text in ["stations: [", "", json.dumps({"stations": wrong}, indent=1),
                     json.dumps({"stations": [player]}, indent=1)]:
            with self.subTest(text):
                said = self.hub.reload(text)
                for line in self.check():
                    self.assertIn(line.replace('"', '\\"'), said)
                self.assertIn("config not reloaded: the one before stays in force", said)
                self.assert_untouched()
        self.hub.config_path.unlink()
        said = self.hub.reload()
        self.assertIn("config.yaml: the file cannot be read: No such file or directory", said)
        self.assert_untouched()

    def test_a_config_that_is_mended_is_taken(self):
        self.hub.reload("stations: 7")
        self.stations.append(self.station("d"))
        self.assertIn("hub-added=1", self.reload())
        self.await_live()

    def test_a_player_may_be_on_any_port(self):
        for host in ["127.0.0.1:9", "[::1]:9", "::1", "bücher.localhost"]:
            with self.subTest(host):
                player = {"id": "p", "feed": {"type": "mopidy", "host": host}}
                self.assertIn("hub-links", self.hub.reload({"stations": [*self.stations, player]}))
                self.client.state("p", lambda state: state["connection"]["state"] == "failing")

    def test_many_mistakes_are_told_in_part_and_counted(self):
        stations = [{"id": f"s{number}"} for number in range(500)]
        said = self.hub.reload({"stations": stations})
        self.assertEqual(said.count("mistake in the config"), 20)
        self.assertIn("hub-mistakes=500", said)

    def test_settings_that_only_a_start_applies_are_named_and_stay(self):
        config = {**self.config, "socket": {"path": str(self.hub.folder / "other.sock"),
                                            "mode": "0660"}}
        said = self.hub.reload(config)
        for setting in ("socket.path", "socket.mode"):
            self.assertRegex(said, f"setting not changed: .* hub-setting={setting}\n")
        self.assertNotIn("socket.group", said)
        self.assertTrue(program.serves(self.hub.socket_path))
        self.assertFalse((self.hub.folder / "other.sock").exists())
        self.assert_untouched()


class OutputTests(ReloadTestCase):
    def test_stdout_is_told_of_stations_that_go_and_come(self):
        self.start("--stdout", "line", "--min-interval", "3600")
        # Of each of the three, that it is being connected and what came of that.
        program.wait_until(lambda: len(self.hub.output) >= 6)
        before = len(self.hub.output)
        self.without("c")
        self.stations.append(self.station("d"))
        self.reload()
        program.wait_until(lambda: len(self.hub.output) >= before + 3)
        records = [schemas.parse(line) for line in self.hub.output[before:]]
        for record in records:
            schemas.check("record", record)
        self.assertEqual([(record["station"], record.get("removed")) for record in records],
                         [("c", True), ("d", None), ("d", None)])

    def test_without_a_config_there_is_nothing_to_reload(self):
        with program.Hub("--stdout", "none") as hub:
            said = hub.reload()
            self.assertIn("nothing to reload: the hub was started without a config", said)
            self.assertTrue(program.serves(hub.socket_path))


class RecordingTests(ReloadTestCase):
    def test_a_replay_comes_to_the_same_with_each_config_that_was_in_force(self):
        recording = Path(self.enterContext(tempfile.TemporaryDirectory())) / "recording.jsonl"
        self.start("--record", str(recording))
        first = self.keep_config(recording, "first")
        self.without("b")
        self.stations.append(self.station("d"))
        self.change("c", name="Radio C")
        self.reload()
        self.await_connections(self.shared, 2, 1)
        self.await_live()
        second = self.keep_config(recording, "second")
        for name in ("a", "d"):
            self.shared.publish(name, self.shared.state(self.shared.song("Ebb"), row=72))
            self.client.state(name, lambda state: state["track"]["title"] == "Ebb")
        shown = {record["station"]: record["nowPlaying"] for record in self.states()}
        self.assertEqual(self.hub.stop(), 0, self.hub.errors)

        lines = [schemas.parse(line) for line in recording.read_bytes().splitlines(keepends=True)]
        for line in lines:
            schemas.check("recording", line)
        changes = [line for line in lines if line.get("event") == "reconfigured"]
        self.assertEqual(len(changes), 1)
        self.assertNotEqual(changes[0]["config"], lines[0]["config"])
        for configs in [(first, second), (second, first)]:
            output, errors = self.replay(recording, *configs)
            self.assertEqual(errors, "")
            self.assertEqual(self.final(output), shown)
        output, errors = self.replay(recording, first)
        self.assertIn(f"recording.jsonl:{lines.index(changes[0]) + 1}: the config was changed",
                      errors)
        self.assertIn("b", self.final(output))

    def keep_config(self, recording, name):
        path = recording.with_name(f"{name}.yaml")
        path.write_bytes(self.hub.config_path.read_bytes())
        return path

    @staticmethod
    def replay(recording, *configs):
        options = [option for path in configs for option in ("--config", str(path))]
        process = subprocess.run(
            [str(program.PATH), "replay", str(recording), "--min-interval", "0", *options],
            capture_output=True, timeout=20, check=True)
        return process.stdout, process.stderr.decode()

    @staticmethod
    def final(output):
        """The state of each station in the end."""
        states = {}
        for line in output.splitlines(keepends=True):
            record = schemas.parse(line)
            schemas.check("record", record)
            states[record["station"]] = record.get("nowPlaying")
        return {station: state for station, state in states.items() if state is not None}
