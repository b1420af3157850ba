"""The pages for those who hear them, or see them badly: each view, light and dark, wide and narrow."""

import time

import audit
import cases
import service

PAGES = service.REPOSITORY / "Sources/Shell/Sinks/Web/Pages"
ROUTES = ("/", "/station/kanalrand", "/remote", "/car", "/lock", "/wall")
# The roles that a person can do something with.
CONTROLS = {"button", "link", "textbox", "searchbox", "combobox", "slider", "tab", "checkbox"}


class AuditTests(cases.PageTests):
    def setUp(self):
        self.hub.command(action="select", station="kanalrand")
        self.hub.command(action="favourite", station="nachtschicht", on=True)

    def test_each_view_obeys_the_rules(self):
        for route in ROUTES:
            for dark in (False, True):
                for width in (1280, 360):
                    page = self.open(route, dark=dark, width=width, height=800)
                    page.wait("document.querySelector('main').innerText.includes('Undertow')")
                    time.sleep(0.5)
                    with self.subTest(route=route, dark=dark, width=width):
                        self.assertEqual(audit.rules(page), [])
                    page.close()

    def test_the_rules_find_what_is_wrong(self):
        page = self.open()
        page.run("""document.querySelector('main').insertAdjacentHTML('beforeend', `
            <button></button><p class=pale>pale</p><h4>deep</h4><ul><p>none</p></ul><img>`);
            document.querySelector('.pale').style.color = '#999'; 0""")
        faults = "\\n".join(audit.rules(page))
        for words in ("has no name", "contrast", "level 4", "no item", "alternative"):
            with self.subTest(words):
                self.assertIn(words, faults)

    def test_assistive_technology_hears_a_name_of_each_control(self):
        for route in ROUTES:
            page = self.open(route)
            time.sleep(0.5)
            for node in page.accessibility():
                if node.get("ignored") or node.get("role", {}).get("value") not in CONTROLS:
                    continue
                with self.subTest(route=route, node=node["nodeId"]):
                    self.assertTrue(node.get("name", {}).get("value", "").strip(), node)


class AnnouncementTests(cases.PageTests):
    def test_a_change_is_announced_once_where_it_is_looked_at(self):
        page = self.open("/station/kanalrand", script=cases.MUTATIONS)
        page.wait("document.querySelector('.hero-title').innerText === 'Undertow'")
        page.run("""globalThis.said = []; new MutationObserver(() => {
            said.push(document.querySelector('[role=status]').innerText);
        }).observe(document.querySelector('[role=status]'), { childList: true, characterData: true, subtree: true }); 0""")
        self.hub["kanalrand"].play("Sluice", "Lock & Weir")
        page.wait("said.length === 1")
        self.hub["nachtschicht"].play("Night Bus")
        time.sleep(1.5)
        self.assertEqual(page.run("said"), ["Lock & Weir – Sluice on kanalrand"])

    def test_the_list_is_silent_but_for_the_station_with_the_focus(self):
        page = self.open()
        page.wait("document.querySelectorAll('.card').length === 2")
        page.run("document.querySelector('[data-station=nachtschicht] a').focus()")
        self.hub["kanalrand"].play("Sluice", "Lock & Weir")
        page.wait("document.querySelector('.cards').innerText.includes('Sluice')")
        time.sleep(0.5)
        self.assertEqual(page.text("[role=status]"), "")
        self.hub["nachtschicht"].play("Last Bus")
        page.wait("document.querySelector('[role=status]').innerText === 'Last Bus on nachtschicht'")


class AppearanceTests(cases.PageTests):
    GROUND = "getComputedStyle(document.documentElement).backgroundColor"

    def test_light_and_dark_follow_the_system_and_the_button(self):
        light, dark = self.open(), self.open(dark=True)
        self.assertNotEqual(light.run(self.GROUND), dark.run(self.GROUND))
        for _ in range(2):
            light.click("[aria-label^=Theme]")
        self.assertEqual(light.run(self.GROUND), dark.run(self.GROUND))
        light.run("location.reload()")
        light.wait("document.querySelector('[aria-label=\"Theme: dark\"]') !== null")
        light.wait(f"{self.GROUND} === {dark.run(self.GROUND)!r}")

    def test_the_page_speaks_german_to_those_who_do(self):
        page = self.open(script="""Object.defineProperty(navigator, 'languages', { value: ['de-AT'] });""")
        self.assertEqual(page.text("h1"), "Sender")
        self.assertEqual(page.run("document.documentElement.lang"), "de")
        tables = page.run("""import('./assets/words.js').then(({ tables: { en, de } }) => [
            Object.keys(en).filter((name) => !(name in de)), Object.keys(de).filter((name) => !(name in en))])""")
        self.assertEqual(tables, [[], []])

    def test_all_words_are_used(self):
        names = self.open().run(
            "import('./assets/words.js').then(({ tables: { en } }) => Object.keys(en))")
        pages = "".join(path.read_text() for path in PAGES.glob("*.js") if path.name != "words.js")
        self.assertGreater(len(names), 100)
        for name in names:
            # Such as `theme.${theme}`.
            group, _, rest = name.partition(".")
            self.assertIn(f"`{group}.${{" if rest else f"'{name}'", pages)
