"""The example that reads titles from streams, against each kind of server there is."""

import json
import socket
import subprocess
import sys
import unittest
from pathlib import Path

import program
import stations

ICY = program.REPOSITORY / "docs/examples/icy.py"
SOUND = bytes(64)


def block(metadata):
    """A piece of metadata as it stands in a stream: its length in 16 bytes, and filled up."""
    metadata += bytes(-len(metadata) % 16)
    return bytes([len(metadata) // 16]) + metadata


def titled(title):
    """Metadata with a title."""
    return block(b"StreamTitle='" + title + b"';")


class Stream(stations.Server):
    """A server that answers each connection with the same bytes, and closes it."""

    def __init__(self, *parts, header=b"HTTP/1.0 200 OK\r\nicy-metaint: 64\r\n\r\n", ends=True):
        self.answer, self.requests, self._ends = header + b"".join(parts), [], ends
        super().__init__(self._send)
        self.url = f"http://127.0.0.1:{self.port}/live.mp3?x=1"

    def _send(self, connection, _):
        self.requests.append(connection.recv(4_096).decode())
        connection.sendall(self.answer)
        if self._ends:
            connection.shutdown(socket.SHUT_WR)
        stations.wait_for_end(connection)


class IcyTests(unittest.TestCase):
    def run_icy(self, *arguments):
        return subprocess.run(
            [sys.executable, ICY, *arguments], capture_output=True, text=True, timeout=20,
            check=False)

    def read(self, *parts, **options):
        """Returns the titles that the program writes of a stream, and its last words on stderr."""
        with Stream(*parts, **options) as stream:
            self.requests = stream.requests
            result = self.run_icy(stream.url)
        self.assertNotIn("Traceback", result.stderr)
        self.assertLessEqual(result.stderr.count("\n"), 1)
        reports = [json.loads(line) for line in result.stdout.splitlines()]
        return [report["track"]["text"] for report in reports], result.stderr.strip()

    def test_titles_in_utf_8_are_read(self):
        titles, end = self.read(
            SOUND, titled("春を待つ鍵 - 夜明け".encode()), SOUND, b"\0", SOUND,
            titled(b"Mara Ebb - Undertow"), SOUND)
        self.assertEqual(titles, ["春を待つ鍵 - 夜明け", "Mara Ebb - Undertow"])
        self.assertEqual(end, "icy.py: the stream has ended")
        self.assertIn("GET /live.mp3?x=1 HTTP/1.0\r\n", self.requests[0])
        self.assertIn("\r\nIcy-MetaData: 1\r\n", self.requests[0])

    def test_titles_in_latin_1_are_read(self):
        titles, _ = self.read(SOUND, titled("Björk – Jóga".encode("cp1252")), SOUND)
        self.assertEqual(titles, ["Björk – Jóga"])

    def test_apostrophes_and_what_follows_a_title_are_told_apart(self):
        metadata = b"StreamTitle='Don't Stop - It's 5 o'clock';StreamUrl='http://x/?a=';b';"
        titles, _ = self.read(SOUND, block(metadata), SOUND)
        self.assertEqual(titles, ["Don't Stop - It's 5 o'clock"])

    def test_shoutcast_1_is_read(self):
        header = b"ICY 200 OK\r\nicy-name:Radio Seewind\r\nicy-metaint:64\r\n\r\n"
        titles, _ = self.read(SOUND, titled(b"Mara Ebb - Undertow"), SOUND, header=header)
        self.assertEqual(titles, ["Mara Ebb - Undertow"])

    def test_a_stream_without_titles_is_one_clear_line(self):
        for header in (b"HTTP/1.0 200 OK\r\n\r\n", b"HTTP/1.0 200 OK\r\nicy-metaint: 0\r\n\r\n"):
            titles, end = self.read(SOUND, header=header)
            self.assertEqual(titles, [])
            self.assertIn("the server sends no icy-metaint", end)

    def test_what_icecast_2_4_4_sends_is_read(self):
        recording = Path(__file__).with_name("icecast.json")
        expected = {"夜明け - 鍵": "&#22812;&#26126;&#12369; - &#37749;"}
        for session in json.loads(recording.read_text()):
            fields = "".join(f"{name}: {value}\r\n" for name, value in session["headers"].items())
            blocks = map(bytes.fromhex, session["blocks_hex"])
            parts = [bytes(16_000) + block(metadata) for metadata in blocks]
            titles, _ = self.read(*parts, header=f"HTTP/1.0 200 OK\r\n{fields}\r\n".encode())
            title = session["set"]
            self.assertEqual(titles[-1], expected.get(title, title))

    def test_a_redirect_is_followed(self):
        with Stream(SOUND, titled(b"Undertow"), SOUND) as target:
            moved = f"HTTP/1.1 302 Found\r\nLocation: {target.url}\r\n\r\n".encode()
            titles, _ = self.read(header=moved)
        self.assertEqual(titles, ["Undertow"])

    def test_a_refusal_is_told_in_the_servers_words(self):
        for status in ("HTTP/1.1 404 Not Found", "ICY 401 Service Unavailable", "garbage", ""):
            _, end = self.read(header=f"{status}\r\n\r\n".encode())
            self.assertEqual(end, f"icy.py: the server answers “{status}”")

    def test_a_broken_stream_and_a_wrong_address_are_one_line(self):
        _, end = self.read(SOUND, bytes([200]), b"StreamTitle='Under")
        self.assertEqual(end, "icy.py: the stream has ended")
        for address in ("http://127.0.0.1:1/", "radio.example", "http://127.0.0.1:99999/", "ws://x"):
            result = self.run_icy(address)
            self.assertEqual(result.returncode, 1)
            self.assertRegex(result.stderr, r"^icy\.py: .+\n$")
        self.assertIn("icy.py URL", self.run_icy().stderr)

    def test_it_ends_quietly_when_nothing_reads_what_it_writes(self):
        # More than a pipe takes, so that it has something left to write however late it is closed.
        parts = [SOUND + titled(b"Undertow" * 100)] * 1_000
        with Stream(*parts, ends=False) as stream:
            icy = subprocess.Popen(
                [sys.executable, ICY, stream.url], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
            icy.stdout.readline()
            icy.stdout.close()
            icy.wait(20)
            self.assertEqual(icy.stderr.read(), b"")
            icy.stderr.close()
