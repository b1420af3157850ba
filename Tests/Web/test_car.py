"""The car's templates: all that a document of schemas/ has is drawn, and changed in place."""

import json
import re
import unittest

import cases
import service

SCHEMA = json.loads((service.REPOSITORY / "schemas/car-play.json").read_text())
PAGES = service.REPOSITORY / "Sources/Shell/Sinks/Web/Pages"
# The members of commands, which a car sends unchanged.
COMMAND = set(SCHEMA["$defs"]["command"]["properties"])
# The members of a part that its reader sees.
TEXTS = ("text", "detailText", "header", "title", "subtitle", "summary", "detail")


def properties(value):
    """The names of all properties that a schema describes, but for those of its examples."""
    if isinstance(value, list):
        return set().union(*map(properties, value), set())
    if not isinstance(value, dict):
        return set()
    names = set(value.get("properties", {})) if isinstance(value.get("properties"), dict) else set()
    return names.union(*(properties(child) for key, child in value.items() if key != "examples"))


def templates(car):
    """All templates of a document but what plays, which shows the lock screen's texts."""
    yield from car["root"].get("templates", [car["root"]])
    yield from car["lists"]


def texts(value):
    """Every text that is to be seen."""
    if isinstance(value, list):
        return [text for child in value for text in texts(child)]
    if not isinstance(value, dict):
        return []
    # A row of pictures is heard with its titles; a place's texts are seen when it is selected.
    own = [value[name] for name in TEXTS if isinstance(value.get(name), str)]
    children = [child for key, child in value.items()
                if key not in ("action", "image", "information", "pointsOfInterest")]
    return own + [text for child in children for text in texts(child)]


class SchemaTests(unittest.TestCase):
    def test_each_property_of_the_document_is_read(self):
        source = "".join((PAGES / name).read_text() for name in ("car.js", "car-templates.js"))
        names = properties(SCHEMA) - COMMAND
        self.assertGreater(len(names), 40)
        self.assertEqual([name for name in sorted(names) if not re.search(rf"\b{name}\b", source)], [])

    def test_each_kind_of_template_is_known(self):
        source = (PAGES / "car-templates.js").read_text()
        kinds = {definition["properties"]["type"]["const"] for definition in SCHEMA["$defs"].values()
                 if "const" in definition.get("properties", {}).get("type", {})} - {"tabBar", "alert"}
        known = set(re.findall(r"^  (\w+): \w+Template,$", source, re.MULTILINE))
        self.assertEqual(known, kinds)


class DrawingTests(cases.PageTests):
    def setUp(self):
        self.page = self.open("/wall", with_token=False)
        self.page.run("""import('./assets/car-templates.js').then(({ makeTemplate }) =>
            import('./nphub.js').then(({ applyRows }) => {
                globalThis.applyRows = applyRows;
                globalThis.chosen = [];
                globalThis.draw = (template) => {
                    globalThis.template = template;
                    globalThis.view = makeTemplate({ choose: (part) => chosen.push(part) }, template.type);
                    document.body.replaceChildren(view.node);
                    view.update(template);
                };
                // A template stands for the document of a car.
                globalThis.change = (rows) => { template = applyRows(template, rows); view.update(template); };
            }))""")

    def draw(self, template):
        """Draws a template on a page that has nothing else."""
        self.page.run(f"draw({json.dumps(template)}); 0")

    def change(self, identifier, **changes):
        """Changes a part in place."""
        self.page.run(f"change({json.dumps({identifier: changes})}); 0")

    def test_the_texts_of_all_examples_are_seen(self):
        kinds = set()
        for car in SCHEMA["examples"]:
            for template in templates(car):
                with self.subTest(template=template["id"], language=template["title"]):
                    kinds.add(template["type"])
                    self.draw(template)
                    seen = self.page.run("document.body.textContent")
                    for text in texts({**template, "title": ""}):
                        self.assertIn(text, seen)
        self.assertLessEqual({"list", "pointOfInterest"}, kinds)

    def test_each_change_of_a_row_is_made_and_taken_back_in_place(self):
        car = SCHEMA["examples"][0]
        self.draw(car["root"]["templates"][0])
        row = "document.querySelector('[data-part=\"stations/kanalrand\"]')"
        self.page.run(f"globalThis.row = {row}; 0")
        for changes, check in [
                ({"text": "Other"}, "row.querySelector('.item-text').innerText === 'Other'"),
                ({"detailText": "More"}, "row.querySelector('.item-detail').innerText === 'More'"),
                ({"detailText": None}, "row.querySelector('.item-detail').innerText === ''"),
                ({"isPlaying": None}, "!row.classList.contains('is-playing')"),
                ({"isPlaying": True}, "row.classList.contains('is-playing')"),
                ({"playingIndicatorLocation": None}, "!row.classList.contains('marks-end')"),
                ({"playingIndicatorLocation": "trailing"}, "row.classList.contains('marks-end')"),
                ({"playbackProgress": 0.75}, "row.querySelector('.item-progress').style"
                                             ".getPropertyValue('--progress') === '0.75'"),
                ({"playbackProgress": None}, "row.querySelector('.item-progress').hidden"),
                ({"busy": True}, "row.ariaBusy === 'true'"), ({"busy": None}, "row.ariaBusy === null"),
                ({"isEnabled": False}, "row.disabled"), ({"isEnabled": None}, "!row.disabled"),
                ({"accessory": "cloud"}, "!row.querySelector(':scope > svg').hasAttribute('hidden')"),
                ({"accessory": None}, "row.querySelector(':scope > svg').hasAttribute('hidden')")]:
            with self.subTest(changes):
                self.change("stations/kanalrand", **changes)
                self.assertTrue(self.page.run(check))
        self.assertTrue(self.page.run(f"row === {row}"))

    def test_a_grid_and_a_row_of_pictures_tell_what_was_chosen(self):
        select = {"action": "select", "station": "kanalrand"}
        image = {"url": "https://kanalrand.example/a.png"}
        self.draw({"id": "favourites", "type": "grid", "title": "Favourites", "leftOut": 3, "gridButtons": [
            {"id": "favourites/kanalrand", "titleVariants": ["Kanalrand FM", "Kanal"], "image": image,
             "action": select}]})
        self.page.click(".grid-button")
        self.change("favourites/kanalrand", busy=True)
        self.assertEqual(self.page.run("document.querySelector('.grid-button').ariaBusy"), "true")
        self.assertIn("3", self.page.text(".left-out"))
        self.draw({"id": "stations", "type": "list", "title": "Stations", "sections": [{"id": "all", "items": [
            {"id": "favourites-row", "text": "Favourites", "push": "favourites", "elements": [
                {"id": "favourites-row/kanalrand", "title": "Kanalrand FM", "image": image, "action": select}]}]}]})
        self.page.click(".row-image")
        self.page.click(".image-row-title")
        self.assertEqual(self.page.run("chosen.map(({ action, push }) => action?.station ?? push)"),
                         ["kanalrand", "kanalrand", "favourites"])
