"""The messages of an AzuraCast server, with the members and about the size of real ones."""

import base64
import hashlib
import json
import time

# Stands in the text where each publication has something of its own.
TITLE, ROW, TIME, START, STATION = "@title@", "@row@", "@time@", "@start@", "@station@"


def accept(key):
    """The answer to a WebSocket key (RFC 6455 section 4.2.2)."""
    digest = hashlib.sha1(key + b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11").digest()
    return base64.b64encode(digest)


def frame(payload, opcode=1):
    """An unmasked frame."""
    count = len(payload)
    if count < 126:
        head = bytes([0x80 | opcode, count])
    elif count < 65_536:
        head = bytes([0x80 | opcode, 126]) + count.to_bytes(2, "big")
    else:
        head = bytes([0x80 | opcode, 127]) + count.to_bytes(8, "big")
    return head + payload


def song(title, artist):
    return {"id": "f2d4c1b29fd3a1cd51c60", "text": f"{artist} - {title}", "artist": artist,
            "title": title, "album": "Moorings", "genre": "Sea Shanty", "isrc": "", "lyrics": "",
            "art": f"http://127.0.0.1/api/station/{STATION}/art/51c60.jpg", "custom_fields": []}


def played(row, title, artist):
    return {"sh_id": row, "played_at": 1_734_839_000 + row, "duration": 200, "playlist": "default",
            "streamer": "", "is_request": False, "song": song(title, artist)}


def now_playing():
    """The state of a station."""
    playing = {**played(0, TITLE, "Mara Ebb"), "sh_id": ROW, "played_at": START,
               "elapsed": 5, "remaining": 235, "duration": 240}
    history = [played(row, f"Song {row}", f"The Bollards {row}") for row in range(5)]
    listen = f"http://127.0.0.1/listen/{STATION}/radio.mp3"
    return {
        "station": {"id": 1, "name": f"Station {STATION}", "shortcode": STATION,
                    "description": "A made-up station", "frontend": "icecast",
                    "backend": "liquidsoap", "timezone": "UTC", "listen_url": listen,
                    "url": "http://127.0.0.1", "is_public": True, "remotes": [],
                    "mounts": [{"id": 1, "name": "/radio.mp3", "url": listen, "bitrate": 128,
                                "format": "mp3", "path": "/radio.mp3", "is_default": True,
                                "listeners": {"total": 1, "unique": 1, "current": 1}}]},
        "listeners": {"total": 1, "unique": 1, "current": 1},
        "live": {"is_live": False, "streamer_name": "", "broadcast_start": None, "art": None},
        "now_playing": playing, "playing_next": played(9, "Next", "Mara Ebb"),
        "song_history": history, "is_online": True, "cache": "event"}


class Publications:
    """The publications of one station. The title tells when it was sent: `seq 5 at NANOSECONDS`,
    by the clock that all programs of a machine have in common."""

    def __init__(self, station):
        data = {"data": {"np": now_playing(), "triggers": [], "current_time": TIME}}
        text = json.dumps(data, separators=(",", ":")).replace(STATION, station)
        text = text.replace("%", "%%").replace(f'"{ROW}"', "%(row)d").replace(
            f'"{TIME}"', "%(time)d").replace(f'"{START}"', "%(start)d").replace(
            TITLE, "seq %(row)d at %(sent)d")
        self.cached = text.encode()
        self.push = b'{"channel":"station:%s","pub":%s}' % (station.encode(), self.cached)
        self.row = 0

    def frame(self):
        """The next one, as it is pushed."""
        self.row += 1
        return frame(self.push % self.values())

    def newest(self):
        """The newest one, as it is kept for newcomers."""
        return self.cached % self.values()

    def values(self):
        now = int(time.time())
        return {b"row": self.row, b"time": now, b"start": now - 5, b"sent": time.monotonic_ns()}
