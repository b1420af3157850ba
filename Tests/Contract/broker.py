"""A real MQTT broker, Mosquitto, and clients of it."""

import collections
import subprocess
import tempfile
import time
from pathlib import Path

import program
import running


class Broker:
    """A broker on loopback while it is entered, with TLS and a user where that is asked for."""

    def __init__(self, certificate=None, user=None, port=None):
        self._folder = tempfile.TemporaryDirectory(prefix="nphub-broker-")
        self.folder = Path(self._folder.name)
        # Mosquitto gives up root's rights, and reads its files after that.
        self.folder.chmod(0o755)
        self.port = port or program.free_port()
        lines = [f"listener {self.port} 127.0.0.1", "persistence false", "max_queued_messages 0",
                 f"allow_anonymous {'false' if user else 'true'}"]
        if user:
            passwords = self.folder / "passwords"
            subprocess.run(["mosquitto_passwd", "-c", "-b", passwords, *user], check=True)
            passwords.chmod(0o644)
            lines.append(f"password_file {passwords}")
        if certificate:
            lines += [f"certfile {self._readable(certificate, 'pem')}",
                      f"keyfile {self._readable(certificate, 'key')}"]
        (self.folder / "broker.conf").write_text("\n".join(lines))
        self._process = None

    def _readable(self, certificate, end):
        copy = self.folder / f"server.{end}"
        copy.write_bytes(certificate.with_suffix("." + end).read_bytes())
        copy.chmod(0o644)
        return copy

    @property
    def url(self):
        return f"mqtt://localhost:{self.port}"

    def start(self):
        """Starts it, with nothing in it."""
        count = self.log.count(" running")
        log = open(self.folder / "log", "ab")
        with log:
            self._process = subprocess.Popen(
                ["/usr/sbin/mosquitto", "-v", "-c", str(self.folder / "broker.conf")],
                stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        program.wait_until(
            lambda: self.log.count(" running") > count or self._process.poll() is not None)
        assert self._process.poll() is None, f"the broker ended at once: {self.log}"

    def kill(self):
        """Ends it as a crash does."""
        if self._process:
            self._process.kill()
            self._process.wait()
            self._process = None

    @property
    def log(self):
        """The lines that it has written."""
        path = self.folder / "log"
        return path.read_text(errors="replace") if path.exists() else ""

    def __enter__(self):
        self.start()
        return self

    def __exit__(self, *_):
        self.kill()
        self._folder.cleanup()

    def publish(self, topic, payload, *options):
        """Publishes a message, as another client does."""
        content = ("-s",) if payload else ("-n",)
        subprocess.run(
            ["mosquitto_pub", "-p", str(self.port), "-t", topic, *content, *options],
            input=payload.encode(), check=True, timeout=60)

    def retained(self):
        """The topics that it keeps, with their payloads."""
        output = subprocess.run(
            ["mosquitto_sub", "-p", str(self.port), "-t", "#", "-F", "%t %p", "--retained-only",
             "-W", "1"], stdout=subprocess.PIPE, check=False, timeout=60).stdout.decode()
        return dict(line.split(" ", 1) for line in output.splitlines())


class Subscriber:
    """A client of a broker: all messages that came since, in their order."""

    def __init__(self, broker, topic="#", *options):
        self.messages = []
        self._lines = []
        self._process = subprocess.Popen(
            ["stdbuf", "-oL", "mosquitto_sub", "-p", str(broker.port), "-t", topic,
             "-t", "test/there", "-F", "%r %t %p", *options], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        self._reader = running.collect(self._process.stdout, self._lines.append)
        # It has subscribed once it is told something.
        program.wait_until(lambda: self._is_there(broker))

    def _is_there(self, broker):
        broker.publish("test/there", "there")
        return self._lines

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self._process.kill()
        self._process.wait()
        self._reader.join(5)
        self._process.stdout.close()

    @property
    def all(self):
        """Triples of a flag for what was retained, the topic and the payload."""
        parts = [line.split(" ", 2) for line in list(self._lines)]
        return [(flag == "1", topic, payload) for flag, topic, payload in parts
                if topic != "test/there"]

    def payloads(self, topic):
        """The payloads of a topic."""
        return [payload for _, name, payload in self.all if name == topic]

    def last(self, topic):
        """The newest payload of a topic; `None` if none has come."""
        return next(reversed(self.payloads(topic)), None)

    def await_last(self, topic, payload, within=60.0):
        """Waits until the newest payload of a topic is this."""
        try:
            program.wait_until(lambda: self.last(topic) == payload, within)
        except AssertionError:
            raise AssertionError(f"{topic} is {self.last(topic)!r}, not {payload!r}") from None

    def counts(self, under=""):
        """The number of messages of each topic."""
        return collections.Counter(
            topic for _, topic, _ in self.all if topic.startswith(under))

    def quiet(self, seconds=1.5):
        """Waits until nothing has come for a while."""
        while True:
            count = len(self._lines)
            time.sleep(seconds)
            if len(self._lines) == count:
                return
