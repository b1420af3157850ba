"""Hands what stations play to nginx with nchan, which has the clients.

    push_peer.py PORT STATIONS WEB-PORT

It reads the stations as `peer.py` does, and publishes each line with a request on one connection.
"""

import asyncio
import sys

import uvloop
from picows import ws_connect

import peer


class Hub(peer.Hub):
    """The state of the stations. Its only subscriber is nginx."""

    def __init__(self, transport):
        super().__init__()
        self.transport = transport

    def take(self, channel, data):
        self.subscribers = [self]
        self.path = channel.removeprefix("station:")
        super().take(channel, data)

    def write(self, line):
        self.transport.write(b"POST /publish/%s HTTP/1.1\r\nHost: localhost\r\nContent-Length: %d\r\n"
                             b"Content-Type: application/json\r\n\r\n%s"
                             % (self.path.encode(), len(line) - 1, line[:-1]))


async def main(port, count, web_port):
    transport, _ = await asyncio.get_running_loop().create_connection(
        asyncio.Protocol, "127.0.0.1", web_port)
    stations = [f"s{number}" for number in range(count)]
    await ws_connect(lambda: peer.Feed(Hub(transport), stations), f"ws://127.0.0.1:{port}/")
    await asyncio.Event().wait()


if __name__ == "__main__":
    uvloop.run(main(*map(int, sys.argv[1:4])))
