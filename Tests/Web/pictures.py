"""Takes the pictures of docs/: the pages as they look on invented stations."""

import hashlib
import time

import browser
import service  # which makes the harness known
import running
import sounds

STATIONS = (
    ("kanalrand", "Kanalrand FM", "Phases of the Tide, Part 1", "Mara Ebb", "Low Water", 245, 118),
    ("nachtschicht", "Radio Nachtschicht", "Übermorgen", "Ñandú Eléctrico", "Último Andén", 312, 40),
    ("weltempfang", "Weltempfang · Радио · ラジオ", "Чай без сахара", "Медленный Трамвай",
     "Карта тихих дворов", 198, 150),
    ("strandgut", "Strandgut", "L’été n’a pas d’adresse", "Les Ascenseurs Rêveurs", "Éphémérides", 226, 77),
    ("leuchtturm", "Leuchtturm 104", "A Very Long Walk Home", "Kärrtorp Lanterns", "Zwischenstopp", 401, 260),
    ("mondbahn", "Mondbahn", "Ghost Platform", "Señor Meridiano", "Último Andén", 254, 96),
)
BEFORE = (
    ("Undertow", "Mara Ebb"), ("Sluice", "Lock & Weir"), ("Tidal Lock", "Lock & Weir"),
    ("Ghost Platform", "Señor Meridiano"), ("Sněhová pošta", "Przystanek Zachód"),
)
# Name, view, and how the page is looked at.
PICTURES = (
    ("dashboard", "/", {"height": 720}),
    ("station", "/station/kanalrand", {"dark": True, "height": 780}),
    ("remote", "/remote", {"width": 1020, "height": 720}),
    ("car", "/car", {"height": 820}),
    ("lock-screen", "/lock", {"width": 500, "height": 880, "dark": True}),
    ("phone", "/", {"width": 390, "height": 844, "phone": True, "dark": True}),
)


def cover(farm, identifier):
    """The address of a cover that the simulator draws."""
    seed = hashlib.sha1(identifier.encode()).hexdigest()[:16]
    return f"http://127.0.0.1:{farm.port}/api/station/kanalrand/art/{seed}.svg"


def fill(hub, farm):
    """Lets the stations play."""
    now = time.time()
    for place, (identifier, _, title, artist, album, duration, ago) in enumerate(STATIONS):
        following, its_artist = BEFORE[place % len(BEFORE)]
        history, begin = [], now - ago
        for played, by in BEFORE:
            begin -= 230
            history.append({"title": played, "artist": by, "startedAt": begin, "duration": 230})
        more = {"live": {"streamer": "DJ Ebb"}} if identifier == "nachtschicht" else {}
        hub[identifier].report(
            track={"title": title, "artist": artist, "album": album, "duration": duration,
                   "artworkURL": cover(farm, identifier), "startedAt": now - ago,
                   "genre": "Electronica", "year": 2024},
            next={"title": following, "artist": its_artist, "startsAt": now - ago + duration},
            history=history, listeners={"current": 17 + len(title)}, **more)


def take(folder):
    """Takes all of them into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    radio = sounds.Radio()
    stations = [(identifier, {
        "name": name, "description": "Electronica by the water.",
        "url": f"https://{identifier}.example",
        "streams": [{"id": "main", "name": "Main", "url": f"{radio.url}/stream"}],
    }) for identifier, name, *_ in STATIONS]
    with (browser.Browser() as chromium, running.Farm("--stations", "1") as farm,
          service.Service(*stations) as hub):
        fill(hub, farm)
        for identifier in ("leuchtturm", "kanalrand"):
            hub.command(action="favourite", station=identifier, on=True)
        hub.command(action="select", station="kanalrand")
        for name, route, options in PICTURES:
            with chromium.open(hub.link(route), **options) as page:
                page.wait("document.querySelector('main').innerText.includes('Phases')")
                time.sleep(1.5)
                page.screenshot(folder / f"{name}.png")
        take_embeds(folder, hub, radio, chromium)
    radio.close()


def take_embeds(folder, hub, radio, chromium):
    """Takes the overlay as it lies over a stream, and the element on a page of another site."""
    radio.pages["/page"] = f"""<!doctype html><body style="margin: 8px; font-family: sans-serif">
        <script src="{hub.origin}/widget.js"></script>
        <now-playing hub="{hub.origin}" station="kanalrand" play progress></now-playing>"""
    for name, address, size in (
            ("overlay", f"{hub.origin}/overlay/kanalrand?theme=dark&progress=1", (780, 180)),
            ("element", f"{radio.url}/page", (480, 146))):
        with chromium.open(address, width=size[0], height=size[1]) as page:
            if name == "overlay":
                page.call("Emulation.setDefaultBackgroundColorOverride",
                          color={"r": 0, "g": 0, "b": 0, "a": 0})
            time.sleep(2)
            page.screenshot(folder / f"{name}.png")
