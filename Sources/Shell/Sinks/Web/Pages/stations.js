/** A station in the list: its card, which is drawn as a row where the list is dense. */
import { Artwork, logosOf, picturesOf } from './artwork.js';
import { element, setAttribute, setClass, setOptionalText, setShown, setText } from './dom.js';
import { icon, setIcon } from './icons.js';
import { Progress } from './progress.js';
import { standings } from './standing.js';
import { lineOf, timeText, words } from './words.js';

/** A sign that says what a connection or a playback is like. */
export class StateBadge {
  node = element('span.badge');

  update(state) {
    const name = badgeOf(state);
    setText(this.node, name ? words(`badge.${name}`) : '');
    setShown(this.node, Boolean(name));
    setAttribute(this.node, 'data-kind', name);
  }
}

/** Returns the state that needs a badge: trouble first, then a person on air. */
function badgeOf(state) {
  const standing = standings.of(state);
  if (standing !== 'live') return standing;
  if (state.playback?.state === 'paused') return 'paused';
  return isPerson(state.live) ? 'onAir' : undefined;
}

function isPerson(live) {
  return Boolean(live && !live.isDefault);
}

/**
 * Title and second line of a station: what plays, else the programme, else what is known; and
 * whether the title is none, but a word about the station. Such a one is muted.
 */
export function textsOf(state) {
  const { track, programme, station } = state;
  if (standings.isAway(state)) return [awayText(state), undefined, true];
  if (track) return [track.title, [track.artist, track.album].filter(Boolean).join(' · '), false];
  if (programme) return [programme.title, programme.kicker, false];
  return [words('nothingKnown'), station.description, true];
}

function awayText(state) {
  const standing = standings.of(state);
  const beginning = standings.beginning(state);
  return beginning ? words(`since.${standing}`, timeText(beginning.at)) : words(`badge.${standing}`);
}

/** The line below the title that says why, who or what, with its symbol. */
function extraOf(state) {
  const { connection, live, track, programme } = state;
  if (connection.reason) return [connection.reason.text, 'warning'];
  if (standings.of(state) === 'stuck') return [words(track ? 'sameTitle' : 'noTitle', standings.age(state)), 'warning'];
  if (standings.isAway(state)) return [undefined, 'radio'];
  if (isPerson(live)) return [live.streamer, 'person'];
  return [track ? programme?.title : undefined, 'radio'];
}

const searchTexts = new WeakMap();

/** True if what is shown of a station, or a word for its standing, has a text in lower case. */
export function matches(state, query) {
  if (!query) return true;
  if (!searchTexts.has(state)) searchTexts.set(state, searchTextOf(state));
  const standing = standings.of(state);
  const badge = badgeOf(state) ?? standing;
  // These change with the time, without another state.
  const changing = [standing, words(`badge.${badge}`), words(`count.${standing}`, ''), ...textsOf(state), extraOf(state)[0]];
  return searchTexts.get(state).includes(query)
    || changing.filter(Boolean).join('\n').toLocaleLowerCase().includes(query);
}

function searchTextOf({ station, connection, track, live, programme, next }) {
  return [
    station.name, station.id, station.description, track?.title, track?.artist, track?.album, live?.streamer,
    programme?.title, programme?.kicker, lineOf(next), words(`connection.${connection.state}`),
  ].filter(Boolean).join('\n').toLocaleLowerCase();
}

/** The content of a card. It is made when the card comes near to what is seen. */
class CardContent {
  #artwork = new Artwork({ isLazy: true });
  #badge = new StateBadge();
  #link = element('a.card-link');
  #title = element('p.card-title', { dir: 'auto' });
  #detail = element('p.card-detail', { dir: 'auto' });
  #age = element('span', { 'data-clock': '' });
  #ageLine = element('p.card-age', {}, icon('clock'), this.#age);
  #extra = element('p.card-extra', { 'data-clock': '' });
  #extraText = element('span', { dir: 'auto' });
  #extraIcon = icon('person');
  #next = element('p.card-next');
  #nextText = element('span', { dir: 'auto' });
  #buttonIcon = icon('play');

  constructor(app, id) {
    this.app = app;
    this.progress = new Progress(() => app.hub.now());
    setAttribute(this.#link, 'href', `#/station/${encodeURIComponent(id)}`);
    this.#extra.append(this.#extraIcon, this.#extraText);
    this.#next.append(element('span.label', {}, words('next')), this.#nextText);
    this.button = element('button.icon-button.card-play', {
      type: 'button', onclick: () => app.command(app.session.commandFor(id)),
    }, this.#buttonIcon);
    this.nodes = [this.#artwork.node,
      element('div.card-body', {},
        element('div.card-head', {}, element('h2.card-name', { dir: 'auto' }, this.#link), this.#badge.node),
        element('div.card-texts', {}, this.#title, this.#detail, this.#extra),
        this.#ageLine, this.progress.node, this.#next),
      this.button];
  }

  update(state) {
    const [title, detail, isMuted] = textsOf(state);
    const isAway = standings.isAway(state);
    this.#artwork.update(isAway ? logosOf(state.station) : picturesOf(state), state.station.name);
    setText(this.#link, state.station.name);
    setText(this.#title, title);
    setClass(this.#title, 'is-muted', isMuted);
    setOptionalText(this.#detail, detail);
    this.#badge.update(state);
    this.progress.update(isAway ? undefined : state.playback);
    setText(this.#nextText, lineOf(state.next));
    setShown(this.#next, Boolean(state.next) && !isAway);
    this.#updateAge(state);
    this.updateSession(state);
  }

  #updateAge(state) {
    const age = standings.age(state);
    const beginning = standings.beginning(state);
    setText(this.#age, age);
    setShown(this.#ageLine, Boolean(age));
    setAttribute(this.#ageLine, 'title', age && !beginning.isAtLeast ? words('since', timeText(beginning.at)) : null);
    const [extra, symbol] = extraOf(state);
    setIcon(this.#extraIcon, symbol);
    setText(this.#extraText, extra);
    setShown(this.#extra, Boolean(extra));
    setAttribute(this.#extra, 'data-kind', symbol);
  }

  /** Shows whether the session is at this station. */
  updateSession(state) {
    const { session, mayControl } = this.app;
    const isPlaying = session.station === state.station.id && session.isPlaying;
    setShown(this.button, mayControl && (isPlaying || !standings.isAway(state)));
    setIcon(this.#buttonIcon, isPlaying ? 'pause' : 'play');
    setAttribute(this.button, 'aria-label', isPlaying ? words('pause') : words('listen', state.station.name));
  }
}

/** The card of a station, without content until that is needed. */
export class StationCard {
  #content;
  #state;

  constructor(app, id) {
    this.app = app;
    this.id = id;
    this.node = element('li.card', { 'data-station': id });
  }

  /** Makes its content, unless that is there. */
  build() {
    if (this.#content) return;
    this.#content = new CardContent(this.app, this.id);
    this.#content.update(this.#state);
    this.node.append(...this.#content.nodes);
  }

  update(state) {
    const standing = standings.of(state);
    if (state === this.#state && standing === this.standing) return;
    this.#state = state;
    setAttribute(this.node, 'data-standing', standing);
    setClass(this.node, 'has-position', state.playback?.elapsed !== undefined && !standings.isAway(state));
    setClass(this.node, 'has-reason', Boolean(state.connection.reason));
    setClass(this.node, 'is-away', standings.isAway(state));
    this.#content?.update(state);
    this.#mark();
  }

  /** The standing that it shows. */
  get standing() {
    return this.node.dataset.standing;
  }

  /** Shows what changes with the time. */
  redraw() {
    this.#content?.update(this.#state);
  }

  /** Shows whether the session is at this station. */
  updateSession() {
    this.#content?.updateSession(this.#state);
    this.#mark();
  }

  #mark() {
    setClass(this.node, 'is-selected', this.app.session.station === this.id);
  }
}

/** Builds the cards that come near to what is seen, and the others when there is time. */
export class CardBuilder {
  /** Those that are not built yet, by their nodes. */
  #cards = new Map();
  #observer = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) if (isIntersecting) this.#build(target);
  }, { rootMargin: '600px' });
  #isPlanned = false;

  add(card) {
    this.#cards.set(card.node, card);
    this.#observer.observe(card.node);
    this.#plan();
  }

  #plan() {
    if (this.#isPlanned || !this.#cards.size) return;
    this.#isPlanned = true;
    // Safari has no idle callbacks.
    (globalThis.requestIdleCallback ?? setTimeout)((deadline) => this.#work(deadline));
  }

  #work(deadline) {
    this.#isPlanned = false;
    for (const node of this.#cards.keys()) {
      this.#build(node);
      if (!(deadline?.timeRemaining() > 5)) break;
    }
    this.#plan();
  }

  #build(node) {
    this.#cards.get(node)?.build();
    this.#cards.delete(node);
    this.#observer.unobserve(node);
  }
}
