"""A wire to a server that a test can cut, or lose without a sign."""

import socket
import threading


class Relay:
    """Passes bytes on, from a port of its own to a server's and back."""

    def __init__(self, server):
        self._server = server
        self._lock = threading.Lock()
        self._open = set()
        self._is_cut = False
        # The number of connections so far.
        self.count = 0
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port = self._listener.getsockname()[1]
        threading.Thread(target=self._accept, daemon=True).start()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.cut()
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

    def mend(self):
        """Lets connections through again."""
        with self._lock:
            self._is_cut = False

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
                self._open.add(Wire(client, socket.create_connection(self._server)))


class Wire:
    """One connection through a relay."""

    def __init__(self, client, server):
        self._ends = client, server
        self.is_lost = False
        threading.Thread(target=self._run, daemon=True).start()

    def _run(self):
        client, server = self._ends
        back = threading.Thread(target=self._pass, args=(server, client), daemon=True)
        back.start()
        self._pass(client, server)
        back.join()
        client.close()
        server.close()

    def close_both(self):
        """Ends it in both directions."""
        for end in self._ends:
            try:
                end.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass

    def _pass(self, source, target):
        try:
            while part := source.recv(65536):
                if not self.is_lost:
                    target.sendall(part)
        except OSError:
            pass
        self.close_both()
