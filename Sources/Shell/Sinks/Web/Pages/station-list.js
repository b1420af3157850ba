/** The list of all stations, trouble first: as cards, as dense rows, or packed on a wall display. */
import { KeyedList, element, setAttribute, setClass, setOptionalText, setShown, setText } from './dom.js';
import { FilterBox } from './filter.js';
import { icon } from './icons.js';
import { CardBuilder, StationCard, matches } from './stations.js';
import { STANDINGS, isTrouble, standings, troubleFirst } from './standing.js';
import { Wall } from './wall.js';
import { words } from './words.js';

const DENSE_KEY = 'nphub.dense';
/** The number of stations from which on the list is dense unless the user chose. */
const DENSE_FROM = 40;
/** The number of cards that are built at once; the others follow. */
const FIRST = 24;
/** The number of grey cards that hold the place of the stations until they come. */
const GREY = 12;
/** The shortest time between two looks at all ages, in seconds. */
const AGE_INTERVAL = 60;

/** The number of stations with a standing: a button that filters by it. */
class StandingChip {
  #text = element('span');

  constructor(view, name) {
    this.node = element('button.chip.standing-chip', {
      type: 'button', 'data-kind': name, onclick: () => view.toggle(name),
    }, element('span.dot', { 'aria-hidden': 'true' }), this.#text);
  }

  update({ name, count, isPressed }) {
    setText(this.#text, words(`count.${name}`, count));
    setAttribute(this.node, 'aria-pressed', String(isPressed));
  }
}

export class StationsView {
  #list;
  #filter;
  #builder = new CardBuilder();
  #wall;
  #count = element('span.count');
  #message = element('p.message');
  #chips;
  #dense;
  /** The standings that are shown; without one, all are. */
  #chosen = new Set();
  /** The user's choice of a dense list; undefined until there is one. */
  #choice = storedChoice();
  /** The ids of the stations that are shown, in their order. */
  #shown = [];
  #troubled = new Set();
  #arrangement;
  #car;
  /** The ids in the listeners' order. */
  #order = [];
  /** True while a pointer is in the list. */
  #isPointed = false;
  #timer;
  #agedAt = 0;

  constructor(app) {
    this.app = app;
    this.#filter = new FilterBox(words('filter'), () => this.#filterChanged());
    this.#chips = new KeyedList(element('div.standing-chips', { role: 'group', 'aria-label': words('standings') }),
      ({ name }) => new StandingChip(this, name), ({ name }) => name);
    this.cards = element('ul.cards');
    this.#wall = new Wall(this.cards, () => this.#arrange());
    this.#list = new KeyedList(this.cards, ({ station }) => this.#makeCard(station.id), ({ station }) => station.id);
    this.heading = element('h1', { tabindex: '-1' }, words('stations'));
    this.#dense = element('button.icon-button', {
      type: 'button', 'aria-label': words('dense'), title: words('dense'), onclick: () => this.#toggleDense(),
    }, icon('list.bullet'));
    this.#build();
  }

  get title() {
    return words('stations');
  }

  /** The station whose card has the focus: of the list, only its changes are announced. */
  get focusedStation() {
    return document.activeElement?.closest('[data-station]')?.dataset.station;
  }

  enter() {
    const query = new URLSearchParams(location.hash.split('?')[1]);
    this.#chosen = new Set((query.get('state') ?? '').split(',').filter((name) => STANDINGS.includes(name)));
    this.#filter.show(query.get('q') ?? '');
    this.#wall.begin();
    this.#arrange({ isForced: true });
    this.#redraw();
  }

  leave() {
    clearTimeout(this.#timer);
    this.#wall.rest();
  }

  /**
   * Shows the stations.
   * @param {Set<string>} [changed] The ids of those that changed; without it any may have.
   */
  update(changed) {
    if (changed && this.#arrangement === this.app.arrangement) this.#updateCards(changed);
    else this.#redraw();
  }

  updateSession() {
    const { session } = this.app;
    if (session.car !== this.#car) this.#followOrder(session);
    for (const id of this.#shown) this.#list.get(id).updateSession();
  }

  /** Shows the stations of a standing, or no longer those alone. */
  toggle(name) {
    if (!this.#chosen.delete(name)) this.#chosen.add(name);
    this.#filterChanged();
  }

  // MARK: Building

  #build() {
    const grey = Array.from({ length: GREY }, () => element('div.grey-card'));
    this.grey = element('div.grey-cards', { 'aria-hidden': 'true' }, ...grey);
    this.node = element('section.view.stations', {},
      element('header.view-head', {}, this.heading, this.#count, this.#chips.node, this.#wall.sign,
        element('div.view-tools', {}, this.#filter.node, this.#dense)),
      this.#message, this.grey, this.cards);
    // A finger that taps is gone again.
    this.cards.addEventListener('pointerenter', ({ pointerType }) => { this.#isPointed = pointerType !== 'touch'; });
    this.cards.addEventListener('pointerleave', () => {
      this.#isPointed = false;
      this.app.changed();
    });
    // At the next drawing, the focus has gone where it goes.
    this.cards.addEventListener('focusout', () => this.app.changed());
  }

  #makeCard(id) {
    const card = new StationCard(this.app, id);
    this.#builder.add(card);
    return card;
  }

  // MARK: Choosing

  get #isWall() {
    return this.app.route === 'wall';
  }

  get #isDense() {
    return !this.#isWall && (this.#choice ?? this.app.stations.size >= DENSE_FROM);
  }

  #toggleDense() {
    this.#choice = !this.#isDense;
    try {
      localStorage.setItem(DENSE_KEY, String(this.#choice));
    } catch {
      // A browser that keeps nothing: the choice lasts as long as the page.
    }
    this.#arrange();
  }

  /** Shows what was chosen, at an address that can be linked. */
  #filterChanged() {
    const state = this.#chosen.size ? [`state=${[...this.#chosen].join(',')}`] : [];
    const text = this.#filter.text ? [`q=${encodeURIComponent(this.#filter.text)}`] : [];
    const query = [...state, ...text].join('&');
    history.replaceState(null, '', `#/${this.#isWall ? 'wall' : ''}${query && '?'}${query}`);
    this.#arrange({ isForced: true });
  }

  #followOrder(session) {
    this.#car = session.car;
    const order = session.stationRows.map((row) => row.id.slice('stations/'.length));
    const isSame = order.join('\n') === this.#order.join('\n');
    this.#order = order;
    if (!isSame) this.#arrange();
  }

  // MARK: Drawing

  #updateCards(changed) {
    const { stations } = this.app;
    let isMoved = Boolean(this.#filter.query || this.#chosen.size);
    for (const id of changed) {
      const card = this.#list.get(id);
      const before = card?.standing;
      card?.update(stations.get(id));
      isMoved ||= before !== card?.standing;
    }
    if (isMoved) this.#arrange();
    else this.#planAges();
  }

  /** Shows the stations that are wanted, in their order; while a person is in the list, that rests. */
  #arrange({ isForced = false } = {}) {
    const { stations, isSynced } = this.app;
    this.#arrangement = this.app.arrangement;
    for (const node of [this.cards, this.grey]) setClass(node, 'is-dense', this.#isDense);
    setAttribute(this.#dense, 'aria-pressed', String(this.#isDense));
    setClass(this.heading, 'visually-hidden', this.#isWall);
    setShown(this.grey, !isSynced);
    if (!isSynced) return;
    const ids = [...new Set([...this.#order, ...stations.keys()])];
    const states = troubleFirst(ids.map((id) => stations.get(id)).filter(Boolean));
    const wanted = states.filter((state) => this.#isWanted(state));
    const shown = isForced || !this.#isHeld ? wanted : this.#inPlace(wanted);
    // The wall has the room below its head.
    this.#updateHead(states, shown);
    this.#show(shown);
    this.#planAges();
  }

  #isWanted(state) {
    return (!this.#chosen.size || this.#chosen.has(standings.of(state))) && matches(state, this.#filter.query);
  }

  /** True while a pointer or the focus is in the list. */
  get #isHeld() {
    if (this.cards.contains(document.activeElement)) return true;
    return this.#isPointed && (!this.#isWall || this.#wall.isTouched);
  }

  /** The states as they are shown now, with the new ones at the end. */
  #inPlace(wanted) {
    const { stations } = this.app;
    const present = new Set(this.#shown.filter((id) => stations.has(id)));
    return [...[...present].map((id) => stations.get(id)), ...wanted.filter(({ station }) => !present.has(station.id))];
  }

  #show(shown) {
    this.#list.update(shown);
    this.#shown = shown.map(({ station }) => station.id);
    const cards = this.#shown.map((id) => this.#list.get(id));
    for (const card of cards.slice(0, FIRST)) card.build();
    const troubled = new Set(shown.filter(isTrouble).map(({ station }) => station.id));
    const isWorse = [...troubled].some((id) => !this.#troubled.has(id));
    this.#troubled = troubled;
    this.#wall.show(cards, { isWall: this.#isWall, isWorse });
  }

  #updateHead(states, shown) {
    const counts = new Map();
    for (const name of states.map((state) => standings.of(state))) counts.set(name, (counts.get(name) ?? 0) + 1);
    const isFiltered = Boolean(this.#filter.query || this.#chosen.size);
    const names = STANDINGS.filter((name) => counts.has(name) || this.#chosen.has(name));
    this.#chips.update(names.map((name) => ({
      name, count: counts.get(name) ?? 0, isPressed: this.#chosen.has(name),
    })));
    // While all is well, the count of all says enough.
    setShown(this.#chips.node, names.some((name) => name !== 'live') || this.#chosen.size > 0);
    setText(this.#count, isFiltered ? words('shownOf', shown.length, states.length) : String(states.length));
    setShown(this.#count, states.length > 0);
    setOptionalText(this.#message, this.#messageFor(states, shown));
  }

  #messageFor(states, shown) {
    if (shown.length) return '';
    if (!states.length) return words('noStations');
    return this.#filter.query ? words('noMatch', this.#filter.text) : words('noneChosen');
  }

  // MARK: Ages

  /** Plans the next look at all ages: when one changes, and at most once a minute. */
  #planAges() {
    clearTimeout(this.#timer);
    const { stations } = this.app;
    const next = [...stations.values()].reduce((least, state) => Math.min(least, standings.untilChange(state)), Infinity);
    if (next === Infinity) return;
    const wait = Math.max(this.#agedAt + AGE_INTERVAL - standings.now(), next);
    this.#timer = setTimeout(() => this.#redraw(), 1000 * wait + 100);
  }

  /** Shows what is another by now. */
  #redraw() {
    this.#agedAt = standings.now();
    this.#arrange();
    for (const id of this.#shown) this.#list.get(id).redraw();
  }
}

function storedChoice() {
  try {
    return { true: true, false: false }[localStorage.getItem(DENSE_KEY)];
  } catch {
    return undefined;
  }
}
