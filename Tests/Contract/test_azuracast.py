"""AzuraCast's frames, and the records that become of them, field by field."""

import asyncio
import json
import os
import time
import unittest
from pathlib import Path

import program
import radio

STATION = "kanalrand"


class AzuraCastTestCase(unittest.TestCase):
    """A server whose clock is 1,000 s ahead, and a hub that reads a station from it."""

    def setUp(self):
        self.radio = self.enterContext(radio.Radio(ahead=1000))
        self.settings = {}

    def start(self, state=None, **settings):
        """Starts the hub; the server has this state cached."""
        if state is not None:
            self.radio.states[STATION] = state
        station = {**program.azuracast(STATION, self.radio.server.url()), **settings}
        self.hub = self.enterContext(program.Hub(config={"stations": [station]}))
        self.client = self.enterContext(self.hub.connect())

    def shown(self, holds=lambda state: "track" in state or "playback" in state, **parameters):
        """The station's state once something holds of it."""
        return self.client.state(STATION, holds, **parameters)

    def play(self, title, **more):
        """A state of the station in which it plays a title."""
        return self.radio.state(self.radio.song(title), **more)

    def status(self):
        return self.client.call("status")


class ReportTests(AzuraCastTestCase):
    def test_the_state_that_the_server_has_cached_becomes_a_record(self):
        song = self.radio.song("Phases of the Tide", album="Low Water", genre="Ambient",
                               isrc="DEA123400001")
        self.start(self.radio.state(song, elapsed=40, duration=245))
        state = self.shown()
        self.assertEqual(state["station"], {
            "id": STATION, "name": "Kanalrand FM", "url": "https://kanalrand.example",
            "description": "Electronica by the water."})
        self.assertEqual(state["connection"]["state"], "live")
        self.assertIs(state["online"], True)
        self.assertRegex(state["track"].pop("id"), "^[0-9a-f]+$")
        self.assertEqual(state["track"], {
            "title": "Phases of the Tide", "artist": "Mara Ebb", "album": "Low Water",
            "genre": "Ambient", "isrc": "DEA123400001",
            "artworkURL": "https://radio.example/api/station/kanalrand/art/1.jpg"})
        self.assertEqual((state["playback"]["state"], state["playback"]["rate"]), ("playing", 1))
        self.assertEqual(state["playback"]["duration"], 245)
        self.assertFalse({"live", "programme", "next"} & set(state))

    def test_the_position_follows_the_servers_clock_not_this_machines(self):
        state = self.play("Sluice", elapsed=40)
        started = state["now_playing"]["played_at"] - self.radio.ahead
        self.start(state)
        playback = self.shown()["playback"]
        self.assertEqual(playback["quality"], "exact")
        self.assertAlmostEqual(playback["startedAt"], started, delta=0.5)
        self.assertAlmostEqual(playback["asOf"], time.time(), delta=10)
        self.assertAlmostEqual(
            playback["elapsed"], playback["asOf"] - playback["startedAt"], delta=0.002)

    def test_without_the_servers_clock_the_position_is_an_estimate(self):
        self.radio.connect_extras = {"time": None}
        self.start(self.play("Sluice", elapsed=40))
        playback = self.shown()["playback"]
        self.assertEqual(playback["quality"], "estimated")
        self.assertAlmostEqual(playback["elapsed"], 40, delta=3)

    def test_a_pushed_track_is_told_with_what_changed(self):
        self.start(self.play("Undertow", elapsed=40))
        before = self.shown()
        self.client.call("subscribe", view="nowPlaying", minInterval=0)
        self.assertEqual(next(self.client.records())["nowPlaying"], before)
        self.radio.publish(STATION, self.play("Sluice", elapsed=0, row=72, duration=180))
        record = next(self.client.records())
        self.assertEqual(record["changed"], ["track", "playback"])
        self.assertEqual(record["nowPlaying"]["track"]["title"], "Sluice")
        self.assertNotEqual(record["nowPlaying"]["track"]["id"], before["track"]["id"])
        self.assertEqual(record["nowPlaying"]["playback"]["duration"], 180)

    def test_what_only_moves_on_is_not_told(self):
        state = self.play("Undertow", elapsed=40)
        self.start(state)
        self.shown()
        self.client.call("subscribe", view="nowPlaying", minInterval=0, history=50)
        next(self.client.records())
        for later in (5, 10, 15):
            state["now_playing"].update(elapsed=45 + later, remaining=155 - later)
            self.radio.publish(STATION, state)
        self.assertIsNone(next(self.client.records(within=1), None))
        self.assertEqual(self.status()["counters"]["suppressedReports"], 3)

    def test_the_same_song_again_is_another_track(self):
        self.start(self.play("Undertow", elapsed=190))
        first = self.shown()["track"]["id"]
        self.radio.publish(STATION, self.play("Undertow", elapsed=0, row=72))
        self.shown(lambda state: state["track"]["id"] != first)

    def test_a_live_streamer_has_neither_a_next_track_nor_a_length(self):
        live = {"is_live": True, "streamer_name": "DJ Ebb", "art": "https://radio.example/dj.png",
                "broadcast_start": int(self.radio.clock) - 600}
        following = {"cued_at": 0, "played_at": int(self.radio.clock) + 9, "duration": 100.5,
                     "playlist": "", "is_request": False, "song": self.radio.song("Stale")}
        self.start(self.play("Requests", duration=0, live=live, playing_next=following))
        state = self.shown()
        self.assertAlmostEqual(state["live"].pop("startedAt"), time.time() - 600, delta=10)
        self.assertEqual(state["live"], {
            "streamer": "DJ Ebb", "artworkURL": "https://radio.example/dj.png"})
        self.assertNotIn("next", state)
        self.assertNotIn("duration", state["playback"])

    def test_the_name_of_the_automation_is_no_persons(self):
        live = {"is_live": True, "streamer_name": "Autopilot", "broadcast_start": None, "art": None}
        self.start(self.play("Requests", duration=0, live=live), defaultStreamer="Autopilot")
        self.assertTrue(self.shown()["live"]["isDefault"])

    def test_a_station_that_is_off_the_air_plays_nothing(self):
        self.start(self.offline())
        state = self.shown()
        self.assertIs(state["online"], False)
        self.assertEqual(state["playback"], {"state": "stopped", "rate": 0})
        self.assertNotIn("track", state)

    def offline(self):
        song = self.radio.song("Station Offline", artist="", text="Station Offline")
        state = self.radio.state(song, is_online=False)
        state["now_playing"].update(
            sh_id=0, played_at=0, duration=0, elapsed=int(self.radio.clock), remaining=0)
        return state

    def test_a_line_is_artist_and_title_and_says_when_the_station_is_offline(self):
        self.start(self.play("Undertow"))
        self.shown()
        number = self.client.call("subscribe", view="line", minInterval=0)["subscription"]
        lines = (record["line"] for record in self.client.records())
        self.assertEqual(next(lines), "Mara Ebb – Undertow")
        self.radio.publish(STATION, self.offline())
        self.assertEqual(next(lines), "Kanalrand FM (offline)")
        self.client.call("configure", subscription=number, options={"locale": "de-AT"})
        self.assertEqual(next(lines), "Kanalrand FM (nicht auf Sendung)")

    def test_history_next_and_listeners_are_read(self):
        now = int(self.radio.clock)
        following = {"cued_at": now, "played_at": now + 160, "duration": 198.4,
                     "playlist": "default", "is_request": False,
                     "song": self.radio.song("Sluice", artist="Lock & Weir")}
        rows = [{"sh_id": 71 - place, "played_at": now - 200 * place, "duration": 180 + place,
                 "playlist": "default", "streamer": "", "is_request": False,
                 "song": self.radio.song(f"Number {place}", album="Low Water")}
                for place in range(1, 61)]
        self.start(self.play("Undertow", playing_next=following, song_history=rows))
        state = self.shown(lambda state: "listeners" in state, history=50, listeners=True)
        self.assertAlmostEqual(state["next"].pop("startsAt"), time.time() + 160, delta=10)
        self.assertEqual(state["next"], {
            "title": "Sluice", "artist": "Lock & Weir", "duration": 198.4,
            "artworkURL": "https://radio.example/api/station/kanalrand/art/1.jpg"})
        self.assertEqual(len(state["history"]), 50)
        first = state["history"][0]
        self.assertAlmostEqual(first.pop("startedAt"), time.time() - 200, delta=10)
        self.assertEqual(first, {
            "title": "Number 1", "artist": "Mara Ebb", "album": "Low Water", "duration": 181,
            "artworkURL": "https://radio.example/api/station/kanalrand/art/1.jpg"})
        self.assertEqual(state["listeners"], {"total": 21, "unique": 19, "current": 20})

    def test_texts_are_cleaned(self):
        song = self.radio.song(
            "  Caf\u0065\u0301\t &amp;  \u0007Bar ", artist="Bj\u00c3\u00b6rk", album="-",
            art="javascript:alert(1)", genre=" ", isrc=None)
        self.start(self.radio.state(song))
        track = self.shown()["track"]
        track.pop("id")
        track.pop("album", None)
        self.assertEqual(track, {"title": "Caf\u00e9 & Bar", "artist": "Björk"})

    def test_entities_stay_as_they_are_where_the_config_says_so(self):
        feed = program.azuracast(STATION, self.radio.server.url(), entities=False)["feed"]
        self.start(self.play("Salt &amp; Pepper"), feed=feed)
        self.assertEqual(self.shown()["track"]["title"], "Salt &amp; Pepper")

    def test_a_burst_is_told_by_its_first_and_its_newest(self):
        self.start(self.play("Undertow", elapsed=40))
        self.shown()
        self.client.call("subscribe", view="line", minInterval=1)
        lines = (record["line"] for record in self.client.records(within=1.5))
        next(lines)
        for row, title in enumerate(["Sluice", "Weir", "Lock"], start=72):
            self.radio.publish(STATION, self.play(title, row=row, elapsed=0))
        self.assertEqual(list(lines), ["Mara Ebb – Lock"])
        self.radio.publish(STATION, self.play("Ferry", row=75, elapsed=0))
        published = time.monotonic()
        self.assertEqual(next(self.client.records())["line"], "Mara Ebb – Ferry")
        self.assertLess(time.monotonic() - published, 0.5, "a late first")

    def test_a_delay_keeps_a_track_back(self):
        self.start(self.play("Undertow", elapsed=40), delay="1500ms")
        self.shown()
        self.radio.publish(STATION, self.play("Sluice", elapsed=0, row=72))
        published = time.monotonic()
        self.assertEqual(self.shown()["track"]["title"], "Undertow")
        self.shown(lambda state: state["track"]["title"] == "Sluice")
        # Its start is a whole second, up to one before it was published.
        self.assertGreater(time.monotonic() - published, 0.4)

    def test_servers_that_only_imitate_azuracast_are_understood(self):
        now = self.radio.clock
        state = {"station": {"name": "Station", "shortcode": STATION},
                 "now_playing": {"played_at": now - 12.66, "duration": 250.494943311,
                                 "elapsed": 12.66, "remaining": 237.834943311, "playlist": "",
                                 "song": {"text": "Mara Ebb - Undertow", "artist": "Mara Ebb",
                                          "title": "Undertow"}}}
        self.start(state)
        shown = self.shown()
        self.assertEqual(shown["track"]["title"], "Undertow")
        self.assertEqual(shown["playback"]["duration"], 250.495)
        self.assertAlmostEqual(shown["playback"]["startedAt"], time.time() - 12.66, delta=6)

    def test_what_is_of_no_use_is_counted_and_the_last_state_stays(self):
        self.start(self.play("Undertow"))
        before = self.shown()
        for useless in [
            "no JSON", "[]", '{"channel":"station:kanalrand"}',
            '{"channel":"station:another","pub":{"data":{"np":{}},"offset":900}}',
            '{"channel":"station:kanalrand","pub":{"data":{"np":{"now_playing":7}},"offset":901}}',
            '{"channel":"station:kanalrand","pub":{"data":{"np":{"station":{}}},"offset":902}}',
        ]:
            self.radio.server.send(useless)
        program.wait_until(lambda: sum(self.status()["counters"]["rejections"].values()) >= 6)
        self.assertEqual(self.shown(), before)


class ConversationTests(AzuraCastTestCase):
    def test_one_frame_asks_for_all_stations_of_a_server(self):
        stations = [program.azuracast(f"s{n}", self.radio.server.url()) for n in range(3)]
        with program.Hub(config={"stations": stations}):
            program.wait_until(lambda: self.radio.requests)
        self.assertEqual(
            {name: sub["recover"] for name, sub in self.radio.requests[0]["subs"].items()},
            {f"station:s{n}": True for n in range(3)})
        self.assertEqual(len(self.radio.server.connections), 1)

    def test_the_upgrade_is_asked_for_with_the_configs_fields_and_without_extensions(self):
        url = self.radio.server.url() + "?a=1"
        feed = program.azuracast(STATION, url, headers={"X-Key": "k 1"})["feed"]
        self.start(self.play("Undertow"), feed=feed)
        self.shown()
        connection = self.radio.server.connections[0]
        fields = connection.request_headers
        self.assertEqual(connection.path, radio.PATH + "?a=1")
        self.assertEqual(fields["X-Key"], "k 1")
        self.assertEqual(fields["Host"], f"127.0.0.1:{self.radio.server.port}")
        self.assertNotIn("Sec-WebSocket-Extensions", fields)

    def test_after_a_loss_the_hub_asks_for_what_it_missed(self):
        self.start(self.play("Undertow"))
        self.shown()
        self.radio.server.send('{"disconnect":{"code":3001,"reason":"shutdown"}}')
        program.wait_until(lambda: len(self.radio.requests) == 2)
        self.assertEqual(
            self.radio.requests[1]["subs"]["station:" + STATION],
            {"recover": True, "offset": 100, "epoch": "1735689600"})
        self.assertEqual(self.shown()["connection"]["state"], "live")

    def test_a_server_that_closes_for_good_is_left_alone(self):
        self.start(self.play("Undertow"))
        self.shown()
        self.radio.server.send('{"disconnect":{"code":3503,"reason":"force no-reconnect"}}')
        connection = self.shown(lambda state: state["connection"]["state"] == "stopped")
        self.assertIn("3503", connection["connection"]["reason"]["text"])
        self.assertEqual(len(self.radio.server.connections), 1)

    def test_nothing_but_the_first_frame_is_sent(self):
        self.start(self.play("Undertow"))
        self.shown()
        self.radio.server.send("{}")
        self.radio.publish(STATION, self.play("Sluice", row=72, elapsed=0))
        self.shown(lambda state: state["track"]["title"] == "Sluice")
        self.assertEqual(len(self.radio.requests), 1)

    def test_pings_of_either_kind_are_answered_where_an_answer_is_wanted(self):
        self.radio.connect_extras = {"pong": True}
        self.start(self.play("Undertow"))
        self.shown()
        self.radio.server.send("{}")
        program.wait_until(lambda: "{}" in self.radio.requests)

        async def ping():
            await asyncio.wait_for(await self.radio.server.connections[0].ping(b"still there?"), 5)
        self.radio.server.run(ping())

    def test_several_messages_in_a_frame_and_a_message_in_several_frames_are_read(self):
        self.start(self.play("Undertow"))
        self.shown()
        first = self.radio.publication(STATION, self.play("Sluice", row=72, elapsed=0))
        second = self.radio.publication(STATION, self.play("Weir", row=73, elapsed=0))
        self.radio.server.send(f"{first}\n{second}\n")
        self.shown(lambda state: state["track"]["title"] == "Weir")
        third = self.radio.publication(STATION, self.play("Lock", row=74, elapsed=0))
        self.radio.server.send(iter([third[:1], third[1:50], third[50:]]))
        self.shown(lambda state: state["track"]["title"] == "Lock")

    def test_a_message_of_a_mebibyte_is_read(self):
        self.start(self.play("Undertow"))
        self.shown()
        state = self.play("Sluice", row=72, elapsed=0, filler="")
        state["filler"] = "x" * ((1 << 20) - len(self.radio.publication(STATION, state)))
        self.radio.publish(STATION, state)
        self.shown(lambda state: state["track"]["title"] == "Sluice")

    def test_the_servers_of_old_talk_unasked_on_an_address_for_each_station(self):
        async def speak(connection):
            await connection.send(json.dumps(self.play("Undertow")))
            await connection.wait_closed()
        server = self.enterContext(radio.Server(speak))
        url = server.url("/api/live/nowplaying/" + STATION)
        self.start(feed=program.azuracast(STATION, url)["feed"])
        self.assertEqual(self.shown()["track"]["title"], "Undertow")


CAPTURES = os.environ.get("AZURACAST_CAPTURES")


@unittest.skipUnless(CAPTURES, "AZURACAST_CAPTURES names no folder of captured first frames")
class CaptureTests(unittest.TestCase):
    """Frames that real servers have sent; they are other people's, and not kept here."""

    def test_captured_first_frames_become_records(self):
        frames = [(path, json.loads(path.read_text())) for path in Path(CAPTURES).glob("*.json")]
        frames = [(path, frame) for path, frame in frames if "connect" in frame]
        self.assertTrue(frames)
        for path, frame in frames:
            with self.subTest(path.name):
                self.check(path.read_text(), frame["connect"])

    def check(self, text, connect):
        async def speak(connection):
            await connection.recv()
            await connection.send(text)
            await connection.wait_closed()
        channel, sub = next(iter(connect["subs"].items()))
        station = channel.removeprefix("station:")
        sent = sub["publications"][-1]["data"]["np"]
        with (radio.Server(speak) as server,
              program.Hub(config={"stations": [program.azuracast(station, server.url())]}) as hub,
              hub.connect() as client):
            state = client.state(station, lambda state: "track" in state, history=50)
        current = sent["now_playing"]
        self.assertEqual(state["track"]["title"], current["song"]["title"].strip())
        self.assertEqual(state["track"]["artist"], current["song"]["artist"].strip())
        self.assertEqual(state["track"].get("album", ""), current["song"]["album"].strip())
        started = current["played_at"] + time.time() - connect["time"] / 1000
        self.assertAlmostEqual(state["playback"]["startedAt"], started, delta=5)
        past = [row["song"]["title"].strip() for row in sent["song_history"]
                if row["played_at"] != current["played_at"]]
        self.assertEqual([track["title"] for track in state.get("history", [])], past[:50])
