"""The library for apps: the example for cars, and the code that the pages show, have right types."""

import re
import subprocess
import tempfile
import unittest
from pathlib import Path

import program

DOCS = program.REPOSITORY / "docs"
EXAMPLE = sorted((DOCS / "examples/CarApp/Sources").glob("*.swift"))
# Declarations of Apple's frameworks, which do not exist here; each may use those before it.
FRAMEWORKS = ["UIKit", "MediaPlayer", "CarPlay"]
BLOCK = re.compile(r"^```swift\n(.*?)^```$", re.M | re.S)
# The names that the pages' code takes for granted.
FRAME = """
import CarPlay
import Foundation
import HubClient
import HubClientURLSession
import HubClientWebSocket
import NowPlaying

func show(_ record: HubRecord) {}
func showNotice(_ text: String) {}
func hideNotice() {}
"""
FUNCTION = """
@MainActor func snippet%d(
    hub: RemoteHub, controller: CPInterfaceController, lockScreen: LockScreenInfo, token: String,
    state: NowPlaying, stations: HubSubscription, line: [UInt8], now: Instant
) async throws {
%s
}
"""


def compiler(*arguments):
    """Compiles; gives what the compiler says."""
    return subprocess.run(
        ["swiftc", "-swift-version", "6", *map(str, arguments)], capture_output=True, text=True, timeout=300)


def snippets():
    """The Swift code of the pages, but for parts of a package's description."""
    for page in ("in-an-app", "your-own-program"):
        for code in BLOCK.findall((DOCS / f"{page}.md").read_text()):
            if not code.startswith("dependencies:"):
                yield re.sub(r"^import .*\n", "", code, flags=re.M)


class AppTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = Path(cls.enterClassContext(tempfile.TemporaryDirectory()))
        build = program.PATH.parent
        maps = [*build.glob("C*.build/module.modulemap")]
        libraries = [path.parent for path in program.REPOSITORY.glob("Sources/C*/module.modulemap")]
        cls.modules = ["-I", cls.folder, "-I", build / "Modules"]
        for path in maps:
            cls.modules += ["-Xcc", f"-fmodule-map-file={path}"]
        for path in libraries:
            cls.modules += ["-I", path]
        for name in FRAMEWORKS:
            made = compiler(
                "-emit-module", "-parse-as-library", "-module-name", name, "-I", cls.folder,
                "-o", cls.folder / f"{name}.swiftmodule",
                program.REPOSITORY / f"Tests/Contract/Apple/{name}.swift")
            assert made.returncode == 0, made.stderr

    def problems(self, *arguments):
        """Checks types; gives what is wrong with them."""
        return compiler("-typecheck", *self.modules, *EXAMPLE, *arguments).stderr

    def problems_of_code(self, *codes):
        """Checks the types of code in functions of their own."""
        file = self.folder / "Snippets.swift"
        file.write_text(FRAME + "".join(FUNCTION % each for each in enumerate(codes)))
        # A value that a page shows is not used further.
        return self.problems("-suppress-warnings", file)

    def test_the_example_for_cars_has_right_types(self):
        self.assertGreater(len(EXAMPLE), 4)
        self.assertEqual(self.problems("-warnings-as-errors"), "")

    def test_the_code_on_the_pages_has_right_types(self):
        codes = list(snippets())
        self.assertGreater(len(codes), 10)
        self.assertEqual(self.problems_of_code(*codes), "")

    def test_a_mistake_is_found(self):
        self.assertIn("error:", self.problems_of_code("    print(hub.states(of: 7))"))
