"""Takes pictures of all pages, light and dark, narrow and wide: of the demo, and of odd stations."""

import time

import browser
import odd
import service
import sounds

SIZES = ((390, 844), (1280, 800))
ROUTES = ("/", "/station/{}", "/remote", "/car", "/lock", "/wall")
# Five, since a browser has six connections to a server.
OVERLAYS = (("minaa", "dark"), ("long-title", "none"), ("white", "light"), ("missing", "none"), ("off-air", "dark"))
# The odd stations of which each page is looked at.
SESSIONS = ("minaa", "long-title", "long-name", "white", "missing", "off-air", "refused")


def take(folder):
    """Takes all of them into a folder; the names say what is seen."""
    folder.mkdir(parents=True, exist_ok=True)
    with browser.Browser() as chromium:
        with service.Service() as hub:
            hub.command(action="favourite", station="nachtschicht", on=True)
            hub.command(action="select", station="kanalrand")
            Gallery(folder, chromium, hub).take("demo", "kanalrand")
        with odd.Odd() as stations:
            time.sleep(3)
            gallery = Gallery(folder, chromium, stations.hub)
            for identifier in odd.IDS:
                # The pages that are the same for all sessions are taken once.
                routes = ROUTES if identifier == odd.IDS[0] else ROUTES[1:5] \
                    if identifier in SESSIONS else ROUTES[1:2]
                gallery.take(f"odd-{identifier}", identifier, routes, identifier)
            gallery.take_elements()


class Gallery:
    """Pictures of one hub."""

    def __init__(self, folder, chromium, hub):
        self._folder = folder
        self._chromium = chromium
        self._hub = hub

    def take(self, name, station, routes=ROUTES, session="main"):
        """Takes the views of the dashboard."""
        script = f"sessionStorage.setItem('nphub.session', '{session}')"
        for route in routes:
            view = route.strip("/").split("/")[0] or "stations"
            self._take(f"{name}-{view}", self._hub.link(route.format(station)),
                       "document.querySelector('[data-phase=open]') !== null", script)

    def take_elements(self):
        """Takes the elements of the odd stations on one page of another site, and the overlays."""
        radio = sounds.Radio()
        self._take("element", odd.page_of_elements(radio, self._hub.origin),
                   "document.querySelector('now-playing').shadowRoot !== null")
        frames = "".join(
            f'<iframe src="{self._hub.origin}/overlay/{each}?theme={theme}&progress=1&station=1" '
            'style="width: 100%; height: 210px; border: 0"></iframe>'
            for each, theme in OVERLAYS)
        radio.pages["/overlays"] = f"<!doctype html><body style='background: #789'>{frames}"
        self._take("overlay", f"{radio.url}/overlays", "true")
        radio.close()

    def _take(self, name, address, condition, script=None):
        for width, height in SIZES:
            for dark in (False, True):
                with self._chromium.open(
                        address, width=width, height=height, dark=dark, phone=width < 600,
                        script=script) as page:
                    page.wait(condition)
                    time.sleep(0.7)
                    # As high as the page is, so that its bars are where they belong.
                    page.call("Emulation.setDeviceMetricsOverride", width=width, deviceScaleFactor=1,
                              height=max(height, page.run("document.documentElement.scrollHeight")),
                              mobile=width < 600)
                    time.sleep(0.3)
                    page.screenshot(self._folder / f"{name}-{width}-{'dark' if dark else 'light'}.png")
