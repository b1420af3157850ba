"""Commands that run while a test reads what they print."""

import re
import signal
import subprocess
import threading

import program


def collect(pipe, take):
    """Hands on the lines of a pipe as they come; gives the thread that does it."""
    def run():
        for line in pipe:
            take(line.decode().removesuffix("\n"))

    reader = threading.Thread(target=run, daemon=True)
    reader.start()
    return reader


class Running:
    """A command that runs, by default one of the program: `process`, and its `lines` on stdout."""

    def __init__(self, *arguments, command=(program.PATH,), **options):
        self._command = [str(each) for each in (*command, *arguments)]
        self._options = options
        self.start()

    def start(self):
        """Starts it, as it was started before if it was."""
        self.process = subprocess.Popen(
            self._command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, **self._options)
        self.lines, self._errors = [], []
        self._readers = [collect(self.process.stdout, self.take),
                         collect(self.process.stderr, self._errors.append)]

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.process.kill()
        self._ended()
        self.process.stdout.close()
        self.process.stderr.close()

    def take(self, line):
        """Keeps a line of stdout."""
        self.lines.append(line)

    @property
    def errors(self):
        """The text that it has written on stderr."""
        return "\n".join(self._errors)

    def wait_for(self, text, within=60.0):
        """The first line with a text in it, once it is there."""
        try:
            return program.wait_until(
                lambda: next((line for line in self.lines if text in line), None), within)
        except AssertionError:
            raise AssertionError(f"{text} is not in {self.lines}: {self.errors}") from None

    def stop(self, number=signal.SIGINT):
        """Ends it by a signal; gives its exit code."""
        self.process.send_signal(number)
        return self._ended()

    def _ended(self):
        code = self.process.wait(60)
        for reader in self._readers:
            reader.join(5)
        return code


class Farm(Running):
    """`nphub simulate`: `config` reads it."""

    def __init__(self, *arguments):
        super().__init__("simulate", "--listen", "127.0.0.1:0", *arguments)
        program.wait_until(lambda: self.process.poll() is not None or self._is_whole())
        self.config = self.errors + "\n"
        self.port = int(re.search(r"127\.0\.0\.1:(\d+)", self.config)[1])
        # It is started again where it was.
        self._command[3] = f"127.0.0.1:{self.port}"

    def _is_whole(self):
        count = re.match(r"# (\d+) simulated", self.errors)
        return count and len(re.findall(r"\n +feed: .*\}", self.errors)) == int(count[1])
