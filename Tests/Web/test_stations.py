"""The list of stations and the page of one: what is there is shown, as it is, when it is."""

import time
import unittest

import cases
import service


class EmbeddedTests(unittest.TestCase):
    def test_each_embedded_station_is_shown_with_what_it_plays(self):
        with service.Service() as hub:
            page = cases.shared_browser().open(hub.link())
            self.addCleanup(page.close)
            page.wait("document.querySelectorAll('.card').length === 4")
            records = hub.call("get", view="nowPlaying")["records"]
            for record in records:
                state = record["nowPlaying"]
                selector = f"[data-station='{record['station']}']"
                self.assertEqual(page.text(f"{selector} .card-name"), state["station"]["name"])
                page.wait(f"""document.querySelector("{selector} .card-title").textContent
                    .length > 0""")
            self.assertEqual(page.text(".count"), "4")
            first = page.text(".cards")
            page.wait(f"document.querySelector('.cards').innerText !== {first!r}")
            self.assertEqual(page.run("performance.getEntriesByType('navigation').length"), 1)


class ListTests(cases.PageTests):
    STATIONS = ("kanalrand", "nachtschicht", "wackelkontakt")

    def test_titles_change_without_a_reload(self):
        page = self.open()
        page.run("globalThis.isSamePage = true")
        self.assertEqual(self.card(page, "kanalrand"), "Undertow")
        self.hub["kanalrand"].play("Sluice", "Lock & Weir")
        page.wait("""document.querySelector("[data-station=kanalrand] .card-title").innerText
            === 'Sluice'""")
        self.assertEqual(self.card(page, "kanalrand", "card-detail"), "Lock & Weir")
        self.assertTrue(page.run("isSamePage"))
        self.hub["kanalrand"].play("Undertow", "Mara Ebb")
        page.wait("""document.querySelector("[data-station=kanalrand] .card-title").innerText
            === 'Undertow'""")
        self.assertNoComplaints(page)

    def test_progress_moves_by_itself_and_is_right(self):
        started = time.time() - 100
        self.hub["nachtschicht"].report(track={
            "title": "Requests until dawn", "startedAt": started, "duration": 200})
        page = self.open()
        page.wait("""document.querySelector("[data-station=nachtschicht] .clock").innerText
            .startsWith('1:4')""")
        width = """new DOMMatrix(getComputedStyle(
            document.querySelector("[data-station=nachtschicht] .bar-fill")).transform).a"""
        first, at_first = page.run(width), time.time()
        time.sleep(1.5)
        second, at_second = page.run(width), time.time()
        for value, moment in ((first, at_first), (second, at_second)):
            self.assertAlmostEqual(value, (moment - started) / 200, delta=0.005)
        self.assertGreater(second, first)

    def test_a_paused_track_stands_still(self):
        self.hub["nachtschicht"].report(
            state="paused", track={"title": "Requests", "elapsed": 50, "duration": 200})
        page = self.open()
        page.wait("""document.querySelector("[data-station=nachtschicht] .badge").innerText
            === 'Paused'""")
        animation = """document.querySelector("[data-station=nachtschicht] .bar-fill")
            .getAnimations()[0].currentTime"""
        first = page.run(animation)
        time.sleep(0.5)
        self.assertEqual(page.run(animation), first)
        self.assertAlmostEqual(first / 1000, 50, delta=1)
        self.hub["nachtschicht"].play("Requests until dawn")

    def test_next_live_and_programme_are_shown(self):
        self.hub["wackelkontakt"].report(
            track={"title": "Loose Contact"}, live={"streamer": "DJ Ebb"},
            next={"title": "Sluice", "artist": "Lock & Weir"})
        page = self.open()
        page.wait("""document.querySelector("[data-station=wackelkontakt] .badge").innerText
            === 'On air'""")
        self.assertEqual(self.card(page, "wackelkontakt", "card-extra"), "DJ Ebb")
        self.assertIn("Lock & Weir – Sluice", self.card(page, "wackelkontakt", "card-next"))

    def test_the_filter_finds_names_titles_and_artists(self):
        page = self.open()
        page.wait("document.querySelectorAll('.card').length === 3")
        for query, ids in [("kanal", ["kanalrand"]), ("MARA", ["kanalrand"]),
                           ("dawn", ["nachtschicht"]), ("nothing like it", [])]:
            page.run("document.querySelector('.filter input').focus()")
            page.run("document.querySelector('.filter input').select()")
            page.type(query)
            shown = "[...document.querySelectorAll('.card')].map((card) => card.dataset.station)"
            self.assertEqual(page.run(shown), ids)
        self.assertIn("nothing like it", page.text(".message"))
        page.press("Escape")
        page.wait("document.querySelectorAll('.card').length === 3")

    def test_the_filter_finds_what_signs_and_reasons_say(self):
        page = self.open()
        page.wait("document.querySelectorAll('.card').length === 3")
        self.hub["wackelkontakt"].report(online=False)
        sign = "document.querySelector('[data-station=wackelkontakt] .badge').innerText"
        page.wait(f"{sign} === 'Off air'")
        page.run("document.querySelector('.filter input').focus()")
        page.type("offline")
        shown = "[...document.querySelectorAll('.card')].map((card) => card.dataset.station)"
        self.assertEqual(page.run(shown), ["wackelkontakt"])

    def test_the_texts_of_stations_are_texts(self):
        page = self.open("/station/wackelkontakt")
        markup = "<img src=x onerror=globalThis.isTaken=1><b>bold</b>"
        self.hub["wackelkontakt"].report(
            track={"title": markup, "artist": "</p><script>isTaken=1</script>",
                   "links": {"spotify": "https://spotify.example/1"}},
            station={"url": "https://wackelkontakt.example/", "description": markup})
        page.wait("document.querySelector('.hero-title').textContent.includes('<img')")
        self.assertEqual(page.run("document.querySelectorAll('main b, main script, main img[src=x]').length"), 0)
        self.assertFalse(page.run("'isTaken' in globalThis"))
        links = page.run("[...document.querySelectorAll('.chips a')].map((link) => link.href)")
        self.assertEqual(
            links, ["https://wackelkontakt.example/", "https://spotify.example/1"])
        self.assertNoComplaints(page)


class TroubleTests(unittest.TestCase):
    def test_a_station_that_fails_says_why(self):
        broken = {"feed": {"type": "azuracast", "url": "ws://127.0.0.1:1", "shortcode": "x"}}
        with service.Service(("kaputt", broken)) as hub:
            page = cases.shared_browser().open(hub.link())
            self.addCleanup(page.close)
            page.wait("document.querySelector('.badge')?.innerText === 'Failing'")
            self.assertIn("refused", page.text(".card-extra"))
            page.click(".card-link")
            page.wait("document.querySelector('.notice').innerText.includes('refused')")
            page.click(".notice .chip")
            time.sleep(0.3)
            self.assertFalse(page.run("document.querySelector('.toast').checkVisibility()"))


class StationPageTests(cases.PageTests):
    def test_the_page_of_a_station_has_its_history(self):
        station = self.hub["kanalrand"]
        station.report(
            track={"title": "Sluice", "artist": "Lock & Weir", "album": "Low Water", "year": 1994},
            history=[{"title": f"Before {place}", "startedAt": time.time() - 300 * place}
                     for place in range(1, 4)], listeners={"current": 17})
        page = self.open("/station/kanalrand")
        page.wait("document.querySelector('.hero-title').innerText === 'Sluice'")
        page.wait("document.querySelectorAll('.play').length >= 3")
        self.assertIn("Before 1", page.text(".plays"))
        self.assertIn("1994", page.text(".details"))
        page.wait("document.querySelector('.hero .badge[data-kind=listeners]').innerText"
                  " === '17 listening'")

    def test_more_of_what_was_played_can_be_shown(self):
        self.hub["nachtschicht"].report(
            track={"title": "Sluice", "startedAt": time.time() - 60},
            history=[{"title": f"Song {place}", "startedAt": time.time() - 200 * place}
                     for place in range(1, 21)])
        page = self.open("/station/nachtschicht")
        page.wait("document.querySelectorAll('.play').length === 12")
        page.run("""[...document.querySelectorAll('.station .button')]
            .find((button) => button.innerText === 'Show more').click()""")
        page.wait("document.querySelectorAll('.play').length >= 20")
        titles = page.run("[...document.querySelectorAll('.play-title')].map((node) => node.innerText)")
        # Before them stands what this station played at first, if that was for long enough.
        songs = [title for title in titles if title.startswith("Song")]
        self.assertEqual(songs, [f"Song {place}" for place in range(1, 21)])
        # This hub keeps no history itself, which it says: the station's own is shown in its place.
        self.assertEqual([each for each in page.complaints if "/history" not in each], [])

    def test_a_station_that_is_not_there_is_said(self):
        page = self.open("/station/nowhere")
        page.wait("document.querySelector('.station .message').innerText.includes('nowhere')")
