"""The first look: the demo's covers are seen, its streams heard, and the README's HTML works."""

import re
import unittest

import cases
import service

SHADOW = "document.querySelector('now-playing').shadowRoot"
# The widths of the pictures that are seen on the page, in their own units.
WIDTHS = """[...document.querySelectorAll('.card .artwork img')].map(({ naturalWidth }) => naturalWidth)"""


class DemoTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.browser = cases.shared_browser()
        cls.hub = service.Service()
        cls.addClassCleanup(cls.hub.close)

    def open(self, route="/", **options):
        page = self.browser.open(self.hub.link(route), **options)
        self.addCleanup(page.close)
        page.wait("document.querySelectorAll('[data-station] .card-title').length === 4")
        return page

    def test_every_station_has_a_cover(self):
        page = self.open()
        page.wait(f"{WIDTHS}.length === 4 && {WIDTHS}.every((width) => width > 0)")
        self.assertEqual(page.complaints, [])

    def test_the_page_plays_what_the_demo_serves(self):
        page = self.open()
        page.click("[data-station=kanalrand] .card-play")
        page.wait("document.querySelector('.now-dock .listen .button')?.checkVisibility()")
        # The player's element stands in no document: what it plays is seen at the class.
        page.run("""globalThis.played = null;
            HTMLMediaElement.prototype.play = ((play) => function () { played = this; return play.call(this); })(
                HTMLMediaElement.prototype.play); 0""")
        page.click(".now-dock .listen .button")
        page.wait("played?.currentTime > 1")
        self.assertRegex(page.run("played.src"), r"^http://127\.0\.0\.1:\d+/listen/kanalrand/radio\.wav$")
        card = self.hub.call("get", view="lockScreen")["records"][0]["lockScreen"]
        self.assertEqual(card["playbackState"], "playing")
        page.click("[data-station=nachtschicht] .card-play")
        page.wait("played.src.includes('/nachtschicht/') && played.currentTime > 0.5")
        page.click(".now-dock .listen .button")
        page.wait("played.paused")
        self.assertEqual(page.complaints, [])

    def test_the_element_of_the_readme_works_from_a_file(self):
        text = (service.REPOSITORY / "README.md").read_text()
        element, = re.findall(r"^```html\n(.*?<now-playing.*?)^```$", text, re.MULTILINE | re.DOTALL)
        path = self.hub.folder / "page.html"
        path.write_text(element.replace("http://127.0.0.1:8420", self.hub.origin))
        page = self.browser.open(path.as_uri())
        self.addCleanup(page.close)
        page.wait(f"{SHADOW}.querySelector('.title').innerText !== ''")
        page.wait(f"{SHADOW}.querySelector('img')?.naturalWidth > 0")
        self.assertEqual(page.complaints, [])


class SilentTests(cases.PageTests):
    """Stations without streams."""

    def test_there_is_no_button_to_listen_here(self):
        self.hub.command(action="select", station="kanalrand")
        page = self.open("/remote")
        page.wait("!document.querySelector('.remote .play-button').disabled")
        self.assertFalse(page.run("document.querySelector('.remote .listen').checkVisibility()"))
        page.run("location.hash = '#/'; 0")
        page.wait("document.querySelector('.now-dock .play-button').checkVisibility()")
        self.assertFalse(page.run("document.querySelector('.now-dock .listen').checkVisibility()"))


if __name__ == "__main__":
    unittest.main()
