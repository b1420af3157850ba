/** Tells screen readers what changed: one live region, and one sentence for a change. */
import { element, setText } from './dom.js';

export class Announcer {
  node = element('p.visually-hidden', { role: 'status', 'aria-live': 'polite' });
  #timer;
  #last = '';

  /** Says a sentence; of several at once, the last one. */
  say(text) {
    if (!text || text === this.#last) return;
    this.#last = text;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => setText(this.node, text), 150);
  }
}
