"""Waits for a hub that is yet to start: `first_record.py SOCKET [REQUEST]`.

Prints when the first title reached it, by the clock that all programs of a machine have in common.
"""

import socket
import sys
import time


def connected(path):
    """A connection to the socket, as soon as there is one."""
    while True:
        connection = socket.socket(socket.AF_UNIX)
        try:
            connection.connect(path)
            return connection
        except OSError:
            connection.close()
            time.sleep(0.0005)


def main(path, request):
    print("waiting", flush=True)
    connection = connected(path)
    connection.sendall(request)
    received = b""
    while b"seq " not in received:
        received += connection.recv(1 << 16)
    print(time.monotonic_ns(), flush=True)


if __name__ == "__main__":
    main(sys.argv[1], (sys.argv[2] + "\n").encode() if len(sys.argv) > 2 else b"")
