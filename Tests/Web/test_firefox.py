"""The pages in a second engine: Firefox."""

import time
import unittest

import audit
import firefox
import odd
import service

ROUTES = ("/", "/station/{}", "/remote", "/car", "/lock", "/wall")
SIZES = ((390, 844), (1280, 800))
TITLE = "document.querySelector('.remote .hero-title').innerText"


@unittest.skipUnless(firefox.executable(), "there is no Firefox: make setup-web")
class FirefoxTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.page = firefox.Firefox()
        cls.addClassCleanup(cls.page.close)
        cls.odd = odd.Odd()
        cls.addClassCleanup(cls.odd.__exit__)
        cls.hub = cls.odd.hub

    def open(self, route="/", **options):
        """Opens a view of the dashboard; its session is the first by name."""
        self.page.open(self.hub.link(route.format("minaa")), **options)
        self.page.wait("document.querySelector('[data-phase=open]') !== null")
        self.page.wait("document.querySelector('main').innerText.length > 20")
        return self.page

    def choose(self, session):
        """Shows another session in the remote control."""
        self.page.wait("document.querySelector('.remote-player select').options.length > 1")
        self.page.run(f"""(() => {{ const select = document.querySelector('.remote-player select');
            select.value = '{session}'; select.dispatchEvent(new Event('change')); }})()""")

    def test_every_page_opens_without_a_complaint_and_keeps_its_measures(self):
        for route in ROUTES:
            for dark in (False, True):
                for width, height in SIZES:
                    phone = width < 600
                    page = self.open(route, width=width, height=height, dark=dark, phone=phone)
                    time.sleep(0.7)
                    with self.subTest(route=route, dark=dark, width=width):
                        self.assertEqual(page.complaints, [])
                        self.assertEqual(page.run("innerWidth"), width)
                        self.assertEqual(page.run("matchMedia('(prefers-color-scheme: dark)').matches"), dark)
                        self.assertEqual(page.run("matchMedia('(pointer: coarse)').matches"), phone)
                        if route != "/wall":
                            self.assertEqual(audit.measures(page), [])
                        self.assertTrue(page.picture().startswith(b"\x89PNG"))

    def test_titles_change_without_a_reload(self):
        page = self.open("/station/long-name")
        page.wait("document.querySelector('.hero-title').innerText === 'Undertow'")
        self.hub["long-name"].play("Sluice", "Lock & Weir")
        page.wait("document.querySelector('.hero-title').innerText === 'Sluice'")
        self.assertEqual(page.complaints, [])
        self.hub["long-name"].play("Undertow", "Mara Ebb")

    def test_the_remote_control_plays_and_pauses(self):
        page = self.open("/remote")
        self.choose("wide")
        page.wait(f"{TITLE} === 'Wide cover'")
        page.wait("document.querySelector('.remote .play-button').ariaLabel === 'Pause'")
        for state, label in (("paused", "Play"), ("playing", "Pause")):
            page.click(".remote .play-button")
            page.wait(f"document.querySelector('.remote .play-button').ariaLabel === '{label}'")
            card = self.hub.call("get", view="lockScreen", session="wide")["records"][0]["lockScreen"]
            self.assertEqual(card["playbackState"], state)
        self.assertEqual(page.complaints, [])

    def test_the_overlay_and_the_element_show_what_plays(self):
        page = self.page.open(f"{self.hub.origin}/overlay/wide?progress=1")
        page.wait("document.querySelector('.title')?.innerText === 'Wide cover'")
        page.wait("document.querySelector('.artwork').naturalWidth > 0")
        self.assertEqual(page.complaints, [])
        path = self.hub.folder / "page.html"
        path.write_text(f"""<!doctype html><script src="{self.hub.origin}/widget.js"></script>
            <now-playing hub="{self.hub.origin}" station="wide" play progress></now-playing>""")
        page = self.page.open(path.as_uri())
        page.wait("""document.querySelector('now-playing').shadowRoot?.querySelector('.title')
            .innerText === 'Wide cover'""")
        self.assertEqual(audit.measures(page, "body"), [])

    def test_a_complaint_is_seen(self):
        page = self.open("/")
        self.assertEqual(page.complaints, [])
        page.run("import('./assets/none.js').catch(() => 0)")
        service.wait_until(lambda: page.complaints)


if __name__ == "__main__":
    unittest.main()
