/** Pictures of tracks and stations. Where there is none, a colour and a letter stand for it. */
import { element, hueOf, setAttribute, setClass, setText, setVariable } from './dom.js';
import { firstPicture, pictureFailed } from './pictures.js';
import { isDark } from './theme.js';

export class Artwork {
  #image = element('img', { alt: '', decoding: 'async', referrerpolicy: 'no-referrer', draggable: 'false' });
  #letter = element('span.letter');
  #urls = [];
  #source;

  /** @param {{isLazy?: boolean}} [options] */
  constructor({ isLazy = false } = {}) {
    if (isLazy) this.#image.loading = 'lazy';
    this.#image.addEventListener('load', () => {
      setClass(this.node, 'is-changing', false);
      setClass(this.node, 'has-image', true);
    });
    this.#image.addEventListener('error', () => {
      pictureFailed(this.#source);
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
    this.#urls = urls;
    setText(this.#letter, firstLetter(name));
    setVariable(this.node, '--hue', hueOf(name));
    this.#choose();
  }

  #choose() {
    const source = firstPicture(this.#urls);
    if (source === this.#source) return;
    this.#source = source;
    const hasImage = this.node.classList.contains('has-image');
    setClass(this.node, 'is-changing', hasImage && Boolean(source));
    if (!source) setClass(this.node, 'has-image', false);
    setAttribute(this.#image, 'src', source);
  }
}

function firstLetter(name) {
  const letter = name.match(/[\p{L}\p{N}]/u)?.[0] ?? '♪';
  return letter.toLocaleUpperCase();
}

/** The pictures of a station's state, by preference. */
export function picturesOf({ track, live, programme, station }) {
  return [track?.artworkURL, live?.artworkURL, programme?.artworkURL, ...logosOf(station)];
}

/** The logos of a station; first the one for the page as it looks now. */
export function logosOf({ logo }) {
  return isDark() ? [logo?.dark, logo?.light] : [logo?.light, logo?.dark];
}
