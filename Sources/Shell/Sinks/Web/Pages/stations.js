/** The list of all stations, with the box that filters it. */
import { Artwork, picturesOf } from './artwork.js';
import { KeyedList, element, setAttribute, setClass, setOptionalText, setShown, setText } from './dom.js';
import { FilterBox } from './filter.js';
import { icon, setIcon } from './icons.js';
import { Progress } from './progress.js';
import { lineOf, words } from './words.js';

/** A sign that says what a connection or a playback is like. */
export class StateBadge {
  node = element('span.badge');

  update(state) {
    const kind = kindOf(state);
    setText(this.node, kind ? kind.text : '');
    setShown(this.node, Boolean(kind));
    setAttribute(this.node, 'data-kind', kind?.name);
  }
}

/** Returns the state that needs a badge: trouble first, then a person on air. */
function kindOf({ connection, online, playback, live }) {
  if (connection.state !== 'live') {
    return { name: connection.state, text: words(`connection.${connection.state}`) };
  }
  if (online === false) return { name: 'offline', text: words('offline') };
  if (playback?.state === 'paused') return { name: 'paused', text: words('paused') };
  if (live && !live.isDefault) return { name: 'onAir', text: words('onAir') };
  return null;
}

/**
 * Title and second line of a station: what plays, else the programme, else what is known; and
 * whether the title is none, but a word about the station. Such a one is muted.
 */
export function textsOf({ online, connection, track, programme, station }) {
  if (online === false) return [words('offline'), station.description, true];
  if (track) return [track.title, [track.artist, track.album].filter(Boolean).join(' · '), false];
  if (programme) return [programme.title, programme.kicker, false];
  const name = connection.state === 'live' ? 'nothingKnown' : `connection.${connection.state}`;
  return [words(name), station.description, true];
}

class StationCard {
  #artwork = new Artwork({ isLazy: true });
  #badge = new StateBadge();
  #link = element('a.card-link');
  #title = element('p.card-title', { dir: 'auto' });
  #detail = element('p.card-detail', { dir: 'auto' });
  #extra = element('p.card-extra');
  #extraText = element('span', { dir: 'auto' });
  #extraIcon = icon('person');
  #next = element('p.card-next');
  #nextText = element('span', { dir: 'auto' });
  #button;
  #buttonIcon = icon('play');
  #state;

  constructor(app, id) {
    this.app = app;
    this.progress = new Progress(() => app.hub.now());
    setAttribute(this.#link, 'href', `#/station/${encodeURIComponent(id)}`);
    this.#extra.append(this.#extraIcon, this.#extraText);
    this.#next.append(element('span.label', {}, words('next')), this.#nextText);
    this.#button = element('button.icon-button.card-play', {
      type: 'button', onclick: () => app.command(app.session.commandFor(id)),
    }, this.#buttonIcon);
    this.node = element('li.card', { 'data-station': id },
      this.#artwork.node,
      element('div.card-body', {},
        element('div.card-head', {}, element('h2.card-name', { dir: 'auto' }, this.#link), this.#badge.node),
        this.#title, this.#detail, this.progress.node, this.#extra, this.#next),
      this.#button);
  }

  update(state) {
    this.#state = state;
    const [title, detail] = textsOf(state);
    const { connection, live, programme, next, track } = state;
    this.#artwork.update(picturesOf(state), state.station.name);
    setText(this.#link, state.station.name);
    setText(this.#title, title);
    setOptionalText(this.#detail, detail);
    this.#badge.update(state);
    this.progress.update(state.playback);
    const extra = connection.reason?.text
      ?? (live && !live.isDefault ? live.streamer : track ? programme?.title : undefined);
    setIcon(this.#extraIcon, connection.reason ? 'warning' : live && !live.isDefault ? 'person' : 'radio');
    setOptionalText(this.#extraText, extra);
    setShown(this.#extra, Boolean(extra));
    setOptionalText(this.#nextText, lineOf(next));
    setShown(this.#next, Boolean(next));
    setClass(this.node, 'is-stale', connection.state !== 'live');
    this.updateSession();
  }

  /** Shows whether the session is at this station. */
  updateSession() {
    const { station } = this.#state;
    const isHere = this.app.session.station === station.id;
    const isPlaying = isHere && this.app.session.isPlaying;
    setShown(this.#button, this.app.mayControl);
    setClass(this.node, 'is-selected', isHere);
    setIcon(this.#buttonIcon, isPlaying ? 'pause' : 'play');
    setAttribute(this.#button, 'aria-label', isPlaying ? words('pause') : words('listen', station.name));
  }
}

const searchTexts = new WeakMap();

/** True if what is shown of a station has a text in lower case. */
export function matches(state, query) {
  if (!searchTexts.has(state)) searchTexts.set(state, makeSearchText(state));
  return searchTexts.get(state).includes(query);
}

function makeSearchText(state) {
  const { station, connection, track, live, programme, next } = state;
  return [
    station.name, station.id, ...textsOf(state), track?.title, track?.artist, track?.album, live?.streamer,
    programme?.title, lineOf(next), kindOf(state)?.text, words(`connection.${connection.state}`),
    connection.state, connection.reason?.text,
  ].filter(Boolean).join('\n').toLocaleLowerCase();
}

export class StationsView {
  #list;
  #filter;
  #count = element('span.count');
  #message = element('p.message');
  #arrangement;

  constructor(app) {
    this.app = app;
    this.#filter = new FilterBox(words('filter'), () => this.update());
    const cards = element('ul.cards');
    this.#list = new KeyedList(
      cards, (state) => new StationCard(app, state.station.id), (state) => state.station.id);
    this.heading = element('h1', { tabindex: '-1' }, words('stations'));
    this.node = element('section.view.stations', {},
      element('header.view-head', {}, this.heading, this.#count, this.#filter.node), this.#message, cards);
  }

  get title() {
    return words('stations');
  }

  enter() {
    this.update();
  }

  leave() {}

  /**
   * Shows the stations.
   * @param {Set<string>} [changed] The ids of those that changed; without it any may have.
   */
  update(changed) {
    const { stations } = this.app;
    if (changed && !this.#filter.query && this.#isArranged) {
      for (const id of changed) this.#list.get(id)?.update(stations.get(id));
      return;
    }
    const states = [...stations.values()];
    const shown = states.filter((state) => matches(state, this.#filter.query));
    this.#arrangement = this.app.arrangement;
    this.#list.update(shown);
    setText(this.#count, this.#filter.query ? words('shownOf', shown.length, states.length) : String(states.length));
    setShown(this.#count, states.length > 0);
    setOptionalText(this.#message, this.#messageFor(states, shown));
  }

  /** The station whose card has the focus: of the list, only its changes are announced. */
  get focusedStation() {
    return document.activeElement?.closest('[data-station]')?.dataset.station;
  }

  updateSession() {
    for (const id of this.app.stations.keys()) this.#list.get(id)?.updateSession();
  }

  /** True if the list has the present stations, in their order. */
  get #isArranged() {
    return this.#arrangement === this.app.arrangement;
  }

  #messageFor(states, shown) {
    if (shown.length) return '';
    if (states.length) return words('noMatch', this.#filter.text);
    return this.app.isSynced ? words('noStations') : '';
  }
}
