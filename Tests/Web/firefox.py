"""A headless Firefox, driven by Marionette, its own protocol: commands and answers in JSON over TCP.

It has one window, which shows one page at a time.
"""

import base64
import json
import os
import shutil
import socket
import subprocess
import tempfile
from pathlib import Path

import service  # which makes the harness known
from page import BrowserError, SeenPage, end_group, installed

NAMES = ("firefox-esr", "firefox")
ANSWER_LIMIT = 60
PREFERENCES = {
    "marionette.port": 0, "browser.shell.checkDefaultBrowser": False,
    "browser.startup.homepage_override.mstone": "ignore", "datareporting.policy.firstRunURL": "",
    "app.normandy.enabled": False, "app.update.enabled": False, "media.autoplay.default": 0,
    "network.captive-portal-service.enabled": False, "network.connectivity-service.enabled": False,
    "services.settings.server": "data:,#remote-settings-dummy/v1", "dom.ipc.processCount": 1,
    "browser.safebrowsing.update.enabled": False, "intl.accept_languages": "en-US",
    "security.sandbox.content.level": 0, "browser.tabs.firefox-view": False,
}
# The window is no narrower than its own buttons: the page in it is.
RESIZE = """const { style } = gBrowser.selectedBrowser;
    for (const [name, value] of [['width', arguments[0]], ['height', arguments[1]]])
      for (const prefix of ['', 'min-', 'max-']) style.setProperty(prefix + name, `${value}px`);"""
PREFER = """for (const [name, value] of Object.entries(arguments[0])) Services.prefs.setIntPref(name, value);"""
# Returns the complaints of the pages of an origin.
COMPLAINTS = """const storage = Cc['@mozilla.org/consoleAPI-storage;1'].getService(Ci.nsIConsoleAPIStorage);
    const errors = Services.console.getMessageArray().filter((each) => each instanceof Ci.nsIScriptError
      && !(each.flags & Ci.nsIScriptError.warningFlag) && each.sourceName.startsWith(arguments[0]));
    const written = storage.getEvents().filter(({ level, filename }) =>
      ['error', 'warn'].includes(level) && filename.startsWith(arguments[0]));
    return [...errors.map(({ errorMessage }) => errorMessage),
      ...written.map((each) => each.arguments.join(' '))];"""
FORGET = """Cc['@mozilla.org/consoleAPI-storage;1'].getService(Ci.nsIConsoleAPIStorage).clearEvents();
    Services.console.reset();"""


def executable():
    """Returns the path of the browser; None if there is none."""
    return installed(NAMES)


class Firefox(SeenPage):
    """A browser of its own and the page that it shows."""

    def __init__(self):
        self._folder = Path(tempfile.mkdtemp(prefix="nphub-firefox-"))
        (self._folder / "user.js").write_text("".join(
            f"user_pref({json.dumps(name)}, {json.dumps(value)});\n"
            for name, value in PREFERENCES.items()))
        self._process = subprocess.Popen(
            [executable(), "--headless", "--marionette", "--remote-allow-system-access", "--no-remote",
             "--profile", self._folder],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            start_new_session=True, env={**os.environ, "LC_ALL": "C.UTF-8", "HOME": str(self._folder),
                                         "MOZ_DISABLE_CONTENT_SANDBOX": "1"})
        self._next_id = 1
        port = service.wait_until(self._port)
        self._socket = socket.create_connection(("127.0.0.1", port), ANSWER_LIMIT)
        self._input = self._socket.makefile("rb")
        self._receive()
        self.call("WebDriver:NewSession", capabilities={"alwaysMatch": {"acceptInsecureCerts": True}})
        self.call("WebDriver:SetWindowRect", width=1400, height=1000)
        self._origin = ""

    def _port(self):
        path = self._folder / "MarionetteActivePort"
        return int(path.read_text() or 0) if path.exists() else None

    def close(self):
        """Ends the browser and all of its processes."""
        self._socket.close()
        end_group(self._process)
        shutil.rmtree(self._folder, ignore_errors=True)

    def _receive(self):
        """The next message: its length in decimal digits, a colon, and JSON."""
        digits = b""
        while (byte := self._input.read(1)) != b":":
            digits += byte
        return json.loads(self._input.read(int(digits)))

    def call(self, method, **parameters):
        """Sends a command; gives its result."""
        message = json.dumps([0, self._next_id, method, parameters]).encode()
        self._next_id += 1
        self._socket.sendall(b"%d:%b" % (len(message), message))
        _, _, error, result = self._receive()
        if error:
            raise BrowserError(f"{method}: {error['message']}")
        return result["value"] if isinstance(result, dict) and "value" in result else result

    def _command(self, script, *arguments):
        """Runs a script of the browser itself, not of the page."""
        self.call("Marionette:SetContext", value="chrome")
        try:
            return self.call("WebDriver:ExecuteScript", script=script, args=list(arguments))
        finally:
            self.call("Marionette:SetContext", value="content")

    def open(self, url, width=1280, height=800, dark=False, phone=False):
        """Opens an address; what the page before it has stored is forgotten."""
        self.call("WebDriver:Navigate", url="about:blank")
        self._command(FORGET)
        # 1 is a coarse pointer, 6 a fine one that can hover.
        self._command(PREFER, {
            "layout.css.prefers-color-scheme.content-override": 0 if dark else 1,
            "ui.primaryPointerCapabilities": 1 if phone else 6,
            "ui.allPointerCapabilities": 1 if phone else 6})
        self._command(RESIZE, width, height)
        self._origin = "/".join(url.split("/")[:3])
        self.call("WebDriver:Navigate", url=url)
        return self

    @property
    def complaints(self):
        """The complaints of the page: exceptions, errors and warnings of the console."""
        return self._command(COMPLAINTS, self._origin)

    def run(self, expression):
        """The value of an expression, or of the promise that it gives."""
        value, error = self.call("WebDriver:ExecuteAsyncScript", args=[], script=f"""
            const done = arguments[0];
            Promise.resolve().then(() => ({expression})).then(
                (value) => done([value ?? null, null]), (error) => done([null, String(error)]));""")
        if error:
            raise BrowserError(error)
        return value

    def picture(self, full=False):
        """A picture of what is seen, or of the whole page: the bytes of a PNG."""
        return base64.b64decode(self.call("WebDriver:TakeScreenshot", full=full))
