"""A session in the page: remote, car and lock screen, and what two pages see of each other."""

import json
import time

import cases
import service

TITLE = "document.querySelector('.remote .hero-title').innerText"
CAR_TOP = """[...document.querySelectorAll('.stage > .template')]
    .find((node) => !node.hidden)?.className"""


class SessionTests(cases.PageTests):
    STATIONS = (
        "kanalrand",
        "nachtschicht",
        ("weltempfang", {"streams": [
            {"id": "north", "name": "To north", "url": "https://weltempfang.example/north"},
            {"id": "south", "name": "To south", "url": "https://weltempfang.example/south"}],
            "location": {"latitude": 48.1, "longitude": 11.6}}))
    SESSIONS = ("kitchen",)

    FIRST = {**cases.PageTests.FIRST, "weltempfang": ("Windward", None)}

    def setUp(self):
        for action in ({"action": "select", "station": "kanalrand"}, {"action": "stop"}):
            self.hub.command(**action)

    def item(self, part):
        """The selector of a part of the car's document."""
        return f".stage > .template:not([hidden]) [data-part='{part}']"


class LongNameTests(cases.PageTests):
    NAME = "Radio " + "for all who are still awake at this hour " * 2 + "and on"
    STATIONS = (("kanalrand", {"name": NAME}), "nachtschicht")

    def test_a_long_name_leaves_the_player_its_place(self):
        self.hub.command(action="select", station="kanalrand")
        for width, limit in ((390, 390), (1280, 500)):
            page = self.open("/remote", width=width, height=800, phone=width < 600)
            page.wait(f"{TITLE} === 'Undertow'")
            right = page.run("document.querySelector('.now').getBoundingClientRect().right")
            self.assertLessEqual(right, limit)
            button = page.run("document.querySelector('.remote .play-button').getBoundingClientRect().right")
            self.assertLess(button, right)
            if width > 1000:
                lists = page.run("document.querySelector('.remote-lists').getBoundingClientRect().left")
                self.assertLess(right, lists)


class UnknownPositionTests(cases.PageTests):
    FIRST = {}

    def test_a_position_that_the_station_does_not_tell_is_not_drawn(self):
        # The start of the first title is unknown: the station tells no times.
        self.hub["kanalrand"].report(track={"title": "Kettle", "duration": 3725})
        self.hub.command(action="select", station="kanalrand")
        for route, part in (("/remote", ".remote"), ("/", ".now-dock")):
            page = self.open(route)
            page.wait(f"document.querySelector('{part}')?.innerText.includes('Kettle')")
            page.wait(f"!document.querySelector('{part} .progress').checkVisibility()")


class RemoteTests(SessionTests):
    def test_what_stands_still_is_not_live_and_has_no_length_of_another_track(self):
        station = self.hub["kanalrand"]
        station.play("Undertow", "Mara Ebb", duration=3600)
        for action in ({"action": "play"}, {"action": "pause"}, {"action": "live"}):
            self.hub.command(**action)
        time.sleep(3.5)
        station.play("Sluice", "Lock & Weir", duration=754, ago=1)
        for route, title, part in (("/remote", ".remote .hero-title", ".remote .position"),
                                   ("/", ".dock-title", ".now-dock .position")):
            page = self.open(route)
            page.wait(f"document.querySelector('{title}')?.innerText === 'Undertow'")
            page.wait("document.body.innerText.includes('Sluice')")
            self.assertNotIn("12:34", page.text(part))
        for route, head in ("/remote", ".now-head"), ("/lock", ".phone-signs"):
            page = self.open(route)
            sign = f"document.querySelector('{head} .live-sign')"
            page.wait(f"{sign}?.innerText === 'Paused'")
            self.assertFalse(page.run(f"'live' in {sign}.dataset"))
        station.play("Undertow", "Mara Ebb")

    def test_a_command_in_one_page_is_seen_in_the_other(self):
        first, second = self.open("/remote"), self.open("/lock")
        first.wait("!document.querySelector('.remote .play-button').disabled")
        first.click(".remote-lists .rows li:nth-child(2) .row")
        second.wait("document.querySelector('.phone-title').innerText === 'Requests until dawn'")
        second.wait("document.querySelector('.phone .play-button').ariaLabel === 'Pause'")
        second.click(".phone .play-button")
        first.wait("document.querySelector('.remote .play-button').ariaLabel === 'Play'")
        self.assertNoComplaints(first)

    def test_favourites_are_set_and_shown_everywhere(self):
        first, second = self.open("/remote"), self.open("/station/nachtschicht")
        heart = "[aria-label='Add nachtschicht to the favourites']"
        first.click(f".remote-lists {heart}")
        first.wait("document.querySelector('.tile .tile-name')?.innerText === 'nachtschicht'")
        second.wait("document.querySelector('.actions [aria-pressed=true]') !== null")
        second.click("[aria-label='Remove nachtschicht from the favourites']")
        first.wait("document.querySelector('.tile') === null")

    def test_stations_are_arranged(self):
        page = self.open("/remote")
        names = "[...document.querySelectorAll('.remote-lists .row-line .row-text')].map((node) => node.innerText)"
        page.wait(f"{names}.length >= 3")
        page.click(".panel-head .chip")
        page.click("[aria-label='Move kanalrand down']")
        page.wait(f"{names}[0] === 'nachtschicht'")
        self.hub.command(action="order", stations=["kanalrand", "nachtschicht", "weltempfang"])
        page.wait(f"{names}[0] === 'kanalrand'")

    def test_what_was_played_can_be_rewound_to(self):
        # A title that is replaced within three seconds counts as corrected, and is not kept.
        for title in ("First", "Second"):
            self.hub["kanalrand"].play(title, ago=1)
            time.sleep(3.5)
        self.hub.command(action="play")
        page = self.open("/remote")
        page.wait("document.querySelector('.remote .live-sign').dataset.live === ''")
        page.wait("document.querySelector('.groups')?.innerText.includes('First')")
        page.run("""[...document.querySelectorAll('.groups .row')]
            .find((row) => row.innerText.includes('First')).click()""")
        page.wait(f"{TITLE} === 'First'")
        page.wait("document.querySelector('.remote .live-sign').innerText.includes('behind')")
        page.run("""[...document.querySelectorAll('.extras .button')]
            .find((button) => button.innerText.includes('Go live')).click()""")
        page.wait(f"{TITLE} === 'Second'")
        self.hub["kanalrand"].play("Undertow", "Mara Ebb")

    def test_another_session_is_another_state(self):
        page = self.open("/remote")
        page.wait(f"{TITLE} === 'Undertow'")
        page.run("""(() => { const select = document.querySelector('.remote-player select');
            select.value = 'kitchen'; select.dispatchEvent(new Event('change')); })()""")
        page.wait(f"{TITLE} === 'Nothing selected'")
        self.hub.command(session="kitchen", action="select", station="nachtschicht")
        page.wait(f"{TITLE} === 'Requests until dawn'")

    def test_without_a_token_the_page_only_reads(self):
        page = self.open("/remote", with_token=False)
        page.wait("document.querySelector('.closed').checkVisibility()")
        self.assertEqual(page.text(".read-only"), "Read only")
        self.assertIn("nphub dashboard", page.text(".closed"))
        page.run("location.hash = '#/'")
        page.wait("document.querySelectorAll('.card').length === 3")
        self.assertEqual(page.run(
            "[...document.querySelectorAll('.card-play')].filter((node) => !node.hidden).length"), 0)
        self.assertNoComplaints(page)

    def test_the_token_leaves_the_address(self):
        page = self.open("/remote")
        self.assertNotIn("token", page.run("location.href"))
        page.run("location.reload()")
        page.wait("document.querySelector('[data-phase=open]') !== null")
        page.wait("!document.querySelector('.remote').hidden")


class CarTests(SessionTests):
    def car(self, **options):
        page = self.open("/car", **options)
        page.wait("document.querySelector('.head-unit').checkVisibility()")
        page.wait(f"document.querySelector(\"{self.item('stations/kanalrand')}\") !== null")
        return page

    def test_rows_start_stations_and_show_what_plays(self):
        page = self.car()
        page.click(self.item("stations/nachtschicht"))
        page.wait(f"{CAR_TOP}.includes('now-template')")
        page.wait("document.querySelector('.now-title').innerText === 'Requests until dawn'")
        page.click(".up-next")
        page.wait("document.querySelector('.car-title').innerText === 'Rewind'")
        page.click(".car-back")
        page.wait(f"{CAR_TOP}.includes('now-template')")
        page.click(".car-back")
        page.wait(f"{CAR_TOP}.includes('list-template')")
        row = self.item("stations/nachtschicht")
        page.wait(f"document.querySelector(\"{row}\").classList.contains('is-playing')")
        self.assertNoComplaints(page)

    def test_rows_change_in_place(self):
        page = self.car()
        row = f"document.querySelector(\"{self.item('stations/kanalrand')}\")"
        page.run(f"globalThis.row = {row}; row.focus(); 0")
        self.hub["kanalrand"].play("Sluice", "Lock & Weir")
        page.wait("row.querySelector('.item-detail').innerText === 'Lock & Weir – Sluice'")
        self.assertTrue(page.run(f"row === {row} && document.activeElement === row"))
        self.hub["kanalrand"].play("Undertow", "Mara Ebb")

    def test_a_station_with_streams_asks_for_one(self):
        page = self.car()
        page.click(self.item("stations/weltempfang"))
        page.wait("document.querySelector('.car-title').innerText === 'Streams'")
        page.click(self.item("streams/weltempfang/south"))
        page.wait(f"{CAR_TOP}.includes('now-template')")

    def test_playback_from_elsewhere_invites_the_car(self):
        page = self.car()
        self.hub.command(action="select", station="nachtschicht")
        page.wait(f"{CAR_TOP}.includes('now-template')")

    def test_tabs_and_their_keys(self):
        page = self.car()
        page.run("document.querySelector('.tab[aria-selected=true]').focus()")
        page.press("ArrowRight")
        page.wait("document.activeElement.dataset.part === 'favourites'")
        page.wait("document.querySelector('.tab[aria-selected=true]').innerText === 'Favourites'")
        page.wait(f"document.querySelector(\"{self.item('favourites#none')}\").disabled")

    def test_favourites_can_be_a_grid(self):
        self.hub.command(action="favourite", station="kanalrand", on=True)
        page = self.car()
        page.click(".car-options summary")
        page.run("""(() => { const select = document.querySelectorAll('.car-options select')[2];
            select.value = 'grid'; select.dispatchEvent(new Event('change')); })()""")
        page.click(".tab[data-part=favourites]")
        page.wait(f"{CAR_TOP}.includes('grid-template')")
        page.click(".grid-button")
        page.wait(f"{CAR_TOP}.includes('now-template')")
        self.hub.command(action="favourite", station="kanalrand", on=False)

    def test_places_and_their_information(self):
        page = self.car()
        page.run("""(() => { const select = document.querySelectorAll('.car-options select')[0];
            select.value = 'charging'; select.dispatchEvent(new Event('change')); })()""")
        page.click(".tab[data-part=nearby]")
        page.wait(f"{CAR_TOP}.includes('map-template')")
        page.click(".pin")
        page.wait("document.querySelector('.place-card').checkVisibility()")
        self.assertIn("weltempfang", page.text(".place-card h3"))
        page.click(".place-buttons .button:nth-child(2)")
        page.wait(f"{CAR_TOP}.includes('information-template')")
        page.click(".car-back")
        page.wait(f"{CAR_TOP}.includes('map-template')")

    def test_a_row_is_busy_until_the_player_has_done_it(self):
        page = self.car()
        # A player that says nothing more: the row waits for it, and an alert tells of it in the end.
        page.run(f"""import('./nphub.js').then(({{ Hub }}) => {{
            globalThis.player = new Hub({{ token: {json.dumps(service.TOKEN)} }}); }})""")
        page.wait("player.isOpen")
        page.run("player.report({ state: 'stopped' })")
        page.click(self.item("stations/nachtschicht"))
        page.wait(f"{CAR_TOP}.includes('now-template')")
        page.click(".car-back")
        row = f"document.querySelector(\"{self.item('stations/nachtschicht')}\")"
        page.wait(f"{row}.querySelector('.spinner').checkVisibility()")
        self.assertEqual(page.run(f"{row}.ariaBusy"), "true")
        page.wait("document.querySelector('.alert').checkVisibility()")
        self.assertGreaterEqual(page.run("document.querySelectorAll('.alert-actions button').length"), 2)
        page.run("player.close()")
        page.click(".alert-actions button:last-child")
        page.wait("!document.querySelector('.alert').checkVisibility()")
        page.wait(f"!{row}.querySelector('.spinner').checkVisibility()")

    def test_what_the_player_cannot_do_is_an_alert(self):
        page = self.car()
        self.hub.call("report", session="main", state="stopped", error="No audio device")
        page.wait("document.querySelector('.alert').checkVisibility()")
        self.assertIn("No audio device", page.text(".alert-title"))
        self.assertIn("alert", page.run("document.activeElement.dataset.part"))
        page.press("Escape")
        page.wait("!document.querySelector('.alert').checkVisibility()")
