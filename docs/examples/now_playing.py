"""Prints a line for each change of what stations play: `python3 now_playing.py [SOCKET]`."""

import json
import os
import socket
import sys
import time


def socket_path():
    """Returns the socket: of the command line, the environment, or the hub's own choice."""
    if len(sys.argv) > 1:
        return sys.argv[1]
    folder = os.environ.get("XDG_RUNTIME_DIR") or f"/tmp/nphub-{os.getuid()}"
    path = os.environ.get("NPHUB_SOCKET") or folder + "/nphub.sock"
    machine = "/run/nphub/nphub.sock"  # A hub that is a service of the machine.
    return machine if not os.path.exists(path) and os.path.exists(machine) else path


def records(path):
    """All stations' records, for ever; after an interruption those that were missed."""
    epoch, resume, seen, is_waiting = "", 0, {}, False
    while True:
        try:
            with socket.socket(socket.AF_UNIX) as hub:
                hub.connect(path)
                is_waiting = False
                parameters = {"view": "nowPlaying", "since": {"epoch": epoch, "revision": resume}}
                request = {"jsonrpc": "2.0", "id": 1, "method": "subscribe", "params": parameters}
                hub.sendall(json.dumps(request).encode() + b"\n")
                for message in map(json.loads, hub.makefile(encoding="utf-8")):
                    if "error" in message:
                        sys.exit(message["error"]["message"])
                    if "result" in message:
                        if not message["result"].get("recovered"):
                            # Another life of the hub: what was told in the last one is void.
                            epoch, resume, seen = message["result"]["epoch"], 0, {}
                        continue
                    resume = message["params"]["resume"]
                    record = message["params"].get("record")
                    # After an interruption a record may come twice.
                    if record and seen.get(record["station"]) != record["revision"]:
                        seen[record["station"]] = record["revision"]
                        yield record
        except (OSError, ValueError):
            # No hub is there, or it ended in the middle of a line.
            if not is_waiting:
                print(f"no hub listens at {path}; waiting for one", file=sys.stderr)
            is_waiting = True
        time.sleep(0.5)


def text(record):
    """A record in words, with the position of the track at this moment."""
    if "removed" in record:
        return f"{record['station']} is gone"
    state = record["nowPlaying"]
    track, playback = state.get("track", {}), state.get("playback", {})
    words = " – ".join(track[key] for key in ("artist", "title") if key in track)
    line = f"{state['station']['name']}: {words or state['connection']['state']}"
    if "elapsed" not in playback:
        return line
    position = playback["elapsed"] + playback["rate"] * (time.time() - playback["asOf"])
    return f"{line}, {max(0, min(position, playback.get('duration', position))):.1f} s"


try:
    for each in records(socket_path()):
        print(text(each), flush=True)
except KeyboardInterrupt:
    pass
