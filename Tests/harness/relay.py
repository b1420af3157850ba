"""A wire to a server that a test can cut, hold, or lose without a sign."""

import socket
import threading


class Relay:
    """Passes bytes on, from a port or a path of its own to a server and back.

    The server has a port too, or a path.
    """

    def __init__(self, server, path=None):
        self._server = server
        self._lock = threading.Lock()
        self._open = set()
        self._is_cut = False
        self._carries = threading.Event()
        self._carries.set()
        # The number of connections so far, and all bytes that went each way.
        self.count = 0
        self.sent, self.told = bytearray(), bytearray()
        self._listener = socket.create_server(
            str(path) if path else ("127.0.0.1", 0),
            family=socket.AF_UNIX if path else socket.AF_INET)
        self.port = None if path else self._listener.getsockname()[1]
        threading.Thread(target=self._accept, daemon=True).start()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.cut()
        self._carries.set()
        # A thread that waits for connections is not woken by a close alone.
        self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()

    def cut(self):
        """Ends all connections, and refuses new ones until `mend`."""
        with self._lock:
            self._is_cut = True
            for each in self._open:
                each.close_both()
            self._open.clear()

    def lose(self):
        """Lets the connections that there are carry nothing any more, without a word to either end."""
        with self._lock:
            for each in self._open:
                each.is_lost = True

    def hold(self):
        """Carries nothing until `mend`, without a word to either end; what is sent waits."""
        self._carries.clear()

    def mend(self):
        """Lets connections through again, and what waited."""
        with self._lock:
            self._is_cut = False
        self._carries.set()

    def _accept(self):
        while True:
            try:
                client, _ = self._listener.accept()
            except OSError:
                return
            with self._lock:
                if self._is_cut:
                    client.close()
                    continue
                self.count += 1
                self._open.add(Wire(self, client))

    def connect(self):
        """Returns a connection to the server, when bytes are carried."""
        self._carries.wait()
        if isinstance(self._server, tuple):
            return socket.create_connection(self._server)
        server = socket.socket(socket.AF_UNIX)
        server.connect(str(self._server))
        return server

    def carry(self, part, target, kept):
        """Passes bytes on."""
        self._carries.wait()
        kept += part
        target.sendall(part)


class Wire:
    """One connection through a relay."""

    def __init__(self, relay, client):
        self._relay = relay
        self._ends = [client]
        self.is_lost = False
        threading.Thread(target=self._run, daemon=True).start()

    def _run(self):
        client, = self._ends
        with client:
            try:
                server = self._relay.connect()
            except OSError:
                return
            self._ends.append(server)
            back = threading.Thread(
                target=self._pass, args=(server, client, self._relay.told), daemon=True)
            back.start()
            self._pass(client, server, self._relay.sent)
            back.join()
            server.close()

    def close_both(self):
        """Ends it in both directions."""
        for end in self._ends:
            try:
                end.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass

    def _pass(self, source, target, kept):
        try:
            while part := source.recv(65536):
                if not self.is_lost:
                    self._relay.carry(part, target, kept)
        except OSError:
            pass
        self.close_both()
