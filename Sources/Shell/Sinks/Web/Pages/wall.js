/** The wall display: as many stations as a screen holds, on pages that turn by themselves. */
import { element, setOptionalText, setShown, setVariable } from './dom.js';
import { words } from './words.js';

/** The most stations on a page. */
const MOST = 24;
/** The least room for a station, in pixels. */
const LEAST = { width: 230, height: 96 };
/** The width of a station that has its picture beside its texts, for its height. */
const SHAPE = 2.3;
/** The time for which a page is shown, in milliseconds. */
const TURN_INTERVAL = 15_000;
/** The time for which a pointer that lies still keeps the page, in milliseconds. */
const POINTER_LIFE = 30_000;

const lessMotion = matchMedia('(prefers-reduced-motion: reduce)');

/**
 * Packs stations into a screen, as large as they can be.
 * @param {number} count The number of stations.
 * @param {number} width The room, in pixels.
 * @param {number} height
 * @returns {{columns: number, rows: number, size: number, pages: number}} `size` is the number of
 *   stations on a page.
 */
export function pack(count, width, height) {
  const room = Math.max(1, Math.floor(width / LEAST.width)) * Math.max(1, Math.floor(height / LEAST.height));
  const pages = Math.max(1, Math.ceil(count / Math.min(MOST, room)));
  const size = Math.max(1, Math.ceil(count / pages));
  let best = { scale: -1 };
  for (let columns = 1; columns <= size; columns += 1) {
    const rows = Math.ceil(size / columns);
    const scale = Math.min(width / columns / SHAPE, height / rows);
    if (scale > best.scale) best = { columns, rows, scale };
  }
  return { columns: best.columns, rows: best.rows, size, pages };
}

export class Wall {
  /** Tells which page is shown. */
  sign = element('p.wall-page');
  #cards;
  #arrange;
  #page = 0;
  /** The page after the first, where that interrupts the others. */
  #following;
  #pages = 1;
  #timer;
  #movedAt = -Infinity;
  #isShown = false;

  /**
   * @param {Element} cards The list.
   * @param {() => void} arrange Shows the list anew.
   */
  constructor(cards, arrange) {
    this.#cards = cards;
    this.#arrange = arrange;
    cards.addEventListener('pointermove', () => { this.#movedAt = performance.now(); });
    addEventListener('resize', () => { if (this.#isShown) arrange(); });
  }

  /** True if a pointer moved in the list a moment ago. */
  get isTouched() {
    return performance.now() - this.#movedAt < POINTER_LIFE;
  }

  /** Begins with the first page. */
  begin() {
    this.#page = 0;
  }

  /** Turns no more pages. */
  rest() {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#isShown = false;
  }

  /** Shows a page of the cards; anywhere but on the wall, all of them. */
  show(cards, { isWall, isWorse }) {
    this.#isShown = isWall;
    if (!isWall) {
      for (const { node } of cards) setShown(node, true);
      setOptionalText(this.sign, '');
      return;
    }
    const { clientWidth, clientHeight } = this.#cards;
    const { columns, rows, size, pages } = pack(cards.length, clientWidth, clientHeight);
    if (isWorse && this.#page !== 0) this.#interrupt();
    this.#page %= pages;
    this.#pages = pages;
    setVariable(this.#cards, '--columns', columns);
    setVariable(this.#cards, '--rows', rows);
    const page = cards.slice(this.#page * size, (this.#page + 1) * size);
    for (const card of page) card.build();
    for (const card of cards) setShown(card.node, page.includes(card));
    setOptionalText(this.sign, pages > 1 ? words('pageOf', this.#page + 1, pages) : '');
    if (pages > 1) this.#timer ??= setTimeout(() => this.#turn(), TURN_INTERVAL);
  }

  /** Shows the first page, which has the new trouble, and then goes on. */
  #interrupt() {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#following = this.#page + 1;
    this.#page = 0;
  }

  #turn() {
    this.#timer = undefined;
    const isHeld = this.isTouched || this.#cards.contains(document.activeElement);
    if (!isHeld) {
      this.#page = (this.#following ?? this.#page + 1) % this.#pages;
      this.#following = undefined;
      if (!lessMotion.matches) this.#cards.animate({ opacity: [0, 1] }, 400);
    }
    this.#arrange();
  }
}
