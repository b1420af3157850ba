"""A terminal of the tests' own, in which the program runs as in front of a user."""

import fcntl
import os
import pty
import re
import select
import struct
import subprocess
import termios
import time
import unicodedata

import program

CODE = re.compile(r"\x1b\[([?0-9;]*)([A-Za-z])|\r\n|(.)", re.DOTALL)
CONTROLS = re.compile(r"[\x00-\x09\x0b\x0c\x0e-\x1a\x1c-\x1f\x7f-\x9f]")


def columns(character):
    """Returns the number of columns that a terminal gives to a character."""
    if unicodedata.category(character) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


class Terminal:
    """A command that runs in a terminal, and what stands on its screen."""

    def __init__(self, *arguments, size=(20, 72), shows_errors=False, **environment):
        self.rows, self.columns = size
        self._master, self._slave = pty.openpty()
        self._set_size()
        self.before = termios.tcgetattr(self._slave)
        self.process = subprocess.Popen(
            [str(program.PATH), *map(str, arguments)], stdin=self._slave, stdout=self._slave,
            stderr=self._slave if shows_errors else subprocess.PIPE, start_new_session=True,
            preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),
            env={**os.environ, "TERM": "xterm", "XDG_RUNTIME_DIR": "/nowhere", **environment})
        self.written = ""
        self.is_alternate = False
        self.shows_cursor = True
        self._cells = {}
        self._place = (0, 0)
        self._rest = b""

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        if self.process.stderr:
            self.process.stderr.close()
        os.close(self._master)
        os.close(self._slave)

    def _set_size(self):
        fcntl.ioctl(self._slave, termios.TIOCSWINSZ,
                    struct.pack("HHHH", self.rows, self.columns, 0, 0))

    def resize(self, rows, width):
        """Gives the terminal another size."""
        self.rows, self.columns = rows, width
        self._cells = {place: each for place, each in self._cells.items()
                       if place[0] < rows and place[1] < width}
        self._set_size()

    def press(self, keys):
        """Presses keys, one after the other."""
        for key in keys if isinstance(keys, list) else [keys]:
            os.write(self._master, key.encode())

    @property
    def has_its_state_back(self):
        """True if keys are echoed and come in lines again, on the screen from before."""
        self.read()
        state = termios.tcgetattr(self._slave)
        return state == self.before and not self.is_alternate and self.shows_cursor

    def read(self, within=0.0):
        """Takes what the program has written."""
        while select.select([self._master], [], [], within)[0]:
            self._rest += os.read(self._master, 65536)
            text = self._rest.decode(errors="ignore")
            # A code that is not whole yet waits for its end.
            whole = re.sub(r"\x1b(\[[?0-9;]*)?\Z", "", text)
            self._rest = text[len(whole):].encode()
            self.written += whole
            self._draw(whole)
            within = 0

    def _draw(self, text):
        assert not CONTROLS.search(text), f"a control character reached the terminal: {text!r}"
        for parameters, final, character in CODE.findall(text):
            if final:
                self._obey(parameters, final)
            elif character:
                self._put(character)

    def _put(self, character):
        # On the usual screen lines scroll, which this one does not follow.
        if not self.is_alternate:
            return
        row, column = self._place
        width = columns(character)
        if width == 0:
            return
        assert row < self.rows and column + width <= self.columns, (self._place, character)
        self._cells[row, column] = character
        for covered in range(column + 1, column + width):
            self._cells[row, covered] = ""
        self._place = (row, column + width)

    def _obey(self, parameters, final):
        row, column = self._place
        if final == "H":
            place = [int(each) - 1 for each in parameters.split(";")] if parameters else [0, 0]
            self._place = tuple(place)
        elif final == "K":
            # Behind the last column is no other one: the cursor waits on it.
            first = min(column, self.columns - 1)
            self._erase(lambda place: place[0] == row and place[1] >= first)
        elif final == "J":
            self._erase(lambda place: parameters == "2" or place >= self._place)
        elif parameters == "?1049":
            self.is_alternate = final == "h"
        elif parameters == "?25":
            self.shows_cursor = final == "h"
        else:
            assert final == "m", f"an unknown code: {parameters}{final}"

    def _erase(self, holds):
        self._cells = {place: each for place, each in self._cells.items() if not holds(place)}

    @property
    def lines(self):
        """The lines of the screen, without space at their ends."""
        return ["".join(self._cells.get((row, column), " ")
                        for column in range(self.columns)).rstrip() for row in range(self.rows)]

    @property
    def text(self):
        """The screen as one text."""
        return "\n".join(self.lines)

    def wait_for(self, text, within=10.0):
        """Reads until the screen shows a text; gives its lines."""
        def shows():
            self.read(0.05)
            return text in self.text

        try:
            program.wait_until(shows, within)
        except AssertionError:
            raise AssertionError(f"{text!r} is not on the screen:\n{self.text}") from None
        return self.lines

    def wait_while(self, text, within=10.0):
        """Reads until the screen shows a text no longer; gives its lines."""
        def is_gone():
            self.read(0.05)
            return text not in self.text

        program.wait_until(is_gone, within)
        return self.lines

    def settle(self, pause=0.3):
        """Reads until nothing has come for a while; gives the lines."""
        deadline = time.monotonic() + pause
        while time.monotonic() < deadline:
            before = len(self.written)
            self.read(0.05)
            if len(self.written) > before:
                deadline = time.monotonic() + pause
        return self.lines

    def end(self, number=None):
        """The exit code, once it has ended, by a signal if need be."""
        if number is not None:
            self.process.send_signal(number)
        code = None

        def has_ended():
            nonlocal code
            # A program that writes to an unread terminal does not end.
            self.read(0.02)
            code = self.process.poll()
            return code is not None

        program.wait_until(has_ended, 10)
        self.read()
        return code

    def interrupt(self):
        """Ctrl-C."""
        self.press("\x03")
        return self.end()
