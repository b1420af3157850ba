"""The list of stations as those who operate them use it: counts, order, ages, search, rows."""

import time

import audit
import cases
import service

IDS = "[...document.querySelectorAll('.stations .card')].map((card) => card.dataset.station)"
CHIPS = "[...document.querySelectorAll('.standing-chip')].map((chip) => chip.innerText)"
GERMAN = "Object.defineProperty(navigator, 'languages', { value: ['de-AT'] });"
# Sets the clock of the list forward; a full drawing follows.
LATER = """import('/assets/standing.js').then(({ standings }) => {
    const now = standings.now;
    standings.now = () => now() + %d;
    document.querySelector('ul.cards').dispatchEvent(new Event('pointerleave'));
})"""


def card(station, part=""):
    """The selector of a part of a station's card."""
    return f"[data-station={station}] {part}".strip()


class OperationTests(cases.PageTests):
    """A hub with a station of each kind; those that need care are not the first in the config."""

    FIRST = {"kanalrand": ("Undertow", "Mara Ebb")}

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.hub["stille"].report(
            online=False, station={"description": "Music that does not exist."}, next={"title": "Later"})
        cls.hub["dauerton"].report(
            track={"title": "Carrier wave", "startedAt": time.time() - 2_600, "duration": 215})
        cls.hub["oper"].report(
            track={"title": "The whole ring", "startedAt": time.time() - 7_900, "duration": 14_400})
        # The first title after a start has no beginning.
        cls.hub["anfang"].report(track={"title": "Since when?"})
        service.wait_until(lambda: cls.hub.ask("status")["sums"]["stations"].get("failing") == 1)

    @classmethod
    def stations(cls):
        refused = {"name": "Zugesperrt", "feed": {
            "type": "azuracast", "url": f"ws://127.0.0.1:{service.free_port()}", "shortcode": "x"}}
        return "kanalrand", "oper", "dauerton", "stille", ("zugesperrt", refused), "anfang"

    def open(self, route="/", **options):
        page = super().open(route, **options)
        page.wait(f"{IDS}.length > 0")
        return page


class ChipTests(OperationTests):
    def test_the_head_counts_the_stations_by_their_standing(self):
        self.assertEqual(self.open().run(CHIPS), ["1 failing", "1 stuck", "1 off air", "3 live"])

    def test_a_chip_filters_and_the_address_keeps_it(self):
        page = self.open()
        for name in ("failing", "offline"):
            page.click(f".standing-chip[data-kind={name}]")
        self.assertEqual(page.run(IDS), ["zugesperrt", "stille"])
        self.assertEqual(page.run("location.hash"), "#/?state=failing,offline")
        self.assertEqual(page.run("""[...document.querySelectorAll('.standing-chip')]
            .map((chip) => chip.ariaPressed)"""), ["true", "false", "true", "false"])
        self.assertEqual(page.text(".count"), "2 of 6")
        page.run("location.reload()")
        page.wait(f"{IDS}.join() === 'zugesperrt,stille'")
        page.click(".standing-chip[data-kind=failing]")
        page.click(".standing-chip[data-kind=offline]")
        self.assertEqual(page.run("location.hash"), "#/")
        self.assertEqual(len(page.run(IDS)), 6)

    def test_an_address_with_a_text_and_a_standing_shows_both(self):
        page = self.open("/?state=live&q=whole%20ring")
        self.assertEqual(page.run(IDS), ["oper"])
        self.assertEqual(page.run("document.querySelector('.filter input').value"), "whole ring")
        page.click(".brand")
        page.wait(f"{IDS}.length === 6")

    def test_chips_are_pressed_with_the_keyboard(self):
        page = self.open()
        for _ in range(20):
            page.press("Tab")
            if page.run("document.activeElement.dataset.kind === 'stuck'"):
                break
        page.press(" ")
        page.wait(f"{IDS}.join() === 'dauerton'")

    def test_a_hub_where_all_is_well_has_no_chips(self):
        with service.Service("kanalrand") as hub:
            hub["kanalrand"].play("Undertow")
            page = self.browser.open(hub.link())
            self.addCleanup(page.close)
            page.wait(f"{IDS}.length === 1 && !document.querySelector('[data-standing=connecting]')")
            self.assertFalse(page.run("document.querySelector('.standing-chips').checkVisibility()"))


class OrderTests(OperationTests):
    ORDER = ["zugesperrt", "dauerton", "stille", "kanalrand", "oper", "anfang"]

    def test_trouble_stands_first_and_the_others_in_the_configs_order(self):
        self.assertEqual(self.open().run(IDS), self.ORDER)

    def test_the_others_stand_in_the_listeners_order(self):
        self.hub.command(action="order", stations=["oper", "kanalrand", "dauerton"])
        page = self.open()
        page.wait(f"{IDS}.join() === 'zugesperrt,dauerton,stille,oper,kanalrand,anfang'")
        self.hub.command(action="order", stations=["kanalrand", "oper", "dauerton"])
        page.wait(f"{IDS}.join() === '{','.join(self.ORDER)}'")

    def change_while_held(self, page, release):
        """Lets a station go off air while a person is in the list, until they leave it."""
        self.hub["oper"].report(online=False)
        page.wait(f"document.querySelector('{card('oper')}').dataset.standing === 'offline'")
        page.wait(f"{CHIPS}.includes('2 off air')")
        time.sleep(0.3)
        self.assertEqual(page.run(IDS), self.ORDER)
        release()
        page.wait(f"{IDS}.join() === 'zugesperrt,dauerton,oper,stille,kanalrand,anfang'")
        self.hub["oper"].report(
            online=True, track={"title": "The whole ring", "startedAt": time.time() - 7_900, "duration": 14_400})
        page.wait(f"{IDS}.join() === '{','.join(self.ORDER)}'")

    def test_the_order_rests_while_the_focus_is_in_the_list(self):
        page = self.open()
        page.run(f"document.querySelector('{card('oper', '.card-link')}').focus()")
        self.change_while_held(page, lambda: page.run("document.activeElement.blur()"))

    def test_the_order_rests_while_a_pointer_is_in_the_list(self):
        page = self.open()
        box = page.run(f"document.querySelector('{card('oper')}').getBoundingClientRect().toJSON()")
        page.move(box["x"] + 200, box["y"] + 60)
        self.change_while_held(page, lambda: page.move(5, 5))


class AgeTests(OperationTests):
    def age(self, page, station):
        return page.run(f"document.querySelector('{card(station, '.card-age')}').textContent")

    def test_the_age_of_a_title_is_told_and_a_stuck_one_in_words(self):
        page = self.open()
        self.assertEqual(self.age(page, "dauerton"), "43 min")
        self.assertEqual(self.age(page, "oper"), "2 h")
        self.assertEqual(page.text(card("dauerton", ".card-extra")), "Same title for 43 min")
        self.assertEqual(page.text(card("dauerton", ".badge")), "Stuck")

    def test_a_title_gets_stuck_while_it_is_looked_at(self):
        page = self.open()
        self.hub["kanalrand"].play("Undertow", "Mara Ebb", duration=200, ago=60)
        page.wait(f"document.querySelector('{card('kanalrand', '.card-age')}').textContent === '1 min'")
        page.run(LATER % 1_190)
        page.wait(f"{IDS}.slice(0, 3).includes('kanalrand')")
        self.assertEqual(page.text(card("kanalrand", ".card-extra")), "Same title for 20 min")

    def test_without_the_status_a_title_is_at_least_as_old_as_the_page(self):
        page = self.open(with_token=False)
        self.assertEqual(self.age(page, "anfang"), "")
        page.run(LATER % 330)
        page.wait(f"document.querySelector('{card('anfang', '.card-age')}').textContent === '> 5 min'")
        self.assertEqual(page.text(card("anfang", ".card-age")), "> 5 min")


class AwayTests(OperationTests):
    def test_a_station_off_air_is_told_as_such(self):
        page = self.open()
        page.wait(f"document.querySelector('{card('stille', '.card-title')}').innerText.startsWith('Off air since ')")
        self.assertNotIn("does not exist", page.text(card("stille")))
        self.assertNotIn("Later", page.text(card("stille")))
        self.assertFalse(page.run(f"document.querySelector('{card('stille', '.card-play')}').checkVisibility()"))

    def test_a_failing_station_says_since_when_and_why(self):
        page = self.open(width=390, height=844, phone=True)
        self.assertRegex(page.text(card("zugesperrt", ".card-title")), r"^Not reachable since \d\d:\d\d$")
        self.assertIn("connection refused", page.text(card("zugesperrt", ".card-extra")))
        for dense in (False, True):
            with self.subTest(dense=dense):
                self.assertTrue(page.run(f"""(({{ clientWidth, scrollWidth, clientHeight, scrollHeight }}) =>
                    scrollWidth <= clientWidth && scrollHeight <= clientHeight)(
                    document.querySelector('{card('zugesperrt', '.card-extra span')}').parentElement)"""))
                page.click(".view-tools .icon-button")

    def test_the_filter_finds_what_is_shown_in_the_pages_language(self):
        english = [("off air", ["stille"]), ("offline", ["stille"]), ("refused", ["zugesperrt"]),
                   ("failing", ["zugesperrt"]), ("not reachable", ["zugesperrt"]), ("stuck", ["dauerton"]),
                   ("same title", ["dauerton"])]
        german = [("sendepause", ["stille"]), ("gestört", ["zugesperrt"]), ("hängt", ["dauerton"]),
                  ("derselbe titel", ["dauerton"])]
        for language, script, queries in (("en", None, english), ("de", GERMAN, german)):
            page = self.open(script=script)
            page.run("document.querySelector('.filter input').focus()")
            for query, ids in queries:
                with self.subTest(language, query=query):
                    page.run("document.querySelector('.filter input').select()")
                    page.type(query)
                    self.assertEqual(page.run(IDS), ids)
            page.close()


class LookTests(OperationTests):
    def test_texts_boxes_and_targets_have_their_sizes(self):
        script = "localStorage.setItem('nphub.dense', '%s');"
        for route, dense in (("/", False), ("/", True), ("/wall", False)):
            for width, language in ((390, ""), (390, GERMAN), (1280, "")):
                page = self.open(route, width=width, height=844, phone=width < 600,
                                 dark=dense, script=script % str(dense).lower() + language)
                time.sleep(0.3)
                with self.subTest(route=route, dense=dense, width=width, language=language):
                    self.assertEqual(audit.measures(page), [])
                    self.assertEqual(audit.rules(page), [])
                page.close()
