"""An independent WebSocket server that speaks as AzuraCast does, and what it says."""

import asyncio
import copy
import json
import threading
import time

import websockets
from websockets.legacy.server import serve

PATH = "/api/live/nowplaying/websocket"


class Server:
    """Serves in a thread of its own, on a free port.

    `speak(connection)` is awaited for each WebSocket; what it returns from ends the connection.
    """

    def __init__(self, speak, tls=None, refuse=None, **options):
        self._speak = speak
        self._tls = tls
        self._options = {
            "ping_interval": None, "close_timeout": 1, "max_size": None, "compression": "deflate",
            "process_request": refuse, **options}
        self.connections = []
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()
        self._server = self.run(self._serve())
        self.port = self._server.sockets[0].getsockname()[1]

    async def _serve(self):
        # A client that does not answer the end of its connection is not waited for.
        options = {"close_timeout": 2, **self._options}
        return await serve(self._handle, "127.0.0.1", 0, ssl=self._tls, **options)

    async def _handle(self, connection):
        self.connections.append(connection)
        try:
            await self._speak(connection)
        except websockets.ConnectionClosed:
            pass

    def __enter__(self):
        return self

    def __exit__(self, *_):
        async def end():
            self._server.close()
            await self._server.wait_closed()
        self.run(end())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(5)
        self._loop.close()

    def run(self, coroutine):
        """Runs something on the server's loop and waits for it."""
        return self.begin(coroutine).result(10)

    def begin(self, coroutine):
        """Has something run on the server's loop."""
        return asyncio.run_coroutine_threadsafe(coroutine, self._loop)

    def url(self, path=PATH, host="127.0.0.1"):
        """Returns the address of the server."""
        return f"{'wss' if self._tls else 'ws'}://{host}:{self.port}{path}"

    def send(self, message):
        """Sends a message to every connected client."""
        async def send():
            for connection in self.connections:
                if connection.state.name == "OPEN":
                    await connection.send(message)
        self.run(send())


class Radio:
    """A server of stations: answers the first frame with what it has of them, then publishes."""

    def __init__(self, ahead=0.0, **server):
        self.ahead = ahead
        self.states = {}
        # The state of the stations that have none of their own.
        self.usual = None
        self.requests = []
        self.offset = 100
        self.epoch = "1735689600"
        self.connect_extras = {}
        self.server = Server(self._speak, **server)

    def __enter__(self):
        self.server.__enter__()
        return self

    def __exit__(self, *arguments):
        self.server.__exit__(*arguments)

    @property
    def clock(self):
        """The server's clock, which need not be this machine's."""
        return time.time() + self.ahead

    async def _speak(self, connection):
        request = json.loads(await connection.recv())
        self.requests.append(request)
        await connection.send(self._connected(request))
        async for message in connection:
            self.requests.append(message)

    def _connected(self, request):
        subs = {}
        for channel in request["subs"]:
            sub = {"recoverable": True, "epoch": self.epoch, "positioned": True}
            state = self.states.get(channel.removeprefix("station:"), self.usual)
            if state is not None:
                data = {"np": state, "triggers": [], "current_time": int(self.clock)}
                sub["publications"] = [{"data": data, "offset": self.offset}]
                sub["recovered"] = True
            subs[channel] = sub
        return json.dumps({"connect": {
            "client": "a7f6", "version": "0.0.0", "subs": subs, "ping": 25, "session": "s1",
            "time": int(self.clock * 1000), **self.connect_extras}})

    def publication(self, station, state):
        """A push as text."""
        self.offset += 1
        data = {"np": state, "triggers": [], "current_time": int(self.clock)}
        return json.dumps(
            {"channel": "station:" + station, "pub": {"data": data, "offset": self.offset}})

    def publish(self, station, state):
        """Pushes a station's state."""
        self.states[station] = state
        self.server.send(self.publication(station, state))

    def play(self, station, title, elapsed=0, row=71, **more):
        """Lets a station play a title."""
        self.publish(station, self.state(self.song(title), elapsed=elapsed, row=row, **more))

    def song(self, title, artist="Mara Ebb", **more):
        """A song as AzuraCast writes it."""
        return {
            "id": f"{hash((title, artist)) & (2**128 - 1):032x}",
            "art": "https://radio.example/api/station/kanalrand/art/1.jpg",
            "custom_fields": [], "text": f"{artist} - {title}", "artist": artist, "title": title,
            "album": "", "genre": "", "isrc": "", "lyrics": "", **more}

    def state(self, song, elapsed=40, duration=200, row=71, **more):
        """A station's whole state: it plays a song that listeners have heard `elapsed` s of."""
        played_at = int(self.clock) - elapsed
        state = copy.deepcopy(_STATE)
        state["now_playing"] = {
            "sh_id": row, "played_at": played_at, "duration": duration, "playlist": "default",
            "streamer": "", "is_request": False, "song": song, "elapsed": elapsed + 5,
            "remaining": max(0, duration - elapsed - 5)}
        state.update(more)
        return state


_STATE = {
    "station": {
        "id": 1, "name": "Kanalrand FM", "shortcode": "kanalrand",
        "description": "Electronica by the water.", "frontend": "icecast",
        "backend": "liquidsoap", "timezone": "Europe/Berlin",
        "listen_url": "https://radio.example/listen/kanalrand/radio.mp3",
        "url": "https://kanalrand.example",
        "public_player_url": "https://radio.example/public/kanalrand",
        "playlist_pls_url": "https://radio.example/public/kanalrand/playlist.pls",
        "playlist_m3u_url": "https://radio.example/public/kanalrand/playlist.m3u",
        "is_public": True, "requests_enabled": False, "mounts": [], "remotes": [],
        "hls_enabled": False, "hls_is_default": False, "hls_url": None, "hls_listeners": 0,
    },
    "listeners": {"total": 21, "unique": 19, "current": 20},
    "live": {"is_live": False, "streamer_name": "", "broadcast_start": None, "art": None},
    "now_playing": None, "playing_next": None, "song_history": [], "is_online": True,
    "cache": "event",
}
