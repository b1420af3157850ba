"""Server processes: each writes a log, and ends together with all that it has started."""

import json
import os
import signal
import subprocess
import urllib.request
from contextlib import suppress
from pathlib import Path

from program import GUARD, free_port  # noqa: F401


class Process:
    """A process, and all that it starts."""

    def __init__(self, command, log, **environment):
        self.log = Path(log)
        with open(self.log, "ab") as output:
            self._process = subprocess.Popen(
                [*GUARD, *map(str, command)], env={**os.environ, **environment},
                cwd=self.log.parent, stdin=subprocess.DEVNULL, stdout=output,
                stderr=subprocess.STDOUT, start_new_session=True)

    @property
    def pid(self):
        """Its number."""
        return self._process.pid

    @property
    def has_ended(self):
        """True if it has ended by itself."""
        return self._process.poll() is not None

    def send(self, number):
        """Sends it a signal."""
        self._process.send_signal(number)

    def end(self, number=signal.SIGTERM, within=10.0):
        """Ends it with a signal, and kills what is left after that time."""
        # Descriptors, since the number of a process that has ended can be given to another one.
        offspring = [descriptor for pid in descendants(self._process.pid)
                     if (descriptor := descriptor_of(pid)) is not None]
        self._process.send_signal(number)
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(within)
        self._process.kill()
        self._process.wait()
        for descriptor in offspring:
            with suppress(ProcessLookupError):
                signal.pidfd_send_signal(descriptor, signal.SIGKILL)
            os.close(descriptor)


def descendants(pid):
    """The numbers of a process's children, and of theirs."""
    found = []
    for children in Path(f"/proc/{pid}/task").glob("*/children"):
        with suppress(FileNotFoundError, ProcessLookupError):
            for child in map(int, children.read_text().split()):
                found += [child, *descendants(child)]
    return found


def descriptor_of(pid):
    """A descriptor of a process; `None` when it has ended."""
    with suppress(ProcessLookupError):
        return os.pidfd_open(pid)
    return None


def ask(url, body=None, data=None, **headers):
    """The JSON that an address answers with, asked with a JSON body, a form, or neither."""
    if body is not None:
        data, headers["Content-Type"] = json.dumps(body).encode(), "application/json"
    request = urllib.request.Request(url, data, headers)
    with urllib.request.urlopen(request, timeout=10) as response:
        return json.load(response)


def call(url, method, **parameters):
    """The result of a JSON-RPC method, called over HTTP."""
    return result(ask(url, {"jsonrpc": "2.0", "id": 1, "method": method, "params": parameters}))


def result(answer):
    """The result in a JSON-RPC answer."""
    if "result" not in answer:
        raise AssertionError(f"a request was refused: {answer}")
    return answer["result"]
