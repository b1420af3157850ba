"""The element `<now-playing>` where it cannot follow its station, and where it plays."""

import threading
import time
import unittest
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import cases
import service
import sounds
import test_embeds

SHADOW = test_embeds.SHADOW


def part(name, root=SHADOW):
    """The text of a part of the element, in a script."""
    return f"{root}.querySelector('.{name}').innerText"


def warnings(page):
    """The lines that the element wrote to the console."""
    return [each for each in page.complaints if each.startswith("nphub:")]


class ElementTests(unittest.TestCase):
    """Elements on pages of another site, with a hub for each test that needs one of its own."""

    def setUp(self):
        self.browser = cases.shared_browser()
        self.radio = sounds.Radio()
        self.addCleanup(self.radio.close)

    def start(self, *stations, **web):
        """Starts a hub."""
        hub = service.Service(*(stations or ("kanalrand", "nachtschicht")), web=web)
        self.addCleanup(hub.close)
        if "kanalrand" in hub.stations:
            hub["kanalrand"].play("Undertow", "Mara Ebb")
        return hub

    def embed(self, hub, attributes, at=None, count=1, head="", **options):
        """Opens a page with elements that a hub serves, and that follow it or an address."""
        element = f'<now-playing hub="{at or hub.origin}" {attributes}></now-playing>'
        self.radio.pages["/page"] = f"""<!doctype html><title>Other</title>{head}
            <script src="{hub.origin}/widget.js"></script>{element * count}"""
        page = self.browser.open(f"{self.radio.url}/page", **options)
        self.addCleanup(page.close)
        return page

    def assertTells(self, page, title, *pieces):
        """The element has words in place of a title, and has written one line to the console."""
        page.wait(f"{part('title')} === '{title}'")
        service.wait_until(lambda: warnings(page))
        # Further attempts write no further lines.
        time.sleep(4)
        line, = warnings(page)
        for each in pieces:
            self.assertIn(each, line)


class FailureTests(ElementTests):
    @classmethod
    def setUpClass(cls):
        cls.hub = service.Service("kanalrand", "nachtschicht")
        cls.addClassCleanup(cls.hub.close)
        cls.hub["kanalrand"].play("Undertow", "Mara Ebb")

    def test_an_unknown_station(self):
        page = self.embed(self.hub, 'station="nachtzug"', count=2)
        self.assertTells(page, "No such station", f"the hub at {self.hub.origin}/",
                         "no station “nachtzug”; it has: nachtschicht, kanalrand")
        page.run("document.querySelector('now-playing').setAttribute('station', 'kanalrand'); 0")
        page.wait(f"{part('title')} === 'Undertow'")

    def test_an_unknown_station_keeps_no_other_from_its_own(self):
        page = self.embed(self.hub, 'station="nosuch"')
        page.run(f"""document.body.insertAdjacentHTML('beforeend', '<now-playing id=other'
            + ' hub="{self.hub.origin}" station=kanalrand></now-playing>'); 0""")
        page.wait(f"{part('title', 'other.shadowRoot')} === 'Undertow'")
        self.assertTells(page, "No such station", "nosuch")

    def test_a_hub_that_is_not_there(self):
        closed = f"http://127.0.0.1:{service.free_port()}"
        page = self.embed(self.hub, 'station="kanalrand" locale="de"', at=closed)
        self.assertTells(page, "Nicht erreichbar", f"{closed}/ does not answer")

    def test_a_server_that_is_no_hub(self):
        # A path of the hub at which it serves nothing.
        page = self.embed(self.hub, 'station="kanalrand"', at=f"{self.hub.origin}/assets")
        self.assertTells(page, "Not allowed on this page", "answers, but does not allow pages of")

    def test_an_element_without_a_station(self):
        page = self.embed(self.hub, "")
        self.assertTells(page, "Not set up", 'station="…"')

    def test_an_address_that_is_none(self):
        page = self.embed(self.hub, 'station="kanalrand" locale="de"', at="http://:")
        self.assertTells(page, "Nicht eingerichtet", 'hub="http://:" is none')

    def test_a_page_whose_policy_does_not_allow_the_hub(self):
        page = self.embed(self.hub, 'station="kanalrand"', head="""
            <meta http-equiv="Content-Security-Policy" content="connect-src 'none'">""")
        self.assertTells(page, "Not allowed on this page", "Content-Security-Policy",
                         f"add {self.hub.origin} to its connect-src")

    def test_many_elements_share_one_connection(self):
        page = self.embed(self.hub, 'station="kanalrand"', count=8)
        page.wait("""[...document.querySelectorAll('now-playing')].every(({ shadowRoot }) =>
            shadowRoot.querySelector('.title').innerText === 'Undertow')""")
        self.assertEqual(sum("/api/v1/events" in each for each in page.requests), 1)
        page.run("document.querySelector('now-playing').setAttribute('station', 'nachtschicht'); 0")
        page.wait(f"{part('station')} === 'nachtschicht'")
        self.hub["kanalrand"].play("Sluice")
        page.wait("""[...document.querySelectorAll('now-playing')].filter(({ shadowRoot }) =>
            shadowRoot.querySelector('.title').innerText === 'Sluice').length === 7""")
        self.hub["kanalrand"].play("Undertow", "Mara Ebb")
        self.assertEqual(page.complaints, [])


class Impostor:
    """A server that answers every request for events with one status, to pages of all sites."""

    def __init__(self):
        self.status = 503
        impostor = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self):
                body = b'{"detail":"too many clients"}'
                self.send_response(impostor.status)
                self.send_header("Access-Control-Allow-Origin", "*")
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_):
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.origin = f"http://127.0.0.1:{self._server.server_port}"
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def close(self):
        """Ends the server."""
        self._server.shutdown()
        self._server.server_close()


class ServerTests(ElementTests):
    """Servers that answer, but not as a hub that allows the page."""

    def setUp(self):
        super().setUp()
        self.script = self.start("other")
        self.impostor = Impostor()
        self.addCleanup(self.impostor.close)

    def test_a_server_that_is_overloaded_and_then_is_no_hub(self):
        page = self.embed(self.script, 'station="kanalrand"', at=self.impostor.origin)
        self.assertTells(page, "Overloaded at the moment",
                         f"{self.impostor.origin}/ answers with 503 (too many clients)")
        self.impostor.status = 404
        page.wait(f"{part('title')} === 'Not reachable'")
        service.wait_until(lambda: len(warnings(page)) == 2)
        self.assertIn("not as a hub does (404)", warnings(page)[1])

    def test_a_page_by_tls_and_a_hub_without(self):
        self.radio.secure(*self.script.certificate("radio.example"))
        page = self.embed(self.script, 'station="kanalrand"', at="http://hub.test:8420")
        self.assertTells(page, "Not reachable", "do not let pages of https read from http://hub.test:8420/")


class AccessTests(ElementTests):
    def test_an_origin_that_is_not_allowed(self):
        hub = self.start(origins=["https://other.example"])
        page = self.embed(hub, 'station="kanalrand"')
        self.assertTells(page, "Not allowed on this page", f"{hub.origin}/ answers",
                         f"pages of {self.radio.url}: list it in web.origins")
        path = hub.folder / "page.html"
        path.write_text(self.radio.pages["/page"])
        page = self.browser.open(path.as_uri())
        self.addCleanup(page.close)
        self.assertTells(page, "Not allowed on this page", "from a file", 'web.origins: ["*"]')

    def test_a_hub_without_anonymous_reading(self):
        hub = self.start(anonymous=False)
        page = self.embed(hub, 'station="kanalrand" locale="de"')
        self.assertTells(page, "Nicht öffentlich", f"the hub at {hub.origin}/", "web.anonymous: true")


class RecoveryTests(ElementTests):
    def test_a_station_that_appears_goes_and_appears_again(self):
        hub = self.start()
        everything = hub.config
        without = {**everything, "stations": everything["stations"][1:]}
        hub.reload(without)
        page = self.embed(hub, 'station="kanalrand"')
        page.run("""globalThis.problems = []; document.addEventListener('problemchange',
            ({ detail }) => problems.push(detail)); 0""")
        for _ in range(2):
            page.wait(f"{part('title')} === 'No such station'")
            hub.reload(everything)
            page.wait(f"{part('title')} === 'Undertow'")
            hub.reload(without)
        page.wait(f"{part('title')} === 'No such station'")
        self.assertEqual(page.run("document.querySelector('now-playing').problem"), "missing")
        self.assertEqual(page.run("problems.filter((each) => each === null).length"), 2)

    def test_a_hub_that_goes_and_comes_back(self):
        hub = self.start()
        page = self.embed(hub, 'station="kanalrand"')
        page.wait(f"{part('title')} === 'Undertow'")
        hub.kill()
        page.wait(f"{part('station')} === 'kanalrand · Connection lost'")
        # The track stays.
        self.assertEqual(page.run(part("title")), "Undertow")
        service.wait_until(lambda: warnings(page))
        time.sleep(4)
        self.assertEqual(len(warnings(page)), 1, page.complaints)
        hub.start()
        page.wait(f"{part('station')} === 'kanalrand'")
        hub["kanalrand"].play("Sluice")
        page.wait(f"{part('title')} === 'Sluice'")

    def test_a_hub_that_starts_after_the_page(self):
        hub = self.start()
        script = self.start("other")
        hub.kill()
        page = self.embed(script, 'station="kanalrand"', at=hub.origin)
        page.wait(f"{part('title')} === 'Not reachable'")
        hub.start()
        page.wait(f"{part('title')} === 'Undertow'")


class SoundTests(ElementTests):
    """A station with streams of which one is there."""

    def setUp(self):
        super().setUp()
        self.hub = self.start(("kanalrand", {
            "name": "Kanalrand FM", "url": "https://kanalrand.example/",
            "streams": [{"id": "main", "url": f"{self.radio.url}/stream"},
                        {"id": "broken", "url": f"{self.radio.url}/nothing"}],
        }), "silent")

    def button(self, page):
        """The name and the state of the button."""
        return page.run(f"""(({{ hidden, ariaLabel, ariaBusy }}) => [hidden, ariaLabel, ariaBusy])(
            {SHADOW}.querySelector('button'))""")

    def open(self, attributes, **options):
        """Opens a page with one element, as soon as it has a title."""
        page = self.embed(self.hub, attributes, **options)
        page.wait(f"{part('title')} === 'Undertow'")
        return page

    def test_it_plays_and_pauses(self):
        page = self.open('station="kanalrand" play', script="""
            globalThis.handlers = {};
            const set = navigator.mediaSession.setActionHandler.bind(navigator.mediaSession);
            navigator.mediaSession.setActionHandler = (name, handler) => {
              handlers[name] = handler;
              set(name, handler);
            };""")
        page.run("""globalThis.events = []; for (const name of ['play', 'pause'])
            document.addEventListener(name, ({ type }) => events.push(type)); 0""")
        self.assertEqual(self.button(page), [False, "Play Kanalrand FM", "false"])
        size = page.run(f"{SHADOW}.querySelector('button').getBoundingClientRect().toJSON()")
        self.assertGreaterEqual(min(size["width"], size["height"]), 44)
        page.run(f"{SHADOW}.querySelector('button').click()")
        page.wait(f"{SHADOW}.querySelector('audio').currentTime > 0.2")
        self.assertEqual(self.button(page), [False, "Pause Kanalrand FM", "false"])
        self.assertEqual(page.run("""(({ title, artist, album }) => [title, artist, album])(
            navigator.mediaSession.metadata)"""), ["Undertow", "Mara Ebb", "Kanalrand FM"])
        self.assertEqual(page.run("navigator.mediaSession.playbackState"), "playing")
        page.run("handlers.pause()")
        self.assertEqual(self.button(page), [False, "Play Kanalrand FM", "false"])
        # The download ends, so that it goes on with what is on air then.
        service.wait_until(lambda: self.radio.listeners == 0)
        page.run("handlers.play()")
        page.wait(f"{SHADOW}.querySelector('audio').currentTime > 0.2")
        page.run("document.querySelector('now-playing').remove()")
        service.wait_until(lambda: self.radio.listeners == 0)
        self.assertEqual(page.run("navigator.mediaSession.metadata"), None)
        self.assertEqual(page.run("handlers.play"), None)
        self.assertEqual(page.run("events"), ["play", "pause", "play"])
        self.assertEqual(page.complaints, [])

    def test_there_is_no_button_without_the_attribute_or_without_a_stream(self):
        page = self.open('station="kanalrand"')
        self.assertTrue(self.button(page)[0])
        page.run("document.querySelector('now-playing').setAttribute('play', ''); 0")
        self.assertFalse(self.button(page)[0])
        page.run("document.querySelector('now-playing').setAttribute('station', 'silent'); 0")
        page.wait(f"{part('station')} === 'silent' && {SHADOW}.querySelector('button').hidden")
        refusal = "document.querySelector('now-playing').play().catch(({ message }) => message)"
        self.assertEqual(page.run(refusal), "the config has no stream for this station")
        self.assertFalse(page.run(f"{SHADOW}.querySelector('a').hasAttribute('href')"))

    def test_a_stream_that_cannot_be_played(self):
        page = self.open('station="kanalrand" play stream="broken" locale="de"')
        page.run(f"{SHADOW}.querySelector('button').click()")
        page.wait(f"{part('message')} === 'Der Stream lässt sich nicht abspielen'")
        self.assertEqual(self.button(page), [False, "Kanalrand FM abspielen", "false"])
        line, = warnings(page)
        self.assertTrue(line.startswith(f"nphub: the stream {self.radio.url}/nothing cannot"), line)
        page.run("document.querySelector('now-playing').setAttribute('stream', 'main'); 0")
        page.run("document.querySelector('now-playing').play()")
        page.wait(f"{SHADOW}.querySelector('audio').currentTime > 0.2")
        self.assertEqual(page.run(part("message")), "")

    def test_a_stream_that_breaks_off_is_tried_again(self):
        page = self.open('station="kanalrand" play')
        page.run(f"{SHADOW}.querySelector('button').click()")
        page.wait(f"{SHADOW}.querySelector('audio').currentTime > 0.2")
        page.run(f"""globalThis.starts = 0; {SHADOW}.querySelector('audio')
            .addEventListener('playing', () => {{ starts += 1; }}); 0""")
        self.radio.cut()
        page.wait("starts > 0")
        self.assertEqual(self.button(page), [False, "Pause Kanalrand FM", "false"])
        self.assertEqual(warnings(page), [])

    def test_one_element_plays_at_a_time(self):
        page = self.embed(self.hub, 'station="kanalrand" play', count=2)
        page.wait(f"{part('title')} === 'Undertow'")
        page.run("globalThis.both = document.querySelectorAll('now-playing'); 0")
        page.run("both[0].play()")
        page.run("both[1].play()")
        self.assertEqual(page.run("[both[0].paused, both[1].paused]"), [True, False])

    def test_its_look(self):
        page = self.open('station="kanalrand" play progress')
        self.assertEqual(page.run(part("letter")), "K")
        self.assertRegex(page.run(part("time")), r"^1:0\d / 1:00:00$")
        self.assertEqual(page.run(f"{SHADOW}.querySelector('a').href"), "https://kanalrand.example/")
        for title, direction in ("أغنية الميناء", "rtl"), ("Sluice", "ltr"):
            self.hub["kanalrand"].play(title, "Mara Ebb")
            page.wait(f"{part('title')} === '{title}'")
            style = f"getComputedStyle({SHADOW}.querySelector('.title'))"
            self.assertEqual(page.run(f"[{style}.direction, {style}.textAlign]"), [direction, "left"])


if __name__ == "__main__":
    unittest.main()
