"""A server of the tests' own: an endless stream of sound, a picture, and pages of another site."""

import math
import ssl
import struct
import time
import zlib

from website import Website

# A browser plays when it has about 230 KB: a second at a rate as high as this, half a minute at 8 kHz.
RATE = 48000
# Seconds of sound that come at once.
AHEAD = 5


def header():
    """The head of a WAV file without an end: 48 kHz, 8 bits, one channel."""
    endless = 0x7FFFFFFF
    return (b"RIFF" + struct.pack("<I", endless) + b"WAVEfmt "
            + struct.pack("<IHHIIHH", 16, 1, 1, RATE, RATE, 1, 8)
            + b"data" + struct.pack("<I", endless - 36))


def tone(seconds):
    """So many seconds of a quiet tone."""
    return bytes(int(128 + 20 * math.sin(place * 2 * math.pi * 440 / RATE))
                 for place in range(int(seconds * RATE)))


def picture(colour, size=64, height=None):
    """A PNG, by the colour of each of its points: a function of both coordinates."""
    height = height or size

    def chunk(name, data):
        body = name + data
        return struct.pack(">I", len(data)) + body + struct.pack(">I", zlib.crc32(body))

    rows = b"".join(
        b"\0" + b"".join(bytes(colour(x, y)) for x in range(size)) for y in range(height))
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", size, height, 8, 2, 0, 0, 0))
            + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b""))


def send(request, kind, body):
    """Answers with a body of a kind."""
    request.reply(body=body, **{"Content-Type": kind})


class Radio(Website):
    """Serves `/stream`, `/art.png`, and pages that a test puts there."""

    def __init__(self):
        self.pages = {}
        self.pictures = {}
        self.listeners = 0
        self._cuts = 0
        super().__init__(self._answer)

    def secure(self, certificate, key):
        """Serves by TLS from now on."""
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(certificate, key)
        self._server.socket = context.wrap_socket(self._server.socket, server_side=True)
        self.url = f"https://radio.example:{self._server.server_port}"

    def cut(self):
        """Ends all streams that are listened to."""
        self._cuts += 1

    def _answer(self, request):
        path = request.path.partition("?")[0]
        if path == "/favicon.ico":
            request.reply(204)
        elif path == "/stream":
            self._stream(request)
        elif path == "/art.png":
            send(request, "image/png", picture(lambda x, y: (79, 91, 213)))
        elif path in self.pictures:
            send(request, "image/png", self.pictures[path])
        elif path in self.pages:
            send(request, "text/html; charset=utf-8", self.pages[path].encode())
        else:
            request.reply(404)

    def _stream(self, request):
        """Sends sound for as long as it is listened to, a little ahead of time."""
        request.begin(**{"Content-Type": "audio/wav", "Connection": "close"})
        self.listeners += 1
        cuts = self._cuts
        try:
            request.wfile.write(header() + tone(AHEAD))
            second = tone(1)
            while cuts == self._cuts:
                request.wfile.write(second)
                request.wfile.flush()
                time.sleep(0.8)
        except OSError:
            pass
        finally:
            self.listeners -= 1
