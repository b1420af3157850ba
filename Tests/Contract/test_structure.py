"""Imports point downwards only, one name means one thing, and nothing needless is left."""

import collections
import re
import unittest

from sources import examples, pages, sources

# The targets, and which of ours each may import.
ALLOWED = {
    "nphub": {
        "Shell", "Simulator", "HubClient", "Hub", "Stations", "Views", "Feeds", "Protocols", "Loop",
        "JSON", "NowPlaying",
    },
    "Shell": {
        "Cluster", "HubClient", "Hub", "Sessions", "FanOut", "Stations", "Views", "Feeds",
        "Protocols", "Loop", "JSON", "NowPlaying", "CSQLite", "CSystemd", "CCurl", "CLibyaml",
        "CMosquitto", "CPages",
    },
    "Cluster": {"JSON", "NowPlaying", "CNATS"},
    # Libraries for programs elsewhere: values, and nothing that is bound to C.
    "HubClient": {"NowPlaying"},
    "HubClientURLSession": {"HubClient"},
    "HubClientWebSocket": {"HubClient", "Protocols", "NowPlaying"},
    "Simulator": {"Loop", "Protocols", "JSON", "NowPlaying"},
    "Hub": {"Stations", "Sessions", "FanOut", "Views", "Feeds", "Protocols", "JSON", "NowPlaying"},
    "Sessions": {"Stations", "FanOut", "Views", "JSON", "NowPlaying"},
    "Stations": {"Feeds", "Protocols", "JSON", "NowPlaying"},
    "FanOut": {"Views", "JSON", "NowPlaying"},
    "Views": {"JSON", "NowPlaying"},
    "Feeds": {"Protocols", "JSON", "NowPlaying", "CUtf8proc"},
    "Protocols": {"COpenSSL", "CLibidn2"},
    "Loop": {"CLibwebsockets"},
    "JSON": {"NowPlaying", "CSimdjson"},
    "NowPlaying": set(),
    "Support": {"CRevision"},
}
# Modules of ours, the C ones included.
OURS = set(ALLOWED).union(*ALLOWED.values())
# Targets that decide and describe, which need nothing of the system.
PURE = {"Hub", "Stations", "Sessions", "FanOut", "Views", "JSON", "NowPlaying", "Cluster"}
# The one folder of such a target that acts.
STORE = "Sources/Cluster/Store/"
SYSTEM = {"Foundation", "FoundationEssentials", "Glibc", "Dispatch", "Synchronization"}
TOP = re.compile(
    r"^(?!private |fileprivate )(?:[\w()]+ )*"
    r"(?:struct|class|enum|protocol|actor|typealias|func|let) (\w+)", re.M)
MEMBER_OF_EXTENSION = re.compile(
    r"^ {4}(?!private |fileprivate )(?:[\w()]+ )*(?:func|var|let|struct|enum|case) (\w+)", re.M)
MEMBER = re.compile(r"^ *(?:[\w()@]+ )*(?:func|var|let|case) (\w+(?:, \w+)*)", re.M)
ENTRY = re.compile(r"^- (.*(?:\n(?!- |\n).*)*)", re.M)


def targets_of_names():
    """The targets that declare a type at the top of a file, by the type's name."""
    targets = collections.defaultdict(set)
    for file in sources():
        for name, is_nested in file.declared_types:
            if not is_nested:
                targets[name].add(file.target)
    return targets


def imports_of_targets():
    """The targets that a target imports."""
    imports = collections.defaultdict(set)
    for file in sources():
        imports[file.target] |= file.imports
    return imports


def folders(above):
    """The files of each folder in a folder, by its name."""
    found = collections.defaultdict(list)
    for file in sources():
        if file.path.startswith(above):
            found[file.path.removeprefix(above).split("/")[0]].append(file)
    return found

# Names by which a view is meant, and types of one alone.
VIEW_NAMES = re.compile(
    r"\w*CarPlay\w*|LockScreen\w*|MediaPlayer\w*|TemplateID|View\.(?!encoded|all)\w+|\.view == ")

class ImportTests(unittest.TestCase):
    def test_a_target_imports_only_what_lies_below_it(self):
        for file in sources():
            with self.subTest(file.path):
                is_alone = file.target in ("HubClient", "HubClientURLSession")
                everywhere = set() if is_alone else {"Support"}
                allowed = ALLOWED.get(file.target, set()) | everywhere
                self.assertEqual(set(), file.imports & OURS - allowed)

    def test_there_are_few_targets(self):
        # A transport of the library cannot be a folder of it: each needs what others do not have.
        self.assertLessEqual(len({file.target for file in sources()}), 18)

    def test_a_library_of_c_has_one_importer(self):
        importers = collections.defaultdict(set)
        for file in sources():
            for name in file.imports & OURS - set(ALLOWED):
                importers[name].add(file.target)
        self.assertIn("CLibwebsockets", importers)
        for name, targets in importers.items():
            self.assertEqual(1, len(targets), f"{name} is imported by {targets}")

    def test_no_sink_knows_another_and_no_journal_knows_another_or_a_sink(self):
        sinks, journals = folders("Sources/Shell/Sinks/"), folders("Sources/Shell/Journal/")
        self.assertGreater(len(sinks), 3)
        self.assertGreater(len(journals), 1)
        for own, others in ((sinks, sinks), (journals, {**sinks, **journals})):
            for name, files in own.items():
                foreign = {type for other in others for file in others[other] if other != name
                           for type, is_nested in file.declared_types if not is_nested}
                for file in files:
                    words = set(re.findall(r"\w+", file.code))
                    self.assertEqual(set(), words & foreign, file.path)

    def test_the_core_names_no_view(self):
        for file in sources():
            if file.target in ("Hub", "FanOut", "Sessions", "Stations"):
                with self.subTest(file.path):
                    self.assertEqual([], VIEW_NAMES.findall(file.code))

    def test_what_decides_needs_nothing_of_the_system(self):
        for file in sources():
            if file.target in PURE and not file.path.startswith(STORE):
                self.assertEqual(set(), file.imports & SYSTEM, file.path)

    def test_of_foundation_only_the_essentials_are_needed(self):
        # The rest of Foundation brings the tables of ICU, which are larger than the program. Where
        # Foundation has no essentials of its own, it is imported under a condition.
        self.assertEqual([], [file.path for file in sources() if "Foundation" in file.imports])


class NameTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.targets, cls.imports = targets_of_names(), imports_of_targets()

    def test_the_declarations_are_found(self):
        self.assertEqual({"Hub"}, self.targets["Hub"])
        self.assertIn("FanOut", self.imports["Hub"])

    def test_a_type_has_its_name_in_one_target(self):
        self.assertEqual(
            [], [(name, targets) for name, targets in self.targets.items() if len(targets) > 1])

    def test_a_nested_type_does_not_hide_a_type_that_its_target_sees(self):
        for file in sources():
            visible = self.imports[file.target] | {file.target}
            for name, is_nested in file.declared_types:
                if is_nested:
                    hidden = self.targets.get(name, set()) & visible
                    self.assertEqual(set(), hidden, f"{name} in {file.path}")

    def test_every_file_declares_something_that_another_one_uses(self):
        """A file that declares types is needed if one of them is named elsewhere.

        One that extends types is needed if one of the members is. Of a library that nothing here
        imports, other programs are the users.
        """
        users = collections.Counter(
            word for file in sources() + examples() for word in set(re.findall(r"\w+", file.code)))
        imported = {"nphub"}.union(*self.imports.values())
        for file in sources():
            if file.target not in imported or "@main" in file.code:
                continue
            types = TOP.findall(file.code)
            is_extension = not types or "+" in file.path
            names = MEMBER_OF_EXTENSION.findall(file.code) if is_extension else types
            # Initialisers have no names of their own.
            if names:
                self.assertTrue(any(users[name] > 1 for name in names), f"nothing uses {file.path}")


class GlossaryTests(unittest.TestCase):
    """The words of the glossary are names of the sources."""

    def test_every_entry_names_a_type_and_nothing_that_is_not_in_the_sources(self):
        types = {name for file in sources() for name, _ in file.declared_types}
        members = {name for file in sources() for names in MEMBER.findall(file.code)
                   for name in names.split(", ")}
        self.assertLessEqual({"Hub", "Cursor", "Wire"}, types)
        self.assertLessEqual({"epoch", "patch", "atEndOfTurn"}, members)
        page = next(page for page in pages() if page.path == "docs/maintainers/glossary.md")
        entries = ENTRY.findall(page.text)
        self.assertGreater(len(entries), 40)
        for entry in entries:
            parts = [part for name in re.findall(r"`([\w.]+)`", entry) for part in name.split(".")]
            named = {part for part in parts if part[:1].isupper()}
            with self.subTest(entry):
                self.assertTrue(named)
                self.assertEqual(set(), named - types)
                self.assertEqual(set(), set(parts) - named - members - {""})
