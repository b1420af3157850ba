"""The schemas themselves."""

import copy
import unittest

from jsonschema import Draft202012Validator

import schemas

# Mappings whose names are the users' own, messages to stations; and requests, of which JSON-RPC
# says nothing.
OPEN_PLACES = {
    ("config.json", "headers"), ("config.json", "values"), ("config.json", "open"),
    ("config.json", "send"), ("mapping.json", "open"), ("mapping.json", "send"),
    ("mapping.json", "params"), ("request.json", ""), ("script.json", "expect"),
    ("script.json", "feed"), ("script.json", "send"),
}


class SchemaTests(unittest.TestCase):
    def test_every_file_is_a_schema_of_2020_12_with_its_name_as_its_id(self):
        for name, document in schemas.DOCUMENTS.items():
            with self.subTest(name):
                Draft202012Validator.check_schema(document)
                self.assertEqual(
                    document["$schema"], "https://json-schema.org/draft/2020-12/schema")
                self.assertEqual(document["$id"], name)

    def test_every_file_has_examples_and_they_are_valid(self):
        for name, document in schemas.DOCUMENTS.items():
            self.assertTrue(document["examples"], name)
            for example in document["examples"]:
                schemas.check(name.removesuffix(".json"), example)

    def test_every_alternative_has_an_example(self):
        for name, document in schemas.DOCUMENTS.items():
            examples = document["examples"]
            self.assert_shown(f"{name}#/oneOf", document.get("oneOf", []), examples)
            for member, child in document.get("properties", {}).items():
                values = [example[member] for example in examples if member in example]
                self.assert_shown(
                    f"{name}#/properties/{member}/anyOf", child.get("anyOf", []), values)

    def assert_shown(self, place, alternatives, values):
        for number in range(len(alternatives)):
            with self.subTest(f"{place}/{number}"):
                validator = schemas.validator_of({"$ref": f"{place}/{number}"})
                self.assertTrue(any(map(validator.is_valid, values)))

    def test_a_surplus_member_is_found_wherever_it_is(self):
        for name, document in schemas.DOCUMENTS.items():
            for example in document["examples"]:
                for place in self.places_of_objects(example):
                    if (name, place[-1] if place else "") in OPEN_PLACES:
                        continue
                    with self.subTest(name, place=place):
                        changed = copy.deepcopy(example)
                        target = changed
                        for step in place:
                            target = target[step]
                        target["§"] = 1
                        self.assertFalse(schemas.is_valid(name.removesuffix(".json"), changed))

    def test_every_property_is_described(self):
        for name, document in schemas.DOCUMENTS.items():
            for place, schema in self.properties(document, name):
                is_described = "description" in schema or "$ref" in schema
                # The members of a patch are described at the state.
                self.assertTrue(is_described or "Patch" in place, place)

    def places_of_objects(self, value, place=()):
        if isinstance(value, dict):
            yield place
        steps = value.items() if isinstance(value, dict) else enumerate(value)
        for step, child in steps:
            if isinstance(child, (dict, list)):
                yield from self.places_of_objects(child, (*place, step))

    def properties(self, schema, place):
        if "type" in schema or "$ref" in schema:
            for name, child in schema.get("properties", {}).items():
                yield f"{place}/{name}", child
                if isinstance(child, dict):
                    yield from self.properties(child, f"{place}/{name}")
        for name, child in schema.get("$defs", {}).items():
            yield from self.properties(child, f"{place}/{name}")
