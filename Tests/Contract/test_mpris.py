"""The desktop: a session as an MPRIS player, asked and steered by playerctl on a bus of its own."""

import json
import os
import subprocess
import tempfile
import time
import unittest
from unittest import mock

import program
import radio
import running


class Bus:
    """A session bus that is this process's, and with it the hub's, while it is entered."""

    def __enter__(self):
        self._folder = tempfile.TemporaryDirectory()
        self._daemon = subprocess.Popen(
            ["dbus-daemon", "--session", "--nofork", "--nopidfile", "--print-address",
             f"--address=unix:dir={self._folder.name}"],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        address = self._daemon.stdout.readline().strip()
        self._environment = mock.patch.dict(os.environ, {"DBUS_SESSION_BUS_ADDRESS": address})
        self._environment.start()
        return self

    def __exit__(self, *_):
        self._environment.stop()
        self._daemon.kill()
        self._daemon.wait()
        self._daemon.stdout.close()
        self._folder.cleanup()

    def kill(self):
        """Ends it as a crash would."""
        self._daemon.kill()


def playerctl(*arguments):
    """Returns playerctl's output, or its stderr if it fails."""
    result = subprocess.run(
        ["playerctl", "-p", "nphub", *arguments], capture_output=True, text=True, timeout=20,
        check=False)
    return (result.stdout if result.returncode == 0 else result.stderr).strip()


def follow(template):
    """`playerctl --follow metadata`, line by line."""
    return running.Running("-p", "nphub", "--follow", "metadata", "--format", template,
                           command=["playerctl"])


class MPRISTests(unittest.TestCase):
    def setUp(self):
        self.bus = self.enterContext(Bus())

    def start(self, **options):
        return self.enterContext(
            program.Hub("--stdout", "none", "--log-level", "info", **options))

    def test_playerctl_sees_and_steers_the_session(self):
        hub = self.start()
        program.wait_until(lambda: "on the session bus" in hub.errors)
        self.assertEqual(playerctl("status"), "Stopped")
        playerctl("next")
        program.wait_until(lambda: playerctl("status") == "Playing")
        station = playerctl("metadata", "nphub:station")
        with hub.connect() as client:
            # A track may end between the two questions.
            program.wait_until(
                lambda: client.state(station)["track"]["title"] == playerctl("metadata", "title"))
        before = float(playerctl("position"))
        time.sleep(0.2)
        after = float(playerctl("position"))
        self.assertTrue(before < after or after < 1, (before, after))
        playerctl("next")
        program.wait_until(lambda: playerctl("metadata", "nphub:station") != station)
        playerctl("pause")
        self.assertEqual(playerctl("status"), "Paused")
        playerctl("play-pause")
        self.assertEqual(playerctl("status"), "Playing")
        self.assertEqual(hub.stop(), 0)
        self.assertEqual(playerctl("status"), "No players found")

    def test_with_one_station_every_key_that_plays_chooses_it(self):
        for command in ("play", "play-pause", "next"):
            with self.subTest(command), radio.Radio() as one:
                one.states["one"] = one.state(one.song("Undertow"), elapsed=20)
                stations = [program.azuracast("one", one.server.url())]
                with program.Hub(
                        "--stdout", "none", "--log-level", "info",
                        config={"stations": stations}) as hub:
                    program.wait_until(lambda: "on the session bus" in hub.errors)
                    self.assertEqual(playerctl("status"), "Stopped")
                    self.assertEqual(playerctl(command), "")
                    program.wait_until(lambda: playerctl("status") == "Playing")
                    self.assertEqual(playerctl("metadata", "nphub:station"), "one")
                    program.wait_until(lambda: playerctl("metadata", "title") == "Undertow")

    def test_after_a_pause_the_next_key_is_the_next_station(self):
        hub = self.start()
        program.wait_until(lambda: playerctl("status") == "Stopped")
        playerctl("play")
        program.wait_until(lambda: playerctl("status") == "Playing")
        station = playerctl("metadata", "nphub:station")
        playerctl("pause")
        time.sleep(0.2)
        playerctl("play")
        self.assertEqual(playerctl("next"), "")
        program.wait_until(lambda: playerctl("metadata", "nphub:station") != station)
        self.assertEqual(hub.stop(), 0)

    def test_a_player_has_its_length_and_its_album(self):
        report = {"track": {"title": "Deep", "album": "Water", "duration": 273, "elapsed": 12},
                  "state": "playing"}
        command = ["sh", "-c", f"echo '{json.dumps(report)}'; sleep 60"]
        station = {"id": "hifi", "feed": {"type": "exec", "command": command}}
        self.start(config={"stations": [station]})
        program.wait_until(lambda: playerctl("status") == "Stopped")
        playerctl("play")
        program.wait_until(lambda: playerctl("metadata", "mpris:length") == "273000000")
        self.assertEqual(playerctl("metadata", "album"), "Water")
        self.assertGreaterEqual(float(playerctl("position")), 12)

    def test_playerctl_follows_with_one_line_for_each_track_and_none_besides(self):
        hub = self.start()
        program.wait_until(lambda: playerctl("status") == "Stopped")
        playerctl("next")
        station = playerctl("metadata", "nphub:station")
        with hub.connect() as client, follow("{{title}}") as follower:
            client.call("subscribe", view="nowPlaying", stations=[station], minInterval=0)
            titles = []
            while len(titles) < 4:
                # The tracks of embedded stations take 20 s at most.
                line = client.notification(within=30)
                if line["method"] == "update":
                    title = line["params"]["record"]["nowPlaying"]["track"]["title"]
                    if titles[-1:] != [title]:
                        titles.append(title)
            program.wait_until(lambda: follower.lines[-1:] == titles[-1:])
            # It may have begun a track earlier.
            self.assertEqual(follower.lines[-len(titles):], titles)
            self.assertLessEqual(len(follower.lines), len(titles) + 1)

    def test_the_loss_of_the_bus_is_said_once(self):
        hub = self.start()
        program.wait_until(lambda: "on the session bus" in hub.errors)
        self.bus.kill()
        program.wait_until(lambda: "session bus lost" in hub.errors)
        with hub.connect() as client:
            client.call("hello")
        self.assertEqual(hub.errors.count("session bus"), 2)
        self.assertEqual(hub.stop(), 0)

    def test_without_a_bus_it_says_so_once_and_goes_on(self):
        with mock.patch.dict(os.environ, {"DBUS_SESSION_BUS_ADDRESS": "unix:path=/nowhere/bus"}):
            hub = self.start()
        # The log has a thread of its own, and can be later than the hub's first answer.
        program.wait_until(lambda: "no session bus" in hub.errors)
        with hub.connect() as client:
            client.call("hello")
        self.assertEqual(hub.errors.count("no session bus"), 1)

    def test_the_config_can_leave_it_out(self):
        stations = [program.azuracast("one", "ws://127.0.0.1:9/")]
        hub = self.start(config={"stations": stations, "mpris": {"enabled": False}})
        with hub.connect() as client:
            client.call("hello")
        self.assertEqual(playerctl("status"), "No players found")
        self.assertNotIn("session bus", hub.errors)
