/**
 * Bars and clocks that move by themselves, from the anchor of a position. A bar is an animation that
 * the browser runs; a clock is a text that changes once a second while it can be seen.
 */
import { positionAt } from '../nphub.js';
import { element, setShown, setText, setVariable } from './dom.js';

/** A length of time as `3:05` or `1:02:45`. */
export function clockText(seconds) {
  const whole = Math.max(0, Math.floor(seconds));
  const parts = [Math.floor(whole / 60) % 60, whole % 60];
  if (whole >= 3600) parts.unshift(Math.floor(whole / 3600));
  return parts.map((part, index) => (index ? String(part).padStart(2, '0') : part)).join(':');
}

/** Draws nodes again and again while they are visible. */
class Ticker {
  #drawings = new Map();
  #isSeen = new WeakSet();
  #observer = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) {
      if (isIntersecting) this.#isSeen.add(target);
      else this.#isSeen.delete(target);
      if (isIntersecting) this.#drawings.get(target)?.();
    }
  });

  constructor() {
    setInterval(() => this.#tick(), 250);
    document.addEventListener('visibilitychange', () => this.#tick());
  }

  add(node, draw) {
    this.#drawings.set(node, draw);
    this.#observer.observe(node);
  }

  #tick() {
    if (document.hidden) return;
    for (const [node, draw] of this.#drawings) {
      if (!node.isConnected) this.#remove(node);
      else if (this.#isSeen.has(node)) draw();
    }
  }

  #remove(node) {
    this.#drawings.delete(node);
    this.#observer.unobserve(node);
  }
}

const ticker = new Ticker();

/** Draws a text now, and then again and again while it can be seen. */
export function clock(node, draw) {
  node.setAttribute('data-clock', '');
  ticker.add(node, draw);
  return node;
}

const lessMotion = matchMedia('(prefers-reduced-motion: reduce)');

/** The position of a track: a bar, and beside it the time that has passed and the length. */
export class Progress {
  #now;
  #playback;
  #animation;
  #fill = element('span.bar-fill');
  #bar;
  #elapsed = element('span.clock');
  #duration = element('span.clock');

  /**
   * @param {() => number} now The hub's clock.
   * @param {{withRemaining?: boolean}} [options] Show the remaining time in place of the length.
   */
  constructor(now, { withRemaining = false } = {}) {
    this.#now = now;
    this.withRemaining = withRemaining;
    this.#bar = element('span.bar', { 'aria-hidden': 'true' }, this.#fill);
    clock(this.#elapsed, () => this.#drawClocks());
    if (withRemaining) this.#duration.setAttribute('data-clock', '');
    this.node = element('div.progress', {}, this.#elapsed, this.#bar, this.#duration);
    all.add(new WeakRef(this));
  }

  /** Shows another anchor; the same one changes nothing. */
  update(playback) {
    const last = this.#playback;
    this.#playback = playback;
    const names = ['elapsed', 'asOf', 'rate', 'duration'];
    if (!last || names.some((name) => last[name] !== playback?.[name])) this.anchor();
  }

  /** Sets the bar to where it belongs by the hub's clock. */
  anchor() {
    const { elapsed, asOf, rate = 0, duration } = this.#playback ?? {};
    const isKnown = elapsed !== undefined;
    setShown(this.node, isKnown);
    setShown(this.#bar, isKnown && duration !== undefined);
    setShown(this.#duration, isKnown && duration !== undefined);
    this.#animation?.cancel();
    this.#animation = undefined;
    if (!isKnown) return;
    setVariable(this.node, '--digits', clockText(duration ?? elapsed).length);
    this.#drawClocks();
    if (duration === undefined) return;
    this.#animation = this.#fill.animate(
      { transform: ['scaleX(0)', 'scaleX(1)'] },
      { duration: duration * 1000, fill: 'both',
        easing: lessMotion.matches ? `steps(${Math.max(1, Math.ceil(duration / 10))})` : 'linear' });
    this.#animation.currentTime = (elapsed + rate * (this.#now() - asOf)) * 1000;
    if (rate > 0) this.#animation.playbackRate = rate;
    else this.#animation.pause();
  }

  #drawClocks() {
    const position = positionAt(this.#playback, this.#now());
    if (position === undefined) return;
    const { duration } = this.#playback;
    setText(this.#elapsed, clockText(position));
    if (duration === undefined) return;
    const left = Math.ceil(duration - position);
    setText(this.#duration, this.withRemaining ? `−${clockText(left)}` : clockText(duration));
  }
}

const all = new Set();

/** Sets all bars anew: the hub's clock was learnt, or the page comes out of the background. */
export function anchorAll() {
  for (const reference of all) {
    const progress = reference.deref();
    if (progress) progress.anchor();
    else all.delete(reference);
  }
}

document.addEventListener('visibilitychange', () => { if (!document.hidden) anchorAll(); });
