"""A minimal replacement of the hub's web server, on aiohttp and uvloop.

    web_peer.py PORT STATIONS WEB-PORT

It reads the stations as `peer.py` does, and serves what they play at `/events/STATION` as server-sent
events and at `/socket/STATION` on WebSockets. A client that is slow gets only the newest.
"""

import asyncio
import sys

import uvloop
from aiohttp import web
from picows import ws_connect

import peer


class Client:
    """One client: what it is yet to be sent."""

    def __init__(self):
        self.newest = None
        self.changed = asyncio.Event()

    def write(self, line):
        self.newest = line
        self.changed.set()

    async def next(self):
        await self.changed.wait()
        self.changed.clear()
        return self.newest


class Hub(peer.Hub):
    """The state of the stations, and the clients of each station."""

    def __init__(self):
        super().__init__()
        self.clients = {}

    def take(self, channel, data):
        self.subscribers = self.clients.setdefault(channel, set())
        super().take(channel, data)

    def add(self, station):
        client, channel = Client(), f"station:{station}"
        self.clients.setdefault(channel, set()).add(client)
        if channel in self.lines:
            client.write(self.lines[channel])
        return client

    async def events(self, request):
        response = web.StreamResponse(headers={"Content-Type": "text/event-stream"})
        await response.prepare(request)
        client = self.add(request.match_info["station"])
        while True:
            await response.write(b"event: update\ndata: %s\n" % await client.next())

    async def socket(self, request):
        response = web.WebSocketResponse(compress=False)
        await response.prepare(request)
        client = self.add(request.match_info["station"])
        while True:
            await response.send_str((await client.next()).decode())


async def main(port, count, web_port):
    hub = Hub()
    application = web.Application()
    application.add_routes([web.get("/events/{station}", hub.events),
                            web.get("/socket/{station}", hub.socket)])
    runner = web.AppRunner(application, access_log=None)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", web_port, backlog=4_096).start()
    stations = [f"s{number}" for number in range(count)]
    await ws_connect(lambda: peer.Feed(hub, stations), f"ws://127.0.0.1:{port}/")
    await asyncio.Event().wait()


if __name__ == "__main__":
    uvloop.run(main(*map(int, sys.argv[1:4])))
