/** The buttons of a session, for remote, lock screen and the bar at the bottom. */
import { playbackOfCard, positionAt } from '../nphub.js';
import { element, setAttribute, setShown, setText } from './dom.js';
import { icon, setIcon } from './icons.js';
import { Progress, clock, clockText } from './progress.js';
import { words } from './words.js';

/** A button that sends a command of the lock screen's document; before the first one it is disabled. */
export class CommandButton {
  #icon;

  constructor(app, { symbol, label, className = 'icon-button' }) {
    this.#icon = icon(symbol);
    this.label = label;
    this.badge = element('span.button-badge', { 'aria-hidden': 'true' });
    this.node = element(`button.${className.replaceAll(' ', '.')}`, {
      type: 'button', 'aria-label': label, disabled: '', onclick: () => app.command(this.action),
    }, this.#icon, this.badge);
  }

  update(command) {
    this.action = command?.action;
    setAttribute(this.node, 'disabled', !command?.isEnabled || !command.action);
    const [seconds] = command?.preferredIntervals ?? [];
    setText(this.badge, seconds === undefined ? '' : String(seconds));
    if (seconds !== undefined) this.name(words(this.label, seconds));
  }

  /** Sets its label and its symbol. */
  name(label, symbol) {
    setAttribute(this.node, 'aria-label', label);
    if (symbol) setIcon(this.#icon, symbol);
  }
}

/** Previous, back, play or pause, forward, next. */
export class Transport {
  constructor(app) {
    this.previous = new CommandButton(app, { symbol: 'previous', label: words('previous') });
    this.back = new CommandButton(app, { symbol: 'gobackward', label: 'skipBack' });
    this.toggle = new CommandButton(app, { symbol: 'play', label: words('play'), className: 'icon-button play-button' });
    this.forward = new CommandButton(app, { symbol: 'goforward', label: 'skipForward' });
    this.next = new CommandButton(app, { symbol: 'next', label: words('nextElement') });
    const buttons = [this.previous, this.back, this.toggle, this.forward, this.next];
    this.node = element('div.transport', {}, ...buttons.map(({ node }) => node));
  }

  update(card) {
    const { commands, playbackState } = card;
    const isPlaying = playbackState === 'playing';
    this.previous.update(commands.previousTrackCommand);
    this.back.update(commands.skipBackwardCommand);
    this.toggle.update(isPlaying ? commands.pauseCommand : commands.playCommand);
    this.toggle.name(words(isPlaying ? 'pause' : 'play'), isPlaying ? 'pause' : 'play');
    this.forward.update(commands.skipForwardCommand);
    this.next.update(commands.nextTrackCommand);
  }
}

/** The position of a session: a bar, or where one can go to a position, a slider. */
export class PositionControl {
  #card;
  #isHeld = false;

  constructor(app, options) {
    this.app = app;
    this.progress = new Progress(() => app.hub.now(), options);
    this.slider = element('input.slider', {
      type: 'range', min: '0', step: '1', 'aria-label': words('position'), hidden: '',
      oninput: () => { this.#isHeld = true; },
      onchange: () => {
        this.#isHeld = false;
        app.command({ action: 'seek', to: Number(this.slider.value) });
      },
    });
    this.node = element('div.position', {}, this.slider, this.progress.node);
    // Its value is a property, which changes nothing in the document.
    clock(this.slider, () => this.#move());
  }

  /**
   * @param {object} card The lock screen's document.
   * @param {?object} [playback] The position, where more is known of it than the document says; null
   *   where it is known that the document's is none.
   */
  update(card, playback = playbackOfCard(card)) {
    this.#card = card;
    const canSeek = card.commands.changePlaybackPositionCommand.isEnabled && playback?.duration !== undefined;
    this.progress.update(card.MPMediaItemPropertyTitle ? playback : undefined);
    setShown(this.slider, canSeek);
    setAttribute(this.node, 'data-seekable', canSeek);
    if (canSeek) setAttribute(this.slider, 'max', String(Math.ceil(playback.duration)));
    this.#move();
  }

  #move() {
    if (this.#isHeld || this.slider.hidden || !this.#card) return;
    const position = positionAt(playbackOfCard(this.#card), this.app.hub.now()) ?? 0;
    const value = String(Math.floor(position));
    if (this.slider.value !== value) this.slider.value = value;
  }
}

/** Shows that the session is live, or the time that it is behind. */
export class LiveSign {
  #dot = element('span.dot', { 'aria-hidden': 'true' });
  #text = element('span');

  constructor(app) {
    this.app = app;
    this.node = element('span.live-sign', {}, this.#dot, this.#text);
    clock(this.#text, () => this.#draw());
  }

  update() {
    const { session } = this.app;
    setAttribute(this.node, 'data-live', session.isLive && session.isPlaying);
    setShown(this.node, Boolean(session.card?.MPMediaItemPropertyTitle) && !session.texts.isSilent);
    this.#draw();
  }

  #draw() {
    const { session, hub } = this.app;
    // A player that stands still is not live, even where playing would be.
    if (session.isLive && !session.isPlaying) {
      const isHeld = ['paused', 'interrupted'].includes(session.card.playbackState);
      setText(this.#text, words(isHeld ? 'paused' : 'stopped'));
      return;
    }
    const heard = session.heardAt(hub.now());
    const behind = heard === undefined ? 0 : hub.now() - heard;
    setText(this.#text, session.isLive || behind < 1 ? words('live') : words('behind', clockText(behind)));
  }
}

/** Plays the session in this page, and how loud. */
export class ListenControl {
  #text = element('span');

  constructor(app) {
    this.app = app;
    this.button = element('button.button', {
      type: 'button', title: words('listenHint'),
      onclick: () => (app.player.isOn ? app.player.stop() : app.player.start()),
    }, icon('headphones'), this.#text);
    const volume = element('input.slider', {
      type: 'range', min: '0', max: '1', step: '0.05', value: '1', 'aria-label': words('volume'),
      oninput: () => { app.player.audio.volume = Number(volume.value); },
    });
    this.volume = element('label.volume', {}, icon('volume'), volume);
    this.node = element('div.listen', { hidden: '' }, this.button, this.volume);
  }

  update() {
    const { isOn } = this.app.player;
    setShown(this.node, isOn || this.app.hasStreams);
    setText(this.#text, words(isOn ? 'stopListening' : 'listenHere'));
    setAttribute(this.button, 'aria-pressed', String(isOn));
    setShown(this.volume, isOn);
  }
}
