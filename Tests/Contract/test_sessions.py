"""Listening sessions over the socket of the real program: commands, players, events."""

import os
import re
import time
import unittest

import program
import schemas

TITLE = "MPMediaItemPropertyTitle"
ALBUM = "MPMediaItemPropertyAlbumTitle"
RATE = "MPNowPlayingInfoPropertyPlaybackRate"
LIVE = "MPNowPlayingInfoPropertyIsLiveStream"


def applied(document, rows):
    """A car's document after changes in place, made as a client that knows only ids would."""
    if isinstance(document, list):
        return [applied(part, rows) for part in document]
    if not isinstance(document, dict):
        return document
    changed = {name: applied(value, rows) for name, value in document.items()}
    for name, value in rows.get(document.get("id"), {}).items():
        if value is None:
            changed.pop(name, None)
        else:
            changed[name] = value
    return changed


class Follower:
    """A client that follows one session, and holds what it was given last."""

    def __init__(self, test, hub, session, view, **options):
        self.client = test.enterContext(hub.connect())
        self.view = view
        self.events = []
        self.records = []
        self.document = None
        self.client.call("subscribe", view=view, session=session, **options)
        self.until(lambda: self.document is not None)

    def until(self, holds, within=10.0):
        """Reads until something holds of it."""
        deadline = time.monotonic() + within
        while not holds():
            line = self.client.notification(max(0.01, deadline - time.monotonic()))
            assert line is not None, f"that did not come: {self.document}"
            self.take(line)

    def take(self, line):
        if line["method"] == "event":
            self.events.append(line["params"])
        elif line["method"] == "update":
            record = line["params"]["record"]
            self.records.append(record)
            rows = record.get("rows")
            self.document = applied(self.document, rows) if rows else record[self.view]

    def rest(self):
        """Reads what is there."""
        while (line := self.client.notification(0.3)) is not None:
            self.take(line)


class SessionTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.hub = cls.enterClassContext(program.Hub("--stdout", "none"))
        with cls.hub.connect() as client:
            records = client.call("get", view="line")["records"]
            cls.stations = [record["station"] for record in records]
            for station in cls.stations:
                client.state(station, lambda state: "track" in state, within=60)

    def setUp(self):
        self.session = self._testMethodName[:64]
        self.client = self.enterContext(self.hub.connect())

    def follow(self, view, **options):
        return Follower(self, self.hub, self.session, view, **options)

    def command(self, action, **parameters):
        return self.client.call("command", session=self.session, action=action, **parameters)

    def refusal(self, action, **parameters):
        answer = self.client.ask({
            "jsonrpc": "2.0", "id": "refused", "method": "command",
            "params": {"session": self.session, "action": action, **parameters}})
        return answer["error"]

    def test_a_selected_station_is_on_the_lock_screen(self):
        screen = self.follow("lockScreen")
        self.assertEqual(screen.document["playbackState"], "stopped")
        result = self.command("select", station=self.stations[1], sender="phone")
        self.assertEqual(result["then"], "present:nowPlaying")
        screen.until(lambda: screen.document["playbackState"] == "playing")
        self.assertEqual(screen.records[-1]["sender"], "phone")
        self.assertEqual(screen.document[RATE], 1)
        self.assertTrue(screen.document[LIVE])
        self.assertNotIn("MPMediaItemPropertyPlaybackDuration", screen.document)

    def test_pausing_and_rewinding_are_seen_and_live_leads_back(self):
        self.command("select", station=self.stations[0])
        screen = self.follow("lockScreen")
        self.command("pause")
        screen.until(lambda: screen.document["playbackState"] == "paused")
        self.assertEqual(screen.document[RATE], 0)
        self.command("play")
        screen.until(lambda: screen.document["playbackState"] == "playing")
        self.assertFalse(screen.document[LIVE])
        self.command("live")
        screen.until(lambda: screen.document[LIVE])

    def test_a_car_that_applies_rows_holds_what_a_newcomer_gets(self):
        car = self.follow("carPlay")
        for station in self.stations[:3]:
            self.command("select", station=station, sender="car")
        self.command("favourite", station=self.stations[0], on=True)
        self.command("favourite", station=self.stations[0], on=False)
        self.command("pause")
        car.rest()
        schemas.check("car-play", car.document)
        # Titles go on meanwhile: both look until they agree.
        program.wait_until(lambda: car.rest() or self.follow("carPlay").document == car.document)
        self.assertTrue(any("rows" in record for record in car.records))

    def test_a_car_is_invited_when_playback_starts_elsewhere_and_when_it_comes_later(self):
        car = self.follow("carPlay")
        self.command("select", station=self.stations[0])
        car.until(lambda: car.events)
        self.assertEqual(car.events[0]["present"], "nowPlaying")
        late = self.follow("carPlay")
        late.until(lambda: late.events)

    def test_what_is_asked_of_a_player_is_busy_until_it_reports(self):
        player, car = self.follow("lockScreen"), self.follow("carPlay")
        player.client.call("report", session=self.session, state="stopped")
        self.command("select", station=self.stations[1], sender="car")
        player.until(lambda: player.events)
        requested = player.events[-1]["requested"]
        self.assertRegex(requested.pop("url"), rf"^http://.*/{self.stations[1]}/radio\.wav$")
        self.assertEqual(requested, {
            "station": self.stations[1], "stream": "main", "state": "playing", "rate": 1})
        row = "stations/" + self.stations[1]
        car.until(lambda: any(
            record.get("rows", {}).get(row, {}).get("busy") for record in car.records))
        player.client.call("report", session=self.session, state="playing")
        player.until(lambda: player.document["playbackState"] == "playing")
        self.assertEqual(player.records[-1]["sender"], "car")

    def test_a_player_says_why_it_could_not(self):
        player, car = self.follow("lockScreen"), self.follow("carPlay")
        player.client.call("report", session=self.session, state="stopped")
        self.command("select", station=self.stations[0])
        player.client.call(
            "report", session=self.session, state="stopped", error="the tuner is broken")
        car.until(lambda: "the tuner is broken" in car.document["alert"]["titleVariants"])

    def test_line_and_now_playing_follow_the_session(self):
        self.command("select", station=self.stations[0])
        line = self.follow("line", minInterval=0)
        self.assertEqual(line.records[-1]["station"], self.stations[0])
        self.command("next")
        line.until(lambda: line.records[-1]["station"] == self.stations[1])
        self.assertEqual(line.records[-1]["session"], self.session)

    def test_what_cannot_be_done_is_refused_with_its_reason(self):
        self.assertEqual(self.refusal("play")["code"], -32005)
        self.assertEqual(self.refusal("select", station="nowhere")["code"], -32001)
        self.command("select", station=self.stations[0])
        self.assertEqual(self.refusal("seek", element="nothing")["code"], -32005)
        self.assertEqual(self.refusal("seek", at=time.time() + 60)["code"], -32005)
        self.assertEqual(self.refusal("rate", value=3)["code"], -32602)
        self.assertEqual(self.refusal("fly")["code"], -32602)

    def test_an_element_that_was_played_can_be_heard_again(self):
        station = self.stations[0]
        self.command("select", station=station)
        car = self.follow("carPlay")

        def played():
            lists = {part["id"]: part for part in car.document["lists"]}
            rows = [row for section in lists["rewind"]["sections"] for row in section["items"]
                    if row.get("action", {}).get("element")]
            return rows[1:] and rows[1]

        car.until(played, within=60)
        row = played()
        screen = self.follow("lockScreen")
        self.assertEqual(self.command(**row["action"])["then"], "present:nowPlaying")
        screen.until(lambda: screen.document[LIVE] is False)
        self.assertEqual(screen.document[TITLE], row["text"])


class ActionTests(unittest.TestCase):
    """The schemas and the help have the actions and parameters of the program."""

    @classmethod
    def setUpClass(cls):
        cls.hub = cls.enterClassContext(program.Hub("--stdout", "none"))
        command = schemas.DOCUMENTS["car-play.json"]["$defs"]["command"]["properties"]
        cls.actions = command["action"]["enum"]
        cls.parameters = set(schemas.DOCUMENTS["request.json"]["$defs"]["command"]["properties"])

    def refusal(self, **parameters):
        """The words that the refusal of a command lists as known."""
        with self.hub.connect() as client:
            answer = client.ask(
                {"jsonrpc": "2.0", "id": 1, "method": "command", "params": parameters})
        listed = re.search(r"(?:one of|known are) (.*)", answer["error"]["message"])
        return listed.group(1).split(", ")

    def test_the_schema_has_all_actions(self):
        self.assertEqual(self.refusal(action="§"), sorted(self.actions))

    def test_the_schema_has_the_parameters_of_all_actions(self):
        known = [self.refusal(action=action, surplus=1) for action in self.actions]
        self.assertEqual(set().union(*known), self.parameters)

    def test_the_help_lists_all_actions(self):
        text = program.run("help", "send", env={**os.environ, "COLUMNS": "1000"}).decode()
        lines = re.search(r"^Actions:\n(.*?)\n\n", text, re.DOTALL | re.MULTILINE).group(1)
        usages = re.findall(r"^  (\S.*?)(?:   .*)?$", lines, re.MULTILINE)
        words = [usage.split()[0] for line in usages for usage in line.split(", ")]
        self.assertEqual(list(dict.fromkeys(words)), [*self.actions, "report"])
