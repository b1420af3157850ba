"""The description of the web server: whole in itself, and true of what the hub answers."""

import json
import re
import unittest

import yaml

import bundle
import program
import schemas
import test_web

OPENAPI = yaml.safe_load((schemas.FOLDER / "openapi.yaml").read_text())
ROUTES = program.REPOSITORY / "Sources/Shell/Sinks/Web/Requests/WebRoute.swift"


def references(value):
    """Every `$ref` in a value."""
    children = value.values() if isinstance(value, dict) else value if isinstance(value, list) else []
    if isinstance(value, dict) and "$ref" in value:
        yield value["$ref"]
    for child in children:
        yield from references(child)


def target(reference):
    """Returns the target of a `$ref`; another file's is found beside this one."""
    name, _, pointer = reference.partition("#")
    value = schemas.DOCUMENTS[name] if name else OPENAPI
    for step in filter(None, pointer.split("/")):
        value = value[step.replace("~1", "/").replace("~0", "~")]
    return value


def operations():
    for path, item in OPENAPI["paths"].items():
        for method, operation in item.items():
            yield path, method.upper(), operation


class ServedTests(test_web.WebTestCase):
    def test_the_hub_serves_the_bundle(self):
        answer = self.hub.ask("/api/v1/openapi.json")
        self.assertEqual((answer.status, answer.type), (200, "application/json"))
        self.assertEqual(answer.body.decode(), bundle.text())


class DescriptionTests(unittest.TestCase):
    def test_every_reference_leads_somewhere(self):
        found = list(references(OPENAPI))
        self.assertGreater(len(found), 80)
        for reference in found:
            with self.subTest(reference):
                self.assertIsInstance(target(reference), dict)

    def test_the_bundle_that_the_hub_serves_is_made_from_it(self):
        self.assertEqual(bundle.PATH.read_text(), bundle.text(), "run `make reference`")
        made = json.loads(bundle.text())
        found = list(references(made))
        self.assertGreater(len(found), 200)
        for reference in found:
            self.assertRegex(reference, "^#/components/")
            self.assertIn(reference.split("/")[-1], made["components"][reference.split("/")[2]])
        self.assertEqual({path: set(item) for path, item in made["paths"].items()},
                         {path: set(item) for path, item in OPENAPI["paths"].items()})

    def test_it_has_the_paths_and_methods_of_the_table(self):
        entries = re.findall(r'Entry\("([^"]+)"(?:, \["(\w+)"\])?\)', ROUTES.read_text())
        table = {(path, method or "GET") for path, method in entries}
        described = {(re.sub(r"\{\w+\}", "{}", path), method) for path, method, _ in operations()}
        self.assertEqual(described, table)

    def test_every_operation_says_what_it_is_and_how_it_fails(self):
        for path, method, operation in operations():
            with self.subTest(path=path):
                self.assertTrue(operation["summary"])
                self.assertIn("security", operation)
                self.assertIn("421", operation["responses"])
                variables = set(re.findall(r"\{(\w+)\}", path))
                named = {p["name"] for p in operation.get("parameters", []) if p["in"] == "path"}
                self.assertEqual(named, variables)


class AnswerTests(test_web.WebTestCase):
    def described(self, path, method, answer):
        """An answer is one of those that are described, with a body of its schema."""
        operation = OPENAPI["paths"][path][method.lower()]
        self.assertIn(str(answer.status), operation["responses"], (path, answer.body))
        response = operation["responses"][str(answer.status)]
        response = target(response["$ref"]) if "$ref" in response else response
        if "content" not in response:
            self.assertEqual(answer.body, b"")
            return
        self.assertIn(answer.type, response["content"] | {"text/css": 0, "image/svg+xml": 0})
        schema = response["content"].get(answer.type, {}).get("schema", {})
        if "json" in answer.type:
            whole = {**schema, "components": OPENAPI["components"]}
            errors = [error.message for error in schemas.validator_of(whole).iter_errors(answer.json)]
            self.assertEqual(errors, [], (path, answer.json))

    def test_what_is_answered_is_described(self):
        for path, method, operation in operations():
            asked = path.replace("{id}", "kanal").replace("{name}", "base.css")
            for token in None, "all", "read", "wrong":
                for query in "", "?nope=1", "?history=5&listeners=true", "?ticket=x":
                    if path == "/api/v1/events" and query != "?nope=1":
                        continue
                    body = {"action": "select", "station": "kanal"} if method == "POST" else None
                    with self.subTest(path=path, token=token, query=query):
                        answer = self.hub.ask(asked + query, method, token, None, body)
                        self.described(path, method, answer)
            for name in "nope", "%00", "a" * 300, "%F0%9F%93%BB":
                if "{" in path:
                    other = re.sub(r"\{\w+\}", name, path)
                    if path != "/overlay/{id}" and name != "%00":
                        self.described(path, method, self.hub.ask(other, method))
            wrong = self.hub.ask(asked, method, headers={"Host": "evil.example"},
                                 body=b"" if method == "POST" else None)
            self.described(path, method, wrong)
