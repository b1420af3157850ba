/** Pictures of tracks and stations. Where there is none, a colour and a letter stand for it. */
import { element, hueOf, setAttribute, setClass, setText, setVariable, webAddress } from './dom.js';
import { isDark } from './theme.js';

/** Addresses that gave no picture, which are not asked for again for a while. */
const failures = new Map();
const FAILURE_LIFE = 5 * 60 * 1000;

function hasFailed(url) {
  return Date.now() - (failures.get(url) ?? -Infinity) < FAILURE_LIFE;
}

export class Artwork {
  #image = element('img', { alt: '', decoding: 'async', referrerpolicy: 'no-referrer', draggable: 'false' });
  #letter = element('span.letter');
  #urls = [];
  #source;

  /** @param {{isLazy?: boolean}} [options] */
  constructor({ isLazy = false } = {}) {
    if (isLazy) this.#image.loading = 'lazy';
    this.#image.addEventListener('load', () => setClass(this.node, 'has-image', true));
    this.#image.addEventListener('error', () => {
      failures.set(this.#source, Date.now());
      this.#choose();
    });
    this.node = element('span.artwork', { 'aria-hidden': 'true' }, this.#letter, this.#image);
  }

  /**
   * Shows the first of the pictures that can be had.
   * @param {(string|undefined)[]} urls By preference.
   * @param {string} name Whose colour and first letter stand for a picture.
   */
  update(urls, name) {
    this.#urls = urls.map(webAddress).filter(Boolean);
    setText(this.#letter, firstLetter(name));
    setVariable(this.node, '--hue', hueOf(name));
    this.#choose();
  }

  #choose() {
    const source = this.#urls.find((url) => !hasFailed(url));
    if (source === this.#source) return;
    this.#source = source;
    setClass(this.node, 'has-image', false);
    setAttribute(this.#image, 'src', source);
  }
}

function firstLetter(name) {
  const letter = name.match(/[\p{L}\p{N}]/u)?.[0] ?? '♪';
  return letter.toLocaleUpperCase();
}

/** The pictures of a station's state, by preference. */
export function picturesOf(state) {
  const { logo } = state.station;
  const logos = isDark() ? [logo?.dark, logo?.light] : [logo?.light, logo?.dark];
  return [state.track?.artworkURL, state.live?.artworkURL, state.programme?.artworkURL, ...logos];
}
