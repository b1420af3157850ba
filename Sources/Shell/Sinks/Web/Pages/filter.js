/** The box that filters a list. */
import { element } from './dom.js';
import { icon } from './icons.js';

/** A box of its view: a slash goes to it, as on many pages, and Escape clears it. */
export class FilterBox {
  /** The text to look for, in lower case. */
  query = '';
  #input;
  #changed;

  /**
   * @param {string} label The text that it shows while it is empty.
   * @param {() => void} changed The handler of a changed query.
   */
  constructor(label, changed) {
    this.#changed = changed;
    this.#input = element('input', {
      type: 'search', placeholder: label, 'aria-label': label, enterkeyhint: 'search',
      autocomplete: 'off', spellcheck: 'false', oninput: () => this.#search(),
      onkeydown: (event) => { if (event.key === 'Escape') this.#clear(event); },
    });
    this.node = element('label.filter', {}, icon('search'), this.#input);
    document.addEventListener('keydown', (event) => this.#shortcut(event));
  }

  /** The text to look for, as it was written. */
  get text() {
    return this.#input.value.trim();
  }

  /** Shows a text to look for, without telling its view. */
  show(text) {
    this.#input.value = text;
    this.query = this.text.toLocaleLowerCase();
  }

  #search() {
    this.query = this.text.toLocaleLowerCase();
    this.#changed();
  }

  #clear(event) {
    if (this.#input.value === '') return;
    event.preventDefault();
    this.#input.value = '';
    this.#search();
  }

  #shortcut(event) {
    const isTyping = event.target.closest?.('input, select, textarea');
    const isHidden = this.node.closest('.view')?.hidden;
    if (event.key !== '/' || isTyping || isHidden || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    this.#input.focus();
  }
}
