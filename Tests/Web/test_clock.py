"""Positions are right where the page's clock is not: they are counted by the hub's."""


import test_embeds

WRONG = 420
# A clock that goes wrong by the seconds of `wrong`, which a test may change.
CLOCK = f"""
  globalThis.wrong = {WRONG};
  const now = Date.now.bind(Date);
  Date.now = () => now() + wrong * 1000;
"""
# The part of a bar that is filled.
FILLED = "new DOMMatrix(getComputedStyle({}).transform).a"
SHADOW = test_embeds.SHADOW


class ClockTests(test_embeds.EmbedTests):
    def setUp(self):
        super().setUp()
        self.hub["kanalrand"].play("Undertow", "Mara Ebb", duration=1000, ago=100)
        self.hub.command(action="select", station="kanalrand")

    def assertPosition(self, page, element, seconds=100):
        """The bar of an element stands where 100 of 1000 seconds have passed, or a little more."""
        page.wait(f"{element} !== null")
        value = 1000 * page.wait(f"{FILLED.format(element)} || null")
        self.assertGreaterEqual(value, seconds - 1)
        self.assertLess(value, seconds + 60)

    def test_the_views_of_the_dashboard(self):
        for route, selector in [("/", "[data-station=kanalrand] .bar-fill"),
                                ("/station/kanalrand", ".hero .bar-fill"),
                                ("/remote", ".remote .bar-fill")]:
            for wrong in (WRONG, -WRONG):
                with self.subTest(route, wrong=wrong):
                    page = self.open(route, script=f"{CLOCK}; wrong = {wrong}")
                    page.wait("document.querySelector('main').innerText.includes('Undertow')")
                    page.wait("/\\b1:\\d\\d\\b/.test(document.querySelector('main').innerText)")
                    self.assertPosition(page, f"document.querySelector('{selector}')")
                    page.close()

    def test_the_element(self):
        page = self.embed(f"""<script src="{self.hub.origin}/widget.js"></script>
            <now-playing station="kanalrand"></now-playing>""", CLOCK)
        page.wait(f"{SHADOW}.querySelector('.title').innerText === 'Undertow'")
        self.assertPosition(page, f"{SHADOW}.querySelector('.fill')")

    def test_the_overlay(self):
        page = self.overlay("?progress=1", CLOCK)
        self.assertPosition(page, "document.querySelector('.fill')")

    def test_a_clock_that_is_set_while_the_page_is_open(self):
        page = self.open(with_token=False, script=CLOCK)
        page.run("""import('./nphub.js').then(({ EventReader }) => {
            globalThis.changes = 0;
            globalThis.reader = new EventReader({ view: 'line' }, { clock: () => { changes += 1; } }); })""")
        page.wait("changes === 1")
        right = "Math.abs(reader.now() - (Date.now() / 1000 - wrong)) < 2"
        self.assertTrue(page.run(right))
        for wrong in (0, -WRONG):
            page.run(f"wrong = {wrong}; 0")
            page.wait(right, within=40)
        self.assertEqual(page.run("changes"), 3)
