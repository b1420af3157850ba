"""The description of the socket: whole in itself, and true of what the hub says."""

import json
import unittest

import program
import schemas

ASYNCAPI = schemas.ASYNCAPI
MESSAGES = ASYNCAPI["components"]["messages"]


def references(value):
    """Every `$ref` in a value."""
    if isinstance(value, dict):
        if "$ref" in value:
            yield value["$ref"]
        children = value.values()
    else:
        children = value if isinstance(value, list) else []
    for child in children:
        yield from references(child)


def target(reference):
    """Returns the target of a `$ref`; another file's is found beside this one."""
    name, _, pointer = reference.partition("#")
    value = schemas.DOCUMENTS[name] if name else ASYNCAPI
    for step in filter(None, pointer.split("/")):
        value = value[step.replace("~1", "/").replace("~0", "~")]
    return value


def whole(reference):
    """Returns the target at the end of a chain of `$ref`s."""
    value = target(reference)
    return whole(value["$ref"]) if set(value) == {"$ref"} else value


def is_valid(message, value):
    """Returns true if a message's payload accepts a value."""
    return schemas.validator_of(message["payload"]["schema"]).is_valid(value)


class DescriptionTests(unittest.TestCase):
    def test_it_is_of_version_3_with_what_that_asks_for(self):
        self.assertEqual(ASYNCAPI["asyncapi"], "3.0.0")
        self.assertTrue(ASYNCAPI["info"]["title"])
        self.assertTrue(ASYNCAPI["info"]["version"])
        for server in ASYNCAPI["servers"].values():
            self.assertIn("host", server)
            self.assertIn("protocol", server)

    def test_every_reference_leads_somewhere(self):
        found = list(references(ASYNCAPI))
        self.assertGreater(len(found), 50)
        for reference in found:
            with self.subTest(reference):
                self.assertIsInstance(target(reference), dict)

    def test_every_operation_uses_messages_of_its_channel(self):
        for name, operation in ASYNCAPI["operations"].items():
            with self.subTest(name):
                self.assertIn(operation["action"], ("send", "receive"))
                for part in filter(None, (operation, operation.get("reply"))):
                    place = part["channel"]["$ref"] + "/messages/"
                    for message in part["messages"]:
                        self.assertTrue(message["$ref"].startswith(place))

    def test_every_message_is_used_and_is_called_as_its_key(self):
        used = {reference.rpartition("/")[2] for reference in references(ASYNCAPI["operations"])}
        self.assertEqual(used - {"connection"}, set(MESSAGES))
        self.assertEqual([message["name"] for message in MESSAGES.values()], list(MESSAGES))

    def test_every_method_and_every_notification_is_an_operation(self):
        methods = schemas.DOCUMENTS["request.json"]["properties"]["method"]["enum"]
        kinds = [whole(one["$ref"].replace("#", "notification.json#"))["title"]
                 for one in schemas.DOCUMENTS["notification.json"]["oneOf"]]
        actions = {name: each["action"] for name, each in ASYNCAPI["operations"].items()}
        self.assertEqual(
            actions, {**dict.fromkeys(methods, "receive"), **dict.fromkeys(kinds, "send")})

    def test_every_example_is_of_its_message_and_of_no_other(self):
        for name, message in MESSAGES.items():
            self.assertTrue(message["examples"], name)
            for example in message["examples"]:
                with self.subTest(name, example=example):
                    self.assertEqual(message["payload"]["schemaFormat"],
                                     "application/schema+json;version=2020-12")
                    accepting = {other for other in MESSAGES
                                 if is_valid(MESSAGES[other], example["payload"])}
                    self.assertEqual(accepting, {name})


class TrafficTests(unittest.TestCase):
    """The hub's real answers are as its operations describe them."""

    @classmethod
    def setUpClass(cls):
        cls.hub = cls.enterClassContext(program.Hub("--stdout", "none"))

    def setUp(self):
        self.client = self.enterContext(self.hub.connect())

    def test_the_version_is_that_of_the_protocol(self):
        answer = self.client.call("hello")
        self.assertEqual(ASYNCAPI["info"]["version"], str(answer["protocol"]))

    def test_every_request_is_answered_as_its_operation_says(self):
        subscription = self.client.call("subscribe", view="line")["subscription"]
        for name, operation in ASYNCAPI["operations"].items():
            if operation["action"] == "send":
                continue
            replies = [reply["$ref"] for reply in operation["reply"]["messages"]]
            for example in MESSAGES[name]["examples"]:
                request = json.loads(json.dumps(example["payload"]))
                parameters = request.setdefault("params", {})
                if "subscription" in parameters:
                    parameters["subscription"] = subscription
                with self.subTest(name, request=request):
                    self.assert_one(self.client.ask(request), replies[:1])
                    parameters["surplus"] = 1
                    self.assert_one(self.client.ask(request), replies[1:])

    def test_every_notification_is_one_that_is_sent(self):
        self.client.call("subscribe", view="nowPlaying", patch=True, minInterval=0)
        sent = [message["$ref"] for operation in ASYNCAPI["operations"].values()
                if operation["action"] == "send" for message in operation["messages"]]
        told = set()
        while "synced" not in told:
            notification = self.client.notification()
            told.add(notification["method"])
            self.assert_one(notification, sent)
        self.assertEqual(told, {"update", "synced"})

    def assert_one(self, value, references_):
        accepting = [one for one in references_ if is_valid(whole(one), value)]
        self.assertEqual(len(accepting), 1, value)
