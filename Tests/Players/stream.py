"""A radio: an Icecast stream of one tone, with titles in it."""

import subprocess
import time

import stations

# The bytes between two titles, and the bytes in a second of sound.
INTERVAL = 4_000
RATE = 8_000
# The seconds by which the sound is ahead of its time: players fill their buffers with it.
AHEAD = 3
HEAD = ("HTTP/1.0 200 OK\r\nContent-Type: audio/mpeg\r\n"
        f"icy-name: {{name}}\r\nicy-br: 64\r\nicy-metaint: {INTERVAL}\r\n\r\n")


class Stream:
    """A server whose titles the tests choose."""

    name = "Radio Seewind"

    def __init__(self, folder):
        self.title = ""
        file = folder / "tone.mp3"
        # Without a header that tells the file's length, which players would believe.
        subprocess.run(
            ["ffmpeg", "-v", "error", "-f", "lavfi", "-i",
             "sine=frequency=440:sample_rate=44100:duration=20", "-b:a", f"{RATE * 8}",
             "-write_xing", "0", "-id3v2_version", "0", file],
            stdin=subprocess.DEVNULL, check=True)
        self._sound = file.read_bytes()
        self.url = f"http://127.0.0.1:{stations.Server(self._send).port}/live.mp3"

    def _send(self, connection, _):
        connection.recv(65_536)
        connection.sendall(HEAD.format(name=self.name).encode())
        began, sent, told = time.monotonic(), 0, None
        while True:
            sound = (self._sound[sent % len(self._sound):] + self._sound)[:INTERVAL]
            sent += INTERVAL
            connection.sendall(sound + self._metadata(told))
            told = self.title
            time.sleep(max(0, sent / RATE - AHEAD - (time.monotonic() - began)))

    def _metadata(self, told):
        """Returns the block between the sound: the title, if another one was told."""
        if self.title == told:
            return bytes(1)
        text = f"StreamTitle='{self.title}';".encode()
        blocks = -(-len(text) // 16)
        return bytes([blocks]) + text.ljust(16 * blocks, bytes(1))
