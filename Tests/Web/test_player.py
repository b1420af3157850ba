"""The page as the session's player: sound, the browser's own controls, and reports."""

import time

import cases
import service
import sounds

# Notes what the page tells the browser's Media Session, which cannot be read otherwise.
RECORDER = """
  globalThis.positions = [];
  globalThis.handlers = {};
  const session = navigator.mediaSession;
  const position = session.setPositionState.bind(session);
  session.setPositionState = (state) => { positions.push(state ? { ...state, at: Date.now() / 1000 } : null); position(state); };
  const handle = session.setActionHandler.bind(session);
  session.setActionHandler = (action, handler) => { handlers[action] = handler; handle(action, handler); };
"""
METADATA = """(({ title, artist, album, artwork }) => [title, artist, album,
    artwork.map(({ src }) => src)])(navigator.mediaSession.metadata)"""


class PlayerTests(cases.PageTests):
    @classmethod
    def stations(cls):
        cls.radio = sounds.Radio()
        cls.addClassCleanup(cls.radio.close)
        address = f"{cls.radio.url}/stream"
        return (("kanalrand", {"streams": [{"id": "main", "name": "Main", "url": address}]}),
                "nachtschicht",
                ("wackelkontakt", {"streams": [
                    {"id": "main", "name": "Main", "url": f"{cls.radio.url}/nothing"}]}))

    FIRST = {**cases.PageTests.FIRST, "wackelkontakt": ("Loose Contact", None)}

    def setUp(self):
        for action in ({"action": "select", "station": "kanalrand"}, {"action": "stop"}):
            self.hub.command(**action)

    def listen(self):
        page = self.open("/remote", script=RECORDER)
        page.wait("!document.querySelector('.remote .play-button').disabled")
        page.click(".remote .listen .button")
        page.wait("document.querySelector('.remote .play-button').ariaLabel === 'Pause'")
        return page

    def state(self):
        """Returns the session's state, as the hub says."""
        return self.card_of_session()["playbackState"]

    def card_of_session(self):
        """Returns the document of a lock screen."""
        return self.hub.call("get", view="lockScreen")["records"][0]["lockScreen"]

    def test_the_page_plays_and_tells_the_browser_what(self):
        self.hub["kanalrand"].play(
            "Undertow", "Mara Ebb", artworkURL=f"{self.radio.url}/art.png")
        page = self.listen()
        self.assertEqual(self.state(), "playing")
        # The browser looks at the beginning of a stream by a connection of its own, which ends.
        service.wait_until(lambda: self.radio.listeners == 1)
        page.wait("navigator.mediaSession.metadata !== null")
        self.assertEqual(page.run(METADATA), [
            "Undertow", "Mara Ebb", "kanalrand", [f"{self.radio.url}/art.png"]])
        self.assertEqual(page.run("navigator.mediaSession.playbackState"), "playing")
        last = page.run("({ ...positions.at(-1), isEndless: positions.at(-1).duration === Infinity })")
        self.assertTrue(last["isEndless"])
        card = self.card_of_session()
        position = card["MPNowPlayingInfoPropertyElapsedPlaybackTime"] + last["at"] - card["asOf"]
        self.assertAlmostEqual(last["position"], position, delta=1)
        self.assertEqual(last["playbackRate"], 1)
        self.hub["kanalrand"].play("Sluice", "Lock & Weir")
        page.wait("navigator.mediaSession.metadata.title === 'Sluice'")
        page.click(".remote .listen .button")
        page.wait("navigator.mediaSession.metadata === null")
        self.assertNoComplaints(page)

    def test_the_browsers_controls_are_commands(self):
        page = self.listen()
        page.wait("typeof handlers.pause === 'function'")
        page.run("handlers.pause()")
        page.wait("document.querySelector('.remote .play-button').ariaLabel === 'Play'")
        self.assertEqual(self.state(), "paused")
        page.wait("typeof handlers.play === 'function'")
        page.run("handlers.play()")
        page.wait("document.querySelector('.remote .play-button').ariaLabel === 'Pause'")
        self.assertEqual(self.state(), "playing")

    def test_a_command_of_another_page_stops_the_sound(self):
        page = self.listen()
        self.hub.command(action="stop")
        page.wait("document.querySelector('.remote .play-button').ariaLabel === 'Play'")
        deadline = time.monotonic() + 20
        while self.radio.listeners and time.monotonic() < deadline:
            time.sleep(0.1)
        self.assertEqual(self.radio.listeners, 0)
        self.assertEqual(self.state(), "stopped")

    def test_the_session_pauses_when_the_page_is_closed(self):
        page = self.listen()
        page.close()
        deadline = time.monotonic() + 20
        while self.state() != "paused" and time.monotonic() < deadline:
            time.sleep(0.1)
        self.assertEqual(self.state(), "paused")

    def test_a_stream_that_breaks_off_is_played_on(self):
        page = self.listen()
        page.run("globalThis.said = []; new MutationObserver(() => said.push("
                 "document.querySelector('.toast').innerText)).observe("
                 "document.querySelector('.toast'), { childList: true, characterData: true }); 0")
        self.radio.cut()
        deadline = time.monotonic() + 30
        states = set()
        while time.monotonic() < deadline and not {"interrupted", "playing"} <= states:
            states.add(self.state() if self.radio.listeners == 0 or "interrupted" in states else "")
            time.sleep(0.05)
        self.assertLessEqual({"interrupted", "playing"}, states)
        self.assertEqual(page.run("said"), [])

    def test_what_cannot_be_played_is_said(self):
        page = self.listen()
        for station, words in (("nachtschicht", "no stream"), ("wackelkontakt", "cannot play")):
            self.hub.command(action="select", station=station)
            page.wait(f"document.querySelector('.toast').innerText.includes({words!r})")
            page.wait("document.querySelector('.remote .play-button').ariaLabel === 'Play'")
            self.assertNotEqual(self.state(), "playing")
