"""A web server of the tests' own, whose answers a function gives."""

import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


class Request(BaseHTTPRequestHandler):
    """A request that `answer` of its server answers."""

    protocol_version = "HTTP/1.1"

    def do_GET(self):
        self.server.answer(self)

    do_POST = do_PUT = do_PATCH = do_GET

    @property
    def body(self):
        """Reads the content of the request."""
        return self.rfile.read(int(self.headers["Content-Length"] or 0))

    def reply(self, status=200, body=b"", **fields):
        """Answers with a body."""
        if status != 304:
            fields["Content-Length"] = str(len(body))
        self.begin(status, **fields)
        self.wfile.write(body)

    def begin(self, status=200, **fields):
        """Sends the head of an answer."""
        self.send_response(status)
        for name, value in fields.items():
            self.send_header(name, value)
        self.end_headers()

    def log_message(self, *_):
        pass


class Website:
    """Serves at `url`, on a free port unless one is given; `answer(request)` runs in a thread for each connection."""

    def __init__(self, answer, tls=None, port=0):
        self._server = ThreadingHTTPServer(("127.0.0.1", port), Request)
        self._server.answer = answer
        if tls:
            self._server.socket = tls.wrap_socket(self._server.socket, server_side=True)
        self.url = f"{'https' if tls else 'http'}://127.0.0.1:{self._server.server_port}"
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        """Ends the server."""
        self._server.shutdown()
        self._server.server_close()
