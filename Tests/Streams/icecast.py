"""An Icecast with streams of a tone, whose titles the tests choose."""

import os
import shutil
import signal
import subprocess
import tempfile
import time
import urllib.parse
import urllib.request
from pathlib import Path

import program

PASSWORD = "hackme"
# The mounts: their names, the encoder's options, and the encoding of titles if it is not Latin-1.
MOUNTS = {
    "/latin.mp3": (["-c:a", "libmp3lame", "-f", "mp3", "-content_type", "audio/mpeg"], None),
    "/utf8.mp3": (["-c:a", "libmp3lame", "-f", "mp3", "-content_type", "audio/mpeg"], "UTF-8"),
    "/live.aac": (["-c:a", "aac", "-f", "adts", "-content_type", "audio/aac"], "UTF-8"),
    "/live.ogg": (["-c:a", "libvorbis", "-f", "ogg", "-content_type", "application/ogg"], None),
}
# Bits of sound in a second.
RATE = 64_000
# The bytes between two titles, Icecast's own.
INTERVAL = 16_000

_CONFIG = """<icecast>
  <limits><clients>50</clients><sources>8</sources><burst-size>65535</burst-size></limits>
  <authentication>
    <source-password>{password}</source-password><admin-user>admin</admin-user>
    <admin-password>{password}</admin-password>
  </authentication>
  <hostname>127.0.0.1</hostname>
  <listen-socket><port>{port}</port><bind-address>127.0.0.1</bind-address></listen-socket>
  {mounts}
  <paths>
    <logdir>{folder}</logdir><webroot>/usr/share/icecast2/web</webroot>
    <adminroot>/usr/share/icecast2/admin</adminroot>
  </paths>
  <logging><errorlog>error.log</errorlog><loglevel>2</loglevel></logging>
  <security><chroot>0</chroot>
    <changeowner><user>daemon</user><group>daemon</group></changeowner></security>
</icecast>
"""


class Icecast:
    """A server, and a source for each of its mounts."""

    def __init__(self):
        self._folder = Path(tempfile.mkdtemp(prefix="nphub-icecast-"))
        self._folder.chmod(0o777)
        self.port = program.free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        mounts = "".join(
            f"<mount><mount-name>{name}</mount-name><charset>{charset}</charset></mount>"
            for name, (_, charset) in MOUNTS.items() if charset)
        config = self._folder / "icecast.xml"
        config.write_text(_CONFIG.format(
            password=PASSWORD, port=self.port, mounts=mounts, folder=self._folder))
        self._processes = [self._run("icecast2", "-c", str(config))]
        program.wait_until(self._answers, within=20)
        self._processes += [self._source(name) for name in MOUNTS]
        program.wait_until(lambda: all(map(self._plays, MOUNTS)), within=30)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for process in reversed(self._processes):
            process.send_signal(signal.SIGTERM)
            try:
                process.wait(10)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
        shutil.rmtree(self._folder, ignore_errors=True)

    def _run(self, *command):
        return subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL, env={**os.environ, "LC_ALL": "C.UTF-8"})

    def _source(self, mount):
        encoder, _ = MOUNTS[mount]
        tone = "sine=frequency=440:sample_rate=44100"
        return self._run(
            "ffmpeg", "-v", "error", "-re", "-f", "lavfi", "-i", tone, "-b:a", str(RATE), *encoder,
            "-ice_name", "Radio Seewind", "-ice_genre", "Shanty",
            f"icecast://source:{PASSWORD}@127.0.0.1:{self.port}{mount}")

    def _answers(self):
        try:
            urllib.request.urlopen(self.url + "/status-json.xsl", timeout=2).close()
            return True
        except OSError:
            return False

    def _plays(self, mount):
        text = urllib.request.urlopen(self.url + "/status-json.xsl", timeout=5).read().decode()
        return mount in text

    def end_source(self, mount):
        """Has a stream end, as when its studio goes off the air."""
        process = self._processes[1 + list(MOUNTS).index(mount)]
        process.terminate()
        process.wait()

    def begin_source(self, mount):
        """Has a stream begin again."""
        self._processes[1 + list(MOUNTS).index(mount)] = self._source(mount)

    def say(self, mount, title, charset="UTF-8"):
        """Sets a title; gives the time at which the server had it."""
        query = urllib.parse.urlencode({
            "mount": mount, "mode": "updinfo", "charset": charset,
            "song": title.encode(charset)})
        manager = urllib.request.HTTPPasswordMgrWithDefaultRealm()
        manager.add_password(None, self.url, "admin", PASSWORD)
        opener = urllib.request.build_opener(urllib.request.HTTPBasicAuthHandler(manager))
        opener.open(f"{self.url}/admin/metadata?{query}", timeout=10).close()
        return time.monotonic()
