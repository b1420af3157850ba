"""The hub behind nginx and Caddy, by the settings that docs/web-server.md shows; and behind a cache."""

import os
import re
import shutil
import socket
import subprocess

import service

DOCUMENT = (service.REPOSITORY / "docs/web-server.md").read_text()
FOR_APPS = (service.REPOSITORY / "docs/one-hub-for-an-app.md").read_text()
# The folder into which `make setup-web` unpacks them.
FOLDER = service.REPOSITORY / ".build/proxies/usr"
# The name that the document's settings have.
NAME = "radio.example"


def executable(name):
    """Returns the path of a proxy."""
    path = next((str(each) for each in (FOLDER / "sbin" / name, FOLDER / "bin" / name)
                 if each.exists()), None) or shutil.which(name)
    if not path:
        raise AssertionError(f"there is no {name}: make setup-web")
    return path


def shown(heading, document=DOCUMENT):
    """The first block of code below a heading of a document."""
    below = document.split(f"### {heading}\n", 1)[1]
    return re.search(r"^```\w*\n(.*?)^```$", below, re.MULTILINE | re.DOTALL)[1]


def answers(port):
    """Returns true if a server listens there."""
    try:
        socket.create_connection(("127.0.0.1", port), 5).close()
        return True
    except OSError:
        return False


class Proxy:
    """A proxy before a hub, in the hub's folder and on a port of its own."""

    def __init__(self, hub, speaks_tls):
        self.folder = hub.folder
        self.certificate = hub.certificate(NAME)
        self.port = service.free_port()
        self._log = open(self.folder / "proxy.log", "wb")
        self._process = subprocess.Popen(
            self.command(hub.origin.removeprefix("http://"), speaks_tls),
            cwd=self.folder, stdin=subprocess.DEVNULL, stdout=self._log, stderr=self._log,
            env={**os.environ, "HOME": str(self.folder)})
        service.wait_until(lambda: answers(self.port) or self._process.poll() is not None)
        if self._process.poll() is not None:
            raise AssertionError((self.folder / "proxy.log").read_text())

    def close(self):
        """Ends it."""
        self._process.terminate()
        self._process.wait(30)
        self._log.close()


class Nginx(Proxy):
    """nginx, by the settings that are shown; without TLS, those of the certificate are left out."""

    def command(self, hub, speaks_tls):
        """Its command line. Only the addresses and the names of files are the tests'."""
        text = self.settings().replace("127.0.0.1:8420", hub)
        if speaks_tls:
            certificate, key = self.certificate
            text = re.sub(r"(ssl_certificate) .*;", rf"\1 {certificate};", text)
            text = re.sub(r"(ssl_certificate_key) .*;", rf"\1 {key};", text)
        else:
            text = re.sub(r" *ssl_certificate.*\n", "", text).replace(" ssl;", ";")
        text = text.replace("listen 443", f"listen 127.0.0.1:{self.port}")
        places = "".join(f"{name}_temp_path {self.folder}/{name};" for name in (
            "client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
        path = self.folder / "nginx.conf"
        path.write_text(f"daemon off; master_process off; pid {self.folder}/nginx.pid; events {{}}\n"
                        f"http {{ access_log off; {places}\n{text} }}\n")
        return [executable("nginx"), "-e", "stderr", "-p", str(self.folder), "-c", str(path)]

    def settings(self):
        """The settings that are shown."""
        return shown("Behind nginx")


class CachingNginx(Nginx):
    """The same, with the cache that is shown, which keeps answers for a time."""

    KEPT = "2s"

    def settings(self):
        """The settings that are shown; only the cache's folder and time are the tests'."""
        place, location = shown("A cache before it", FOR_APPS).split("\n\n", 1)
        place = place.replace("/var/cache/nginx/radio", f"{self.folder}/cache")
        location = location.replace("200 2s", f"200 {self.KEPT}")
        return place + "\n" + super().settings().replace("    location / {", location + "\n    location / {")


class KeepingNginx(CachingNginx):
    """The same, with answers that stay."""

    KEPT = "1h"


class Caddy(Proxy):
    """Caddy, by the settings that are shown; the certificate is the tests', or there is none."""

    def command(self, hub, speaks_tls):
        """Its command line."""
        text = shown("Behind Caddy").replace("127.0.0.1:8420", hub)
        scheme = "https" if speaks_tls else "http"
        certificate = f"    tls {' '.join(self.certificate)}\n" if speaks_tls else ""
        text = text.replace(f"{NAME} {{\n", f"{scheme}://{NAME}:{self.port} {{\n{certificate}")
        path = self.folder / "Caddyfile"
        path.write_text("{\nadmin off\nauto_https disable_redirects\n}\n" + text)
        return [executable("caddy"), "run", "--adapter", "caddyfile", "--config", str(path)]
