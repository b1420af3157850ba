"""Home Assistant with its integration of MPD, and with players of its demo."""

import time
from datetime import datetime
from pathlib import Path

import onboarding
import processes
from music_player_daemon import MusicPlayerDaemon
from playing import Playing
from servers import Player, Server, Step, is_

# The program that `make setup-players` installs.
PROGRAM = Path(__file__).resolve().parents[2] / ".build/players/home-assistant/bin/hass"
CONFIG = """\
http:
  server_host: 127.0.0.1
  server_port: {port}
onboarding:
websocket_api:
demo:
media_player:
  - platform: mpd
    name: mpd
    host: 127.0.0.1
    port: {mpd_port}
"""


class HomeAssistant(Server):
    """A server with three of its players."""

    name = "home-assistant"
    programs = (str(PROGRAM), "mpd")

    def __init__(self, folder, files):
        super().__init__(folder, files)
        folder = self.folder
        self.address = f"127.0.0.1:{processes.free_port()}"
        self.daemon = MusicPlayerDaemon(folder, files)
        # The server gives one when it runs; the hub reads the file when it reads its config.
        self._token = None
        self.token_file = folder / "token"
        self.token_file.write_text("not yet known")
        self.players = [DaemonPlayer(self), Walkman(self), LivingRoom(self)]
        (folder / "configuration.yaml").write_text(
            CONFIG.format(port=self.address.rpartition(":")[2], mpd_port=self.daemon.port))

    def prepare(self):
        self.run(*self.daemon.command)
        self.wait_for(self.daemon.fill)

    def launch(self):
        return self.run(PROGRAM, "--config", self.folder, "--skip-pip")

    def version(self):
        if not self._token:
            self._token = self.introduce()
        return self.ask("config")["version"]

    def introduce(self):
        """Makes the first user; gives a token of theirs, which is kept."""
        token = onboarding.introduce(f"http://{self.address}/")
        self.token_file.write_text(token)
        return token

    def ask(self, path, body=None):
        """Returns the answer of its REST interface."""
        return processes.ask(
            f"http://{self.address}/api/{path}", body, Authorization=f"Bearer {self._token}")


class Entity(Player):
    """A player, operated by the services of all media players.

    Positions are told in whole seconds, so that they jump by up to one; the hub follows a jump of
    more than half a second.
    """

    tolerance = 0.6
    passing_tolerance = 1.2
    is_steady = False

    def __init__(self, server):
        self.server = server
        self.feed = {
            "type": "homeassistant", "url": f"ws://{server.address}/api/websocket",
            "entity": self.entity, "token": f"file:{server.token_file}"}

    def call(self, service, **parameters):
        """Calls a service; it is done when this ends."""
        self.server.ask(
            f"services/media_player/{service}", {"entity_id": self.entity, **parameters})

    def said(self):
        entity = self.server.ask(f"states/{self.entity}")
        state, attributes = entity["state"], entity["attributes"]
        if state not in ("playing", "paused"):
            return Playing("stopped")
        as_of = attributes.get("media_position_updated_at")
        return Playing(
            state, attributes["media_title"], attributes.get("media_artist"),
            float(attributes["media_duration"]), attributes.get("media_position"),
            datetime.fromisoformat(as_of).timestamp() if as_of else time.time())

    def play(self):
        self.call("media_play")

    def pause(self):
        self.call("media_pause")

    def resume(self):
        self.call("media_play")

    def seek(self, seconds):
        self.call("media_seek", seek_position=seconds)

    def next(self):
        self.call("media_next_track")

    def previous(self):
        self.call("media_previous_track")

    def stop(self):
        self.call("media_stop")


class DaemonPlayer(Entity):
    """The integration of MPD."""

    station = "homeassistant-mpd"
    entity = "media_player.mpd"

    def play(self):
        self.server.daemon.fill()
        super().play()


class Walkman(Entity):
    """A player of the demo that tells no positions."""

    station = "homeassistant-walkman"
    entity = "media_player.walkman"

    def steps(self):
        first = self.said().title
        yield Step("pause", self.pause, is_("paused", first))
        yield Step("play", self.play, is_("playing", first))
        yield Step("next", self.next, lambda said: said.title != first)
        second = self.said().title
        yield Step("previous", self.previous, is_("playing", first))
        yield Step("next again", self.next, is_("playing", second))


class LivingRoom(Entity):
    """A player of the demo whose position has no time while it is paused."""

    station = "homeassistant-living-room"
    entity = "media_player.living_room"

    def steps(self):
        title = self.said().title
        yield Step("pause", self.pause, is_("paused", title))
        yield Step("play", self.play, is_("playing", title))
