"""MQTT: stations and sessions at a real Mosquitto, and commands that come back."""

import json
import socket
import subprocess
import tempfile
import threading
import time
import unittest
from pathlib import Path

import certificates
import program
import radio
from broker import Broker, Subscriber


class BrokerTestCase(unittest.TestCase):
    """A radio of two stations, and hubs that publish them."""

    stations = ("kanalrand", "nachtschicht")

    def setUp(self):
        self.radio = self.enterContext(radio.Radio())
        self.radio.usual = self.radio.state(self.radio.song("Undertow"))

    def config(self, broker, *stations, **mqtt):
        return {
            "mpris": {"enabled": False}, "history": {"enabled": False},
            "mqtt": {"url": getattr(broker, "url", broker), "minInterval": 0, **mqtt},
            "stations": [program.azuracast(name, self.radio.server.url())
                         for name in stations or self.stations]}

    def start(self, config):
        return self.enterContext(program.Hub(config=config))

    def status(self, hub):
        with hub.connect() as client:
            return client.call("status")["mqtt"]

    def broker(self, **options):
        return self.enterContext(Broker(**options))

    def subscribe(self, broker, topic="#", *options):
        return self.enterContext(Subscriber(broker, topic, *options))

    def await_online(self, subscriber, titles):
        for station, title in titles.items():
            subscriber.await_last(f"nphub/{station}/title", title)
        subscriber.await_last("nphub/status", "online")


class PublishingTests(BrokerTestCase):
    def test_states_are_retained_and_only_what_changes_is_published(self):
        broker = self.broker()
        subscriber = self.subscribe(broker, "nphub/#")
        hub = self.start(self.config(broker))
        self.await_online(subscriber, dict.fromkeys(self.stations, "Undertow"))
        subscriber.quiet()
        before = subscriber.counts()
        self.radio.play("kanalrand", "Overtow")
        subscriber.await_last("nphub/kanalrand/title", "Overtow")
        subscriber.quiet()
        news = subscriber.counts() - before
        # The artist and the picture are the same.
        self.assertEqual(
            {f"nphub/kanalrand/{name}": 1 for name in ("state", "title", "line")}, dict(news))
        kept = broker.retained()
        self.assertEqual("Mara Ebb – Overtow", kept["nphub/kanalrand/line"])
        state = json.loads(kept["nphub/kanalrand/state"])
        with hub.connect() as client:
            told = client.state("kanalrand", listeners=True)
        self.assertEqual(told["track"], state["track"])
        self.assertEqual(hub.stop(), 0)
        subscriber.await_last("nphub/status", "offline")

    def test_a_topic_is_published_once_in_its_interval(self):
        broker = self.broker()
        subscriber = self.subscribe(broker, "nphub/#")
        self.start(self.config(broker, minInterval=2))
        self.await_online(subscriber, {"kanalrand": "Undertow"})
        subscriber.quiet(2.5)
        before = subscriber.counts()
        for number in range(20):
            self.radio.play("kanalrand", f"Title {number}", row=100 + number)
            time.sleep(0.05)
        subscriber.await_last("nphub/kanalrand/title", "Title 19")
        subscriber.quiet()
        news = subscriber.counts() - before
        # The first at once, the newest when the interval ends, and what changed at its edge.
        self.assertLessEqual(news["nphub/kanalrand/title"], 3)
        self.assertGreaterEqual(news["nphub/kanalrand/title"], 2)

    def test_a_station_that_is_removed_is_removed_from_the_broker(self):
        broker = self.broker()
        subscriber = self.subscribe(broker)
        hub = self.start(self.config(broker, discovery="homeassistant"))
        self.await_online(subscriber, dict.fromkeys(self.stations, "Undertow"))
        hub.reload(self.config(broker, "kanalrand", discovery="homeassistant"))
        subscriber.await_last("nphub/nachtschicht/state", "")
        program.wait_until(lambda: not self.topics_of("nachtschicht", broker))
        self.assertTrue(self.topics_of("kanalrand", broker))

    def test_what_a_hub_before_has_published_is_removed(self):
        broker = self.broker()
        hub = self.start(self.config(broker, discovery="homeassistant"))
        program.wait_until(lambda: "nphub/nachtschicht/line" in broker.retained())
        hub.process.kill()
        broker.publish("nphub/other/state", "of another", "-r")
        next_hub = self.start(self.config(broker, "kanalrand"))
        program.wait_until(lambda: not self.topics_of("nachtschicht", broker))
        program.wait_until(
            lambda: not any(topic.startswith("homeassistant/") for topic in broker.retained()))
        self.assertIn("nphub/other/state", broker.retained())
        self.assertEqual(next_hub.stop(), 0)

    @staticmethod
    def topics_of(station, broker):
        return [topic for topic in broker.retained() if station in topic.split("/")
                or topic.startswith("homeassistant/") and f"_{station}/" in topic]


class OutageTests(BrokerTestCase):
    def test_a_broker_that_comes_back_is_given_everything_and_nothing_stale(self):
        broker = self.broker()
        hub = self.start(self.config(broker, discovery="homeassistant", qos=1))
        program.wait_until(lambda: "nphub/status" in broker.retained())
        stop = threading.Event()
        playing = threading.Thread(target=self.play, args=(stop,))
        playing.start()
        for count in range(3):
            program.wait_until(lambda count=count: self.connections(hub) == count + 1)
            time.sleep(0.3)
            broker.kill()
            time.sleep(0.3)
            broker.start()
        stop.set()
        playing.join()
        self.radio.play("kanalrand", "The last", row=9_999)
        subscriber = self.subscribe(broker, "nphub/#")
        self.await_online(subscriber, {"kanalrand": "The last", "nachtschicht": "Undertow"})
        subscriber.quiet()
        kept = broker.retained()
        self.assertEqual("Mara Ebb – The last", kept["nphub/kanalrand/line"])
        self.assertEqual("The last", json.loads(kept["nphub/kanalrand/state"])["track"]["title"])
        self.assertEqual(4, self.connections(hub))
        # An outage is told once.
        self.assertEqual(3, hub.errors.count("MQTT broker not connected"))

    def connections(self, hub):
        return self.status(hub)["connections"]

    def play(self, stop):
        number = 0
        while not stop.is_set():
            number += 1
            self.radio.play("kanalrand", f"Title {number}", row=100 + number)
            time.sleep(0.01)

    def test_a_broker_that_never_answers_delays_nothing(self):
        # A listener that accepts, and a port whose queue is full: neither says a word.
        with socket.create_server(("127.0.0.1", 0), backlog=0) as silent:
            held = [socket.socket() for _ in range(4)]
            for connection in held:
                connection.setblocking(False)
                connection.connect_ex(silent.getsockname())
            address = f"mqtt://127.0.0.1:{silent.getsockname()[1]}"
            self.assert_undelayed(self.start(self.config(address)))
            for connection in held:
                connection.close()

    def test_a_name_that_is_never_looked_up_delays_nothing(self):
        folder = Path(self.enterContext(tempfile.TemporaryDirectory()))
        (folder / "resolv.conf").write_text("nameserver 127.0.0.77\noptions timeout:30\n")
        mount = f'mount --bind {folder}/resolv.conf /etc/resolv.conf && exec "$0" "$@"'
        before = ("unshare", "-m", "sh", "-c", mount)
        silent = self.enterContext(socket.socket(socket.AF_INET, socket.SOCK_DGRAM))
        try:
            silent.bind(("127.0.0.77", 53))
            subprocess.run([*before, "true"], check=True, capture_output=True)
        except (OSError, subprocess.CalledProcessError) as error:
            raise unittest.SkipTest(f"the look-ups of a program cannot be changed: {error}")
        config = self.config("mqtt://broker.nphub-test.org")
        self.assert_undelayed(self.enterContext(program.Hub(config=config, before=before)))
        silent.settimeout(10)
        self.assertIn(b"nphub-test", silent.recv(512))

    def assert_undelayed(self, hub):
        """Holds that the hub serves without long turns, and ends in time."""
        with hub.connect() as client:
            client.state("kanalrand", lambda state: "track" in state)
            for number in range(100):
                self.radio.play("kanalrand", f"Title {number}", row=100 + number)
                time.sleep(0.01)
            client.state("kanalrand", lambda state: state["track"]["title"] == "Title 99")
            status = client.call("status")
        self.assertEqual("connecting", status["mqtt"]["state"])
        # A loaded machine makes some turns longer; a wait makes one of seconds.
        turns = {size["atMost"]: size["turns"] for size in status["loop"]["classes"]}
        self.assertGreater(turns[10_000], 0.9 * status["loop"]["turns"])
        self.assertLess(status["loop"]["longest"], 1)
        started = time.monotonic()
        self.assertEqual(hub.stop(), 0)
        self.assertLess(time.monotonic() - started, 3)

    def test_two_brokers_in_turn_on_reload(self):
        first, second = self.broker(), self.broker()
        hub = self.start(self.config(first))
        program.wait_until(lambda: first.retained().get("nphub/kanalrand/title") == "Undertow")
        hub.reload(self.config(second))
        program.wait_until(lambda: second.retained().get("nphub/kanalrand/title") == "Undertow")
        self.assertEqual({}, first.retained())
        hub.reload(self.config(first, prefix="home/radio"))
        program.wait_until(lambda: first.retained().get("home/radio/kanalrand/title"))
        self.assertEqual({}, second.retained())
        self.assertIn("home/radio/status", first.retained())

    def test_the_last_will_says_that_a_hub_is_lost(self):
        broker = self.broker()
        hub = self.start(self.config(broker))
        program.wait_until(lambda: broker.retained().get("nphub/status") == "online")
        hub.process.kill()
        program.wait_until(lambda: broker.retained().get("nphub/status") == "offline")


class CommandTests(BrokerTestCase):
    def setUp(self):
        super().setUp()
        self.one = self.broker()
        self.subscriber = self.subscribe(self.one, "nphub/session/#")
        self.hub = self.start(self.config(self.one))
        program.wait_until(lambda: self.subscriber.last("nphub/session/main/state"))

    def command(self, payload, *options):
        count = len(self.subscriber.payloads("nphub/session/main/answer"))
        self.one.publish("nphub/session/main/command", payload, *options)
        answers = program.wait_until(
            lambda: self.subscriber.payloads("nphub/session/main/answer")[count:])
        return json.loads(answers[0])

    @property
    def state(self):
        return json.loads(self.subscriber.last("nphub/session/main/state"))["playbackState"]

    def test_commands_are_carried_out_and_answered(self):
        select = {"action": "select", "station": "kanalrand"}
        self.assertTrue(self.command(json.dumps(select))["ok"])
        program.wait_until(lambda: self.state == "playing")
        self.assertTrue(self.command("pause")["ok"])
        program.wait_until(lambda: self.state == "paused")
        self.assertTrue(self.command(json.dumps({"action": "play", "session": "main"}))["ok"])
        program.wait_until(lambda: self.state == "playing")

    def test_anything_else_is_answered_with_what_is_wrong(self):
        for payload, words in [
            ("nonsense", "one of"), ('{"action":"select"}', "station"), ("{", "a command is"),
            ("", "a command is"), ("[1]", "a command is"), ('{"action":7}', "one of"),
            ('{"action":"play","session":"car"}', "session main"), ("\x07", "a command is"),
            ('{"action":"select","station":"nowhere"}', "nowhere"), ("{" * 2_000, "a command is"),
        ]:
            with self.subTest(payload[:40]):
                answer = self.command(payload)
                self.assertFalse(answer["ok"])
                self.assertIn(words, answer["error"])

    def test_a_command_that_was_kept_is_ignored(self):
        self.hub.stop()
        self.one.publish(
            "nphub/session/main/command", '{"action":"select","station":"kanalrand"}', "-r")
        self.hub.start()
        self.assertTrue(self.command("stop")["ok"] is not None)
        self.assertEqual("stopped", self.state)

    def test_a_flood_of_commands_is_bounded(self):
        subprocess.run(
            ["mosquitto_pub", "-p", str(self.one.port), "-t", "nphub/session/main/command", "-l"],
            input=b"pause\n" * 5_000, check=True, timeout=60)
        program.wait_until(lambda: self.status(self.hub)["dropped"] > 4_000)
        self.assertLess(self.status(self.hub)["commands"], 200)
        self.assertEqual(1, self.hub.errors.count("commands over MQTT dropped"))

    def test_a_stranger_s_flood_costs_nothing(self):
        before = self.one.log.count("Sending PUBLISH to nphub-")
        flood = "".join(f"payload {number}\n" for number in range(2_000)).encode()
        for topic in ("nphub/stranger/state", "nphub/kanalrand/volume", "nphub/session/x/command"):
            subprocess.run(
                ["mosquitto_pub", "-p", str(self.one.port), "-t", topic, "-l", "-r"],
                input=flood, check=True, timeout=60)
        self.assertTrue(self.command("stop")["ok"] is not None)
        self.assertEqual(before + 1, self.one.log.count("Sending PUBLISH to nphub-"))


class SecurityTests(BrokerTestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = Path(cls.enterClassContext(tempfile.TemporaryDirectory()))
        cls.authority = certificates.Authority(cls.folder)
        cls.authority.issue("localhost", "subjectAltName=DNS:localhost")
        cls.secure = cls.enterClassContext(
            Broker(cls.folder / "localhost.pem", user=("radio", "hunter2")))
        (cls.folder / "password").write_text("hunter2\n")

    def start_with(self, **mqtt):
        config = self.config(self.secure)
        config["mqtt"] = {
            "url": f"mqtts://localhost:{self.secure.port}", "ca": str(self.authority.path),
            "username": "radio", "password": f"file:{self.folder / 'password'}", **mqtt}
        return self.start({**config, "mqtt": {k: v for k, v in config["mqtt"].items() if v}})

    def test_tls_and_a_password(self):
        hub = self.start_with()
        program.wait_until(lambda: self.status(hub)["state"] == "connected")
        program.wait_until(lambda: self.status(hub)["published"] > 10)
        self.assertNotIn("hunter2", hub.errors)

    def test_what_is_wrong_is_told_in_plain_words(self):
        port = self.secure.port
        for words, mqtt in [
            ("not authorised", {"password": "wrong"}),
            ("not authorised", {"username": None, "password": None}),
            ("for another host", {"url": f"mqtts://127.0.0.1:{port}"}),
            ("not trusted", {"ca": None}),
            ("needs mqtts://", {"url": f"mqtt://localhost:{port}", "ca": None}),
            ("refused", {"url": f"mqtt://localhost:{program.free_port()}", "ca": None}),
            ("no such host", {"url": "mqtt://broker.invalid", "ca": None}),
        ]:
            with self.subTest(words):
                hub = self.start_with(**mqtt)
                program.wait_until(lambda hub=hub: "MQTT broker not connected" in hub.errors)
                self.assertIn(words, hub.errors)
                self.assertIn(words, self.status(hub)["reason"])
                time.sleep(1)
                self.assertEqual(1, hub.errors.count("MQTT broker not connected"))
                self.assertIn(words, program.run("status", "--socket", hub.socket_path).decode())
                hub.stop()

    def test_a_port_without_tls(self):
        plain = self.broker()
        hub = self.start_with(url=f"mqtts://localhost:{plain.port}")
        program.wait_until(lambda: "does not speak TLS" in hub.errors)


class DiscoveryTests(BrokerTestCase):
    def setUp(self):
        super().setUp()
        self.one = self.broker()
        self.subscriber = self.subscribe(self.one, "homeassistant/#")
        self.hub = self.start(self.config(self.one, discovery="homeassistant"))
        program.wait_until(lambda: "nphub/status" in self.one.retained())

    def announcements(self):
        return {topic: json.loads(payload) for topic, payload in self.one.retained().items()
                if topic.startswith("homeassistant/")}

    def test_entities_have_what_home_assistant_needs(self):
        found = self.announcements()
        self.assertEqual(2 * 7 + 10, len(found))
        self.assertEqual(len(found), len({entity["unique_id"] for entity in found.values()}))
        topics = self.one.retained()
        for topic, entity in found.items():
            with self.subTest(topic):
                self.assertEqual("nphub/status", entity["availability_topic"])
                self.assertEqual("nphub", entity["origin"]["name"])
                self.assertTrue(entity["device"]["identifiers"])
                self.assertRegex(topic, r"^homeassistant(/[A-Za-z0-9_-]+){3}/config$")
                for key in ("state_topic", "url_topic", "json_attributes_topic"):
                    self.assertIn(entity.get(key, "nphub/status"), topics)

    def test_they_are_announced_again_when_home_assistant_comes(self):
        self.subscriber.quiet()
        before = self.subscriber.counts()
        self.one.publish("homeassistant/status", "online")
        program.wait_until(lambda: len((self.subscriber.counts() - before)) == 25)
        self.subscriber.quiet()
        self.assertEqual({1}, set((self.subscriber.counts() - before).values()))

    def test_a_station_that_is_renamed_keeps_its_entities(self):
        before = self.announcements()
        config = self.config(self.one, discovery="homeassistant")
        config["stations"][0]["name"] = "Kanal \"Rand\" {{ FM }} %}"
        self.hub.reload(config)
        title = "homeassistant/sensor/nphub_station_kanalrand/title/config"
        program.wait_until(
            lambda: self.announcements()[title]["device"]["name"] == config["stations"][0]["name"])
        after = self.announcements()
        self.assertEqual(before.keys(), after.keys())
        for topic, entity in after.items():
            self.assertEqual(before[topic]["unique_id"], entity["unique_id"])

    def test_they_go_when_the_discovery_does(self):
        self.hub.reload(self.config(self.one))
        program.wait_until(lambda: not self.announcements())
        program.wait_until(lambda: self.one.retained().get("nphub/kanalrand/title") == "Undertow")


if __name__ == "__main__":
    unittest.main()
