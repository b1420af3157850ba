"""The links of all pages: each leads to a file, a folder or a heading that is there."""

import re
import unittest
from urllib.parse import unquote

import program

README = program.REPOSITORY / "README.md"
INDEX = program.REPOSITORY / "docs/README.md"
DOCS = sorted(INDEX.parent.rglob("*.md"))
PAGES = [*program.REPOSITORY.glob("*.md"), *DOCS, program.REPOSITORY / "Benchmarks/README.md"]


def prose(text):
    """A text without its code blocks, in which nothing is a link or a heading."""
    return re.sub(r"^ *```.*?^ *```$", "", text, flags=re.MULTILINE | re.DOTALL)


def anchors(text):
    """The names that forges give to the headings; one that comes again has a number behind it."""
    found = []
    for heading in re.findall(r"^#+ +(.*?) *$", prose(text), re.MULTILINE):
        words = re.sub(r"\]\([^)]*\)", "", heading).lower()
        found.append(re.sub(r"[^\w -]", "", words).replace(" ", "-"))
    return {name + (f"-{found[:index].count(name)}" if name in found[:index] else "")
            for index, name in enumerate(found)}


def links(text):
    """Returns the targets of the links that stay in the repository."""
    code = r"`[^`\n]*`"
    found = re.findall(r"\]\(\s*([^)\s]+)\s*\)", re.sub(code, "", prose(text)))
    return [unquote(link) for link in found if not re.match(r"[a-z]+:", link)]


def fault(page, link):
    """Returns the fault of a link; None if it leads somewhere."""
    path, _, anchor = link.partition("#")
    target = (page.parent / path).resolve() if path else page
    if not target.exists():
        return f"{path} is not there"
    if not target.is_relative_to(program.REPOSITORY):
        return f"{path} is outside of the repository"
    if anchor and (target.suffix != ".md" or anchor not in anchors(target.read_text())):
        return f"no heading of {target.name} is #{anchor}"
    return None


class LinkTests(unittest.TestCase):
    def test_every_link_leads_somewhere(self):
        count = 0
        for page in PAGES:
            for link in links(page.read_text()):
                count += 1
                with self.subTest(page=str(page.relative_to(program.REPOSITORY)), link=link):
                    self.assertIsNone(fault(page, link))
        self.assertGreater(count, 80)

    def test_the_index_names_every_page(self):
        named = {(INDEX.parent / link.partition("#")[0]).resolve()
                 for link in links(INDEX.read_text())}
        self.assertEqual(set(DOCS) - {INDEX} - named, set())
        self.assertIn("docs/README.md", links(README.read_text()))

    def test_what_leads_nowhere_is_found(self):
        for link, words in [("docs/nothing.md", "is not there"), ("#nothing", "no heading"),
                            ("docs/README.md#nothing", "no heading"), ("Makefile#x", "no heading"),
                            ("../", "outside")]:
            with self.subTest(link):
                self.assertIn(words, fault(README, link))
        for link in ["docs", "#try-it", "docs/README.md#show-it"]:
            with self.subTest(link):
                self.assertIsNone(fault(README, link))

    def test_links_and_headings_are_read_as_forges_read_them(self):
        text = ("# A `b`, c–d\n# Again\n## Again\n```sh\n# no [x](y)\n```\n"
                "[`a`](b%20c.md#d) `[x](y)` [z](https://z.example) [two\nlines](e)\n")
        self.assertEqual(anchors(text), {"a-b-cd", "again", "again-1"})
        self.assertEqual(links(text), ["b c.md#d", "e"])
