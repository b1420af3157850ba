"""The base of all tests of the pages: one browser, and a hub for each class."""

import atexit
import unittest

import browser
import service

_browser = None


def shared_browser():
    """The one browser of this process; pages of it know nothing of each other."""
    global _browser
    if _browser is None:
        if not browser.executable():
            raise unittest.SkipTest("there is no Chromium: make setup-web")
        _browser = browser.Browser()
        atexit.register(_browser.close)
    return _browser


# Counts what changes in a page's elements, but for the text of clocks, into `changes`.
MUTATIONS = """
  globalThis.changes = [];
  new MutationObserver((records) => {
    for (const { type, target, attributeName } of records) {
      const element = target.nodeType === Node.TEXT_NODE ? target.parentElement : target;
      if (type !== 'attributes' && element?.closest?.('[data-clock]')) continue;
      changes.push(`${type} ${attributeName ?? ''} ${element?.outerHTML?.slice(0, 200)}`);
    }
  }).observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
"""
# The session is told after the stations: a page that shows titles may still be built.
COMPLETE = "document.querySelector('.now-dock [aria-pressed]') !== null"


class PageTests(unittest.TestCase):
    """Tests on a hub with `STATIONS`, which play `FIRST` at the beginning."""

    STATIONS = ("kanalrand", "nachtschicht")
    SESSIONS = ()
    FIRST = {"kanalrand": ("Undertow", "Mara Ebb"), "nachtschicht": ("Requests until dawn", None)}

    @classmethod
    def setUpClass(cls):
        cls.browser = shared_browser()
        cls.hub = service.Service(*cls.stations(), sessions=cls.SESSIONS, web=cls.web())
        cls.addClassCleanup(cls.hub.close)
        for name, (title, artist) in cls.FIRST.items():
            cls.hub[name].play(title, artist)

    @classmethod
    def stations(cls):
        """The stations of the config."""
        return cls.STATIONS

    @classmethod
    def web(cls):
        """Returns the other settings of the section `web` of the config."""
        return {}

    def open(self, route="/", with_token=True, **options):
        """Opens a view of the dashboard, as soon as it is connected."""
        page = self.browser.open(self.hub.link(route, with_token), **options)
        self.addCleanup(page.close)
        page.wait("document.querySelector('[data-phase=open]') !== null")
        return page

    def card(self, page, station, part="card-title"):
        """A text of a station's card, once the first states have come."""
        selector = f"[data-station='{station}'] .{part}"
        page.wait(f'document.querySelector("{selector}") !== null')
        return page.text(selector)

    def assertNoComplaints(self, page):
        """The page has thrown nothing and asked for nothing that it may not have."""
        self.assertEqual([each for each in page.complaints if "ERR_NAME_NOT" not in each], [])
