"""The view of the cluster: who is there, who reads what, and nothing of it where there is none."""

import sys
import tempfile
import time
import unittest
from pathlib import Path

import audit
import cases
import service

sys.path.append(str(service.REPOSITORY / "Tests/Cluster"))
import store  # noqa: E402

# Servers that nothing listens on; each is an upstream of its own.
COUNT = 70
LINK = "document.querySelector('nav a[href=\"#/cluster\"]')"
ROWS = "[...document.querySelectorAll('.cluster .panel:nth-of-type(2) tbody tr')]"


@unittest.skipIf(store.Store.missing(), "nats-server is not installed")
class ClusterPageTests(cases.PageTests):
    """Two members of a cluster, and the page of one of them."""

    @classmethod
    def setUpClass(cls):
        cls.browser = cases.shared_browser()
        folder = tempfile.TemporaryDirectory(prefix="nphub-nats-")
        cls.addClassCleanup(folder.cleanup)
        cls.store = store.Store(Path(folder.name))
        cls.store.start()
        cls.addClassCleanup(cls.store.end)
        cls.hub, cls.other = (cls.member(name) for name in ("one", "two"))
        service.wait_until(lambda: (cluster := cls.hub.ask("status").get("cluster"))
                           and cluster["owners"]["none"] == 0 and len(cluster["members"]) == 2
                           and all(member["upstreams"] for member in cluster["members"]))

    @classmethod
    def member(cls, name):
        stations = [(f"s{number:02}", {"feed": {
            "type": "azuracast", "url": f"ws://127.0.0.1:1/{number:02}", "shortcode": "x"}})
            for number in range(COUNT)]
        hub = service.Service(*stations, cluster={
            "nats": [f"nats://127.0.0.1:{cls.store.port}"], "member": name})
        cls.addClassCleanup(hub.close)
        return hub

    def open(self, route="/cluster", **options):
        page = super().open(route, **options)
        page.wait(f"{ROWS}.length > 0")
        return page

    def members(self, page):
        return page.run("""[...document.querySelectorAll('.cluster .panel:first-child tbody tr')]
            .map((row) => [...row.cells].slice(0, 2).map((cell) => cell.innerText))""")


class ClusterTests(ClusterPageTests):
    def test_a_hub_without_a_cluster_shows_nothing_of_it(self):
        with service.Service("kanalrand") as hub:
            page = self.browser.open(hub.link())
            self.addCleanup(page.close)
            page.wait("document.querySelector('.card') !== null")
            time.sleep(0.5)
            self.assertTrue(page.run(f"{LINK}.hidden"))
            self.assertNotIn("Cluster", page.text("body"))

    def test_members_servers_and_counters_are_shown(self):
        page = cases.PageTests.open(self)
        page.wait(f"!{LINK}.hidden")
        page.click('nav a[href="#/cluster"]')
        page.wait(f"{ROWS}.length === 50")
        self.assertEqual(page.text(".cluster .view-head .badge"), "Joined")
        self.assertEqual(self.members(page), [["one (this hub)", "Alive"], ["two", "Alive"]])
        self.assertEqual(page.text(".cluster .count"), f"50 of {COUNT}")
        self.assertIn(self.hub.ask("status")["epoch"], page.text(".cluster .details"))
        self.assertIn("Takeovers\n0", page.text(".cluster .details"))
        page.click(".cluster .panel .button")
        page.wait(f"{ROWS}.length === {COUNT}")
        self.assertEqual(page.text(".cluster .count"), str(COUNT))
        self.assertNoComplaints(page)

    def test_servers_are_found_by_their_address_and_their_reader(self):
        page = self.open()
        page.press("/")
        page.type("/07")
        page.wait(f"{ROWS}.length === 1")
        self.assertIn("ws://127.0.0.1:1/07", page.run(f"{ROWS}[0].innerText"))
        page.press("Escape")
        page.type("two")
        page.wait(f"{ROWS}.length > 1 && {ROWS}.every((row) => row.cells[1].innerText === 'two')")
        page.press("Escape")
        page.type("nothing like it")
        page.wait(f"{ROWS}.length === 0")
        self.assertIn("nothing like it", page.text(".cluster .panel .message"))

    def test_the_view_obeys_the_rules(self):
        for dark in (False, True):
            for width in (1280, 360):
                page = self.open(dark=dark, width=width, height=800)
                with self.subTest(dark=dark, width=width):
                    self.assertEqual(audit.rules(page), [])
                    self.assertLessEqual(page.run("document.documentElement.scrollWidth"), width)
                page.close()

    def test_only_what_changed_is_drawn_again(self):
        page = self.open(script=cases.MUTATIONS)
        time.sleep(1)
        page.run("changes.length = 0")
        time.sleep(5)
        self.assertEqual(page.run("changes"), [])


class FaultTests(ClusterPageTests):
    def test_what_is_wrong_is_shown_first(self):
        page = self.open()
        self.other.kill()
        page.wait("document.querySelector('[data-kind=failing]')?.innerText === 'Dead'")
        self.assertEqual(self.members(page)[1], ["two", "Dead"])
        page.wait(f"{ROWS}.every((row) => row.cells[1].innerText === 'one')")
        self.store.kill()
        page.wait("document.querySelector('.cluster .view-head .badge').innerText === 'Alone'")
        self.assertTrue(page.text(".cluster .notice"))
        self.assertIn("(its own)", page.text(".cluster .details"))
