/** The page of one station: all that is known of it, and what it played. */
import { Artwork, logosOf, picturesOf } from './artwork.js';
import { KeyedList, element, setAttribute, setClass, setOptionalText, setShown, setText, webAddress } from './dom.js';
import { icon, setIcon } from './icons.js';
import { Progress, clockText } from './progress.js';
import { StateBadge, textsOf } from './stations.js';
import { lineOf, timeText, words } from './words.js';

/** The number of plays in the subscription, and in the request for the history. */
const RECENT = 12;
const MORE = 200;

/** One line of what was played. */
class Play {
  #artwork = new Artwork({ isLazy: true });
  #title = element('span.play-title', { dir: 'auto' });
  #artist = element('span.play-artist', { dir: 'auto' });
  #time = element('time.play-time');
  #duration = element('span.play-duration');

  constructor() {
    this.node = element('li.play', {}, this.#time, this.#artwork.node,
      element('span.play-texts', {}, this.#title, this.#artist), this.#duration);
  }

  update({ play }) {
    this.#artwork.update([play.artworkURL], play.title);
    setText(this.#title, play.title);
    setText(this.#artist, [play.artist, play.album].filter(Boolean).join(' · '));
    setText(this.#time, play.startedAt ? timeText(play.startedAt) : '');
    setAttribute(this.#time, 'datetime', play.startedAt && new Date(play.startedAt * 1000).toISOString());
    setText(this.#duration, play.duration ? clockText(play.duration) : '');
  }
}

/** A term and what it is, in the list of details. */
export class Detail {
  #term = element('dt');
  #value = element('dd', { dir: 'auto' });
  node = element('div', {}, this.#term, this.#value);

  update({ term, value }) {
    setText(this.#term, term);
    setText(this.#value, value);
  }
}

/** A link that leads away from the page. */
class OuterLink {
  node = element('a.chip', { target: '_blank', rel: 'noreferrer noopener' });

  update({ href, text }) {
    setAttribute(this.node, 'href', href);
    setText(this.node, text);
  }
}

/** A stream that the session can listen to. */
class StreamButton {
  #text = element('span', { dir: 'auto' });

  constructor(view) {
    this.node = element('button.chip', {
      type: 'button',
      onclick: () => view.app.command({ action: 'select', station: view.id, stream: this.id }),
    }, icon('play'), this.#text);
  }

  update(stream) {
    this.id = stream.id;
    setText(this.#text, stream.name);
  }
}

export class StationView {
  id;
  #subscription;
  #state;
  #older = [];
  #artwork = new Artwork();
  #backdrop = new Artwork();
  #badge = new StateBadge();
  #name = element('h1.skeleton', { tabindex: '-1', dir: 'auto' });
  #titleText = element('p.hero-title.skeleton', { dir: 'auto' });
  #detail = element('p.hero-detail.skeleton', { dir: 'auto' });
  #description = element('p.hero-description', { dir: 'auto' });
  #reason = element('p.notice');
  #reasonText = element('span', { dir: 'auto' });
  #live = element('p.fact');
  #liveText = element('span', { dir: 'auto' });
  #programme = element('p.fact');
  #programmeText = element('span', { dir: 'auto' });
  #next = element('p.fact');
  #nextText = element('span', { dir: 'auto' });
  #listeners = element('span.badge', { 'data-kind': 'listeners' });
  #play;
  #playIcon = icon('play');
  #playText = element('span');
  #heart;
  #heartIcon = icon('heart');
  #retry;
  #missing = element('p.message');
  #historyMessage = element('p.message');
  #more;

  constructor(app) {
    this.app = app;
    this.progress = new Progress(() => app.hub.now());
    this.#live.append(icon('person'), this.#liveText);
    this.#programme.append(icon('radio'), this.#programmeText);
    this.#next.append(element('span.label', {}, words('next')), this.#nextText);
    this.#retry = this.#button('button.chip', 'arrow.clockwise', words('tryAgain'), () => ({
      action: 'reconnect', station: this.id,
    }));
    this.#reason.append(icon('warning'), this.#reasonText, this.#retry);
    this.#play = element('button.button.primary', {
      type: 'button', onclick: () => app.command(app.session.commandFor(this.id)),
    }, this.#playIcon, this.#playText);
    this.#heart = element('button.icon-button', {
      type: 'button', onclick: () => app.command({
        action: 'favourite', station: this.id, on: !app.favourites.has(this.id),
      }),
    }, this.#heartIcon);
    this.details = new KeyedList(element('dl.details'), () => new Detail(), (item) => item.term);
    this.links = new KeyedList(element('div.chips'), () => new OuterLink(), (item) => item.text);
    this.streams = new KeyedList(element('div.chips'), () => new StreamButton(this));
    this.history = new KeyedList(element('ol.plays'), () => new Play(), (item) => item.key);
    this.#more = element('button.button', { type: 'button', onclick: () => this.#loadMore() }, words('showMore'));
    this.#build();
  }

  get heading() {
    return this.#name;
  }

  get title() {
    const state = this.#state;
    return state ? [lineOf(state.track), state.station.name].filter(Boolean).join(' · ') : words('station');
  }

  enter(id) {
    if (this.id !== id) {
      this.#state = undefined;
      this.#older = [];
      this.history.update([]);
    }
    this.id = id;
    this.#subscription = this.app.hub.subscribe(
      { view: 'nowPlaying', stations: [id], history: RECENT, listeners: true, patch: true, minInterval: 0 }, {
        update: (_, state) => {
          this.#state = state;
          this.app.changed();
        },
        remove: () => {
          this.#state = undefined;
          this.app.changed();
        },
        error: () => this.app.changed(),
      });
    this.#state ??= this.app.stations.get(id);
    this.update();
  }

  leave() {
    this.#subscription?.close();
    this.#subscription = undefined;
  }

  update() {
    const state = this.#state;
    setClass(this.node, 'is-waiting', !state);
    setShown(this.hero, Boolean(state) || !this.app.isSynced);
    setShown(this.aside, Boolean(state));
    setOptionalText(this.#missing, state || !this.app.isSynced ? '' : words('missingStation', this.id));
    if (!state) return;
    this.#updateHero(state);
    this.#updateFacts(state);
    this.details.update(detailsOf(state));
    setShown(this.details.node, this.details.node.childElementCount > 0);
    const links = linksOf(state);
    this.links.update(links);
    setShown(this.links.node, links.length > 0);
    this.#updateHistory();
    this.updateSession();
  }

  updateSession() {
    const state = this.#state;
    if (!state) return;
    const { station, isPlaying } = this.app.session;
    const isHere = station === this.id && isPlaying;
    const isFavourite = this.app.favourites.has(this.id);
    const streams = state.station.streams ?? [];
    setShown(this.actions, this.app.mayControl);
    setShown(this.#retry, this.app.mayControl);
    setIcon(this.#playIcon, isHere ? 'pause' : 'play');
    setText(this.#playText, isHere ? words('pause') : words('play'));
    setIcon(this.#heartIcon, isFavourite ? 'heart.fill' : 'heart');
    setAttribute(this.#heart, 'aria-pressed', String(isFavourite));
    setAttribute(this.#heart, 'aria-label',
      words(isFavourite ? 'removeFavourite' : 'addFavourite', state.station.name));
    this.streams.update(this.app.mayControl && streams.length > 1 ? streams : []);
    setShown(this.streams.node, this.app.mayControl && streams.length > 1);
  }

  #build() {
    this.actions = element('div.actions', {}, this.#play, this.#heart);
    this.hero = element('div.hero', {},
      element('div.backdrop', { 'aria-hidden': 'true' }, this.#backdrop.node),
      this.#artwork.node,
      element('div.hero-body', {},
        element('div.card-head', {}, this.#name, this.#badge.node, this.#listeners),
        element('div.hero-texts', {}, this.#titleText, this.#detail), this.progress.node, this.#live, this.#programme, this.#next,
        this.#reason, this.actions, this.streams.node));
    this.aside = element('div.columns', {},
      element('section.panel', { 'aria-label': words('history') },
        element('h2', {}, words('history')), this.#historyMessage, this.history.node, this.#more),
      element('section.panel', { 'aria-label': words('details') },
        element('h2', {}, words('details')), this.#description, this.details.node, this.links.node));
    this.node = element('section.view.station', {},
      element('p.crumbs', {}, element('a.back-link', { href: '#/' }, icon('back'), words('allStations'))),
      this.#missing, this.hero, this.aside);
  }

  #button(name, symbol, text, command) {
    return element(name, { type: 'button', onclick: () => this.app.command(command()) }, icon(symbol), text);
  }

  #updateHero(state) {
    const [title, detail, isSilent] = textsOf(state);
    const pictures = isSilent ? logosOf(state.station) : picturesOf(state);
    this.#artwork.update(pictures, state.station.name);
    this.#backdrop.update(pictures, state.station.name);
    setText(this.#name, state.station.name);
    setText(this.#titleText, title);
    setText(this.#detail, detail);
    setClass(this.hero, 'is-silent', isSilent);
    this.#badge.update(state);
    this.progress.update(isSilent ? undefined : state.playback);
    setOptionalText(this.#description, state.station.description);
    setClass(this.hero, 'is-stale', state.connection.state !== 'live');
    const { current, unique, total } = state.listeners ?? {};
    const count = current ?? unique ?? total;
    setOptionalText(this.#listeners, count === undefined ? '' : words('listeners', count));
  }

  #updateFacts(state) {
    const { connection, live, programme, track } = state;
    const [, , isSilent] = textsOf(state);
    const next = isSilent ? undefined : state.next;
    setText(this.#liveText, live ? live.streamer : '');
    setShown(this.#live, Boolean(live && !live.isDefault));
    const times = programme?.endsAt ? words('until', timeText(programme.endsAt)) : undefined;
    const show = track ? [programme?.kicker, programme?.title, times] : [times];
    const text = programme ? show.filter(Boolean).join(' · ') : '';
    setText(this.#programmeText, text);
    setShown(this.#programme, Boolean(text));
    const start = next?.startsAt ? ` · ${timeText(next.startsAt)}` : '';
    setText(this.#nextText, next ? lineOf(next) + start : '');
    setShown(this.#next, Boolean(next));
    const since = words('since', timeText(connection.since));
    setText(this.#reasonText, connection.reason ? `${connection.reason.text} (${since})` : '');
    setShown(this.#reason, Boolean(connection.reason));
  }

  #updateHistory() {
    const recent = this.#state.history ?? [];
    const first = recent.findLast((play) => play.startedAt)?.startedAt ?? Infinity;
    const older = this.#older.filter((play) => play.startedAt < first);
    const counts = new Map();
    const items = [...recent, ...older].map((play) => {
      const name = `${play.startedAt ?? ''}/${play.title}/${play.artist ?? ''}`;
      counts.set(name, (counts.get(name) ?? 0) + 1);
      return { key: `${name}#${counts.get(name)}`, play };
    });
    this.history.update(items);
    setShown(this.history.node, items.length > 0);
    setOptionalText(this.#historyMessage, items.length ? '' : words('noHistory'));
    setShown(this.#more, items.length >= RECENT && !this.#older.length);
  }

  async #loadMore() {
    const { id } = this;
    try {
      const older = await this.#loadHistory(`stations/${encodeURIComponent(id)}`);
      if (this.id !== id) return;
      this.#older = older;
      this.update();
    } catch (error) {
      this.app.complain(error.message);
    }
  }

  /** Loads the history that the hub has kept, or the station's own if that is longer. */
  async #loadHistory(path) {
    const { hub } = this.app;
    const [kept, present] = await Promise.all([
      hub.fetch(`${path}/history?limit=${MORE}`), hub.fetch(`${path}?history=50`),
    ]);
    const answer = await present.json();
    if (!present.ok) throw new Error(answer.detail ?? answer.title);
    const told = answer.nowPlaying.history ?? [];
    // A hub that keeps no history answers that there is none.
    const { plays = [] } = kept.ok ? await kept.json() : {};
    return plays.length > told.length ? plays : told;
  }
}

/** Returns the details of a track besides title and artist. */
function detailsOf({ track = {}, connection }) {
  const { season, episode } = track;
  const series = episode === undefined ? undefined
    : season === undefined ? words('episode', episode) : words('seasonEpisode', season, episode);
  const pairs = [
    ['album', track.album], ['genre', track.genre], ['year', track.year], ['composer', track.composer],
    ['label', track.label], ['isrc', track.isrc], ['episode', series], ['requestedBy', track.requestedBy],
  ];
  const details = pairs.filter(([, value]) => value !== undefined)
    .map(([name, value]) => ({ term: words(name, '').trim(), value: String(value) }));
  const state = `${words(`connection.${connection.state}`)}, ${words('since', timeText(connection.since))}`;
  return [...details, { term: words('state'), value: state }];
}

/** The station's site, and where services have the track. */
function linksOf({ station, track }) {
  const site = webAddress(station.url);
  const services = Object.entries(track?.links ?? {})
    .map(([name, address]) => ({ text: name, href: webAddress(address) }))
    .filter(({ href }) => href?.startsWith('https:'));
  return [...(site ? [{ text: words('website'), href: site }] : []), ...services];
}
