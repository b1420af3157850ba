"""Writes the config's reference, made from its schema: `python3 Tests/Contract/reference.py`."""

import json
import sys
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[1] / "harness"))
import schemas  # noqa: E402

PATH = Path(__file__).resolve().parents[2] / "docs/config.md"

_HEAD = """\
# The config

Every key that a config may have, its values and its defaults.

<!-- Made from schemas/config.json by `make reference`: change it there. -->

"""
_TOP = "The file"


class Reference:
    """A page about the objects of a schema, each with a table of its keys."""

    def __init__(self, schema):
        self._schema = schema
        # The sections of objects that have names in `$defs`: they are told once.
        self._places = {}
        # The titles of values, with what they mean, in the order in which tables name them.
        self._kinds = {}

    def page(self):
        """The whole page."""
        sections = "".join(self._section(_TOP, self._schema))
        return "".join([
            _HEAD, self._schema["description"], "\n\n", sections, self._values(), self._example()])

    def _section(self, path, node):
        """An object, and after it the objects in it."""
        is_top = path == _TOP
        yield f"## {path if is_top else _code(path)}\n\n"
        if not is_top and "description" in node:
            yield node["description"] + "\n\n"
        inner = []
        yield self._table(path, node, inner)
        for name, child in node.get("properties", {}).items():
            yield self._words(name, child)
        for alternative in node.get("oneOf", []):
            yield self._alternative(path, alternative, inner)
        for child_path, child in inner:
            yield from self._section(child_path, child)

    def _alternative(self, path, node, inner):
        """The keys that an object has besides, where some of its keys have certain values."""
        elsewhere = _file(node)
        node = node if elsewhere else self._resolve(node)
        fixed = {name: child.get("enum", [child.get("const")])
                 for name, child in node["properties"].items()
                 if isinstance(child, dict) and ("const" in child or "enum" in child)}
        rest = {name: child for name, child in node["properties"].items() if name not in fixed}
        condition = " and ".join(f"{_code(name)} is {_either(fixed[name])}" for name in fixed)
        needed = [_code(name) for name in node.get("required", []) if name not in rest]
        notes = [f"Required: {', '.join(needed)}."] if needed else []
        if elsewhere:
            notes.append(f"Besides, the keys that `schemas/{elsewhere}` describes. "
                         + schemas.DOCUMENTS[elsewhere]["description"])
        content = "".join(note + "\n\n" for note in notes) \
            + self._table(path, {**node, "properties": rest}, inner)
        return f"### Where {condition}\n\n{content or 'No other keys.' + chr(10) * 2}"

    def _words(self, name, child):
        """The words that a value may be, where each has a meaning of its own."""
        words = _words(child)
        if not words:
            return ""
        rows = [f"| {_code(word['const'])} | {word['description']} |" for word in words]
        return "\n".join([f"| {_code(name)} | what it means |", "|---|---|", *rows]) + "\n\n"

    def _table(self, path, node, inner):
        owner = "" if path == _TOP else path + "."
        required = node.get("required", [])
        rows = [self._row(_code(name), owner + name, child, name in required, inner)
                for name, child in node.get("properties", {}).items() if child is not False]
        others = node.get("additionalProperties")
        if isinstance(others, dict):
            rows.append(self._row("any name", owner + "NAME", others, False, inner))
        head = ["| key | what it is | value | if left out |", "|---|---|---|---|"]
        return "\n".join(head + rows) + "\n\n" if rows else ""

    def _row(self, name, path, child, is_required, inner):
        node = self._resolve(child)
        default = _default(node["default"]) if "default" in node else ""
        cells = [name, node.get("description", ""), self._value(path, child, inner),
                 "required" if is_required else default]
        return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"

    def _value(self, path, child, inner):
        """Returns the possible values in a few words; notes an object, so that it is told later."""
        if _file(child):
            return f"see `schemas/{_file(child)}`"
        node = self._resolve(child)
        if _words(node):
            return "one of the words below"
        if "const" in node or "enum" in node:
            return _either(node.get("enum", [node.get("const")]))
        if node.get("type") == "array":
            element = self._value(path + "[]", node.get("items", {}), inner)
            return "list: " + element.removeprefix("mapping: ")
        if "properties" in node or isinstance(node.get("additionalProperties"), dict):
            return f"mapping: {_code(self._place(path, child, node, inner))}, below"
        if "title" in node:
            self._kinds.setdefault(node["title"], self._meaning(child))
            return node["title"]
        if "anyOf" in node or "oneOf" in node:
            # Variables and files can stand in the place of every text.
            kinds = [self._value(path, one, inner) for one in node.get("anyOf", node.get("oneOf"))
                     if one.get("$ref") not in ("#/$defs/variable", "#/$defs/file")]
            return _listed(dict.fromkeys(kinds))
        return _plain(node)

    def _place(self, path, child, node, inner):
        """The section in which an object is told: where it comes first."""
        place = self._places.setdefault(child.get("$ref", path), path)
        if place == path:
            inner.append((path, node))
        return place

    def _resolve(self, node):
        """A schema with what it refers to; what it says itself goes before that."""
        if not isinstance(node, dict) or "$ref" not in node or _file(node):
            return node
        own = {key: value for key, value in node.items() if key != "$ref"}
        return {**self._resolve(self._target(node)), **own}

    def _target(self, node):
        return self._schema["$defs"][node["$ref"].removeprefix("#/$defs/")]

    def _meaning(self, node):
        """The description of the schema that has the title itself."""
        while "title" not in node:
            node = self._target(node)
        return node["description"]

    def _values(self):
        rows = [f"| {title} | {meaning} |" for title, meaning in self._kinds.items()]
        return "\n".join(["## Values", "", "| word | what it means |", "|---|---|", *rows]) + "\n\n"

    def _example(self):
        """The fullest example, in YAML."""
        example = max(self._schema["examples"], key=lambda one: len(json.dumps(one)))
        return "## Example\n\n```yaml\n" + "\n".join(_yaml(example)) + "\n```\n"


def _file(node):
    """The other schema that a schema refers to; empty where it refers to none."""
    return node.get("$ref", "").partition("#")[0]


def _plain(node):
    """A single value without a title."""
    words = {"boolean": "`true` or `false`", "integer": "whole number", "string": "text"}
    kinds = node.get("type", "any value")
    text = _listed(words.get(kind, kind) for kind in ([kinds] if isinstance(kinds, str) else kinds))
    if "minimum" in node and "maximum" in node:
        text += f" from {node['minimum']} to {node['maximum']}"
    return text


def _words(node):
    """The alternatives of a value that can only be one of some words, each with its meaning."""
    words = node.get("oneOf", []) if isinstance(node, dict) else []
    return words if all("const" in word and "description" in word for word in words) else []


def _either(values):
    """Values of which a key has one; the same in quotes are not told again."""
    return _listed(dict.fromkeys(_code(str(value) if isinstance(value, int)
                                       and not isinstance(value, bool) else value)
                                 for value in values))


def _listed(texts):
    """Texts as a sentence lists them."""
    *most, last = texts
    return f"{', '.join(most)} or {last}" if most else last


def _default(value):
    return "an empty text" if value == "" else _code(value)


def _code(value):
    return f"`{value}`" if isinstance(value, str) else f"`{json.dumps(value)}`"


def _yaml(value):
    """The lines of a value: in blocks, and in one line what fits there. Strings are JSON's."""
    if _fits(value):
        yield json.dumps(value, ensure_ascii=False)
    elif isinstance(value, dict):
        for name, child in value.items():
            lines = list(_yaml(child))
            if _fits(child):
                yield f"{name}: {lines[0]}"
            else:
                yield f"{name}:"
                yield from ("  " + line for line in lines)
    else:
        for child in value:
            first, *rest = _yaml(child)
            yield f"- {first}"
            yield from ("  " + line for line in rest)


def _fits(value):
    """Returns true if a value has room in one line, or has to be told in one line."""
    return not isinstance(value, (dict, list)) or len(json.dumps(value)) < 60


def page():
    """The page as it should be."""
    schema = schemas.DOCUMENTS["config.json"]
    # Stations are told as they are without defaults.
    stations = {**schema["properties"]["stations"],
                **schema["else"]["properties"]["stations"]}
    return Reference({**schema, "properties": {
        **schema["properties"], "stations": stations}}).page()


if __name__ == "__main__":
    PATH.write_text(page())
