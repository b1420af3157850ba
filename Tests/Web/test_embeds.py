"""The widget on a page of another site, and the overlay for streams."""

import time

import cases
import relay
import sounds

SHADOW = "document.querySelector('now-playing').shadowRoot"
# Timers of half a minute and more end when a test calls `pass()`.
TIMERS = """
  globalThis.waiting = new Map();
  const [set, clear] = [setTimeout, clearTimeout];
  globalThis.setTimeout = (run, delay) => {
    const isLong = delay >= 30_000;
    const timer = set(isLong ? () => {} : run, delay);
    if (isLong) waiting.set(timer, run);
    return timer;
  };
  globalThis.clearTimeout = (timer) => {
    waiting.delete(timer);
    clear(timer);
  };
  globalThis.pass = () => {
    const due = [...waiting.values()];
    waiting.clear();
    for (const run of due) run();
  };
"""


class EmbedTests(cases.PageTests):
    def setUp(self):
        self.radio = sounds.Radio()
        self.addCleanup(self.radio.close)
        self.hub["kanalrand"].play(
            "Undertow", "Mara Ebb", artworkURL=f"{self.radio.url}/art.png")

    def embed(self, html, script=cases.MUTATIONS):
        """A page of another site."""
        self.radio.pages["/page"] = f"<!doctype html><title>Other</title>{html}"
        page = self.browser.open(f"{self.radio.url}/page", script=script)
        self.addCleanup(page.close)
        return page

    def overlay(self, query="", script=cases.MUTATIONS):
        page = self.browser.open(
            f"{self.hub.origin}/overlay/kanalrand{query}", script=script)
        self.addCleanup(page.close)
        page.wait("document.querySelector('.title')?.innerText === 'Undertow'")
        return page


class WidgetTests(EmbedTests):
    def test_three_lines_show_what_plays_on_another_site(self):
        page = self.embed(f"""
            <script src="{self.hub.origin}/widget.js"></script>
            <now-playing hub="{self.hub.origin}" station="kanalrand"></now-playing>""")
        page.wait(f"{SHADOW}.querySelector('.title').innerText === 'Undertow'")
        self.assertEqual(page.run(f"{SHADOW}.querySelector('.artist').innerText"), "Mara Ebb")
        page.wait(f"{SHADOW}.querySelector('.has-image img') !== null")
        page.run("globalThis.tracks = []; document.addEventListener('trackchange',"
                 " ({ detail }) => tracks.push(detail.track.title)); 0")
        self.hub["kanalrand"].play("Sluice", "Lock & Weir")
        page.wait(f"{SHADOW}.querySelector('.title').innerText === 'Sluice'")
        width = f"new DOMMatrix(getComputedStyle({SHADOW}.querySelector('.fill')).transform).a"
        self.assertAlmostEqual(page.run(width), 60 / 3600, delta=0.005)
        self.assertNoComplaints(page)

    def test_the_hub_is_that_of_the_script_and_a_module_will_do(self):
        page = self.embed(f"""<script src="{self.hub.origin}/widget.js"></script>
            <now-playing station="nachtschicht" locale="de" media-session></now-playing>""")
        page.wait(f"{SHADOW}.querySelector('.title').innerText === 'Requests until dawn'")
        page.wait("navigator.mediaSession.metadata?.title === 'Requests until dawn'")
        page = self.embed(f"""<script type="module" src="{self.hub.origin}/widget.js"></script>
            <now-playing hub="{self.hub.origin}/" station="kanalrand"></now-playing>""")
        page.wait(f"{SHADOW}.querySelector('.title').innerText === 'Undertow'")

    def test_another_station_can_be_named(self):
        page = self.embed(f"""<script src="{self.hub.origin}/widget.js"></script>
            <now-playing station="kanalrand"></now-playing>""")
        page.wait(f"{SHADOW}.querySelector('.title').innerText === 'Undertow'")
        page.run("document.querySelector('now-playing').setAttribute('station', 'nachtschicht')")
        page.wait(f"{SHADOW}.querySelector('.title').innerText === 'Requests until dawn'")

    def test_the_texts_of_stations_are_texts(self):
        page = self.embed(f"""<script src="{self.hub.origin}/widget.js"></script>
            <now-playing station="kanalrand"></now-playing>""")
        self.hub["kanalrand"].play("<img src=x onerror=globalThis.isTaken=1>")
        page.wait(f"{SHADOW}.querySelector('.title').textContent.includes('<img')")
        self.assertFalse(page.run("'isTaken' in globalThis"))


class LibraryTests(EmbedTests):
    def test_a_page_of_another_site_follows_the_stations(self):
        page = self.embed(f"""<ul></ul><script type="module">
            import {{ Hub }} from '{self.hub.origin}/nphub.js';
            globalThis.hub = new Hub({{ url: '{self.hub.origin}/' }});
            globalThis.titles = {{}};
            hub.subscribe({{ view: 'nowPlaying', patch: true, minInterval: 0 }}, {{
              update(station, state) {{ titles[station] = state.track?.title; }},
            }});
            </script>""")
        page.wait("titles.kanalrand === 'Undertow' && titles.nachtschicht === 'Requests until dawn'")
        self.hub["kanalrand"].play("Sluice")
        page.wait("titles.kanalrand === 'Sluice'")
        self.assertEqual(page.run("hub.rights"), ["read"])
        refusal = page.run("hub.command({ action: 'pause' }).catch(({ message }) => message)")
        self.assertIsInstance(refusal, str)
        self.assertNoComplaints(page)


class OverlayTests(EmbedTests):
    def test_it_is_transparent_and_follows_its_station(self):
        page = self.overlay()
        self.assertEqual(page.run("getComputedStyle(document.body).backgroundColor"), "rgba(0, 0, 0, 0)")
        self.assertEqual(page.text(".artist"), "Mara Ebb")
        page.wait("document.querySelector('.artwork').checkVisibility()")
        self.assertNoComplaints(page)

    def test_a_change_of_the_title_is_animated_once(self):
        page = self.overlay()
        page.run("""globalThis.starts = 0; document.addEventListener('animationstart', ({ target }) => {
            if (target.className === 'title') starts += 1; }); 0""")
        time.sleep(3.2)
        self.assertEqual(page.run("starts"), 0)
        self.hub["kanalrand"].play("Sluice", "Lock & Weir")
        page.wait("document.querySelector('.title').innerText === 'Sluice'")
        page.wait("starts === 1")
        page.wait("!document.querySelector('.enters')")
        # More of the same track is no other track.
        self.hub["kanalrand"].play("Sluice", "Lock & Weir", album="Low Water")
        time.sleep(1.5)
        self.assertEqual(page.run("starts"), 1)

    def test_the_query_styles_it(self):
        page = self.overlay("?size=80&color=ff0000&align=top,right&artwork=0&station=1&progress=1&theme=dark")
        style = "getComputedStyle(document.querySelector('.title'))"
        self.assertEqual(page.run(f"{style}.fontSize"), "80px")
        self.assertEqual(page.run(f"{style}.color"), "rgb(255, 0, 0)")
        self.assertFalse(page.run("document.querySelector('.artwork').checkVisibility()"))
        self.assertEqual(page.text(".station"), "kanalrand")
        self.assertTrue(page.run("document.querySelector('.bar').checkVisibility()"))
        box = page.run("document.querySelector('.overlay').getBoundingClientRect().toJSON()")
        self.assertLess(box["top"], 100)
        self.assertGreater(box["right"], 1200)


class PictureTests(EmbedTests):
    """Pictures that come late, or not at all."""

    # The page's clock, which a test can set ahead of the right one.
    CLOCK = """
      globalThis.ahead = 0;
      const now = Date.now.bind(Date);
      Date.now = () => now() + ahead * 1000;
    """

    def play(self, **more):
        self.hub["kanalrand"].play(
            "Undertow", "Mara Ebb", artworkURL=f"{self.radio.url}/late.png", **more)

    def assertAskedForAgain(self, page, root):
        """A picture that failed is asked for again at a change after some minutes."""
        page.wait(f"{root}?.querySelector('.title')?.textContent === 'Undertow'")
        page.wait(f"!{root}.querySelector('img').hasAttribute('src')")
        self.radio.pictures["/late.png"] = sounds.picture(lambda x, y: (79, 91, 213))
        page.run("ahead = 301; 0")
        self.play(album="Low Water")
        page.wait(f"{root}.querySelector('img').naturalWidth > 0")

    def test_the_overlay_asks_again_after_some_minutes(self):
        self.play()
        page = self.overlay(script=f"""{self.CLOCK};
            globalThis.failures = 0;
            addEventListener('error', ({{ target }}) => {{ failures += target.tagName === 'IMG'; }}, true);""")
        page.wait("failures === 1")
        self.assertAskedForAgain(page, "document")

    def test_the_element_asks_again_after_some_minutes(self):
        self.play()
        page = self.embed(f"""<script src="{self.hub.origin}/widget.js"></script>
            <now-playing station="kanalrand"></now-playing>""", self.CLOCK)
        page.wait(f"{SHADOW}?.querySelector('.title')?.textContent === 'Undertow'")
        page.wait("performance.getEntriesByType('resource')"
                  ".some(({ name }) => name.endsWith('/late.png'))")
        self.assertAskedForAgain(page, SHADOW)

    def test_a_picture_may_fail_after_its_station_has_gone(self):
        page = self.overlay()
        page.wait("document.querySelector('.artwork').checkVisibility()")
        stations = [each for each in self.hub.config["stations"] if each["id"] != "kanalrand"]
        self.addCleanup(self.hub.reload, self.hub.config)
        self.hub.reload({**self.hub.config, "stations": stations})
        page.wait("document.querySelector('.overlay.is-empty') !== null")
        page.run("document.querySelector('.artwork').dispatchEvent(new Event('error')); 0")
        self.assertNoComplaints(page)


class SilenceTests(EmbedTests):
    """Connections that are gone without a sign, as those of a phone that changes its network."""

    def setUp(self):
        super().setUp()
        host, _, port = self.hub.origin.removeprefix("http://").partition(":")
        self.wire = relay.Relay((host, int(port)))
        self.addCleanup(self.wire.__exit__)
        self.origin = f"http://127.0.0.1:{self.wire.port}"

    def assertComesBack(self, page, title):
        """A page follows its station again after a time without any event, and not before."""
        page.wait(f"{title} === 'Undertow'")
        timers = page.wait("waiting.size === 1 && [...waiting.keys()]")
        self.hub["kanalrand"].play("Sluice")
        page.wait(f"{title} === 'Sluice'")
        # The update has shown that the connection lives.
        self.assertNotEqual(page.run("[...waiting.keys()]"), timers)
        self.assertEqual(page.run("waiting.size"), 1)
        self.wire.lose()
        self.hub["kanalrand"].play("Low Water")
        time.sleep(1)
        self.assertEqual(page.run(title), "Sluice")
        page.run("pass()")
        page.wait(f"{title} === 'Low Water'")

    def test_the_overlay(self):
        page = self.browser.open(f"{self.origin}/overlay/kanalrand", script=TIMERS)
        self.addCleanup(page.close)
        self.assertComesBack(page, "document.querySelector('.title').innerText")

    def test_the_element(self):
        page = self.embed(f"""<script src="{self.hub.origin}/widget.js"></script>
            <now-playing hub="{self.origin}" station="kanalrand"></now-playing>""", TIMERS)
        self.assertComesBack(page, f"{SHADOW}.querySelector('.title').innerText")
