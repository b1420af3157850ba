"""The pages in a minute's glance: what a newcomer does first. `make test` runs it."""

import unittest

import cases
import service

SHOWN = "document.querySelector('[data-station=kanalrand] .card-title')?.innerText"


class DemoTests(unittest.TestCase):
    def test_the_printed_link_shows_titles_and_starts_a_station(self):
        with service.Service() as hub:
            page = cases.shared_browser().open(hub.link())
            self.addCleanup(page.close)
            page.wait("document.querySelector('.card-title')?.innerText.length > 0")
            page.wait("document.querySelectorAll('.card').length === 4")
            page.click("[data-station=kanalrand] .card-play")
            page.wait("document.querySelector('.now-dock').checkVisibility()")
            card = hub.call("get", view="lockScreen")["records"][0]["lockScreen"]
            self.assertEqual(card["playbackState"], "playing")


class SmokeTests(cases.PageTests):
    def setUp(self):
        self.hub["kanalrand"].play("Undertow", "Mara Ebb")

    def test_titles_change_without_a_reload_and_nothing_else_does(self):
        page = self.open(script=cases.MUTATIONS)
        page.wait(f"{SHOWN} === 'Undertow'")
        page.wait(cases.COMPLETE)
        page.run("globalThis.isSamePage = true; changes.length = 0")
        self.hub["kanalrand"].play("Sluice", "Lock & Weir")
        page.wait(f"{SHOWN} === 'Sluice'")
        self.assertTrue(page.run("isSamePage"))
        changes = page.run("changes")
        self.assertLess(len(changes), 12, changes)
        self.assertNoComplaints(page)

    def test_what_one_page_does_the_others_show(self):
        remote, phone, car = self.open("/remote"), self.open("/lock"), self.open("/car")
        remote.click(".remote-lists .rows li:nth-child(2) .row")
        phone.wait("document.querySelector('.phone-title').innerText === 'Requests until dawn'")
        car.wait("document.querySelector('.now-title')?.innerText === 'Requests until dawn'")
        phone.click(".phone .play-button")
        remote.wait("document.querySelector('.remote .play-button').ariaLabel === 'Play'")

    def test_the_element_and_the_overlay_show_what_plays(self):
        path = self.hub.folder / "page.html"
        path.write_text(f"""<!doctype html><script src="{self.hub.origin}/widget.js" async></script>
            <now-playing hub="{self.hub.origin}" station="kanalrand"></now-playing>""")
        page = self.browser.open(path.as_uri())
        self.addCleanup(page.close)
        page.wait("""document.querySelector('now-playing').shadowRoot?.querySelector('.title')
            .innerText === 'Undertow'""")
        overlay = self.browser.open(f"{self.hub.origin}/overlay/kanalrand")
        self.addCleanup(overlay.close)
        overlay.wait("document.querySelector('.title')?.innerText === 'Undertow'")

    def test_the_page_comes_back_with_the_hub(self):
        page = self.open()
        page.wait(f"{SHOWN} === 'Undertow'")
        self.hub.kill()
        page.wait("document.querySelector('.banner').checkVisibility()")
        self.hub.start()
        page.wait("!document.querySelector('.banner').checkVisibility()")
        page.wait(f"{SHOWN} === 'Undertow'")
