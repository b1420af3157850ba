"""The pages of docs: what they name exists, what they show is right."""

import json
import re
import unittest

import program
import schemas

DOCS = program.REPOSITORY / "docs"
PAGES = sorted([*DOCS.rglob("*.md"), *program.REPOSITORY.glob("*.md")])
SOURCES = sorted((program.REPOSITORY / "Sources").rglob("*.swift"))
TESTS = sorted((program.REPOSITORY / "Tests").rglob("*.swift"))
EXAMPLES = sorted(DOCS.rglob("*.swift"))
OTHERS = [path for folder in ("Sources", "Tests", "schemas", "deploy", "docs")
          for path in (program.REPOSITORY / folder).rglob("*")
          if path.suffix in {".js", ".py", ".json", ".yaml", ".c", ".cpp", ".h", ".html", ".css"}]
# The documentation of modules' own API, for DocC.
LANDINGS = sorted((program.REPOSITORY / "Sources").glob("*/*.docc/*.md"))
TYPE = re.compile(r"^ *(?:[\w()@]+ )*(?:struct|class|enum|protocol|actor|typealias) (\w+)", re.M)
MEMBER = re.compile(r"^ *(?:[\w()@]+ )*(?:func|var|let) (\w+)", re.M)
CASES = re.compile(r"^ *(?:indirect )?case (\w+(?:\([^\n]*\))?(?:, \w+)*)", re.M)
# A type that a file declares or extends, and a name in prose that looks like one of ours, with its
# members and the names of parameters.
OPENED = re.compile(r"\b(?:struct|class|enum|protocol|actor|extension|typealias) ([\w.]+)")
NAMED = re.compile(r"(?<!`)`([A-Z]\w*[a-z]\w*)((?:\.\w+)*(?:\([\w:]*\))?)`(?!`)")
# Names that are Apple's (docs/in-an-app.md).
FOREIGN = re.compile(r"(?:CP|MP|UI|URLSession|MediaPlayback|RemoteMedia)[A-Z]\w+")


def declared(paths):
    """The names of the types, and of their members, in Swift files."""
    types, members = set(), set()
    for path in paths:
        text = path.read_text()
        types.update(TYPE.findall(text))
        members.update(MEMBER.findall(text))
        for names in CASES.findall(text):
            members.update(re.findall(r"\w+", re.sub(r"\(.*\)", "", names)))
    return types, members


def words(text):
    """Everything that can be a name in a text, outside of comments."""
    return set(re.findall(r"\w+", re.sub(r"^ *//.*$", "", text, flags=re.MULTILINE)))


def blocks(text, language):
    """The contents of the code blocks in a language."""
    return re.findall(rf"^```{language}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)


def prose(text):
    """A text without its code blocks and comments."""
    return re.sub(r"^```.*?^```$|<!--.*?-->", "", text, flags=re.MULTILINE | re.DOTALL)


class SymbolTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.types, cls.members = declared(SOURCES)
        # The words of the files that declare or extend a type, and of the whole program: names of
        # other languages and of protocols are among these.
        cls.words_of_type, cls.words = {}, set()
        for path in SOURCES + TESTS + EXAMPLES:
            text = path.read_text()
            cls.words |= words(text)
            for name in {part for found in OPENED.findall(text) for part in found.split(".")}:
                cls.words_of_type.setdefault(name, set()).update(words(text))
        for path in OTHERS:
            cls.words |= words(path.read_text())

    def test_the_declarations_are_found(self):
        self.assertLessEqual({"Hub", "FanOut", "View", "TrackIdentity"}, self.types)
        self.assertLessEqual({"handle", "nextDeadline", "sinkFull", "refused"}, self.members)
        self.assertIn("apply", self.words_of_type["StationReducer"])
        self.assertLessEqual({"PlaybackStatus", "EventReader"}, self.words)

    def test_every_symbol_that_is_linked_is_one_of_its_module(self):
        self.assertTrue(LANDINGS)
        for landing in LANDINGS:
            target = landing.parent.stem
            types, members = declared(
                path for path in SOURCES if f"/Sources/{target}/" in str(path))
            links = re.findall(r"``([^`]+)``", prose(landing.read_text()))
            self.assertGreater(len(links), 3)
            for name in links:
                with self.subTest(target, symbol=name):
                    first, *rest = re.sub(r"\(.*?\)", "", name).removeprefix(f"{target}/").split("/")
                    self.assertIn(first, types)
                    self.assertLessEqual(set(rest), members)

    def test_every_symbol_that_is_named_is_one_of_the_program(self):
        count = 0
        for page in PAGES:
            for name, rest in NAMED.findall(prose(page.read_text())):
                members = set(re.findall(r"\w+", rest)) - {"_"}
                if FOREIGN.fullmatch(name) or members & {"swift", "md", "py"}:
                    continue
                count += 1
                with self.subTest(page.name, symbol=name + rest):
                    known = self.words_of_type.get(name, self.words)
                    self.assertEqual(set(), ({name} | members) - known)
        self.assertGreater(count, 80)


class FileTests(unittest.TestCase):
    def test_every_file_that_is_named_is_there(self):
        pattern = r"`((?:Sources|Tests|docs|schemas)/[\w./-]+)`"
        count = 0
        for page in PAGES:
            for name in re.findall(pattern, prose(page.read_text())):
                count += 1
                with self.subTest(page.name, file=name):
                    self.assertTrue((program.REPOSITORY / name).exists())
        self.assertGreater(count, 10)

    def test_every_command_names_files_that_are_there(self):
        names = [name for page in PAGES for block in blocks(page.read_text(), "sh")
                 for name in re.findall(r"(?:Sources|Tests|docs)/[\w./-]+", block)]
        self.assertGreater(len(names), 2)
        for name in names:
            self.assertTrue((program.REPOSITORY / name).exists(), name)


class ExampleTests(unittest.TestCase):
    def read(self, name):
        return (DOCS / f"{name}.md").read_text()

    def test_every_record_that_is_shown_is_valid(self):
        examples = blocks(self.read("records"), "json")
        self.assertEqual(len(examples), 4)
        for example in examples:
            schemas.check("record", json.loads(example))

    def test_every_line_of_the_socket_that_is_shown_is_valid(self):
        lines = re.findall(r"^([→←]) (.*)$", self.read("socket"), re.MULTILINE)
        self.assertGreater(len(lines), 5)
        for direction, line in lines:
            value = json.loads(line)
            told = "notification" if "method" in value else "response"
            schemas.check("request" if direction == "→" else told, value)

    def test_every_error_is_told_with_the_data_that_it_has(self):
        told = set(map(int, re.findall(r"^\| (-\d+) \|", self.read("socket"), re.MULTILINE)))
        error = schemas.DOCUMENTS["response.json"]["$defs"]["error"]["properties"]
        self.assertEqual(told, set(error["code"]["enum"]))

    def test_every_method_is_told_with_its_parameters_and_its_result(self):
        rows = re.findall(r"^\| `(\w+)` \|([^|\n]*)\|([^|\n]*)\|$", self.read("socket"), re.M)
        told = {name: [set(re.findall(r"`(\w+)`", cell)) for cell in cells]
                for name, *cells in rows}
        requests = schemas.DOCUMENTS["request.json"]
        results = schemas.DOCUMENTS["response.json"]["$defs"]
        for method in requests["properties"]["method"]["enum"]:
            parameters = requests["$defs"].get(method, {}).get("properties", {})
            result = schemas.DOCUMENTS["status.json"] if method == "status" else results[method]
            with self.subTest(method):
                self.assertEqual(told[method], [set(parameters), set(result.get("properties", {}))])

    def test_every_limit_is_one_of_the_core(self):
        table = self.read("socket").partition("| limit | reason |")[2]
        text = "".join(path.read_text() for path in SOURCES if re.search("/(Hub|Sessions|RPC)/", str(path)))
        told = re.findall(r"^\| `(\w+)` \|", table, re.MULTILINE)
        codes = re.findall(r'\("limit", "(\w+)"\)|\b(?:cut|Violation)\([^()]*code: "(\w+)"', text)
        self.assertEqual(set(told), set(map("".join, codes)))

    def test_every_exit_code_is_one_of_the_program(self):
        table = self.read("service").partition("| exit code |")[2]
        failure = program.REPOSITORY / "Sources/Shell/Program/ProgramFailure.swift"
        codes = re.findall(r"case \w+ = (\d+)", failure.read_text())
        self.assertEqual(re.findall(r"^\| (\d+) \|", table, re.MULTILINE), ["0", *codes])
