"""The rules that keep the core pure and the program alive, each file small, and texts plain."""

import re
import unittest

from sources import examples, pages, sources, tests

# The places that read clocks: the program's own clock, that of the simulated stations, the one by
# which threads wait, and that of programs that follow a hub.
CLOCKS = {
    "Sources/Shell/SystemClock.swift", "Sources/Simulator/Farm/FarmClock.swift",
    "Sources/Support/Deadline.swift", "Sources/HubClient/Async/RemoteHub.swift",
}
# Ways to read a clock or to wait for one.
CLOCK_CALLS = [
    "clock_gettime", "gettimeofday", "ContinuousClock", "SuspendingClock", "Task.sleep",
    "Date()", "Date.now", "DispatchTime.now", "usleep(", "nanosleep(", "time(nil)"]
SLEEPS = ["uv_sleep(", " sleep(", "Thread.sleep"]
# Files in which bytes become a `String` of any length: those of the program's own or of its user's
# files, and those that are bounded or only written and never compared.
UNBOUNDED_TEXTS = {
    "Sources/Shell/Configuration/ClusterSettings.swift",
    "Sources/Shell/Configuration/ConfigurationFile.swift",
    "Sources/Shell/Configuration/Values/ConfigurationReading.swift",
    "Sources/Shell/Configuration/YAML/YAMLEvents.swift",
    "Sources/Loop/Sockets/NativeAddress.swift",
    "Sources/Feeds/FeedAddress.swift",
    "Sources/Feeds/ICY/TitleDecoder.swift",
    "Sources/Feeds/Layers/JSONRPCLayer.swift",
    "Sources/Feeds/Layers/PusherLayer.swift",
    "Sources/Feeds/Layers/SocketIO/EngineIOLayer.swift",
    "Sources/Feeds/Mapper/Messages/Unwrapping.swift",
    "Sources/Feeds/Mapper/Zones/ZoneFile.swift",
    "Sources/Feeds/Normaliser/HTMLEntities.swift",
    "Sources/Feeds/Normaliser/Mojibake.swift",
    "Sources/Feeds/Normaliser/PercentEncoding+Decoding.swift",
    "Sources/Feeds/Normaliser/Plausible.swift",
    "Sources/Feeds/Normaliser/String+Composed.swift",
    "Sources/Shell/Journal/History/SQLite/SQLiteStatement.swift",
    "Sources/HubClientURLSession/WebSocketTaskChannel.swift",
    "Sources/HubClientWebSocket/WebSocketCodec.swift",
    "Sources/Shell/Probe/ProbeAttempt.swift",
    "Sources/Shell/ProcessMeter.swift",
    "Sources/JSON/JSONValue+Lenient.swift",
    "Sources/Shell/Journal/Recording/Recorder.swift",
    "Sources/Shell/Screen/ScreenKey.swift",
    "Sources/Simulator/Scripts/MessagePattern.swift",
    "Sources/Stations/Links/LineWire.swift",
    "Sources/Support/ForeignText.swift",
    "Sources/Support/TextControls.swift",
    "Sources/Shell/Sinks/Web/Access/AccessToken.swift",
    "Sources/Protocols/ASCII.swift",
    "Sources/Protocols/Frames/WebSocketClosure.swift",
    "Sources/Protocols/Handshake/HandshakeKey.swift",
    "Sources/Protocols/TLS/CertificateFingerprint.swift",
    "Sources/Protocols/TLS/MemoryBIO.swift",
    "Sources/Protocols/TLS/PeerCertificate.swift",
}
# Texts that a writer has written are the program's own.
UNBOUNDED_TEXT = re.compile(r"String\((?:decoding|validating): (?!writer\.bytes)")
# `crash` and `invariant` say why.
TRAPS = ["try!", "as!", "fatalError(", "assertionFailure(", "precondition"]
PROMISES = ["@unchecked Sendable", "nonisolated(unsafe)"]
# Words that stand in no file are written in two parts, so that this one passes.
MARKS = ["TO" "DO", "FIX" "ME", "XX" "X", "HA" "CK"]
BANNERS = [".swift", "Copy" "right", "Created" " by"]
COMMENTED_CODE = re.compile(
    r"^ *// ?(?:(?:let|var|guard|func|return|import) .*[=({]|\}$)", re.MULTILINE)
NAMED = re.compile(r"(?:struct|class|enum|protocol|actor) (\w+)")
EMPTY_NAMES = ("Manager", "Helper", "Utils", "Utilities", "Util", "Info2")
# Words for persons in place of clients, servers and callers.
PERSONS = [
    "no" "body", "any" "body", "some" "body", "every" "body", "any" "one", "some" "one",
    "every" "one", "who" "ever", "who" "mever", "who" "m"]
# Words that have a plain one beside them: at most as often, cached, pending.
UNUSUAL = ["often" "er", "shel" "ve", "ow" "ed"]
BANNED = re.compile(rf"(?<![^\W\d_])(?:{'|'.join(PERSONS + UNUSUAL)})(?![^\W\d_])", re.IGNORECASE)
# A clause without its noun, at the beginning of a comment.
CLAUSE = re.compile(
    r"\s*(?:///?|#|\"\"\"|/?\*) ?(?:What|Whether|How|Where|When|Who|Whose|Which|Why|That) ")
COMMENT = re.compile(r"\s*(?://|#|\*)")
FUNCTION = re.compile(r"( *)(?:@\w+ )*(?:[\w()]+ )*(?:func |init[?(<]|subscript[(<])")


def places(file, pattern):
    """Returns the places of a pattern in a file's text."""
    return [f"{file.path}:{file.text.count(chr(10), 0, found.start()) + 1}"
            for found in pattern.finditer(file.text)]


class FileTests(unittest.TestCase):
    """A test that fails names all files that break its rule."""

    def assert_none(self, found):
        self.assertEqual([], list(found))

    def assert_none_has(self, texts, files):
        self.assert_none(
            (file.path, text) for file in files for text in texts if text in file.code)

    def test_the_files_are_found(self):
        paths = {file.path for file in sources() + tests() + pages() + examples()}
        self.assertLessEqual({
            "Sources/Hub/Hub.swift", "Tests/HubTests/Support/World.swift", "README.md",
            "Makefile", "docs/socket.md", "schemas/request.json", "Tests/harness/program.py",
        } | CLOCKS, paths)
        self.assertTrue(examples())

    def test_each_clock_is_read_in_one_place(self):
        self.assert_none_has(
            CLOCK_CALLS, [file for file in sources() if file.path not in CLOCKS])

    def test_nothing_sleeps(self):
        self.assert_none_has(SLEEPS, sources())

    def test_a_text_from_outside_becomes_a_string_in_one_place(self):
        makers = {file.path for file in sources() if UNBOUNDED_TEXT.search(file.code)}
        self.assertEqual(UNBOUNDED_TEXTS, makers)

    def test_what_must_not_go_on_says_why_also_in_a_release_build(self):
        self.assert_none_has(TRAPS, sources())

    def test_an_unchecked_promise_has_its_proof_beside_it(self):
        for file in sources():
            for above, line in zip(["", *file.lines], file.lines):
                if any(promise in line for promise in PROMISES) and not is_comment(line):
                    self.assertTrue(is_comment(above), f"{file.path}: {line}")

    def test_nothing_is_left_of_a_merge(self):
        mark = re.compile(r"^(<{7} |={7}$|>{7} )", re.MULTILINE)
        self.assert_none(
            place for file in sources() + tests() + pages() + examples()
            for place in places(file, mark))

    def test_nothing_is_left_to_do(self):
        self.assert_none((file.path, mark) for file in sources() + tests()
                         for mark in MARKS if mark in file.text)

    def test_nothing_is_commented_out(self):
        self.assert_none(place for file in sources() + tests()
                         for place in places(file, COMMENTED_CODE))

    def test_a_file_begins_with_what_it_is_and_not_with_a_banner(self):
        for file in sources() + tests():
            with self.subTest(file.path):
                banner = re.match(r"(?://(?!/).*\n)*", file.text)[0]
                self.assertFalse(banner.startswith("//\n"))
                self.assert_none(mark for mark in BANNERS if mark in banner)

    def test_nothing_is_named_for_what_anything_could_be_named(self):
        self.assert_none(
            (file.path, name) for file in sources() for name in NAMED.findall(file.code)
            if name.endswith(EMPTY_NAMES))

    def test_a_text_has_plain_words(self):
        self.assert_none(place for file in sources() + tests() + examples() + pages()
                         for place in places(file, BANNED))

    def test_a_comment_begins_with_its_noun_or_verb(self):
        self.assert_none(
            (file.path, line) for file in sources() + tests() + examples() + pages()
            if file.path.endswith((".swift", ".py", ".c", ".h", ".cpp", ".js"))
            for before, line in zip([""] + file.lines, file.lines)
            if CLAUSE.match(line) and not COMMENT.match(before))

    def test_a_file_has_at_most_400_lines(self):
        # The last line ends too.
        self.assert_none(
            file.path for file in sources() + tests() if len(file.lines) - 1 > 400)

    def test_a_line_has_at_most_100_columns(self):
        # Tests compare texts that are said in one line.
        self.assert_none(
            (file.path, line) for file in sources() + tests() for line in file.lines
            if len(line) > 100 and not (file.path.startswith("Tests/") and '"' in line))

    def test_a_function_has_at_most_70_lines(self):
        lengths = [(file.path, *function) for file in sources() + tests()
                   for function in functions(file.lines)]
        self.assertGreater(len(lengths), 5_000)
        self.assert_none(function for function in lengths if function[-1] > 70)


def is_comment(line):
    """True if a line is nothing but a comment."""
    return line.lstrip(" ").startswith("//")


def functions(lines):
    """The functions, found by their indentation: the line of each, and how many it takes.

    Each ends with the first line that closes a brace as far to the left as it began. Without a
    body, as in a protocol, the next brace belongs to something else.
    """
    for start, line in enumerate(lines):
        if not (beginning := FUNCTION.match(line)):
            continue
        if line.endswith("}"):
            yield start + 1, 1
            continue
        end = beginning[1] + "}"
        has_body = False
        for place in range(start, len(lines)):
            has_body = has_body or lines[place].endswith("{")
            if place > start and not has_body and is_next(lines[place], beginning[1]):
                break
            if lines[place].startswith(end):
                if has_body:
                    yield start + 1, place - start + 1
                break


def is_next(line, indentation):
    """True for the line of something that begins or ends at least as far to the left."""
    text = line.lstrip()
    return text[:1] not in ("", ")") and len(line) - len(text) <= len(indentation)
