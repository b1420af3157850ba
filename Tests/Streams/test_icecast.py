"""Titles of real streams: how soon they come, in which letters, and what ends."""

import subprocess
import time
import unittest

import icecast
import program

# A title comes with the next metadata, and what surrounds it takes this long at most.
PATIENCE = icecast.INTERVAL * 8 / icecast.RATE + 0.5


class IcecastTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = cls.enterClassContext(icecast.Icecast())

    def hub(self, **mounts):
        feeds = [{"id": name, "feed": {"type": "icy", "url": self.server.url + mount}}
                 for name, mount in mounts.items()]
        config = {"stations": feeds, "history": {"enabled": False}}
        hub = self.enterContext(program.Hub("--stdout", "none", config=config))
        return self.enterContext(hub.connect())

    def shows(self, client, station, title, within=20.0):
        return client.state(
            station, lambda state: state.get("track", {}).get("title") == title, within=within)

    def test_titles_come_within_an_interval_in_every_encoding(self):
        stations = {"latin": "/latin.mp3", "utf": "/utf8.mp3", "aac": "/live.aac"}
        client = self.hub(**stations)
        for name in stations:
            client.state(name, lambda state: state["connection"]["state"] == "live", within=20)
        cases = {"latin": ("Björk - Jóga", "Beyoncé - Déjà Vu"),
                 "utf": ("Кино - Группа крови", "春を待つ鍵 - 夜明け"),
                 "aac": ("Mara Ebb - Undertow", "Sigur Rós - Hoppípolla")}
        for turn in range(2):
            for name, titles in cases.items():
                with self.subTest(titles[turn]):
                    artist, title = titles[turn].split(" - ")
                    began = self.server.say(stations[name], titles[turn])
                    state = self.shows(client, name, title)
                    took = time.monotonic() - began
                    print(f"{name}: {took:.2f} s of {PATIENCE:.2f} s", flush=True)
                    self.assertLess(took, PATIENCE)
                    self.assertEqual(state["track"]["artist"], artist)
                    self.assertEqual(state["station"]["name"], "Radio Seewind")

    def test_what_a_stream_costs_is_measured(self):
        client = self.hub(mine="/utf8.mp3")
        self.server.say("/utf8.mp3", "Mara Ebb - Undertow")
        self.shows(client, "mine", "Undertow")
        time.sleep(63)
        measured = client.call("status")["links"][0]["soundPerHour"]
        hourly = icecast.RATE / 8 * 3600
        print(f"measured {measured}, sent {hourly:.0f}", flush=True)
        # The first seconds come at once.
        self.assertLess(abs(measured - hourly), hourly * 0.25)

    def test_a_source_that_goes_and_comes_back(self):
        client = self.hub(mine="/live.aac")
        self.server.say("/live.aac", "Mara Ebb - Undertow")
        self.shows(client, "mine", "Undertow")
        self.server.end_source("/live.aac")
        client.state(
            "mine", lambda state: state["connection"]["state"] in ("stale", "failing"), within=60)
        self.server.begin_source("/live.aac")
        client.state("mine", lambda state: state["connection"]["state"] == "live", within=60)
        self.server.say("/live.aac", "Mara Ebb - Sluice")
        self.shows(client, "mine", "Sluice")

    def test_a_stream_in_ogg_has_no_titles_of_this_kind(self):
        client = self.hub(mine="/live.ogg")
        state = client.state(
            "mine", lambda state: state["connection"].get("reason", {}).get("code") == "noTitles",
            within=20)
        self.assertIn("Ogg", state["connection"]["reason"]["text"])

    def test_every_stream_but_those_in_ogg_is_discovered(self):
        config = {"discover": {"icecast": self.server.url + "/", "prefix": "sea-"}}
        with program.Hub("--stdout", "none", config=config) as hub, hub.connect() as client:
            self.server.say("/utf8.mp3", "Mara Ebb - Undertow")
            for name in ("latin.mp3", "utf8.mp3", "live.aac"):
                program.wait_until(lambda: name in str(client.call("get", view="nowPlaying")), within=30)
            self.shows(client, "sea-utf8.mp3", "Undertow")
            self.assertNotIn("ogg", str(client.call("get", view="nowPlaying")))

    def test_addresses_of_the_server_are_found_out(self):
        self.server.say("/utf8.mp3", "Mara Ebb - Undertow")
        for path in ("/utf8.mp3", "/utf8.mp3.m3u"):
            with self.subTest(path):
                found = subprocess.run(
                    [program.PATH, "probe", self.server.url + path], capture_output=True, text=True,
                    check=True, timeout=120).stdout
                self.assertIn("type: icy", found)
                self.assertIn("Undertow", found)
