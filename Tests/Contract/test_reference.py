"""The reference of the config, which is made from the schema."""

import re
import subprocess
import tempfile
import unittest
from pathlib import Path

import program
import reference
import schemas


class ReferenceTests(unittest.TestCase):
    def test_the_page_is_what_the_schema_makes(self):
        self.assertEqual(
            reference.PATH.read_text(), reference.page(), "it is old: run `make reference`")

    def test_its_example_is_a_config_that_the_program_takes(self):
        example = re.search(r"```yaml\n(.*?)```", reference.page(), re.DOTALL).group(1)
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "stations.yaml"
            path.write_text(example)
            check = subprocess.run(
                [str(program.PATH), "check", str(path)], capture_output=True, timeout=10,
                check=False)
        self.assertEqual(check.returncode, 0, check.stderr)

    def test_every_key_of_every_kind_of_object_is_told(self):
        schema = {
            "description": "A file.",
            "properties": {
                "one": {"description": "First.", "$ref": "#/$defs/inner"},
                "two": {"description": "Second.", "$ref": "#/$defs/inner"},
                "many": {"type": "array", "items": {"$ref": "#/$defs/inner"}},
                "other": {"$ref": "record.json#/$defs/line", "description": "A line."},
                "free": {"type": "object", "additionalProperties": {"enum": ["a|b", 2]}},
            },
            "required": ["one"],
            "$defs": {"variable": {"type": "string"}, "inner": {
                "properties": {
                    "kind": {"enum": ["x", "y"]},
                    "word": {"oneOf": [{"const": "a", "description": "The first."},
                                       {"const": "b", "description": "The other."}]},
                    "text": {"default": "", "anyOf": [
                        {"enum": [1, "1"]}, {"$ref": "#/$defs/variable"}]},
                },
                "oneOf": [
                    {"properties": {"kind": {"const": "x"}, "size": {"type": "integer"}},
                     "required": ["size"]},
                    {"properties": {"kind": {"enum": ["y", "w", 1]}}},
                    {"properties": {"kind": {"const": "z"}}, "required": ["many"],
                     "$ref": "dump.json"},
                ],
            }},
            "examples": [{"one": {"kind": "x", "size": 1}}],
        }
        page = reference.Reference(schema).page()
        for line in [
            "| `one` | First. | mapping: `one`, below | required |",
            "| `two` | Second. | mapping: `one`, below |  |",
            "| `many` |  | list: `one`, below |  |",
            "| `other` | A line. | see `schemas/record.json` |  |",
            "Required: `many`.",
            "Besides, the keys that `schemas/dump.json` describes. "
            + schemas.DOCUMENTS["dump.json"]["description"],
            "| any name |  | `a\\|b` or `2` |  |",
            "### Where `kind` is `x`",
            "| `size` |  | whole number | required |",
            "| `word` |  | one of the words below |  |",
            "| `b` | The other. |",
            "| `text` |  | `1` | an empty text |",
            "### Where `kind` is `y`, `w` or `1`\n\nNo other keys.",
        ]:
            self.assertIn(line + "\n", page)
        self.assertNotRegex(page, r"(?m)^#+ Where *$")
        self.assertEqual(page.count("## `one`\n"), 1)
