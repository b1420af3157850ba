"""A minimal replacement of the hub, in few lines on Python's fastest parts.

    peer.py PORT STATIONS SOCKET

It subscribes to the stations `s0` and so on, takes what plays out of each publication, drops what
changes nothing but the elapsed time, and writes the state as a line of JSON to all who are
connected to the socket.
"""

import asyncio
import sys

import orjson
import uvloop
from picows import WSListener, WSMsgType, ws_connect

# As many as the hub has on one connection.
STATIONS_A_CONNECTION = 32


class Hub:
    """The state of the stations, and the subscribers."""

    def __init__(self):
        self.identities = {}
        self.lines = {}
        self.subscribers = set()

    def take(self, channel, data):
        playing = data["np"]["now_playing"]
        song = playing["song"]
        identity = (song["title"], song["artist"], song["album"], song["art"],
                    playing["duration"], playing["played_at"])
        if self.identities.get(channel) == identity:
            return
        self.identities[channel] = identity
        line = self.lines[channel] = orjson.dumps({
            "station": channel, "title": song["title"], "artist": song["artist"],
            "album": song["album"], "artworkURL": song["art"], "duration": playing["duration"],
            "elapsed": playing["elapsed"], "asOf": data["current_time"], "rate": 1}) + b"\n"
        for subscriber in self.subscribers:
            subscriber.write(line)


class Feed(WSListener):
    """One connection to the server."""

    def __init__(self, hub, stations):
        self.hub = hub
        self.stations = stations

    def on_ws_connected(self, transport):
        wanted = {f"station:{station}": {"recover": True} for station in self.stations}
        transport.send(WSMsgType.TEXT, orjson.dumps({"subs": wanted}))

    def on_ws_frame(self, transport, frame):
        if frame.msg_type == WSMsgType.PING:
            return transport.send_pong(frame.get_payload_as_bytes())
        if frame.msg_type != WSMsgType.TEXT:
            return
        message = orjson.loads(frame.get_payload_as_memoryview())
        if "pub" in message:
            self.hub.take(message["channel"], message["pub"]["data"])
        for channel, state in message.get("connect", {}).get("subs", {}).items():
            for publication in state["publications"]:
                self.hub.take(channel, publication["data"])


class Subscriber(asyncio.Protocol):
    """A client of the socket: it is told what is known, and then what is new."""

    def __init__(self, hub):
        self.hub = hub

    def connection_made(self, transport):
        self.transport = transport
        transport.write(b"".join(self.hub.lines.values()))
        self.hub.subscribers.add(transport)

    def connection_lost(self, error):
        self.hub.subscribers.discard(self.transport)


async def main(port, count, path):
    hub = Hub()
    loop = asyncio.get_running_loop()
    server = await loop.create_unix_server(lambda: Subscriber(hub), path, backlog=4_096)
    stations = [f"s{number}" for number in range(count)]
    for start in range(0, count, STATIONS_A_CONNECTION):
        group = stations[start:start + STATIONS_A_CONNECTION]
        await ws_connect(lambda group=group: Feed(hub, group), f"ws://127.0.0.1:{port}/")
    await server.serve_forever()


if __name__ == "__main__":
    uvloop.run(main(int(sys.argv[1]), int(sys.argv[2]), sys.argv[3]))
