"""The pages as a designer measures them, with stations that are hard to draw."""

import struct
import time
import unittest

import audit
import cases
import odd
import service
import sounds

# The list of stations and the wall display are measured with many stations: test_many.py.
VIEWS = ("/station/{}", "/remote", "/car", "/lock")
SIZES = ((390, 844), (1280, 800))
SHOWN = "document.querySelector('main').innerText.length > 20"
# Templates of the car that come in are wider than their screen for a moment.
SETTLED = """document.getAnimations().every(({ animationName, playState }) =>
    !animationName || playState === 'finished')"""
PAGES = service.REPOSITORY / "Sources/Shell/Sinks/Web/Pages"


class OddTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.browser = cases.shared_browser()
        cls.odd = odd.Odd()
        cls.addClassCleanup(cls.odd.__exit__)
        cls.hub = cls.odd.hub

    def open(self, route, session=odd.IDS[0], **options):
        """Opens a view of the dashboard with the session that has chosen a station."""
        script = f"sessionStorage.setItem('nphub.session', '{session}')"
        page = self.browser.open(self.hub.link(route.format(session)), script=script, **options)
        self.addCleanup(page.close)
        page.wait("document.querySelector('[data-phase=open]') !== null")
        page.wait(SHOWN)
        time.sleep(0.7)
        page.wait(SETTLED)
        return page

    def embeds(self):
        """The addresses of a page with an element of each station, and of an overlay."""
        radio = sounds.Radio()
        self.addCleanup(radio.close)
        overlay = f"{self.hub.origin}/overlay/{odd.IDS[0]}?theme=dark&station=1"
        return odd.page_of_elements(radio, self.hub.origin), overlay


class BoxTests(OddTests):
    def test_boxes_texts_and_targets_keep_their_measures(self):
        for session in ("minaa", "long-title", "long-name", "off-air", "no-host"):
            for route in VIEWS:
                for width, height in SIZES:
                    phone = width < 600
                    page = self.open(route, session, width=width, height=height, phone=phone)
                    with self.subTest(session=session, route=route, width=width):
                        self.assertEqual(audit.measures(page, "body"), [])
                    page.close()

    def test_the_element_and_the_overlay_keep_them_too(self):
        for address in self.embeds():
            for width, height in SIZES:
                phone = width < 600
                page = self.browser.open(address, width=width, height=height, phone=phone)
                self.addCleanup(page.close)
                time.sleep(2)
                with self.subTest(address=address, width=width):
                    # The page of another site sets the size of its letters.
                    self.assertEqual(audit.measures(page, "body"), [])

    def test_the_measures_find_what_is_wrong(self):
        page = self.open("/", width=390, phone=True)
        page.run("""document.querySelector('main').insertAdjacentHTML('afterbegin', `
            <div class=outer><div class=inner>inner</div></div><p class=tiny>tiny</p>
            <button class=small>small</button><p class=cut>cut without a sign of it</p>`);
            const sheet = new CSSStyleSheet();
            sheet.replaceSync(`.outer { width: 50px } .inner { width: 80px } .tiny { font-size: 8px }
              .small { width: 44px; height: 10px; padding: 0 }
              .cut { width: 40px; overflow: hidden; white-space: nowrap }`);
            document.adoptedStyleSheets = [sheet]; 0""")
        faults = "\n".join(audit.measures(page))
        for words in ("div.inner: sticks out by 30 px", "p.tiny: “tiny” has 8 px",
                      "button.small: is 44 by 10 px for a finger", "p.cut: holds"):
            self.assertIn(words, faults)

    def test_titles_from_right_to_left_stand_beside_their_pictures(self):
        for route, title in (
                ("/", "[data-station=minaa] .card-title"), ("/station/minaa", ".hero-title"),
                ("/remote", ".remote .hero-title"), ("/remote", ".station-rows .row-text"),
                ("/lock", ".phone-title"), ("/car", ".stage .item-text, .stage .now-title")):
            page = self.open(route)
            with self.subTest(route=route, title=title):
                style = page.run(f"""(({{ direction, textAlign }}) => [direction, textAlign])(
                    getComputedStyle(document.querySelector('{title}')))""")
                self.assertEqual(style, ["rtl", "left"])


class ContrastTests(OddTests):
    def test_each_text_stands_out_from_what_lies_behind_it(self):
        for session in ("minaa", "white", "wide", "off-air"):
            for route in VIEWS if session == "minaa" else ("/station/{}", "/remote", "/lock"):
                for dark in (False, True):
                    # At all widths, once; the pictures and the words of others at one.
                    for width, height in SIZES if session == "minaa" else SIZES[:1]:
                        page = self.open(route, session, dark=dark, width=width, height=height)
                        with self.subTest(session=session, route=route, dark=dark, width=width):
                            self.assertEqual(audit.contrast(page), [])
                        page.close()

    def test_the_texts_of_the_element_and_of_the_overlay_do(self):
        for address in self.embeds():
            for dark in (False, True):
                page = self.browser.open(address, width=390, height=2400, dark=dark)
                self.addCleanup(page.close)
                time.sleep(2)
                with self.subTest(address=address, dark=dark):
                    self.assertEqual(audit.contrast(page), [])

    def test_a_pale_text_is_found(self):
        page = self.open("/remote")
        page.run("""const sheet = new CSSStyleSheet(); sheet.replaceSync('.row-text { color: #bbb }');
            document.adoptedStyleSheets = [sheet]; 0""")
        self.assertTrue(any("row-text" in each for each in audit.contrast(page)))


class PictureTests(OddTests):
    def test_a_white_picture_ends_with_a_line_and_hides_the_colour_below(self):
        page = self.open("/station/white", "white")
        page.wait("document.querySelector('.hero > .artwork.has-image') !== null")
        self.assertIn("inset", page.run(
            "getComputedStyle(document.querySelector('.hero > .artwork'), '::after').boxShadow"))
        page.wait("getComputedStyle(document.querySelector('.hero > .artwork .letter')).visibility === 'hidden'")

    def test_the_letter_is_the_same_on_every_page(self):
        for route, letter in (
                ("/", "[data-station=missing] .letter"), ("/station/missing", ".hero > .artwork .letter"),
                ("/remote", ".now .letter"), ("/lock", ".phone-card .letter")):
            page = self.open(route, "missing")
            with self.subTest(route=route):
                page.wait(f"document.querySelector('{letter}')?.textContent === 'F'")
        # Of what was played before, it is the title's.
        for route, letter in ("/station/missing", ".play .letter"), ("/remote", ".groups .letter"):
            page = self.open(route, "missing")
            page.wait(f"document.querySelector('{letter}')?.textContent === 'C'")

    def test_a_station_off_the_air_is_said_to_be(self):
        for route, text in (("/station/off-air", ".hero-title"), ("/remote", ".now .hero-detail"),
                            ("/lock", ".phone-artist")):
            page = self.open(route, "off-air")
            with self.subTest(route=route):
                page.wait(f"document.querySelector('{text}').innerText.startsWith('Off')")
                self.assertFalse(page.run("""[...document.querySelectorAll('.fact, .live-sign')].some((node) =>
                    node.checkVisibility() && /^(Next|Live)/.test(node.innerText))"""))
        page = self.open("/remote", "no-host")
        page.wait("document.querySelector('.now .hero-detail').innerText.startsWith('Not reachable')")


class DeviceTests(OddTests):
    def test_the_car_fills_a_phone_on_its_side_and_can_be_left(self):
        page = self.open("/car", width=844, height=390, phone=True)
        box = page.run("document.querySelector('.head-unit').getBoundingClientRect().toJSON()")
        self.assertEqual([box[name] for name in ("x", "y", "width", "height")], [0, 0, 844, 390])
        self.assertEqual(audit.measures(page), [])
        page.click(".dock-exit")
        page.wait("document.querySelector('.stations').checkVisibility()")

    def test_the_element_says_why_it_has_no_title(self):
        page = self.browser.open(self.embeds()[0], width=390, height=844)
        self.addCleanup(page.close)
        for station, title in (("off-air", "Off air"), ("no-host", "Not reachable")):
            root = f"document.querySelector('[station={station}]').shadowRoot"
            page.wait(f"{root}.querySelector('.title').innerText === '{title}'")
            self.assertEqual(page.run(f"{root}.querySelector('.artist').innerText"), "Music that does not exist.")
            self.assertTrue(page.run(f"{root}.querySelector('.next').hidden"))


class ShiftTests(cases.PageTests):
    def test_nothing_moves_when_another_track_begins(self):
        self.hub.command(action="select", station="kanalrand")
        views = [(route, width, self.open(
            route.format("kanalrand"), width=width, height=height, phone=width < 600, script=audit.SHIFTS))
            for route in VIEWS for width, height in SIZES]
        time.sleep(4)
        for _, _, page in views:
            page.run("shifts.length = 0")
        for title, artist in (("A title that takes a second line on every phone", "Lock & Weir"),
                              ("Sluice", None), ("Undertow", "Mara Ebb")):
            self.hub["kanalrand"].play(title, artist)
            time.sleep(4)
        time.sleep(60)
        for route, width, page in views:
            with self.subTest(route=route, width=width):
                self.assertEqual(page.run("shifts"), [])


class WaitingTests(cases.PageTests):
    # A hub that never answers.
    SILENCE = "globalThis.WebSocket = class extends EventTarget { send() {} close() {} };"

    def test_the_places_of_what_is_to_come_are_held(self):
        self.hub.command(action="select", station="kanalrand")
        for route, selector in (("/remote", ".now .play-button"), ("/lock", ".phone .play-button"),
                                ("/station/kanalrand", ".hero > .artwork"), ("/car", ".car-screen")):
            place = f"""((node) => node?.checkVisibility() && node.getBoundingClientRect().toJSON())(
                document.querySelector('{selector}'))"""
            for width, height in SIZES:
                with self.subTest(route=route, width=width):
                    page = self.open(route, width=width, height=height)
                    page.wait("document.querySelector('main').innerText.includes('Undertow')")
                    time.sleep(0.5)
                    expected = page.run(place)
                    page.close()
                    waiting = self.browser.open(
                        self.hub.link(route), width=width, height=height, script=self.SILENCE)
                    self.addCleanup(waiting.close)
                    found = waiting.wait(place)
                    for name in ("x", "y", "width"):
                        self.assertAlmostEqual(found[name], expected[name], delta=2, msg=name)


class ManifestTests(cases.PageTests):
    def test_the_page_can_be_put_on_a_home_screen(self):
        page = self.open()
        answer = page.call("Page.getAppManifest")
        self.assertEqual(answer["errors"], [])
        manifest = page.run("fetch('assets/nphub.webmanifest').then((answer) => answer.json())")
        self.assertEqual(manifest["display"], "standalone")
        for icon in manifest["icons"]:
            with self.subTest(icon["src"]):
                kind = page.run(f"fetch('assets/{icon['src']}').then(({{ headers }}) => headers.get('Content-Type'))")
                self.assertEqual(kind, icon["type"])
        errors = page.call("Page.getInstallabilityErrors")["installabilityErrors"]
        # Pages of the tests have nothing from other pages, as private windows.
        self.assertEqual([each["errorId"] for each in errors], ["in-incognito"])
        self.assertNoComplaints(page)

    def test_the_icon_for_phones_that_take_no_svg_is_the_drawn_one(self):
        data = (PAGES / "icon-touch.png").read_bytes()
        self.assertEqual(struct.unpack(">II", data[16:24]), (180, 180))
        page = self.open()
        # The mean difference of the two, of 255.
        difference = page.run("""(async () => {
            const [drawn, stored] = await Promise.all(['icon-maskable.svg', 'icon-touch.png'].map(async (name) => {
              const image = new Image();
              image.src = `assets/${name}`;
              await image.decode();
              const context = Object.assign(document.createElement('canvas'), { width: 180, height: 180 })
                .getContext('2d');
              context.drawImage(image, 0, 0, 180, 180);
              return context.getImageData(0, 0, 180, 180).data;
            }));
            return drawn.reduce((sum, value, place) => sum + Math.abs(value - stored[place]), 0) / drawn.length;
        })()""")
        self.assertLess(difference, 1)


if __name__ == "__main__":
    unittest.main()
