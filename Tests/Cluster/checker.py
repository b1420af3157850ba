"""Compares what clients saw with what the stations published."""

from dataclasses import dataclass

import farm

# The tolerance of a start that stations tell to the millisecond, in seconds.
START = 0.05
# The seconds by which the clients' reading may be ahead of the farm's: one machine, one clock.
EARLY = 0.01


@dataclass(frozen=True)
class Seen:
    """A record that a client was sent."""

    client: str
    at: float
    station: str
    epoch: str
    revision: int
    title: str | None
    start: float | None
    state: str


def faults(seen, stations):
    """Returns the faults in the records of all clients, in words."""
    last, revisions, found = {}, {}, []
    for record in seen:
        where = f"{record.client}, {record.station}, revision {record.revision}"
        found += [f"{where}: {fault}" for fault in (
            invented(record, stations[record.station].plays),
            backwards(record, last), older(record, revisions)) if fault]
    return found


def invented(record, plays):
    """A title that the station had not published by then, or with another start."""
    if record.title is None:
        return None
    number = farm.number(record.title)
    if number is None or number >= len(plays) or plays[number].start > record.at + EARLY:
        return f"{record.title!r} was not published"
    if record.start is not None and abs(record.start - plays[number].start) > START:
        return f"{record.title} begins {record.start - plays[number].start:+.3f} s off"
    return None


def backwards(record, last):
    """An older title behind a newer one."""
    number, key = farm.number(record.title), (record.client, record.station)
    if number is None:
        return None
    before, last[key] = last.get(key, number), number
    return f"Title {number} behind Title {before}" if number < before else None


def older(record, revisions):
    """A lower revision behind a higher one of the same epoch."""
    key = (record.client, record.station, record.epoch)
    before, revisions[key] = revisions.get(key, 0), record.revision
    return f"revision {record.revision} behind {before}" if record.revision < before else None


def differences(present, stations):
    """Returns the differences between `present`, a hub's title by station, and the stations."""
    return [f"{name}: {present.get(name)!r}, not {farm.title(station.plays[-1].number)!r}"
            for name, station in stations.items()
            if present.get(name) != farm.title(station.plays[-1].number)]


def repeated(history):
    """Titles that a station's history has more than once."""
    return sorted({title for title in history if history.count(title) > 1})
