"""All of the page with the keyboard alone."""


import cases

FOCUS = "document.activeElement"


class KeyboardTests(cases.PageTests):
    def setUp(self):
        for action in ({"action": "select", "station": "kanalrand"}, {"action": "stop"}):
            self.hub.command(**action)

    def tab_to(self, page, condition, limit=40, shift=False):
        """Presses Tab until what has the focus is what a condition tells of `node`."""
        for _ in range(limit):
            page.press("Tab", shift)
            if page.run(f"((node) => {condition})({FOCUS})"):
                self.assertTrue(page.run(f"{FOCUS}.matches(':focus-visible')"))
                return
        raise AssertionError(f"{condition} is not reached in {limit} steps")

    def test_a_station_is_found_opened_and_left(self):
        page = self.open()
        page.wait("document.querySelectorAll('.card').length === 2")
        page.press("Tab")
        self.assertEqual(page.run(f"{FOCUS}.innerText"), "Skip to content")
        page.press("Enter")
        self.assertEqual(page.run(f"{FOCUS}.innerText"), "Stations")
        page.press("/")
        self.assertEqual(page.run(f"{FOCUS}.type"), "search")
        page.type("nacht")
        page.wait("document.querySelectorAll('.card').length === 1")
        self.tab_to(page, "node.className === 'card-link'")
        page.press("Enter")
        page.wait("!document.querySelector('.station').hidden")
        self.assertEqual(page.run(f"{FOCUS}.tagName"), "H1")
        self.tab_to(page, "node.className === 'back-link'", shift=True)
        page.press("Enter")
        page.wait("!document.querySelector('.stations').hidden")

    def test_a_station_is_started_and_paused_from_the_remote(self):
        page = self.open()
        self.tab_to(page, "node.innerText === 'Remote'")
        page.press("Enter")
        page.wait("!document.querySelector('.remote').hidden")
        self.tab_to(page, "node.className === 'row' && node.innerText.includes('nachtschicht')")
        page.press("Enter")
        page.wait("document.querySelector('.remote .hero-title').innerText === 'Requests until dawn'")
        self.tab_to(page, "node.classList.contains('play-button')", shift=True)
        page.press(" ")
        page.wait("document.querySelector('.remote .play-button').ariaLabel === 'Play'")

    def test_each_control_of_each_view_is_reached(self):
        controls = """[...document.querySelectorAll('button, a[href], input, select, summary')]
            .filter((node) => node.checkVisibility({ visibilityProperty: true }) && !node.disabled
                && node.tabIndex >= 0)"""
        for route in ("/", "/station/kanalrand", "/remote", "/car", "/lock", "/wall"):
            with self.subTest(route):
                page = self.open(route)
                page.wait("document.querySelector('main').innerText.includes('Undertow')")
                count = page.run(f"globalThis.missed = new Set({controls}); missed.size")
                self.assertGreater(count, 2)
                for _ in range(count + 5):
                    page.press("Tab")
                    page.run(f"missed.delete({FOCUS}); 0")
                self.assertEqual(page.run("[...missed].map((node) => node.outerHTML.slice(0, 100))"), [])
                page.close()

    def test_the_focus_stays_where_it_is_when_something_changes(self):
        page = self.open("/remote")
        self.tab_to(page, "node.className === 'row' && node.innerText.includes('kanalrand')")
        page.run(f"globalThis.focused = {FOCUS}; 0")
        self.hub["kanalrand"].play("Sluice", "Lock & Weir")
        self.hub.command(action="order", stations=["nachtschicht", "kanalrand"])
        page.wait("focused.innerText.includes('Sluice')")
        page.wait("document.querySelector('.remote-lists .rows .row-text').innerText"
                  " === 'nachtschicht'")
        self.assertTrue(page.run(f"focused === {FOCUS}"))
        self.hub.command(action="order", stations=["kanalrand", "nachtschicht"])
        self.hub["kanalrand"].play("Undertow", "Mara Ebb")

    def test_the_first_arrow_key_enters_the_car(self):
        for start in ("/car", "/"):
            page = self.open(start)
            page.run("location.hash = '#/car'")
            page.wait("document.querySelector('.stage .item')?.checkVisibility()")
            page.press("ArrowDown")
            with self.subTest(start=start):
                self.assertEqual(page.run(f"{FOCUS}.dataset.part"), "stations/kanalrand")
                page.press("ArrowDown")
                self.assertEqual(page.run(f"{FOCUS}.dataset.part"), "stations/nachtschicht")

    def test_the_car_is_driven_by_a_knob(self):
        page = self.open("/car")
        page.wait("document.querySelector('.item') !== null")
        self.tab_to(page, "node.classList.contains('tab')")
        page.press("ArrowDown")
        for _ in range(6):
            if page.run(f"{FOCUS}.dataset.part") == "stations/nachtschicht":
                break
            page.press("ArrowDown")
        self.assertEqual(page.run(f"{FOCUS}.dataset.part"), "stations/nachtschicht")
        page.press("Enter")
        page.wait("document.querySelector('.now-title')?.innerText === 'Requests until dawn'")
        page.wait("document.querySelector('.head-unit').contains(document.activeElement)")
        page.press("Escape")
        page.wait("document.querySelector('.tabs').checkVisibility()")
