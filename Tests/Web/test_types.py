"""The types `nphub.d.ts`, held against the library, the element and the schemas that they describe."""

import json
import re
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

import cases
import service
import test_newcomer

PAGES = service.REPOSITORY / "Sources/Shell/Sinks/Web/Pages"
TYPES = (PAGES / "nphub.d.ts").read_text()
# Members of `Hub` that are for its subscriptions alone.
PRIVATE = {"Hub": {"restart", "forget"}}
# The interface of each part of a `nowPlaying` document, by its name in the schema.
PARTS = {
    "station": "Station", "connection": "Connection", "track": "Track", "playback": "Playback",
    "live": "Live", "programme": "Programme", "next": "NextTrack", "playedTrack": "PlayedTrack",
    "listeners": "Listeners"}
# Uses of the library and of the element, each of which has one mistake.
MISTAKES = (
    "new Hub({ address: 'https://hub.example/' });",
    "new Hub().subscribe({ view: 'nowPlaying' }, { update: (_, state) => state.track.title });",
    "new Hub().subscribe({ view: 'playing' });",
    "new Hub().addEventListener('state', ({ detail }) => detail.phase === 'opened');",
    "document.querySelector('now-playing')!.problem === 'absent';",
    "document.createElement('now-playing').play(1);",
)


def body(kind, name):
    """The text of a class or of an interface."""
    return re.search(rf"^export {kind} {name}\b[^{{]*\{{\n(.*?)^\}}", TYPES, re.M | re.S)[1]


def members(kind, name):
    """The members of a class or of an interface, by name: True for those that may be absent."""
    found = re.findall(r"^  (?:readonly )?(\w+)(\??)[(:<]", body(kind, name), re.M)
    return {member: bool(mark) for member, mark in found}


class ModuleTests(cases.PageTests):
    """The members of the library and of the element, as they run."""

    def setUp(self):
        self.page = self.open(with_token=False)
        self.page.run("import('./nphub.js').then((module) => { globalThis.nphub = module; })")

    def test_each_export_has_its_type(self):
        typed = re.findall(r"^export (function|class) (\w+)", TYPES, re.M)
        kinds = self.page.run("""Object.entries(nphub).map(([name, value]) =>
            [/^class/.test(value) ? 'class' : 'function', name])""")
        self.assertEqual(sorted(typed), sorted(map(tuple, kinds)))

    def test_each_class_has_its_members(self):
        made = {"Hub": "new nphub.Hub()", "HubClock": "new nphub.HubClock()",
                "Holding": "new nphub.Holding()", "HubError": "new nphub.HubError('')",
                "EventReader": "new nphub.EventReader({ view: 'line' }, {})"}
        for name, script in made.items():
            with self.subTest(name):
                present = self.page.run(f"""(() => {{
                    const value = {script};
                    const own = Object.getOwnPropertyNames(Object.getPrototypeOf(value));
                    value.close?.();
                    return [...own, ...Object.keys(value)];
                }})()""")
                typed = set(members("class", name)) - {"constructor", "addEventListener"}
                # An error has the fields of all errors, too.
                public = set(present) - PRIVATE.get(name, set()) - {"constructor", "name"}
                self.assertEqual(typed, public)

    def test_the_element_has_its_members(self):
        self.page.run(f"""new Promise((resolve) => document.head.append(Object.assign(
            document.createElement('script'),
            {{ src: '{self.hub.origin}/widget.js', onload: resolve }}))).then(() => 0)""")
        present, attributes = self.page.run("""(() => {
            const element = document.createElement('now-playing');
            const own = Object.getOwnPropertyNames(Object.getPrototypeOf(element));
            return [[...own, ...Object.keys(element)].filter((name) => !/Callback$|^constructor/.test(name)),
                customElements.get('now-playing').observedAttributes];
        })()""")
        self.assertEqual(set(present), set(members("interface", "NowPlayingElement")))
        comment = re.search(r"Its attributes:(.*?)\.\n", TYPES, re.S)[1]
        table = (test_newcomer.DOCS / "web-page.md").read_text()
        self.assertEqual(set(re.findall(r"`([\w-]+)`", comment)), set(attributes))
        for each in attributes:
            self.assertIn(f"\n| `{each}` |", table)

    def test_the_elements_words_are_in_both_languages_for_each_problem(self):
        words = re.search(r"const WORDS = \{(.*?)\n  \};", (PAGES / "widget.js").read_text(), re.S)[1]
        english, german = (set(re.findall(r"(\w+): '", half)) for half in words.split("de: {"))
        self.assertEqual(english, german)
        problems = re.findall(r"^  \| '(\w+)'", TYPES, re.M)
        self.assertGreater(len(problems), 5)
        self.assertLessEqual(set(problems), english)
        table = (test_newcomer.DOCS / "web-page.md").read_text()
        for each in set(problems) - {"connecting"}:
            self.assertIn(f"| `{each}` |", table)


class DocumentTests(unittest.TestCase):
    def test_documents_are_those_of_the_schema(self):
        schema = json.loads((service.REPOSITORY / "schemas/now-playing.json").read_text())
        parts = {"NowPlaying": schema} | {
            name: schema["$defs"][key] for key, name in PARTS.items()}
        for name, part in parts.items():
            with self.subTest(name):
                required = part.get("required", [])
                self.assertEqual(members("interface", name), {
                    member: member not in required for member in part["properties"]})

    def test_words_are_those_of_the_schema(self):
        schema = json.loads((service.REPOSITORY / "schemas/now-playing.json").read_text())["$defs"]
        for values in (schema["connection"]["properties"]["state"]["enum"], schema["kind"]["enum"],
                       schema["playback"]["properties"]["state"]["enum"],
                       schema["playback"]["properties"]["quality"]["enum"]):
            self.assertIn(" | ".join(f"'{each}'" for each in values), TYPES)
        card = json.loads((service.REPOSITORY / "schemas/lock-screen.json").read_text())
        states = set(card["$defs"]["playbackState"]["enum"])
        typed = re.search(r"playbackState: (.*);", body("interface", "LockScreen"))[1]
        self.assertEqual(set(re.findall(r"'(\w+)'", typed)), states)
        for member, is_optional in members("interface", "LockScreen").items():
            self.assertIn(member, card["properties"])
            self.assertEqual(is_optional, member not in card["required"], member)


@unittest.skipUnless(shutil.which("tsc"), "there is no TypeScript: make setup-web")
class CompilerTests(unittest.TestCase):
    """The example of docs/web-page.md, in a folder with a copy of the types."""

    def compile(self, script):
        """The compiler's complaints about a script."""
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            config, = test_newcomer.blocks("web-page.md", "json")
            (folder / "tsconfig.json").write_text(config)
            (folder / "nphub.d.ts").write_text(TYPES)
            (folder / "page.ts").write_text(script)
            result = subprocess.run(
                ["tsc", "--noEmit", "-p", "."], cwd=folder, capture_output=True, text=True,
                timeout=120, check=False)
            return result.stdout.splitlines()

    def test_the_example_compiles(self):
        example, = test_newcomer.blocks("web-page.md", "ts")
        self.assertEqual(self.compile(example), [])

    def test_a_mistake_is_found(self):
        start = "import { Hub } from 'https://hub.example/nphub.js';\n"
        complaints = self.compile(start + "\n".join(MISTAKES))
        lines = [int(line) for line in re.findall(r"page\.ts\((\d+),", "\n".join(complaints))]
        self.assertEqual(lines, list(range(2, 2 + len(MISTAKES))), complaints)


if __name__ == "__main__":
    unittest.main()
