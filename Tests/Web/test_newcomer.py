"""The examples of docs/, tried unchanged in pages that have nothing else."""

import base64
import re
import time
import unittest

import cases
import service
import test_embeds

DOCS = service.REPOSITORY / "docs"
SHADOW = test_embeds.SHADOW


def blocks(page, language):
    """The blocks of code of a page of docs."""
    text = (DOCS / page).read_text()
    return re.findall(rf"^```{language}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)


class DemoTests(unittest.TestCase):
    LIMIT = 10

    def test_a_title_is_seen_and_a_button_pressed_within_ten_seconds(self):
        browser = cases.shared_browser()
        started = time.monotonic()
        with service.Service() as hub:
            page = browser.open(hub.link())
            self.addCleanup(page.close)
            page.wait("document.querySelector('[data-station=kanalrand] .card-title')?.innerText")
            page.click("[data-station=kanalrand] .card-play")
            page.wait("document.querySelector('.now-dock .play-button')?.ariaLabel === 'Pause'")
            self.assertLess(time.monotonic() - started, self.LIMIT)


class PastedTests(test_embeds.EmbedTests):
    """The blocks of docs/web-page.md, with the hub's address in place of the example's."""

    def pasted(self, text, by_file):
        """A page that is nothing but what was pasted."""
        text = text.replace("https://hub.example", self.hub.origin)
        if not by_file:
            return self.embed(text)
        path = self.hub.folder / "page.html"
        path.write_text(text)
        page = self.browser.open(path.as_uri())
        self.addCleanup(page.close)
        return page

    def test_the_element_in_an_empty_file(self):
        element, playing, _ = blocks("web-page.md", "html")
        style, = blocks("web-page.md", "css")
        for by_file in (False, True):
            with self.subTest(by_file=by_file):
                page = self.pasted(element, by_file)
                page.wait(f"{SHADOW}.querySelector('.title').innerText === 'Undertow'")
                page.wait(f"{SHADOW}.querySelector('.has-image img') !== null")
                self.assertNoComplaints(page)
        page = self.pasted(element.replace("<now-playing", "<i") + playing, False)
        page.wait(f"{SHADOW}.querySelector('.time').innerText.endsWith(' / 1:00:00')")
        page = self.pasted(f"{element}<style>{style}</style>", False)
        page.wait(f"{SHADOW}.querySelector('.title').innerText === 'Undertow'")
        self.assertEqual(page.run(f"getComputedStyle({SHADOW}.querySelector('.card')).padding"), "16px")
        self.assertEqual(page.run(f"getComputedStyle({SHADOW}.querySelector('.artwork')).width"), "96px")

    def test_the_library_in_an_empty_file(self):
        *_, page_of_library = blocks("web-page.md", "html")
        for by_file in (False, True):
            with self.subTest(by_file=by_file):
                page = self.pasted(page_of_library, by_file)
                page.wait("document.body.innerText.includes('kanalrand: Mara Ebb – Undertow')")
                page.wait("document.body.innerText.includes('nachtschicht: Requests until dawn')")
                self.assertNoComplaints(page)

    def test_the_http_interface(self):
        scripts = [text for text in blocks("web-page.md", "js") if "api/v1" in text]
        self.assertEqual(len(scripts), 2)
        said = "globalThis.said = []; console.log = (text) => said.push(text);"
        for by_file in (False, True):
            for script in scripts:
                with self.subTest(script, by_file=by_file):
                    page = self.pasted(f"<script type=module>{said}{script}</script>", by_file)
                    page.wait("said.length > 0")
                    self.assertIn("Undertow", page.run("said[0]"))

    def test_the_event_of_a_new_track(self):
        element, *_ = blocks("web-page.md", "html")
        script, = [text for text in blocks("web-page.md", "js") if "trackchange" in text]
        page = self.pasted(f"<script>globalThis.said = []; console.log = (...texts) => said.push(texts);"
                           f"{script}</script>{element}", False)
        page.wait("said.length > 0")
        self.assertEqual(page.run("said[0]"), ["Undertow", "kanalrand"])


class ControlTests(test_embeds.EmbedTests):
    def test_a_page_of_the_hubs_own_origin_controls_as_is_shown(self):
        script, = [text for text in blocks("web-page.md", "js") if "new Hub({ token })" in text]
        self.hub.command(action="select", station="kanalrand")
        page = self.browser.open(f"{self.hub.origin}/overlay/kanalrand")
        self.addCleanup(page.close)
        page.run("""document.body.insertAdjacentHTML('beforeend', '<button id=pause></button>'); 0""")
        body = script.replace("new Hub({ token })", f"new nphub.Hub({{ token: '{service.TOKEN}' }})")
        page.run(f"import('/nphub.js').then((nphub) => {{ {body} }})")
        page.wait("document.title === 'Undertow'")
        page.click("#pause")
        service.wait_until(lambda: self.hub.call("get", view="lockScreen")[
            "records"][0]["lockScreen"]["playbackState"] != "playing")


class StreamTests(test_embeds.EmbedTests):
    """A browser source of OBS: transparent, of the size that docs/obs.md names, with its own CSS."""

    SIZE = {"width": 1200, "height": 200}

    def source(self, query=""):
        """The page, as OBS opens it."""
        page = self.browser.open(f"{self.hub.origin}/overlay/kanalrand{query}", **self.SIZE)
        self.addCleanup(page.close)
        page.call("Emulation.setDefaultBackgroundColorOverride", color={"r": 0, "g": 0, "b": 0, "a": 0})
        page.wait("document.querySelector('.title')?.innerText === 'Undertow'")
        page.wait("getComputedStyle(document.querySelector('.overlay')).opacity === '1'")
        return page

    def points(self, page, *places):
        """Red, green, blue and opacity at some places of the picture that is taken."""
        picture = base64.b64encode(page.picture()).decode()
        return page.run(f"""(async () => {{
            const image = new Image();
            image.src = 'data:image/png;base64,{picture}';
            await image.decode();
            const context = Object.assign(document.createElement('canvas'),
                {{ width: image.width, height: image.height }}).getContext('2d');
            context.drawImage(image, 0, 0);
            return {list(map(list, places))}.map(([x, y]) => [...context.getImageData(x, y, 1, 1).data]);
        }})()""")

    def middle(self, page, selector):
        """The middle of an element."""
        return page.run(f"""(({{ x, y, width, height }}) => [Math.round(x + width / 2),
            Math.round(y + height / 2)])(document.querySelector('{selector}').getBoundingClientRect())""")

    def test_all_but_texts_and_picture_is_transparent(self):
        page = self.source()
        page.wait("document.querySelector('.artwork').checkVisibility()")
        corner, far, artwork = self.points(page, (0, 0), (1199, 100), self.middle(page, ".artwork"))
        self.assertEqual((corner[3], far[3]), (0, 0))
        self.assertEqual(artwork, [79, 91, 213, 255])

    def test_a_theme_has_a_background_that_shows_through_a_little(self):
        page = self.source("?theme=dark&artwork=0")
        box = page.run("document.querySelector('.overlay').getBoundingClientRect().toJSON()")
        corner, ground = self.points(page, (1199, 0), (int(box["x"] + 6), int(box["y"] + box["height"] / 2)))
        self.assertEqual(corner[3], 0)
        self.assertTrue(150 < ground[3] < 255, ground)

    def test_the_address_that_is_shown(self):
        query = re.search(r"/overlay/kanalrand(\?\S+)", (DOCS / "obs.md").read_text())[1]
        page = self.source(query)
        self.assertEqual(page.run("getComputedStyle(document.querySelector('.title')).fontSize"), "48px")
        self.assertTrue(page.run("document.querySelector('.bar').checkVisibility()"))
        box = page.run("document.querySelector('.overlay').getBoundingClientRect().toJSON()")
        self.assertGreater(box["right"], 1150)
        self.assertLessEqual(box["bottom"], 200)

    def test_its_users_css_is_added_as_the_program_adds_it(self):
        style, = blocks("obs.md", "css")
        page = self.source()
        page.run("""document.head.append(Object.assign(document.createElement('style'),
            { textContent: %r })); 0""" % style)
        title = "getComputedStyle(document.querySelector('.title'))"
        self.assertEqual(page.run(f"{title}.fontSize"), "52px")
        self.assertEqual(page.run(f"{title}.textTransform"), "uppercase")
        self.assertNoComplaints(page)
