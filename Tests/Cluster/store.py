"""nats-server with JetStream, and wires to it that can be cut."""

import shutil
import socket
import threading
import time

from processes import Process, free_port


class Store:
    """A server with a folder for what it keeps."""

    def __init__(self, folder):
        self.folder = folder / "jetstream"
        self.port = free_port()
        self._log = folder / "nats.log"
        self._process = None

    @staticmethod
    def missing():
        """What it needs and is not installed."""
        return [] if shutil.which("nats-server") else ["nats-server"]

    def start(self):
        """Starts it, and waits until it answers."""
        self._process = Process(
            ["nats-server", "-a", "127.0.0.1", "-p", self.port, "-js", "-sd", self.folder],
            self._log)
        deadline = time.monotonic() + 20
        while not answers(self.port):
            if time.monotonic() > deadline:
                raise AssertionError(f"nats-server does not answer: {self._log.read_text()[-500:]}")
            time.sleep(0.05)

    def kill(self, forget=False):
        """Kills it, and deletes what it kept if it is to forget."""
        self._process.end(9)
        self._process = None
        if forget:
            shutil.rmtree(self.folder, ignore_errors=True)

    def end(self):
        """Ends it, if it runs."""
        if self._process is not None:
            self._process.end()


def answers(port):
    """Whether a server greets at a port."""
    try:
        with socket.create_connection(("127.0.0.1", port), 1) as connection:
            connection.settimeout(1)
            return connection.recv(4) == b"INFO"
    except OSError:
        return False


class Wire:
    """A port of its own to the store. Cut, it carries nothing, and tells neither side."""

    def __init__(self, store):
        self._store = store
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port = self._listener.getsockname()[1]
        self._is_whole = threading.Event()
        self._is_whole.set()
        threading.Thread(target=self._accept, daemon=True).start()

    def cut(self):
        """Carries nothing from now on."""
        self._is_whole.clear()

    def mend(self):
        """Carries again, also what waited."""
        self._is_whole.set()

    def _accept(self):
        while True:
            near, _ = self._listener.accept()
            threading.Thread(target=self._connect, args=(near,), daemon=True).start()

    def _connect(self, near):
        self._is_whole.wait()
        try:
            far = socket.create_connection(("127.0.0.1", self._store.port), 5)
        except OSError:
            near.close()
            return
        far.settimeout(None)
        for source, sink in ((near, far), (far, near)):
            threading.Thread(target=self._carry, args=(source, sink), daemon=True).start()

    def _carry(self, source, sink):
        try:
            while data := source.recv(65536):
                self._is_whole.wait()
                sink.sendall(data)
        except OSError:
            pass
        for end in (source, sink):
            try:
                end.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass
