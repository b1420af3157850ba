"""The state of a player at a moment, as the player and the hub tell it, and their differences."""

from dataclasses import dataclass, replace


@dataclass(frozen=True)
class Playing:
    """A track, and where in it a player is."""

    state: str
    title: str | None = None
    artist: str | None = None
    duration: float | None = None
    # The position at a moment of the wall clock; `None` where it is unknown.
    elapsed: float | None = None
    as_of: float = 0.0
    rate: float = 1.0

    @classmethod
    def of_record(cls, state):
        """Returns the state in the hub's record of a station."""
        track, playback = state.get("track", {}), state.get("playback", {})
        return cls(
            playback.get("state", "stopped"), track.get("title"), track.get("artist"),
            playback.get("duration"), playback.get("elapsed"), playback.get("asOf", 0.0),
            playback.get("rate", 0.0))

    def position(self, at):
        """The position at a moment."""
        if self.elapsed is None:
            return None
        rate = self.rate if self.state == "playing" else 0.0
        position = self.elapsed + rate * (at - self.as_of)
        return max(0.0, min(position, self.duration or position))

    def told(self, at):
        """All of it in words, as it is at a moment."""
        position = self.position(at)
        return " ".join([
            self.state, f"“{self.title}”" if self.title else "nothing",
            *([f"at {position:.1f}"] if position is not None else []),
            *([f"of {self.duration:.1f} s"] if self.duration is not None else [])])


def drift(shown, said, at):
    """Returns the seconds by which the shown position is ahead of the player's."""
    if said.state == "stopped" or shown.elapsed is None or said.elapsed is None:
        return None
    return shown.position(at) - said.position(at)


def differences(shown, said, at, tolerance):
    """Returns the faults in a state that is shown at a moment, in words."""
    # A player that is stopped may still have a track, or not.
    if said.state == "stopped" == shown.state and shown.title in (None, said.title):
        return []
    wrong = [f"{name} is {given!r}, not {true!r}" for name, given, true in [
        ("state", shown.state, said.state), ("title", shown.title, said.title),
        ("artist", shown.artist, said.artist)] if given != true]
    if shown.state == "playing" == said.state and shown.rate != said.rate:
        wrong.append(f"rate is {shown.rate}, not {said.rate}")
    if (shown.duration is None) != (said.duration is None) or (
            said.duration is not None and abs(shown.duration - said.duration) > 0.5):
        wrong.append(f"duration is {shown.duration}, not {said.duration}")
    off = drift(shown, said, at)
    if off is None and said.elapsed is not None:
        wrong.append(f"position is unknown, not {said.position(at):.2f}")
    elif off is not None and abs(off) > tolerance:
        wrong.append(f"position is {shown.position(at):.2f}, not {said.position(at):.2f}")
    return wrong


def is_consistent(shown, said, at, tolerance):
    """Returns true if a state that is shown contradicts nothing; it can be incomplete."""
    if said.state == "stopped" == shown.state and shown.title in (None, said.title):
        return True
    off = drift(shown, said, at)
    return (shown.state, shown.title) == (said.state, said.title) and (
        off is None or abs(off) <= tolerance)


def flicker(records, before, after, tolerance):
    """The records that show neither what played before nor what plays after, or go back.

    `records` are pairs of the moment at which one came and what it shows.
    """
    has_changed = False
    for at, shown in records:
        # A player that plays on because of a seek may do so before it seeks, or after.
        passing = (before, mixed(before, after, at), mixed(after, before, at))
        if is_consistent(shown, after, at, tolerance):
            has_changed = True
        elif has_changed or not any(is_consistent(shown, one, at, tolerance) for one in passing):
            yield at, shown


def mixed(one, other, at):
    """The state of one where the other is at a moment."""
    return replace(other, state=one.state, elapsed=other.position(at), as_of=at)
