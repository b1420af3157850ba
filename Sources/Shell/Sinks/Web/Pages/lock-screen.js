/** The lock screen of a phone, drawn from the `lockScreen` document. */
import { Artwork } from './artwork.js';
import { CommandButton, LiveSign, PositionControl, Transport } from './controls.js';
import { element, setAttribute, setClass, setOptionalText, setShown, setText } from './dom.js';
import { clock } from './progress.js';
import { wallClock, words } from './words.js';

const date = new Intl.DateTimeFormat(navigator.language, { weekday: 'long', day: 'numeric', month: 'long' });

export class LockScreenView {
  #backdrop = new Artwork();
  #artwork = new Artwork();
  #title = element('p.phone-title.skeleton', { dir: 'auto' });
  #artist = element('p.phone-artist.skeleton', { dir: 'auto' });
  #station = element('p.phone-station', { dir: 'auto' });
  #stale = element('span.badge', { 'data-kind': 'stale' }, words('stale'));

  constructor(app) {
    this.app = app;
    this.heading = element('h1.visually-hidden', { tabindex: '-1' }, words('lockScreen'));
    this.position = new PositionControl(app, { withRemaining: true });
    this.transport = new Transport(app);
    this.liveSign = new LiveSign(app);
    this.like = new CommandButton(app, { symbol: 'heart', label: words('like') });
    const hours = element('p.phone-time', { 'aria-hidden': 'true' });
    const day = element('p.phone-date', { 'aria-hidden': 'true' });
    clock(hours, () => setText(hours, wallClock()));
    clock(day, () => setText(day, date.format()));
    this.card = element('div.phone-card', {},
      element('div.phone-head', {}, this.#artwork.node,
        element('div.phone-texts', {}, this.#title, this.#artist, this.#station), this.like.node),
      this.position.node,
      element('div.phone-signs', {}, this.liveSign.node, this.#stale), this.transport.node);
    this.node = element('section.view.lock', {}, this.heading,
      element('div.phone', { role: 'group', 'aria-label': words('phoneLabel') },
        element('div.backdrop', { 'aria-hidden': 'true' }, this.#backdrop.node),
        element('div.phone-island', { 'aria-hidden': 'true' }),
        element('div.phone-clock', {}, day, hours), this.card,
        element('div.phone-bar', { 'aria-hidden': 'true' })));
  }

  get title() {
    return words('lockScreen');
  }

  enter() {
    this.updateSession();
  }

  leave() {}

  update() {
    this.updateSession();
  }

  updateSession() {
    const { card } = this.app.session;
    setClass(this.node, 'is-waiting', !card);
    if (!card) return;
    const name = card.MPMediaItemPropertyAlbumTitle ?? 'nphub';
    const picture = [card.MPMediaItemPropertyArtwork?.url];
    this.#artwork.update(picture, name);
    this.#backdrop.update(picture, name);
    const { title, detail, station, isSilent } = this.app.session.texts;
    setText(this.#title, title);
    setText(this.#artist, detail);
    setOptionalText(this.#station, [station, station && card.album].filter(Boolean).join(' · '));
    this.position.update(card, isSilent ? null : undefined);
    this.transport.update(card);
    this.liveSign.update();
    setShown(this.#stale, Boolean(card.isStale));
    const { likeCommand } = card.commands;
    this.like.update(likeCommand);
    this.like.name(words(likeCommand.isActive ? 'removeFavourite' : 'addFavourite', name),
      likeCommand.isActive ? 'heart.fill' : 'heart');
    setAttribute(this.like.node, 'aria-pressed', String(likeCommand.isActive));
    setClass(this.card, 'is-live', this.app.session.isLive);
  }
}
