"""The messages of the log, their form, and the secrets that they never tell."""

import json
import os
import pty
import re
import time
import unittest

import program
import radio
import web

LINKS = 60
# A service manager's set-up: stderr leads to the journal, and the variable names it.
AS_JOURNAL = ("sh", "-c", 'JOURNAL_STREAM=$(stat -L -c %d:%i /proc/self/fd/2) exec "$@"', "sh")


def heard(station, url="ws://127.0.0.1:1/", **feed):
    return {"id": station, "feed": {"type": "json", "url": url, "track": {"title": "/t"}, **feed}}


class FloodTests(unittest.TestCase):
    def test_a_dead_link_is_one_line_however_often_it_is_dialled(self):
        stations = [heard(f"dead{n}", f"ws://127.0.0.1:1/{n}") for n in range(LINKS)]
        with program.Hub(config={"stations": stations}) as hub, hub.connect() as client:
            def dials():
                return sum(link["dials"] for link in client.call("status")["links"])

            # Each link has failed several times.
            program.wait_until(lambda: dials() >= 4 * LINKS)
            lines = hub.errors.splitlines()
        lost = [line for line in lines if "link lost" in line]
        self.assertEqual(len(lost), LINKS)
        self.assertEqual(len({re.search(r"hub-station=(\w+)", line)[1] for line in lost}), LINKS)
        self.assertLessEqual(len(lines), 70, lines)


class FormatTests(unittest.TestCase):
    CONFIG = {"stations": [heard("gone")]}

    def lines(self, *arguments, before=()):
        with program.Hub(*arguments, config=self.CONFIG, before=before) as hub:
            program.wait_until(lambda: "link lost" in hub.errors)
            return hub.errors.splitlines()

    def test_a_file_has_times_in_utc(self):
        pattern = r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z (notice listening|warning link lost) hub-.*"
        for line in self.lines():
            self.assertRegex(line, pattern)

    def test_the_journal_has_priorities_and_no_times(self):
        lines = self.lines(before=AS_JOURNAL)
        self.assertRegex(lines[0], r"^<5>listening hub-socket=")
        self.assertRegex(lines[1], r"^<4>link lost hub-code=refused ")
        self.assertEqual(lines, [line for line in lines if re.match(r"<\d>[a-z ]+ hub-", line)])

    def test_in_the_journal_the_reason_for_the_end_is_an_error(self):
        said = program.run(
            "run", "--config", "/nonexistent", code=78, before=AS_JOURNAL)
        for line in said.splitlines():
            self.assertRegex(line, "^<3>")

    def test_programs_get_objects(self):
        lines = [json.loads(line) for line in self.lines("--log-format", "json")]
        self.assertEqual(
            [(line["level"], line["message"]) for line in lines],
            [("notice", "listening"), ("warning", "link lost")])
        self.assertEqual(lines[1]["hub-code"], "refused")
        self.assertRegex(lines[1]["time"], r"^\d{4}-\d\d-\d\dT[\d:.]{12}Z$")

    def test_people_get_local_times_and_short_keys(self):
        outer, inner = pty.openpty()
        self.addCleanup(os.close, outer)
        with program.Hub(config=self.CONFIG, stderr=inner, environment={"TZ": "XYZ-5"}):
            os.close(inner)
            text = b""
            while b"link lost" not in text:
                text += os.read(outer, 4096)
        local = time.strftime("%Y-%m-%d %H:", time.gmtime(time.time() + 5 * 3600))
        self.assertIn(local, text.decode())
        self.assertRegex(text.decode(), r"warning link lost code=refused link=1 ")


class SecretTests(unittest.TestCase):
    def test_no_secret_is_in_the_log_nor_in_what_all_may_read(self):
        def refuse(path, headers):
            return 403, [], b"go away"

        async def speak(connection):
            await connection.wait_closed()

        with radio.Server(speak, refuse=refuse) as server:
            url = server.url("/x?key=SECRETQUERY")
            stations = [
                heard("asked", url, headers={"X-Key": "SECRETHEADER"}),
                heard("dead", "ws://127.0.0.1:1/?key=SECRETQUERY"),
                {"id": "home", "feed": {
                    "type": "homeassistant", "host": "127.0.0.1", "entity": "media_player.x",
                    "token": "SECRETSETTING"}},
                {"id": "run", "feed": {"type": "exec", "command": "false SECRETARGUMENT"}},
            ]
            with web.WebHub("--log-level", "trace", stations=stations) as hub:
                program.wait_until(lambda: hub.errors.count("link lost") == len(stations))
                hub.ask("/api/v1/rights", token="all")
                hub.ask("/api/v1/rights", token="SECRETTOKEN")
                hub.ask("/api/v1/events?ticket=SECRETTICKET")
                hub.reload({**hub.whole, "web": {**hub.web, "origins": ["SECRET"]}})
                hub.reload(hub.whole)
                said = {
                    "log": hub.errors,
                    "metrics": hub.ask("/metrics").body.decode(),
                    "health": hub.ask("/healthz").body.decode(),
                    "status": hub.ask("/api/v1/status", token="status").body.decode(),
                }
        for place, text in said.items():
            with self.subTest(place):
                for secret in "SECRETQUERY", "SECRETHEADER", "SECRETSETTING", "SECRETARGUMENT", \
                        "SECRETTOKEN", "SECRETTICKET", *web.TOKENS.values():
                    self.assertNotIn(secret, text)

    def test_a_password_in_an_address_is_refused_and_not_repeated(self):
        with program.Hub(config={"stations": [heard("fine")]}) as hub:
            said = hub.reload({"stations": [heard("a", "wss://user:SECRETPASS@radio.example/")]})
        self.assertIn("user name", said)
        self.assertNotIn("SECRETPASS", said)
