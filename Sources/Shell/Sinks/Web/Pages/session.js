/** The listening session that the page shows: its lock screen, its lists, and commands to it. */
import { playbackOfCard, tabsOf } from '../nphub.js';
import { textsOf } from './stations.js';
import { words } from './words.js';

/** A car that takes everything: the page's lists of stations, favourites and what was played. */
const EVERYTHING = {
  listItems: 1000, listSections: 100, tabs: 4, rowImages: 0, alertActions: 2, nowPlayingButtons: 8,
};

export class Session {
  /** The `lockScreen` document. */
  card = null;
  /** The `carPlay` document of a car that takes everything. */
  car = null;
  #subscriptions = [];

  constructor(app, name) {
    this.app = app;
    this.name = name;
  }

  /** Follows the session, as soon as the page may. */
  follow(locale) {
    if (this.#subscriptions.length) return;
    const { hub } = this.app;
    const changed = (details) => this.app.sessionChanged(details);
    this.#subscriptions = [
      hub.subscribe({ view: 'lockScreen', session: this.name }, {
        update: (_, card, { record, previous }) => {
          this.card = card;
          changed({ previous, isOwn: record.sender === hub.sender });
        },
      }),
      hub.subscribe({
        view: 'carPlay', session: this.name, patch: true, options: { locale, limits: EVERYTHING },
      }, {
        update: (_, car) => {
          this.car = car;
          changed({});
        },
      }),
    ];
  }

  /** Ends what it follows. */
  leave() {
    for (const subscription of this.#subscriptions) subscription.close();
    this.#subscriptions = [];
    this.card = null;
    this.car = null;
  }

  /** The id of the session's station. */
  get station() {
    return this.card?.commands.likeCommand.action?.station
      ?? this.card?.MPNowPlayingInfoPropertyExternalContentIdentifier?.split('/')[0];
  }

  /**
   * Title, second line and station of what is heard. The title of a station that tells none is its
   * name; the second line then says why.
   */
  get texts() {
    const {
      MPMediaItemPropertyTitle: title, MPMediaItemPropertyArtist: artist,
      MPMediaItemPropertyAlbumTitle: station,
    } = this.card ?? {};
    if (!title) return { title: words('nothingSelected') };
    if (!this.isOffAir && title !== station) return { title, detail: artist, station };
    const state = this.app.stations.get(this.station);
    const [reason, , isSilent] = state ? textsOf(state) : [];
    return { title: station, detail: isSilent ? reason : undefined, isSilent: true };
  }

  /** True if the session is at the present of a station that is off the air. */
  get isOffAir() {
    return this.isLive && this.app.stations.get(this.station)?.online === false;
  }

  get isPlaying() {
    return this.card?.playbackState === 'playing';
  }

  get isLive() {
    return this.card?.MPNowPlayingInfoPropertyIsLiveStream === true;
  }

  /**
   * The position in what is heard; null where the station tells none, of which the card has how long
   * it has been listened to. The card of a live session has no length.
   */
  get position() {
    const playback = playbackOfCard(this.card);
    const { track, playback: onAir } = this.app.stations.get(this.station) ?? {};
    const isOnAir = track && track.title === this.card.MPMediaItemPropertyTitle
      && track.artist === this.card.MPMediaItemPropertyArtist;
    if (!isOnAir) return playback;
    if (onAir?.elapsed === undefined) return null;
    if (this.isLive && this.isPlaying) playback.duration ??= onAir.duration;
    return playback;
  }

  /** The command of a station's button: it chooses the station, or pauses and plays the chosen one. */
  commandFor(station) {
    if (this.station !== station) return { action: 'select', station };
    return { action: this.isPlaying ? 'pause' : 'play' };
  }

  /** The broadcast time of the audible sound, by the hub's clock; undefined if it is not known. */
  heardAt(now) {
    const { MPNowPlayingInfoPropertyCurrentPlaybackDate: date, asOf } = this.card ?? {};
    if (date === undefined) return undefined;
    const rate = this.isPlaying ? this.card.MPNowPlayingInfoPropertyPlaybackRate : 0;
    return date + rate * (now - asOf);
  }

  /** The rows of the stations, in the listeners' order. */
  get stationRows() {
    return this.car ? rowsBelow(this.car, 'stations') : [];
  }

  /** The ids of the favourites, in the listeners' order. */
  get favourites() {
    if (!this.car) return [];
    return rowsBelow(this.car, 'favourites').map((row) => row.id)
      .filter((id) => id.startsWith('favourites/')).map((id) => id.slice('favourites/'.length));
  }

  /** The moments to rewind to: groups of rows, newest first. */
  get rewindGroups() {
    const lists = new Map(this.car?.lists.map((list) => [list.id, list]));
    const top = lists.get(this.car?.nowPlaying?.upNext);
    if (!top) return [];
    const groups = top.sections
      .map(({ id, header, items }) => ({ id, title: header, rows: items.filter((row) => row.action) }))
      .filter(({ rows }) => rows.length);
    const past = top.sections.flatMap(({ items }) => items).filter((row) => row.push);
    const programmes = past.flatMap((row) => lists.get(row.push)?.sections.flatMap(({ items }) => items) ?? []);
    for (const { id, text, detailText, push } of programmes) {
      const rows = lists.get(push)?.sections.flatMap(({ items }) => items).filter((row) => row.action) ?? [];
      if (rows.length) groups.push({ id, title: text, detail: detailText, rows, isPast: true });
    }
    return groups;
  }
}

/** The rows of a tab, and of the pages that its rows open. */
function rowsBelow(car, id) {
  const templates = new Map([...tabsOf(car), ...car.lists].map((template) => [template.id, template]));
  const rows = [];
  const visit = (template) => {
    const items = template?.gridButtons ?? template?.sections?.flatMap((section) => section.items) ?? [];
    for (const item of items) {
      if (item.id.startsWith(`${id}/`)) rows.push(item);
      if (item.push?.startsWith(`${id}#`)) visit(templates.get(item.push));
    }
  };
  visit(templates.get(id));
  return rows;
}
