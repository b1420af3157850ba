/** The standing of stations: which need care, and for how long something has been so. */
import { ageText, lineOf } from './words.js';

/** All standings, those that need care first, the most urgent of them at the front. */
export const STANDINGS = ['failing', 'stopped', 'stale', 'stuck', 'offline', 'connecting', 'live'];
/** The number of those that need care. A station that connects has another standing in a moment. */
const TROUBLES = STANDINGS.indexOf('connecting');
/** The standings of which nothing is on air, or nothing can be known. */
const AWAY = new Set(['failing', 'stopped', 'offline']);
/** A title that stands for longer is stuck, unless it lasts longer. In seconds. */
const STUCK_AFTER = 20 * 60;

/**
 * A beginning: a time in Unix seconds. It was earlier than that where `isAtLeast` is true, as of a
 * title that was there when the page was opened.
 * @typedef {{at: number, isAtLeast?: boolean}} Beginning
 */

export class Standings {
  /** The hub's clock, in Unix seconds. */
  now = () => Date.now() / 1000;
  /** The beginnings of titles, or of the time without one, by the stations' ids. */
  #titles = new Map();
  /** The times at which stations went off air, by their ids. */
  #offAir = new Map();

  /** Takes a state that came; `previous` is the one before. */
  note(id, state, previous) {
    if (!previous || nameOf(previous) !== nameOf(state)) {
      this.#titles.set(id, { at: this.now(), isAtLeast: !previous });
    }
    if (state.online !== false) this.#offAir.delete(id);
    else if (previous && previous.online !== false) this.#offAir.set(id, this.now());
  }

  /** Takes the hub's status, which knows what was before the page was opened. */
  learn({ links = [] }) {
    for (const { id, online, onlineSince, trackSince, untitledSince } of links.flatMap(({ stations }) => stations)) {
      const at = trackSince ?? untitledSince;
      if (at !== undefined) this.#titles.set(id, { at });
      if (online === false && onlineSince !== undefined) this.#offAir.set(id, onlineSince);
    }
  }

  /** The standing of a station, a word of `STANDINGS`. */
  of(state) {
    const { connection, online } = state;
    if (connection.state !== 'live') return connection.state;
    if (online === false) return 'offline';
    return this.#isStuck(state) ? 'stuck' : 'live';
  }

  /** True if nothing of the station can be heard, as far as the hub knows. */
  isAway(state) {
    return AWAY.has(this.of(state));
  }

  /**
   * The beginning of what the standing tells of: of the trouble, else of the title.
   * @returns {Beginning|undefined}
   */
  beginning(state) {
    const { connection, online, station } = state;
    if (connection.state !== 'live') return { at: connection.since };
    if (online === false) return this.#offAir.has(station.id) ? { at: this.#offAir.get(station.id) } : undefined;
    return this.#title(state);
  }

  /** The text for how long it has been so, such as `12 min` or `> 5 min`; empty where that is not known. */
  age(state) {
    const beginning = this.beginning(state);
    if (!beginning) return '';
    const seconds = this.now() - beginning.at;
    if (!beginning.isAtLeast) return ageText(seconds);
    return seconds < 60 ? '' : `> ${ageText(seconds)}`;
  }

  /** The time until the age's text or the standing changes by itself, in seconds. */
  untilChange(state) {
    const beginning = this.beginning(state);
    if (!beginning) return Infinity;
    const seconds = Math.max(0, this.now() - beginning.at);
    const unit = seconds < 3600 ? 60 : seconds < 86400 ? 3600 : 86400;
    const left = stuckAfter(state) - seconds;
    return Math.min(unit - seconds % unit, left > 0 ? left : Infinity);
  }

  #isStuck(state) {
    const beginning = this.#title(state);
    return beginning !== undefined && this.now() - beginning.at > stuckAfter(state);
  }

  #title({ station, track, programme, playback }) {
    // A player that stands still has no title that grows old, nor has a programme.
    if (track ? playback && playback.state !== 'playing' : programme) return undefined;
    if (track && playback?.startedAt !== undefined) return { at: playback.startedAt };
    return this.#titles.get(station.id);
  }
}

/** The standings of the page's stations. */
export const standings = new Standings();

/** True if a station needs care. */
export function isTrouble(state) {
  return STANDINGS.indexOf(standings.of(state)) < TROUBLES;
}

/** Puts the stations that need care first, the most urgent at the front; the others stay in order. */
export function troubleFirst(states) {
  const ranks = new Map(states.map((state) => [state, Math.min(TROUBLES, STANDINGS.indexOf(standings.of(state)))]));
  return states.sort((left, right) => ranks.get(left) - ranks.get(right));
}

function nameOf({ track }) {
  return track ? track.id ?? lineOf(track) : '';
}

function stuckAfter({ playback }) {
  return Math.max(STUCK_AFTER, playback?.duration ?? 0);
}
