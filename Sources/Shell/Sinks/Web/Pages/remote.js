/** The remote control of a session: what it plays, its stations and favourites, and rewinding. */
import { Artwork, logosOf, picturesOf } from './artwork.js';
import { CommandButton, ListenControl, LiveSign, PositionControl, Transport } from './controls.js';
import { KeyedList, element, setAttribute, setClass, setOptionalText, setShown, setText } from './dom.js';
import { FilterBox } from './filter.js';
import { icon, setIcon } from './icons.js';
import { matches } from './stations.js';
import { words } from './words.js';

/** The number of stations from which on a box filters them. */
const FILTER_MINIMUM = 8;

/** A row of a list: a station or an element. */
class Row {
  artwork = new Artwork({ isLazy: true });
  #text = element('span.row-text', { dir: 'auto' });
  #detail = element('span.row-detail', { dir: 'auto' });
  #mark = element('span.playing-mark', { 'aria-hidden': 'true' }, element('i'), element('i'), element('i'));
  #spinner = element('span.spinner', { role: 'img', 'aria-label': words('busy') });

  constructor(app) {
    this.button = element('button.row', { type: 'button', onclick: () => app.command(this.action) },
      this.artwork.node, element('span.row-texts', {}, this.#text, this.#detail), this.#mark, this.#spinner);
    this.node = element('li.row-line', {}, this.button);
  }

  update(row) {
    this.action = row.action;
    this.artwork.update([row.image?.url], row.text);
    setText(this.#text, row.text);
    setText(this.#detail, row.detailText);
    setShown(this.#mark, Boolean(row.isPlaying) && !row.busy);
    setShown(this.#spinner, Boolean(row.busy));
    setAttribute(this.button, 'aria-current', row.isPlaying ? 'true' : null);
    setAttribute(this.button, 'disabled', row.isEnabled === false || !row.action);
  }
}

/** A station's row, with its heart, or while the list is arranged, with where to move it. */
class StationRow extends Row {
  #heart;
  #heartIcon = icon('heart');
  #up;
  #down;

  constructor(view, id) {
    super(view.app);
    this.view = view;
    this.id = id;
    this.#heart = element('button.icon-button', {
      type: 'button', onclick: () => view.app.command({
        action: 'favourite', station: id, on: !view.app.favourites.has(id),
      }),
    }, this.#heartIcon);
    this.#up = element('button.icon-button', { type: 'button', onclick: () => view.move(id, -1) }, icon('up'));
    this.#down = element('button.icon-button', { type: 'button', onclick: () => view.move(id, 1) }, icon('down'));
    this.node.append(this.#heart, this.#up, this.#down);
  }

  update({ row, index, count }) {
    super.update(row);
    const { app, isArranging } = this.view;
    const state = app.stations.get(this.id);
    if (state) this.artwork.update([row.image?.url, ...picturesOf(state)], row.text);
    const isFavourite = app.favourites.has(this.id);
    setIcon(this.#heartIcon, isFavourite ? 'heart.fill' : 'heart');
    setAttribute(this.#heart, 'aria-pressed', String(isFavourite));
    setAttribute(this.#heart, 'aria-label', words(isFavourite ? 'removeFavourite' : 'addFavourite', row.text));
    setShown(this.#heart, !isArranging);
    for (const [button, name, isEnd] of [
      [this.#up, 'moveUp', index === 0], [this.#down, 'moveDown', index === count - 1],
    ]) {
      setShown(button, isArranging);
      setAttribute(button, 'aria-label', words(name, row.text));
      setAttribute(button, 'disabled', isEnd);
    }
  }
}

/** The rows of one part of the past: an hour, a programme, or the present. */
class RewindGroup {
  #title = element('span');
  #detail = element('span.row-detail');

  constructor(app, { isPast }) {
    this.rows = new KeyedList(element('ul.rows'), () => new Row(app));
    const heading = element(isPast ? 'summary.group-title' : 'h3.group-title', {}, this.#title, this.#detail);
    this.node = element(isPast ? 'details.group' : 'div.group', {}, heading, this.rows.node);
  }

  update({ title, detail, rows }) {
    setText(this.#title, title ?? words('history'));
    setOptionalText(this.#detail, detail);
    this.rows.update(rows);
  }
}

/** A favourite, as a large button. */
class FavouriteTile {
  #artwork = new Artwork({ isLazy: true });
  #name = element('span.tile-name', { dir: 'auto' });

  constructor(app, id) {
    this.button = element('button.tile', {
      type: 'button', onclick: () => app.command({ action: 'select', station: id }),
    }, this.#artwork.node, this.#name);
    this.node = element('li', {}, this.button);
  }

  update({ state, isSelected }) {
    this.#artwork.update(picturesOf(state), state.station.name);
    setText(this.#name, state.station.name);
    setAttribute(this.button, 'aria-current', isSelected ? 'true' : null);
  }
}

/** A choice from a few values, which sends a command. */
class Choice {
  constructor(label, onchange) {
    this.select = element('select', { 'aria-label': label, onchange: () => onchange(this.select.value) });
    this.options = new KeyedList(this.select, ({ value }) => {
      const node = element('option', { value });
      return { node, update: ({ text }) => setText(node, text) };
    }, ({ value }) => value);
    this.node = element('label.choice', {}, this.select);
  }

  update(options, value) {
    this.options.update(options);
    if (this.select.value !== value) this.select.value = value;
  }
}

export class RemoteView {
  isArranging = false;
  #artwork = new Artwork();
  #titleText = element('p.hero-title.skeleton', { dir: 'auto' });
  #detail = element('p.hero-detail.skeleton', { dir: 'auto' });
  #station = element('p.remote-station.skeleton', { dir: 'auto' });
  #sound = element('p.sound-message', { role: 'note' });
  #arrangeText = element('span');
  #noMatch = element('p.message');

  constructor(app) {
    this.app = app;
    this.heading = element('h1.visually-hidden', { tabindex: '-1' }, words('remote'));
    this.transport = new Transport(app);
    this.position = new PositionControl(app);
    this.liveSign = new LiveSign(app);
    this.listen = new ListenControl(app);
    this.like = new CommandButton(app, { symbol: 'heart', label: words('favourite') });
    this.stop = new CommandButton(app, { symbol: 'stop', label: words('stop') });
    this.live = element('button.button', {
      type: 'button', onclick: () => app.command({ action: 'live' }),
    }, icon('dot.radiowaves.left.and.right'), words('toLive'));
    this.rate = new Choice(words('rate'), (value) => app.command({ action: 'rate', value: Number(value) }));
    this.repeat = new Choice(words('repeat'), (mode) => app.command({ action: 'repeat', mode }));
    this.shuffle = element('button.icon-button', {
      type: 'button', 'aria-label': words('shuffle'), onclick: () => app.command({
        action: 'shuffle', on: this.shuffle.getAttribute('aria-pressed') !== 'true',
      }),
    }, icon('shuffle'));
    this.sessions = new Choice(words('session'), (name) => app.useSession(name));
    this.favourites = new KeyedList(element('ul.tiles'), ({ id }) => new FavouriteTile(app, id));
    this.stations = new KeyedList(
      element('ul.rows.station-rows'), ({ id }) => new StationRow(this, id), ({ id }) => id);
    this.filter = new FilterBox(words('filter'), () => this.updateSession());
    this.rewind = new KeyedList(element('div.groups'), (group) => new RewindGroup(app, group));
    this.#build();
  }

  get title() {
    const { card } = this.app.session;
    const texts = [card?.MPMediaItemPropertyTitle, card?.MPMediaItemPropertyAlbumTitle];
    return texts.filter(Boolean).join(' · ') || words('remote');
  }

  enter() {
    this.update();
  }

  leave() {}

  update() {
    this.updateSession();
  }

  updateSession() {
    const { session, sessionNames } = this.app;
    this.sessions.update(sessionNames.map((value) => ({ value, text: `${words('session')}: ${value}` })), session.name);
    setShown(this.sessions.node, sessionNames.length > 1);
    setClass(this.node, 'is-waiting', !session.card || !session.car);
    if (!session.card) return;
    this.#updateCard(session.card);
    this.#updateStations(session);
    const groups = session.rewindGroups;
    this.rewind.update(groups);
    setShown(this.rewindPanel, groups.length > 0);
  }

  /** Moves a station up or down in the listeners' order. */
  move(id, by) {
    const order = this.#order;
    const from = order.indexOf(id);
    order.splice(from, 1);
    order.splice(from + by, 0, id);
    this.app.command({ action: 'order', stations: order });
  }

  get #order() {
    const known = this.app.session.stationRows.map((row) => row.id.slice('stations/'.length));
    return [...new Set([...known, ...this.app.stations.keys()])];
  }

  #build() {
    this.arrange = element('button.chip', {
      type: 'button', onclick: () => {
        this.isArranging = !this.isArranging;
        this.updateSession();
      },
    }, icon('sliders'), this.#arrangeText);
    const player = element('section.now', { 'aria-label': words('nowPlaying') },
      this.#artwork.node,
      element('div.now-body', {},
        element('div.now-head', {}, this.#station, this.liveSign.node),
        element('div.now-texts', {}, this.#titleText, this.#detail), this.position.node, this.transport.node,
        element('div.extras', {}, this.like.node, this.live, this.rate.node, this.repeat.node, this.shuffle, this.stop.node),
        this.listen.node, this.#sound));
    this.favouritePanel = element('section.panel', { 'aria-label': words('favourites') },
      element('h2', {}, words('favourites')), this.favourites.node);
    this.rewindPanel = element('section.panel', { 'aria-label': words('rewind') },
      element('h2', {}, words('rewind')), this.rewind.node);
    const stationPanel = element('section.panel', { 'aria-label': words('stations') },
      element('div.panel-head', {}, element('h2', {}, words('stations')), this.filter.node, this.arrange),
      this.stations.node, this.#noMatch);
    this.node = element('section.view.remote.is-waiting', {}, this.heading,
      element('div.remote-layout', {},
        element('div.remote-player', {}, this.sessions.node, player),
        element('div.remote-lists', {}, this.favouritePanel, stationPanel, this.rewindPanel)));
  }

  #updateCard(card) {
    const { app } = this;
    const { commands } = card;
    const state = app.stations.get(app.session.station);
    const name = card.MPMediaItemPropertyAlbumTitle ?? words('session');
    const { title, detail, station, isSilent } = app.session.texts;
    this.#artwork.update([card.MPMediaItemPropertyArtwork?.url, ...(state ? logosOf(state.station) : [])], name);
    setOptionalText(this.#station, station);
    setText(this.#titleText, title);
    setText(this.#detail, card.MPMediaItemPropertyTitle ? detail : words('chooseStation'));
    this.liveSign.update();
    this.position.update(card, isSilent ? null : app.session.position);
    this.transport.update(card);
    this.stop.update(commands.stopCommand);
    this.#updateExtras(commands, name);
    this.listen.update();
    setOptionalText(this.#sound, app.player.isOn ? words('listeningHere') : '');
    setClass(this.node, 'is-playing', card.playbackState === 'playing');
    setClass(this.node, 'is-stale', Boolean(card.isStale));
  }

  #updateExtras(commands, name) {
    const { likeCommand, changePlaybackRateCommand, changeRepeatModeCommand, changeShuffleModeCommand } = commands;
    this.like.update(likeCommand);
    this.like.name(words(likeCommand.isActive ? 'removeFavourite' : 'addFavourite', name),
      likeCommand.isActive ? 'heart.fill' : 'heart');
    setAttribute(this.like.node, 'aria-pressed', String(likeCommand.isActive));
    const { session } = this.app;
    setShown(this.live, Boolean(session.station) && session.card.MPNowPlayingInfoPropertyIsLiveStream === false);
    const rate = session.card.MPNowPlayingInfoPropertyPlaybackRate || 1;
    const rates = [...new Set([...changePlaybackRateCommand.supportedPlaybackRates, rate])].sort((a, b) => a - b);
    this.rate.update(rates.map((value) => ({ value: String(value), text: `${value}×` })), String(rate));
    setShown(this.rate.node, changePlaybackRateCommand.isEnabled);
    this.repeat.update(['off', 'one', 'all'].map((value) => ({ value, text: words(`repeat.${value}`) })),
      changeRepeatModeCommand?.currentRepeatType ?? 'off');
    setShown(this.repeat.node, Boolean(changeRepeatModeCommand?.isEnabled));
    setShown(this.shuffle, Boolean(changeShuffleModeCommand?.isEnabled));
    setAttribute(this.shuffle, 'aria-pressed', String(changeShuffleModeCommand?.currentShuffleType === 'items'));
  }

  #matches(id, row) {
    const { query } = this.filter;
    const state = this.app.stations.get(id);
    return !query || row.text.toLocaleLowerCase().includes(query)
      || Boolean(state && matches(state, query));
  }

  #updateStations(session) {
    const { app } = this;
    const rows = new Map(session.stationRows.map((row) => [row.id.slice('stations/'.length), row]));
    const items = this.#order.filter((id) => rows.has(id) || app.stations.has(id)).map((id, index, all) => ({
      id, index, count: all.length, row: rows.get(id) ?? rowOf(app.stations.get(id)),
    }));
    // All of them are there to be arranged.
    const shown = this.isArranging ? items : items.filter(({ id, row }) => this.#matches(id, row));
    this.stations.update(shown);
    setShown(this.filter.node, items.length >= FILTER_MINIMUM && !this.isArranging);
    setOptionalText(this.#noMatch, items.length && !shown.length ? words('noMatch', this.filter.text) : '');
    setText(this.#arrangeText, words(this.isArranging ? 'done' : 'arrange'));
    setAttribute(this.arrange, 'aria-pressed', String(this.isArranging));
    const favourites = [...app.favourites].map((id) => ({ id, state: app.stations.get(id), isSelected: id === session.station }))
      .filter(({ state }) => state);
    this.favourites.update(favourites);
    setShown(this.favouritePanel, favourites.length > 0);
  }
}

/** A row for a station that the car's document has no room for. */
function rowOf(state) {
  return { text: state.station.name, detailText: state.track?.title, action: { action: 'select', station: state.station.id } };
}
