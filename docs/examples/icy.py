"""Makes a feed of the titles in an Icecast or SHOUTcast stream: icy.py URL"""

import http.client
import json
import re
import signal
import socket
import ssl
import sys
from urllib.parse import urljoin, urlsplit

# HTTP 1.0, since nothing but the stream may come; SHOUTcast 1 answers browsers with a page.
REQUEST = "GET {path} HTTP/1.0\r\nHost: {host}\r\nUser-Agent: icy.py\r\nIcy-MetaData: 1\r\n\r\n"


def open_stream(url, redirects=5):
    """Returns the stream at an address, and the header fields in front of it."""
    parts = urlsplit(url)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise ValueError(f"{url} is not an http or https address")
    port = parts.port or (443 if parts.scheme == "https" else 80)
    connection = socket.create_connection((parts.hostname, port), timeout=30)
    if parts.scheme == "https":
        context = ssl.create_default_context()
        connection = context.wrap_socket(connection, server_hostname=parts.hostname)
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    connection.sendall(REQUEST.format(path=path, host=parts.netloc.split("@")[-1]).encode())
    stream = connection.makefile("rb")
    # SHOUTcast 1 writes `ICY 200 OK` where HTTP has its version.
    status = stream.readline(1024).decode("latin-1").strip()
    fields = http.client.parse_headers(stream)
    code = status.split(" ")[1:2]
    if code and code[0] in ("301", "302", "303", "307", "308") and redirects > 0:
        return open_stream(urljoin(url, fields.get("Location", "")), redirects - 1)
    if code != ["200"]:
        raise ValueError(f"the server answers “{status}”")
    return stream, fields


def titles(stream, interval):
    """The titles in a stream that has metadata after every so many bytes of sound."""
    while len(stream.read(interval)) == interval:
        blocks = stream.read(1)
        metadata = stream.read(16 * blocks[0]) if blocks else b""
        title = re.search(rb"StreamTitle='(.*?)';(?=Stream|\0|$)", metadata, re.DOTALL)
        if title:
            yield title[1]


def decode(title):
    """Servers send UTF-8, or what sources for Windows and Icecast take for Latin-1."""
    try:
        return title.decode()
    except UnicodeDecodeError:
        return title.decode("cp1252", errors="replace")


def main(url):
    stream, fields = open_stream(url)
    interval = fields.get("icy-metaint", "")
    if not interval.isdecimal() or int(interval) == 0:
        raise ValueError("the stream has no titles in it: the server sends no icy-metaint")
    for title in titles(stream, int(interval)):
        print(json.dumps({"track": {"text": decode(title)}}), flush=True)
    raise EOFError("the stream has ended")


if __name__ == "__main__":
    # Ends quietly when nothing reads what it writes, and on Ctrl-C.
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    try:
        main(sys.argv[1])
    except (OSError, ValueError, EOFError, http.client.HTTPException) as error:
        sys.exit(f"icy.py: {error or type(error).__name__}")
