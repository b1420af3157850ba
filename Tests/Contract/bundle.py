"""Writes the description of the web server as one file without references to others, as generators
of clients want it: `python3 Tests/Contract/bundle.py`."""

import json
import re
from pathlib import Path

import yaml

_REPOSITORY = Path(__file__).resolve().parents[2]
FOLDER = _REPOSITORY / "schemas"
# The hub serves it.
PATH = _REPOSITORY / "Sources/Shell/Sinks/Web/Pages/openapi.json"
_SCHEMAS = "#/components/schemas/"


# Keywords whose values are data and not schemas.
_DATA = "example", "examples", "const", "default", "enum"


def _type(values):
    """The type of enumerated values, for generators that know only texts and whole numbers."""
    kinds = {bool: "boolean", float: "number", int: "number", str: "string", type(None): "null"}
    found = sorted({kinds[type(value)] for value in values})
    return {"type": found if len(found) > 1 else found[0]}


class Bundle:
    """The description, to whose components each schema is added that something refers to."""

    def __init__(self):
        self._documents = {path.name: json.loads(path.read_text()) for path in FOLDER.glob("*.json")}
        self._description = yaml.safe_load((FOLDER / "openapi.yaml").read_text())
        self._names = {}

    def whole(self):
        self._components = self._description["components"]["schemas"]
        for name, schema in list(self._components.items()):
            self._components[name] = self._with_local(schema, None)
        information = self._description["info"]
        self._description = self._with_local(self._description, None)
        self._description["info"] = information
        self._description["components"]["schemas"] = dict(sorted(self._components.items()))
        return self._description

    def _with_local(self, value, document):
        """A value of a document with references that stay within the bundle."""
        if isinstance(value, list):
            return [self._with_local(element, document) for element in value]
        if not isinstance(value, dict):
            return value
        plain = {name: child if name in _DATA else self._with_local(child, document)
                 for name, child in value.items() if name not in ("$schema", "$id", "$defs")}
        # Titles are not unique, and generators make names of them.
        if isinstance(plain.get("title"), str):
            del plain["title"]
        for name in "enum", "const":
            values = plain.get(name, "")
            values = values if isinstance(values, list) else [values]
            if not all(type(one) in (str, int) for one in values):
                del plain[name]
                plain |= _type(values)
        if isinstance(reference := value.get("$ref"), str):
            plain["$ref"] = self._local(reference, document)
        return plain

    def _local(self, reference, document):
        name, _, pointer = reference.partition("#")
        name = name or document
        if name is None:
            return reference
        key = name, pointer
        if key not in self._names:
            self._names[key] = self._name(name, pointer)
            # Its place is taken first: schemas refer to themselves.
            self._components[self._names[key]] = None
            self._components[self._names[key]] = self._with_local(self._found(name, pointer), name)
        return _SCHEMAS + self._names[key]

    def _found(self, name, pointer):
        value = self._documents[name]
        for step in filter(None, pointer.split("/")):
            value = value[step.replace("~1", "/").replace("~0", "~")]
        return value

    def _name(self, name, pointer):
        """Of a file and what in it is meant, such as `RecordRemoval`."""
        steps = [name.removesuffix(".json"), *pointer.removeprefix("/$defs").split("/")]
        # Generators give the other name to the same part of the whole.
        if "properties" in steps:
            steps = steps[-1:]
        words = [word for step in steps for word in re.findall(r"[A-Za-z0-9]+", step)]
        found = "".join(word[0].upper() + word[1:] for word in words)
        while found in self._components:
            found += "Schema"
        return found


def text():
    """The file, short: it is a part of the program."""
    return json.dumps(Bundle().whole(), separators=(",", ":"), ensure_ascii=False) + "\n"


if __name__ == "__main__":
    PATH.write_text(text())
