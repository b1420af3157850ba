"""Runs the program with a real Home Assistant: `make test-homeassistant`."""

import sys
import tempfile
import time
import unittest

from server import PROGRAM, HomeAssistant

import program
import radio
from broker import Broker

TITLE = "sensor.kanalrand_fm_title"
BUTTON = "button.nphub_main_{}"


class HomeAssistantTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.radio = cls.enterClassContext(radio.Radio())
        cls.radio.usual = cls.radio.state(cls.radio.song("Undertow"))
        cls.broker = cls.enterClassContext(Broker())
        folder = cls.enterClassContext(tempfile.TemporaryDirectory(prefix="nphub-home-"))
        cls.server = cls.enterClassContext(HomeAssistant(folder))
        cls.server.connect(cls.broker)
        cls.hub = cls.enterClassContext(program.Hub(config=cls.config()))
        cls.server.await_state(TITLE, "Undertow")

    @classmethod
    def config(cls, *stations, **changes):
        config = {
            "mpris": {"enabled": False}, "history": {"enabled": False},
            "mqtt": {"url": cls.broker.url, "discovery": "homeassistant"},
            "stations": [program.azuracast(name, cls.radio.server.url())
                         for name in stations or ("kanalrand", "nachtschicht")]}
        config["stations"][0].update({"name": "Kanalrand FM", **changes})
        if len(config["stations"]) > 1:
            config["stations"][1]["name"] = "Nacht \"Schicht\" {{ 7 }} %} Ünï"
        return config

    def setUp(self):
        self.addCleanup(self.hub.reload, self.config())

    def test_1_entities_appear_with_their_states(self):
        states = self.server.states()
        self.assertEqual("Mara Ebb", states["sensor.kanalrand_fm_artist"]["state"])
        self.assertEqual("live", states["sensor.kanalrand_fm_connection"]["state"])
        self.assertEqual("stopped", states["sensor.nphub_main_state"]["state"])
        self.assertEqual("off", states["switch.nphub_main_playing"]["state"])
        position = states["sensor.kanalrand_fm_position"]
        self.assertGreater(float(position["state"]), 30)
        self.assertIn("asOf", position["attributes"])
        self.assertEqual("Undertow", states[TITLE]["attributes"]["track"]["title"])
        self.assertEqual(
            ["Kanalrand FM", "Nacht \"Schicht\" {{ 7 }} %} Ünï"],
            states["select.nphub_main_station"]["attributes"]["options"])
        self.assertIn("image.kanalrand_fm_artwork", states)
        for action in ("play", "pause", "stop", "next", "previous"):
            self.assertIn(BUTTON.format(action), states)

    def test_2_a_state_follows_within_half_a_second(self):
        delays = []
        for number in range(10):
            # Longer than the interval of a topic.
            time.sleep(1.1)
            started = time.monotonic()
            self.radio.play("kanalrand", f"Title {number}", row=200 + number)
            self.server.await_state(TITLE, f"Title {number}", 5)
            delays.append(time.monotonic() - started)
        print(f"delays: {sorted(round(delay, 3) for delay in delays)}", flush=True)
        self.assertLess(sorted(delays)[len(delays) // 2], 0.5)

    def test_3_what_is_operated_there_comes_back_as_a_command(self):
        select = "select.nphub_main_station"
        for name in ("Nacht \"Schicht\" {{ 7 }} %} Ünï", "Kanalrand FM"):
            self.server.call("select", "select_option", select, option=name)
            self.server.await_state(select, name)
        self.server.await_state("sensor.nphub_main_state", "playing")
        self.server.await_state("switch.nphub_main_playing", "on")
        self.server.call("button", "press", BUTTON.format("pause"))
        self.server.await_state("sensor.nphub_main_state", "paused")
        self.server.call("switch", "turn_on", "switch.nphub_main_playing")
        self.server.await_state("sensor.nphub_main_state", "playing")
        self.server.call("button", "press", BUTTON.format("next"))
        program.wait_until(lambda: self.server.state(select) not in ("Kanalrand FM", None))
        self.server.call("button", "press", BUTTON.format("stop"))
        self.server.await_state("sensor.nphub_main_state", "stopped")

    def test_4_entities_go_with_their_station_and_come_back(self):
        self.hub.reload(self.config("kanalrand"))
        program.wait_until(lambda: not any("schicht" in name for name in self.server.states()))
        self.assertIsNotNone(self.server.state(TITLE))
        self.hub.reload(self.config())
        program.wait_until(lambda: any("schicht" in name for name in self.server.states()))

    def test_5_a_new_name_keeps_the_entities(self):
        before = set(self.server.states())
        self.hub.reload(self.config(name="Kanalrand Plus"))
        program.wait_until(
            lambda: "Kanalrand Plus" in
            self.server.states()["select.nphub_main_station"]["attributes"]["options"])
        self.assertEqual(before, set(self.server.states()))

    def test_6_without_the_hub_all_are_unavailable(self):
        self.hub.process.kill()
        self.server.await_state(TITLE, "unavailable")
        self.hub.process.wait()
        self.hub.start()
        program.wait_until(lambda: self.server.state(TITLE) not in ("unavailable", None))

    def test_7_a_server_that_is_started_anew_has_them_again(self):
        self.server.end()
        self.radio.play("kanalrand", "Meanwhile", row=999)
        self.server.start()
        self.server.await_state(TITLE, "Meanwhile")
        for line in self.server.log.splitlines():
            # It has no other word for a picture that is gone.
            if "Invalid image URL ''" not in line and "mqtt" in line:
                self.assertNotIn(" ERROR ", line)
                self.assertNotIn(" WARNING ", line)


if __name__ == "__main__":
    if not PROGRAM.exists():
        sys.exit(f"There is no {PROGRAM}: `make setup-homeassistant`.")
    unittest.main(verbosity=2)
