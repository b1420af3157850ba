/** The dashboard: connects, follows the stations and a session, and shows one view at a time. */
import { Hub } from '../nphub.js';
import { Announcer } from './announcer.js';
import { Artwork } from './artwork.js';
import { CarView } from './car.js';
import { ClusterStatus, ClusterView } from './cluster.js';
import { ConnectionSign, tokenForm } from './connection.js';
import { ListenControl, PositionControl, Transport } from './controls.js';
import { Batch, element, setAttribute, setClass, setShown, setText } from './dom.js';
import { icon } from './icons.js';
import { LockScreenView } from './lock-screen.js';
import { MediaSessionControls } from './media-session.js';
import { Player } from './player.js';
import { anchorAll } from './progress.js';
import { RemoteView } from './remote.js';
import { Session } from './session.js';
import { standings } from './standing.js';
import { StationsView } from './station-list.js';
import { StationView } from './station.js';
import { ThemeButton } from './theme.js';
import { lineOf, locale, words } from './words.js';

const TOKEN_KEY = 'nphub.token';
const SESSION_KEY = 'nphub.session';
/** The time for which a message stands on the page, in milliseconds. */
const MESSAGE_LIFE = 6000;

/**
 * The views by their routes. Those with a symbol stand in the main navigation, in this order, by the
 * word of their name.
 */
const VIEWS = {
  '': { View: StationsView, symbol: 'radio', name: 'stations' },
  station: { View: StationView },
  remote: { View: RemoteView, symbol: 'remote', name: 'remote', isOfSession: true },
  car: { View: CarView, symbol: 'car', name: 'car', isOfSession: true },
  lock: { View: LockScreenView, symbol: 'phone', name: 'lockScreen', isOfSession: true },
  cluster: { View: ClusterView, symbol: 'cluster', name: 'cluster' },
};

/** Takes the token out of the address, so that it is in no history and no screenshot. */
function takeToken() {
  const match = location.hash.match(/^#token=([^&]*)&?(.*)$/);
  if (match) {
    sessionStorage.setItem(TOKEN_KEY, decodeURIComponent(match[1]));
    history.replaceState(null, '', `${location.pathname}${location.search}#${match[2]}`);
  }
  return sessionStorage.getItem(TOKEN_KEY);
}

/** A link of the main navigation. */
class NavigationLink {
  constructor(route, { symbol, name }) {
    this.route = route;
    this.node = element('a.nav-link', { href: `#/${route}` }, icon(symbol), element('span', {}, words(name)));
  }

  update(route) {
    const isHere = route === this.route || (this.route === '' && route === 'station');
    setAttribute(this.node, 'aria-current', isHere ? 'page' : null);
  }
}

/** The bar at the bottom: what the session plays, on every view but its own. */
class Dock {
  #artwork = new Artwork();
  #title = element('span.dock-title', { dir: 'auto' });
  #detail = element('span.dock-detail', { dir: 'auto' });

  constructor(app) {
    this.app = app;
    this.transport = new Transport(app);
    this.position = new PositionControl(app);
    this.listen = new ListenControl(app);
    this.node = element('aside.now-dock', { 'aria-label': words('nowPlaying'), hidden: '' },
      element('a.dock-link', { href: '#/remote' }, this.#artwork.node,
        element('span.dock-texts', {}, this.#title, this.#detail)),
      this.position.node, this.transport.node, this.listen.node);
  }

  update() {
    const { session, route } = this.app;
    const { card } = session;
    setShown(this.node, Boolean(card?.MPMediaItemPropertyTitle) && !VIEWS[route]?.isOfSession && route !== 'wall');
    if (!card) return;
    this.#artwork.update([card.MPMediaItemPropertyArtwork?.url], card.MPMediaItemPropertyAlbumTitle ?? 'nphub');
    const { title, detail, station } = session.texts;
    setText(this.#title, title);
    setText(this.#detail, [detail, station].filter(Boolean).join(' · '));
    this.transport.update(card);
    this.position.update(card, session.position);
    this.listen.update();
  }
}

class Dashboard {
  hub;
  session;
  /** The stations' states by their ids, in the hub's order. @type {Map<string, object>} */
  stations = new Map();
  /** Grows when stations come or go. */
  arrangement = 0;
  /** True if all present states have come. */
  isSynced = false;
  /** The first part of the address: which view is shown. */
  route = null;
  #token = takeToken();
  #dirty = new Set();
  /** The ids of the stations that have a stream. */
  #streaming = new Set();
  #batch = new Batch(() => this.#draw());
  #sessionHasChanged = false;
  #messageTimer;
  #message = element('p.toast', { hidden: '' });
  #readOnly = element('p.read-only', { title: words('readOnlyHint') }, words('readOnly'));

  constructor() {
    this.hub = this.connect();
    standings.now = () => this.hub.now();
    this.session = new Session(this, sessionStorage.getItem(SESSION_KEY) ?? 'main');
    this.announcer = new Announcer();
    this.cluster = new ClusterStatus(this);
    this.player = new Player(this);
    this.mediaSession = new MediaSessionControls(this);
    this.sign = new ConnectionSign(this);
    this.dock = new Dock(this);
    this.#makeViews();
    this.#build();
    this.#follow();
    addEventListener('hashchange', () => this.#navigate(true));
    this.#navigate(false);
  }

  /** A connection to the hub, with the page's rights. */
  connect() {
    return new Hub({ url: new URL('..', import.meta.url), token: this.#token, sender: this.hub?.sender });
  }

  // MARK: Session

  get sessionNames() {
    return (this.hub.rights ?? []).filter((right) => right.startsWith('session:'))
      .map((right) => right.slice('session:'.length));
  }

  get mayControl() {
    return this.sessionNames.length > 0;
  }

  /** True if this page can play any station. */
  get hasStreams() {
    return this.#streaming.size > 0;
  }

  /** The ids of the favourites. */
  get favourites() {
    return new Set(this.session.favourites);
  }

  /** Shows another session. */
  useSession(name) {
    sessionStorage.setItem(SESSION_KEY, name);
    this.player.stop();
    this.session.leave();
    this.session = new Session(this, name);
    this.session.follow(locale);
    this.#view.leave();
    this.#view.enter(this.#parameter);
    this.changed();
  }

  /** Something of the session is another: the page shows it, and says it where it is looked at. */
  sessionChanged({ previous, isOwn }) {
    const { card } = this.session;
    const name = 'MPNowPlayingInfoPropertyExternalContentIdentifier';
    const isLookedAt = ['remote', 'lock', 'car'].includes(this.route);
    if (previous && !isOwn && isLookedAt && previous[name] !== card[name] && card.MPMediaItemPropertyTitle) {
      const texts = [card.MPMediaItemPropertyArtist, card.MPMediaItemPropertyTitle];
      this.announcer.say(words('announced', texts.filter(Boolean).join(' – '), card.MPMediaItemPropertyAlbumTitle));
    }
    this.#sessionHasChanged = true;
    this.#batch.plan();
  }

  /**
   * Sends a command to the session.
   * @returns {Promise<?object>} The answer; null where it was refused, which the page then says.
   */
  async command(action, { isSilent = false } = {}) {
    if (!action) return null;
    try {
      return await this.hub.command(action, this.session.name);
    } catch (error) {
      if (!isSilent || error.code === undefined) this.complain(error.message);
      return null;
    }
  }

  /** Says that something could not be done. */
  complain(text) {
    const sentence = text.charAt(0).toLocaleUpperCase() + text.slice(1);
    setText(this.#message, sentence);
    setShown(this.#message, true);
    this.announcer.say(sentence);
    clearTimeout(this.#messageTimer);
    this.#messageTimer = setTimeout(() => setShown(this.#message, false), MESSAGE_LIFE);
  }

  /** Connects with another token; with null, without one. */
  useToken(token) {
    this.#token = token;
    if (token) sessionStorage.setItem(TOKEN_KEY, token);
    else sessionStorage.removeItem(TOKEN_KEY);
    this.hub.useToken(token);
  }

  /** Draws the page anew, soon. */
  changed() {
    this.#dirty.add('');
    this.#batch.plan();
  }

  // MARK: What it follows

  #follow() {
    const { hub } = this;
    hub.addEventListener('state', () => this.sign.update());
    hub.addEventListener('clock', () => anchorAll());
    hub.addEventListener('rights', () => this.#useRights());
    this.player.addEventListener('change', () => this.changed());
    hub.subscribe({ view: 'nowPlaying', patch: true }, {
      update: (id, state, { previous }) => this.#updateStation(id, state, previous),
      remove: (id) => {
        this.stations.delete(id);
        this.#streaming.delete(id);
        this.#rearrange();
      },
      synced: () => {
        this.isSynced = true;
        this.#rearrange();
        this.#askStatus();
      },
    });
    this.sign.update();
  }

  /** Asks once what was before the page was opened, where the token may. */
  async #askStatus() {
    const { hub } = this;
    let page = await this.cluster.ask();
    while (page) {
      standings.learn(page);
      page = page.next && await hub.call('status', { after: page.next }).catch(() => undefined);
    }
    this.changed();
  }

  #useRights() {
    if (!this.sessionNames.includes(this.session.name)) {
      this.session.leave();
      this.session = new Session(this, this.sessionNames[0] ?? 'main');
    }
    if (this.mayControl) this.session.follow(locale);
    this.#navigate(false);
  }

  #updateStation(id, state, previous) {
    standings.note(id, state, this.stations.get(id));
    if (!this.stations.has(id)) this.arrangement += 1;
    this.stations.set(id, state);
    if (state.station.streams?.length) this.#streaming.add(id);
    else this.#streaming.delete(id);
    // The first states are drawn together, in their order.
    if (!this.isSynced) return;
    this.#dirty.add(id);
    this.#batch.plan();
    if (previous && lineOf(previous.track) !== lineOf(state.track) && this.#isLookedAt(id)) {
      this.announcer.say(words('announced', lineOf(state.track) || words('nothingKnown'), state.station.name));
    }
  }

  #isLookedAt(id) {
    if (this.route === 'station') return this.#parameter === id;
    return this.route === '' && this.views[''].focusedStation === id;
  }

  #rearrange() {
    this.arrangement += 1;
    this.changed();
  }

  // MARK: Drawing

  #draw() {
    const changed = this.#dirty.has('') ? undefined : new Set(this.#dirty);
    if (!changed || changed.size) this.#view.update(changed);
    if (this.#sessionHasChanged || !changed) this.#view.updateSession?.();
    this.#dirty.clear();
    this.#sessionHasChanged = false;
    this.dock.update();
    setShown(this.links.find(({ route }) => route === 'cluster').node, Boolean(this.cluster.part));
    this.mediaSession.update(this.player.isOn ? this.session.card : null);
    setClass(document.body, 'has-dock', !this.dock.node.hidden);
    const title = `${this.#view.title} · nphub`;
    if (document.title !== title) document.title = title;
  }

  #build() {
    const theme = new ThemeButton();
    this.links = Object.entries(VIEWS).filter(([, { symbol }]) => symbol)
      .map(([route, view]) => new NavigationLink(route, view));
    this.wallLink = element('a.icon-button', { href: '#/wall', 'aria-label': words('wall'), title: words('wall') }, icon('wall'));
    this.main = element('main', { id: 'content' }, ...new Set(Object.values(this.views).map(({ node }) => node)));
    document.documentElement.lang = locale;
    document.body.replaceChildren(
      element('a.skip-link', { href: '#content', onclick: (event) => this.#skip(event) }, words('skipToContent')),
      element('header.page-head', {},
        element('a.brand', { href: '#/', 'aria-label': `nphub: ${words('stations')}` },
          element('span.brand-mark', { 'aria-hidden': 'true' }, element('i'), element('i'), element('i')), element('span', {}, 'nphub')),
        element('nav', { 'aria-label': words('mainNavigation') }, ...this.links.map(({ node }) => node)),
        element('div.head-end', {}, this.#readOnly, this.sign.node, this.wallLink, theme.node)),
      this.sign.banner, this.main, this.dock.node,
      element('a.wall-exit.icon-button', { href: '#/', 'aria-label': words('leaveWall') }, icon('close')),
      this.#message, this.announcer.node);
  }

  // MARK: Views

  #makeViews() {
    this.views = Object.fromEntries(Object.entries(VIEWS).map(([route, { View }]) => [route, new View(this)]));
    this.views.wall = this.views[''];
    this.closed = { node: this.#makeClosed(), title: words('readOnly'), enter() {}, leave() {}, update() {} };
    this.views.closed = this.closed;
  }

  /** Makes the view that replaces the session's views if the page has only the right to read. */
  #makeClosed() {
    const heading = element('h1', { tabindex: '-1' }, words('readOnly'));
    return element('section.view.closed', {}, heading, element('p', {}, words('readOnlyHint')), tokenForm(this));
  }

  get #view() {
    return VIEWS[this.route]?.isOfSession && !this.mayControl ? this.closed : this.views[this.route];
  }

  #parameter;
  #entered;

  #navigate(hasMoved) {
    const [, route = '', parameter = ''] = location.hash.match(/^#\/?([a-z]*)\/?(.*)$/) ?? [];
    if (location.hash === '#content') return;
    this.route = route in this.views && route !== 'closed' ? route : '';
    this.#parameter = decode(parameter);
    this.#entered?.leave();
    this.#entered = this.#view;
    for (const view of Object.values(this.views)) setShown(view.node, view.node === this.#view.node);
    // The wall is packed to the room that it has then.
    setClass(document.body, 'is-wall', this.route === 'wall');
    this.#view.enter(this.#parameter);
    for (const link of this.links) link.update(this.route);
    setShown(this.#readOnly, this.hub.rights !== null && !this.mayControl);
    document.body.dataset.route = this.route;
    this.changed();
    if (!hasMoved) return;
    scrollTo(0, 0);
    (this.#view.heading ?? this.#view.node.querySelector('h1'))?.focus({ preventScroll: true });
  }

  #skip(event) {
    event.preventDefault();
    this.#view.node.querySelector('h1')?.focus();
  }
}

function decode(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

new Dashboard();
