"""Stations that are hard to draw: long names, other scripts, odd pictures, and all that goes wrong."""

import time

import service  # which makes the harness known
import running
import sounds

# Longer than a line at any width.
LONG_NAME = "Radio for all who are still awake at this hour and want to hear the sea, not one word of news"
LONG_TITLE = ("Suite for prepared pianola, two ferries and a harbour that has been closed since the "
              "spring, in eleven movements without a pause, of which the fourth is played by the "
              "audience itself")
PLAYED = (
    ("minaa", "إذاعة الميناء", "أغنية الميناء القديم", "فرقة المد والجزر"),
    ("galim", "רדיו גלים", "שיר של ים ושל רוח", "להקת המפרץ"),
    ("asagiri", "朝霧ラジオ", "霧の港を出てゆく最後の連絡船", "北の灯台合唱団"),
    ("long-title", "Radio Langwelle", LONG_TITLE, "The Orchestra of the Municipal Harbour Authority"),
    ("long-name", LONG_NAME, "Undertow", "Mara Ebb"),
    ("white", "Radio Weiß", "White cover", "The Snow Owls"),
    ("wide", "Breitband", "Wide cover", "Panorama"),
    ("missing", "Fehlstelle", "Cover that is not there", "Vacancy"),
)
# Each of these has no track, for a reason of its own.
EMPTY = ("off-air", "silent", "refused", "no-host", "wrong-code", "crashing")
IDS = (*(identifier for identifier, *_ in PLAYED), *EMPTY)


def page_of_elements(radio, origin):
    """Serves a page of another site with an element of each station of a hub, and of one that the hub
    does not have; gives its address."""
    elements = "".join(
        f'<p><now-playing hub="{origin}" station="{each}" play progress></now-playing></p>'
        for each in (*IDS, "nosuch"))
    radio.pages["/page"] = f"""<!doctype html><meta name=viewport content="width=device-width">
        <style>:root {{ color-scheme: light dark; font-family: sans-serif }}</style>
        <script src="{origin}/widget.js"></script>{elements}"""
    return f"{radio.url}/page"


class Odd:
    """A hub with these stations, each with a session that has chosen it."""

    def __init__(self):
        self.radio = sounds.Radio()
        self.radio.pictures = {
            "/white.png": sounds.picture(lambda x, y: (255, 255, 255)),
            "/wide.png": sounds.picture(lambda x, y: (30 + x, 90, 200 - x), 160, 60)}
        self._farm = running.Farm("--stations", "1")
        # The shape of the stations is that of the config.
        self.hub = service.Service(*self._stations(), sessions=IDS)
        self._play()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.hub.close()
        self._farm.__exit__()
        self.radio.close()

    def _stations(self):
        shared = {"description": "Music that does not exist.", "url": "https://radio.example"}
        for identifier, name, *_ in PLAYED:
            yield identifier, {"name": name, **shared}
        yield "off-air", {"name": "Sendepause", **shared}
        yield "silent", {"name": "Stille", **shared}
        server = f"ws://127.0.0.1:{self._farm.port}"
        for identifier, name, feed in (
                ("refused", "Zugesperrt", {"url": f"ws://127.0.0.1:{service.free_port()}"}),
                ("no-host", "Niemandsland", {"url": "wss://nowhere.invalid"}),
                ("wrong-code", "Falscher Name", {"url": server, "shortcode": "kanalrant"})):
            yield identifier, {"name": name, **shared, "feed": {
                "type": "azuracast", "shortcode": identifier, **feed}}
        yield "crashing", {"name": "Wackelkontakt", **shared, "feed": {
            "type": "exec", "command": ["sh", "-c", "echo no device >&2; exit 3"]}}

    def _play(self):
        now = time.time()
        for identifier, _, title, artist in PLAYED:
            more = {"artworkURL": f"{self.radio.url}/{identifier}.png"} if identifier in (
                "white", "wide", "missing") else {}
            self.hub[identifier].report(
                track={"title": title, "artist": artist, "duration": 754, "startedAt": now - 150, **more},
                next={"title": title[::-1] if identifier == "asagiri" else title, "artist": artist},
                history=[{"title": title, "artist": artist, "startedAt": now - 600 * place, "duration": 600}
                         for place in range(1, 6)])
        self.hub["off-air"].report(online=False)
        for identifier in IDS:
            self.hub.command(session=identifier, action="select", station=identifier)
