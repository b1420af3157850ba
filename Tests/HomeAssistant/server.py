"""Home Assistant itself, connected to a broker."""

import sys
from pathlib import Path
from urllib.error import URLError

REPOSITORY = Path(__file__).resolve().parents[2]
sys.path += [str(REPOSITORY / "Tests" / name) for name in ("harness", "Contract", "Players")]

import onboarding  # noqa: E402
import processes  # noqa: E402
from program import wait_until  # noqa: E402

# The program that `make setup-homeassistant` installs.
PROGRAM = REPOSITORY / ".build/players/home-assistant/bin/hass"
CONFIG = """\
http:
  server_host: 127.0.0.1
  server_port: {port}
onboarding:
websocket_api:
config:
"""


class HomeAssistant:
    """A new Home Assistant in a folder, while it is entered."""

    def __init__(self, folder):
        self.folder = Path(folder)
        self.port = processes.free_port()
        self._token = None
        self._process = None
        (self.folder / "configuration.yaml").write_text(CONFIG.format(port=self.port))

    def __enter__(self):
        self.start()
        return self

    def __exit__(self, *_):
        self.end()

    def start(self):
        """Starts it, again with what it knew."""
        self._process = processes.Process(
            [PROGRAM, "--config", self.folder, "--skip-pip"], self.folder / "output")
        wait_until(self._answers, 300)
        if not self._token:
            self._token = onboarding.introduce(f"http://127.0.0.1:{self.port}/")
        wait_until(lambda: self.ask("config")["state"] == "RUNNING", 300)

    def end(self):
        """Ends it."""
        self._process.end(within=60)

    def _answers(self):
        try:
            processes.ask(f"http://127.0.0.1:{self.port}/api/onboarding")
            return True
        except URLError as error:
            # It asks for a token once it has been introduced.
            return getattr(error, "code", None) in (401, 404)

    def ask(self, path, body=None):
        """Returns the answer of its REST interface."""
        return processes.ask(
            f"http://127.0.0.1:{self.port}/api/{path}", body,
            Authorization=f"Bearer {self._token}")

    def connect(self, broker):
        """Sets up its integration of MQTT."""
        flow = self.ask("config/config_entries/flow", {"handler": "mqtt"})
        place = {"broker": "127.0.0.1", "port": broker.port}
        answer = self.ask(f"config/config_entries/flow/{flow['flow_id']}", place)
        assert answer["type"] == "create_entry", answer

    def call(self, domain, service, entity, **data):
        """Calls a service of an entity."""
        self.ask(f"services/{domain}/{service}", {"entity_id": entity, **data})

    def states(self):
        """Returns the entities with their states and attributes."""
        return {state["entity_id"]: state for state in self.ask("states")}

    def state(self, entity):
        """Returns the state of an entity; `None` if it is not there."""
        return self.states().get(entity, {}).get("state")

    def await_state(self, entity, state, within=60.0):
        """Waits until an entity has a state."""
        try:
            wait_until(lambda: self.state(entity) == state, within)
        except AssertionError:
            raise AssertionError(f"{entity} is {self.state(entity)}, not {state}") from None

    @property
    def log(self):
        """The text that it has written."""
        return (self.folder / "output").read_text(errors="replace")
