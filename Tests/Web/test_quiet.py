"""Nothing repaints when nothing changed: not one mutation, but for the text of clocks."""

import time

import cases

ROUTES = ("/", "/station/kanalrand", "/remote", "/car", "/lock", "/wall")
QUIET = 30


class QuietTests(cases.PageTests):
    def test_for_half_a_minute_no_view_changes_anything(self):
        self.hub.command(action="select", station="kanalrand")
        pages = {route: self.open(route, script=cases.MUTATIONS) for route in ROUTES}
        # Pictures and layouts settle, and the car's invitation to show what plays has come.
        time.sleep(3)
        for page in pages.values():
            page.run("changes.length = 0")
        before = {route: page.text("main") for route, page in pages.items()}
        time.sleep(QUIET)
        for route, page in pages.items():
            with self.subTest(route):
                self.assertEqual(page.run("changes"), [])
                self.assertNotEqual(before[route], "")
        # The observer would have seen a change, and the clocks have moved.
        self.assertNotEqual(pages["/"].text("main"), before["/"])
        self.hub["kanalrand"].play("Sluice", "Lock & Weir")
        for route, page in pages.items():
            with self.subTest(route):
                page.wait("changes.length > 0")
                self.assertNoComplaints(page)

    def test_neither_do_the_overlay_and_the_element(self):
        path = self.hub.folder / "page.html"
        path.write_text(f"""<!doctype html><script src="{self.hub.origin}/widget.js"></script>
            <now-playing hub="{self.hub.origin}" station="kanalrand"></now-playing>""")
        pages = [self.browser.open(address, script=cases.MUTATIONS) for address in (
            f"{self.hub.origin}/overlay/kanalrand?progress=1", path.as_uri())]
        for page in pages:
            self.addCleanup(page.close)
            page.wait("""(document.querySelector('now-playing')?.shadowRoot ?? document)
                .querySelector('.title')?.innerText.length > 0""")
            page.run("""document.querySelectorAll('now-playing').forEach(({ shadowRoot }) => new MutationObserver(
                (records) => changes.push(...records.map(String))).observe(shadowRoot,
                { subtree: true, childList: true, attributes: true, characterData: true })); 0""")
        time.sleep(2)
        for page in pages:
            page.run("changes.length = 0")
        before = [self.layouts(page) for page in pages]
        time.sleep(QUIET)
        for page, count in zip(pages, before):
            self.assertEqual(page.run("changes"), [])
            # Neither has a clock: the page is laid out no more, and its bar moves by itself.
            self.assertEqual(self.layouts(page), count)

    def layouts(self, page):
        """The number of times that the page has been laid out."""
        page.call("Performance.enable")
        metrics = page.call("Performance.getMetrics")["metrics"]
        return next(each["value"] for each in metrics if each["name"] == "LayoutCount")

    def test_a_change_touches_its_card_alone(self):
        page = self.open(script=cases.MUTATIONS)
        page.wait(cases.COMPLETE)
        page.run("""changes.length = 0; globalThis.others = [
            ...document.querySelectorAll('.card:not([data-station=nachtschicht]) *')]""")
        self.hub["nachtschicht"].play("Night Bus")
        page.wait("document.querySelector('[data-station=nachtschicht] .card-title').innerText"
                  " === 'Night Bus'")
        time.sleep(0.5)
        touched = page.run("changes.filter((change) => !/Night Bus|Requests/.test(change))")
        self.assertEqual([each for each in touched if "bar" not in each and "artwork" not in each
                          and "status" not in each and "hidden" not in each], [])
        changes = page.run("changes")
        self.assertLess(len(changes), 8, changes)
