"""A headless Chromium, driven by the Chrome DevTools Protocol over a pair of pipes."""

import base64
import contextlib
import json
import os
import shutil
import subprocess
import tempfile
import threading

from page import BrowserError, SeenPage, end_group, installed

NAMES = ("chromium", "chromium-browser", "google-chrome")
# The deadline for an answer of the browser.
ANSWER_LIMIT = 60

# The keys that tests press: the code by which pages know them, and the text that they write.
KEYS = {
    "Enter": (13, "\r"), "Tab": (9, ""), "Escape": (27, ""), " ": (32, " "), "Backspace": (8, ""),
    "ArrowDown": (40, ""), "ArrowUp": (38, ""), "ArrowLeft": (37, ""), "ArrowRight": (39, ""),
}


def executable():
    """Returns the path of the browser; None if there is none."""
    return installed(NAMES)


class Browser:
    """A browser of its own, without a window and without anything from before."""

    def __init__(self):
        self._folder = tempfile.mkdtemp(prefix="nphub-browser-")
        self._lock = threading.Lock()
        self._answers = {}
        self._arrived = threading.Condition()
        self._pages = {}
        self._next_id = 1
        self._start()

    def _start(self):
        to_browser, self._output = os.pipe()
        self._input, from_browser = os.pipe()
        options = [
            "--headless=new", "--remote-debugging-pipe", f"--user-data-dir={self._folder}",
            "--no-first-run", "--no-default-browser-check", "--disable-gpu", "--mute-audio",
            "--disable-background-networking", "--disable-component-update", "--lang=en-US",
            "--hide-scrollbars", "--autoplay-policy=no-user-gesture-required",
            # Containers have a small /dev/shm, and refuse what the sandbox needs; all pages are ours.
            "--disable-dev-shm-usage", "--no-sandbox",
            # Names of other sites, which lead here as those of an attacker would.
            "--host-resolver-rules=MAP *.test 127.0.0.1, MAP radio.example 127.0.0.1",
            "--ignore-certificate-errors",
            # Pages in the background are throttled, and some tests have two pages.
            "--disable-renderer-backgrounding", "--disable-background-timer-throttling",
            "--disable-backgrounding-occluded-windows"]
        # The browser reads descriptor 3 and writes 4.
        redirect = f'exec "$0" "$@" 3<&{to_browser} 4>&{from_browser}'
        self._process = subprocess.Popen(
            ["/bin/sh", "-c", redirect, executable(), *options], stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            pass_fds=(to_browser, from_browser), start_new_session=True,
            env={**os.environ, "LANGUAGE": "en", "LC_ALL": "C.UTF-8", "HOME": self._folder,
                 "TMPDIR": self._folder})
        os.close(to_browser)
        os.close(from_browser)
        threading.Thread(target=self._read, daemon=True).start()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        """Ends the browser and all of its processes."""
        end_group(self._process)
        os.close(self._output)
        shutil.rmtree(self._folder, ignore_errors=True)

    def call(self, method, session=None, **parameters):
        """Sends a command; gives its result."""
        with self._lock:
            number = self._next_id
            self._next_id += 1
            message = {"id": number, "method": method, "params": parameters}
            if session:
                message["sessionId"] = session
            data = json.dumps(message).encode() + b"\0"
            while data:
                data = data[os.write(self._output, data):]
        with self._arrived:
            if not self._arrived.wait_for(lambda: number in self._answers, ANSWER_LIMIT):
                raise BrowserError(f"no answer to {method}")
            answer = self._answers.pop(number)
        if "error" in answer:
            raise BrowserError(f"{method}: {answer['error']['message']}")
        return answer["result"]

    def _read(self):
        pending = b""
        while chunk := os.read(self._input, 1 << 20):
            *messages, pending = (pending + chunk).split(b"\0")
            for message in map(json.loads, messages):
                self._receive(message)
        os.close(self._input)

    def _receive(self, message):
        if "id" in message:
            with self._arrived:
                self._answers[message["id"]] = message
                self._arrived.notify_all()
        elif page := self._pages.get(message.get("sessionId")):
            page.notice(message["method"], message["params"])

    def open(self, url, width=1280, height=800, dark=False, phone=False, script=None):
        """Opens an address in a page with nothing from other pages.

        `script` runs in it before any of its own.
        """
        context = self.call("Target.createBrowserContext")["browserContextId"]
        return self._open(context, url, width, height, dark, phone, script)

    def _open(self, context, url, width, height, dark, phone, script):
        target = self.call("Target.createTarget", url="about:blank", browserContextId=context)
        session = self.call(
            "Target.attachToTarget", targetId=target["targetId"], flatten=True)["sessionId"]
        page = Page(self, target["targetId"], session)
        self._pages[session] = page
        for domain in ("Page", "Runtime", "Log", "Network"):
            page.call(f"{domain}.enable")
        page.call("Emulation.setDeviceMetricsOverride", width=width, height=height,
                  deviceScaleFactor=1, mobile=phone)
        # A finger is coarse, as a phone's style sheets ask.
        page.call("Emulation.setTouchEmulationEnabled", enabled=phone)
        page.call("Emulation.setEmulatedMedia", features=[
            {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}])
        # Without it, only one page of the browser has the focus.
        page.call("Emulation.setFocusEmulationEnabled", enabled=True)
        if script:
            page.call("Page.addScriptToEvaluateOnNewDocument", source=script)
        page.go(url)
        return page


class Page(SeenPage):
    """A page of Chromium."""

    def __init__(self, browser, target, session):
        self._browser = browser
        self._target = target
        self._session = session
        # The page's complaints: exceptions, errors of the console, refused resources.
        self.complaints = []
        self.requests = []
        self._statuses = []
        self._is_closed = False

    def close(self):
        """Closes the page, unless that was done."""
        if not self._is_closed:
            self._is_closed = True
            self._browser.call("Target.closeTarget", targetId=self._target)

    def call(self, method, **parameters):
        """Sends a command to the page; gives its result."""
        return self._browser.call(method, self._session, **parameters)

    def notice(self, method, params):
        """Something happened in the page."""
        if method == "Runtime.exceptionThrown":
            details = params["exceptionDetails"]
            self.complaints.append(
                details.get("exception", {}).get("description") or details["text"])
        elif method == "Log.entryAdded" and params["entry"]["level"] == "error":
            self.complaints.append(f"{params['entry']['text']} {params['entry'].get('url', '')}")
        elif method == "Runtime.consoleAPICalled" and params["type"] in ("error", "warning"):
            self.complaints.append(" ".join(str(each.get("value", each.get("description")))
                                            for each in params["args"]))
        elif method == "Network.responseReceived":
            self._statuses.append((params["response"]["url"], params["response"]["status"]))
        elif method == "Network.requestWillBeSent":
            self.requests.append(params["request"]["url"])

    @contextlib.contextmanager
    def answers(self):
        """Address and status of what is answered meanwhile."""
        statuses, before = [], len(self._statuses)
        yield statuses
        statuses += self._statuses[before:]

    def go(self, url):
        """Goes to an address."""
        answer = self.call("Page.navigate", url=url)
        if "errorText" in answer:
            raise BrowserError(f"{url}: {answer['errorText']}")
        self.wait("document.readyState === 'complete'")

    def run(self, expression):
        """The value of an expression, or of the promise that it gives."""
        answer = self.call("Runtime.evaluate", expression=expression, awaitPromise=True,
                           returnByValue=True, userGesture=True)
        if "exceptionDetails" in answer:
            details = answer["exceptionDetails"]
            raise BrowserError(details.get("exception", {}).get("description") or details["text"])
        return answer["result"].get("value")

    def move(self, x, y):
        """Moves the pointer to a place."""
        self.call("Input.dispatchMouseEvent", type="mouseMoved", x=x, y=y)

    def press(self, key, shift=False):
        """Presses a key."""
        code, text = KEYS.get(key) or (ord(key.upper()), key)
        parameters = {"key": key, "code": key if len(key) > 1 else "", "modifiers": 8 * shift,
                      "windowsVirtualKeyCode": code}
        self.call("Input.dispatchKeyEvent", type="keyDown" if text else "rawKeyDown", text=text,
                  **parameters)
        self.call("Input.dispatchKeyEvent", type="keyUp", **parameters)

    def type(self, text):
        """Writes a text."""
        self.call("Input.insertText", text=text)

    def picture(self, full=False):
        """A picture of what is seen, or of the whole page: the bytes of a PNG."""
        data = self.call("Page.captureScreenshot", format="png", captureBeyondViewport=full)["data"]
        return base64.b64decode(data)

    def accessibility(self):
        """The page as assistive technology sees it: a list of nodes."""
        return self.call("Accessibility.getFullAXTree")["nodes"]
