"""The schemas, and the strict reading of what the program prints."""

import functools
import json
from pathlib import Path

from jsonschema import Draft202012Validator
from jsonschema.exceptions import best_match

try:
    from referencing import Registry, Resource
except ImportError:
    # Of before 4.18, with Debian 12.
    from jsonschema import RefResolver
    Registry = None

FOLDER = Path(__file__).resolve().parents[2] / "schemas"
_FILES = {path.name: json.loads(path.read_text()) for path in sorted(FOLDER.glob("*.json"))}
# The description of the socket's messages: it uses these schemas and is not a schema itself.
ASYNCAPI = _FILES.pop("asyncapi.json")
DOCUMENTS = _FILES
_BASE = FOLDER.as_uri() + "/"
_STORE = {_BASE + name: document for name, document in DOCUMENTS.items()}


@functools.cache
def validator(name, definition=None):
    """A validator by the file's name without its suffix, and a name of its `$defs`."""
    return validator_of({"$ref": f"{name}.json" + (f"#/$defs/{definition}" if definition else "")})


def validator_of(schema):
    """A validator of a schema that refers to the files by their names."""
    if Registry is None:
        resolver = RefResolver(base_uri=_BASE, referrer=schema, store=_STORE)
        return Draft202012Validator(schema, resolver=resolver)
    registry = Registry().with_resources(
        (uri, Resource.from_contents(document)) for uri, document in _STORE.items())
    return Draft202012Validator({"$id": _BASE, **schema}, registry=registry)


def is_valid(name, value, definition=None):
    """Returns true if a schema accepts a value."""
    return validator(name, definition).is_valid(value)


def check(name, value, definition=None):
    """Fails with the most telling reason if a schema does not accept a value."""
    error = best_match(validator(name, definition).iter_errors(value))
    if error is not None:
        place = "/".join(str(step) for step in error.absolute_path)
        raise AssertionError(f"{name}.json: at “{place}”: {error.message}\n{json.dumps(value)}")


def parse(line):
    """Reads a line as strictly as a consumer may: UTF-8, no name twice, times to 1 ms."""
    return json.loads(
        line.decode("utf-8"), object_pairs_hook=_members, parse_float=_number,
        parse_constant=_refuse)


def _members(pairs):
    names = [name for name, _ in pairs]
    if len(set(names)) < len(names):
        raise AssertionError(f"a name is there twice: {names}")
    return dict(pairs)


def _number(text):
    whole, _, decimals = text.partition(".")
    if len(decimals) > 3 or not (whole + decimals).lstrip("-").isdigit():
        raise AssertionError(f"{text} is not a number of whole milliseconds")
    return float(text)


def _refuse(text):
    raise AssertionError(f"{text} is not JSON")
