"""A client on the hub's Unix socket that can be misused: it checks nothing that it reads."""

import json
import socket


class Client:
    """A connection to the socket."""

    def __init__(self, path, within=10.0):
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.settimeout(within)
        try:
            self.socket.connect(str(path))
        except OSError:
            self.socket.close()
            raise
        self._received = b""
        self._last = 0

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        self.socket.close()

    def send(self, data):
        """Sends bytes as they are."""
        self.socket.sendall(data)

    def line(self):
        """The next line, parsed; a part of a line is kept for the next call."""
        while b"\n" not in self._received:
            part = self.socket.recv(1 << 16)
            if not part:
                raise ConnectionResetError("the hub has closed the connection")
            self._received += part
        line, self._received = self._received.split(b"\n", 1)
        return json.loads(line)

    def ask(self, method, **parameters):
        """The answer to a request, be it a result or an error."""
        self._last += 1
        self.send(request(method, self._last, **parameters))
        while (answer := self.line()).get("id") != self._last:
            pass
        return answer

    def call(self, method, **parameters):
        """The result of a method."""
        answer = self.ask(method, **parameters)
        if "result" not in answer:
            raise AssertionError(f"{method} was refused: {answer}")
        return answer["result"]


def request(method, number=1, **parameters):
    """The line of a request."""
    message = {"jsonrpc": "2.0", "id": number, "method": method, "params": parameters}
    return json.dumps(message).encode() + b"\n"


# Asks for each change of all stations.
EVERYTHING = request("subscribe", view="nowPlaying", minInterval=0)
