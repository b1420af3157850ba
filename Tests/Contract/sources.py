"""The files of this repository as texts, for the tests of their form."""

import functools
import re
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[2]
# A literal is taken to end on its line.
LITERAL_OR_COMMENT = re.compile(r'"(?:\\.|[^"\\])*(?P<end>"?)\\?|//.*')
IMPORT = re.compile(r"(?:@\w+ )?(?:\w+ )?import (?:\w+ )?(\w+)[\w.]*", re.ASCII)
TYPE = re.compile(
    r"^( *)(?:@\w+(?:\([^)]*\))? |[a-z]\w*(?:\(\w+\))? )*?"
    r"(?:struct|class|enum|protocol|actor|typealias) (\w+)", re.M)


class SourceFile:
    """A file: its text, its lines, and what it declares."""

    def __init__(self, path):
        # From the repository's root, such as `Sources/Hub/Hub.swift`.
        self.path = str(path.relative_to(REPOSITORY))
        self.text = path.read_text()
        self.lines = self.text.split("\n")

    @functools.cached_property
    def code(self):
        """The text without comments and without what stands in string literals."""
        return "\n".join(code_lines(self.lines)) + "\n"

    @property
    def target(self):
        """The target that the file belongs to."""
        steps = self.path.split("/")
        return steps[1] if len(steps) > 2 else ""

    @functools.cached_property
    def imports(self):
        """The modules that it imports."""
        found = (IMPORT.fullmatch(line) for line in self.lines if "import " in line)
        return {match[1] for match in found if match}

    @functools.cached_property
    def declared_types(self):
        """The types that it declares: pairs of a name, and true if it is within another type."""
        return [(name, bool(indent)) for indent, name in TYPE.findall(self.code)]


def code_lines(lines):
    """The lines without comments and literals; a literal of three marks has lines of its own."""
    is_in_long_text = False
    for line in lines:
        if '"""' in line:
            is_in_long_text = not is_in_long_text
            yield ""
        else:
            yield "" if is_in_long_text else code_of_line(line)


def code_of_line(line):
    """A line without comment, its literals empty."""
    if '"' not in line and "//" not in line:
        return line
    return LITERAL_OR_COMMENT.sub(
        lambda found: "" if found["end"] is None else '"' + found["end"], line)


def files(*folders, endings=(".swift",)):
    """The files of some folders whose names end so, sorted."""
    return [SourceFile(path) for folder in folders
            for path in sorted((REPOSITORY / folder).rglob("*")) if path.suffix in endings]


@functools.cache
def sources():
    """All Swift files of the program."""
    return files("Sources")


@functools.cache
def tests():
    """All Swift files of its tests and benchmarks."""
    return files("Tests", "Benchmarks")


@functools.cache
def examples():
    """Programs that use the library product."""
    return files("docs/examples")


@functools.cache
def pages():
    """Documentation, schemas, rules of monitors, the Makefile, Python, C and JavaScript."""
    names = ["README.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md", "Makefile"]
    return [
        *(SourceFile(REPOSITORY / name) for name in names),
        *files("docs", endings=(".md", ".py")), *files("schemas", endings=(".json",)),
        *files("deploy", endings=(".json", ".yaml")), *files("Tests", endings=(".py",)),
        *files("Benchmarks", endings=(".md", ".py")),
        *files("Sources", endings=(".c", ".cpp", ".h", ".js", ".md"))]
