/**
 * Writes to the page only what differs, so that nothing repaints when nothing changed.
 *
 * A component is an object with a `node`, made once, and a method `update(value)`.
 */

/**
 * Makes an element.
 * @param {string} name Such as `p` or `p.title.muted`.
 * @param {object} [attributes] Attributes; `on…` are listeners; null and false are left out.
 * @param {...(Node|string|null|undefined)} children
 */
export function element(name, attributes = {}, ...children) {
  const [tag, ...classes] = name.split('.');
  const node = document.createElement(tag);
  if (classes.length) node.className = classes.join(' ');
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith('on')) node.addEventListener(key.slice(2), value);
    else setAttribute(node, key, value);
  }
  node.append(...children.filter((child) => child !== null && child !== undefined));
  return node;
}

/** Sets the text of an element that has nothing but text. */
export function setText(node, text = '') {
  const value = text ?? '';
  const only = node.firstChild;
  if (only && only === node.lastChild && only.nodeType === Node.TEXT_NODE) {
    if (only.data !== value) only.data = value;
  } else if (value !== '' || only) {
    node.replaceChildren(document.createTextNode(value));
  }
}

/** Sets an attribute; null, undefined and false remove it, true makes it empty. */
export function setAttribute(node, name, value) {
  if (value === null || value === undefined || value === false) {
    if (node.hasAttribute(name)) node.removeAttribute(name);
    return;
  }
  const text = value === true ? '' : String(value);
  if (node.getAttribute(name) !== text) node.setAttribute(name, text);
}

/** Shows an element or hides it. */
export function setShown(node, isShown) {
  setAttribute(node, 'hidden', !isShown);
}

/** Sets a text, and hides the element where there is none. */
export function setOptionalText(node, text) {
  setText(node, text);
  setShown(node, Boolean(text));
}

/** Adds a class or removes it. */
export function setClass(node, name, isOn) {
  if (node.classList.contains(name) !== Boolean(isOn)) node.classList.toggle(name, Boolean(isOn));
}

/** Sets a custom property of CSS. */
export function setVariable(node, name, value) {
  const text = String(value);
  if (node.style.getPropertyValue(name) !== text) node.style.setProperty(name, text);
}

/** The components of a list, by the keys of its items, in the list's element. */
export class KeyedList {
  #components = new Map();

  /**
   * @param {Element} node The parent of the components' nodes, without other children.
   * @param {(item: *) => {node: Element, update: (item: *) => void}} make
   * @param {(item: *) => string} [keyOf]
   */
  constructor(node, make, keyOf = (item) => item.id) {
    this.node = node;
    this.make = make;
    this.keyOf = keyOf;
  }

  /** The component of an item. */
  get(key) {
    return this.#components.get(key);
  }

  /** Shows these items, in this order; what stays is neither made anew nor moved without need. */
  update(items) {
    const kept = new Map();
    for (const item of items) {
      const key = this.keyOf(item);
      const component = this.#components.get(key) ?? this.make(item);
      component.update(item);
      kept.set(key, component);
    }
    for (const [key, component] of this.#components) {
      if (kept.get(key) !== component) component.node.remove();
    }
    this.#components = kept;
    this.#arrange([...kept.values()].map((component) => component.node));
  }

  #arrange(nodes) {
    const focused = document.activeElement;
    let place = this.node.firstChild;
    for (const node of nodes) {
      if (node === place) {
        place = place.nextSibling;
      } else if (node === place?.nextSibling && nodes.indexOf(place) > nodes.indexOf(node)) {
        // One item moved down: moving it is less than moving all that come before it.
        this.node.append(place);
        place = node.nextSibling;
      } else {
        this.node.insertBefore(node, place);
      }
    }
    // A node that is moved loses the focus.
    if (focused !== document.activeElement && this.node.contains(focused)) {
      focused.focus({ preventScroll: true });
    }
  }
}

/** Collects changes, and draws them together before the next frame. */
export class Batch {
  #isPlanned = false;

  constructor(draw) {
    this.draw = draw;
  }

  plan() {
    if (this.#isPlanned) return;
    this.#isPlanned = true;
    const run = () => {
      this.#isPlanned = false;
      this.draw();
    };
    // There are no frames while the page is hidden.
    if (document.hidden) setTimeout(run, 250);
    else requestAnimationFrame(run);
  }
}

/** An address from outside, where it may be used: http and https alone. */
export function webAddress(text) {
  try {
    const address = new URL(text);
    return address.protocol === 'https:' || address.protocol === 'http:' ? address.href : undefined;
  } catch {
    return undefined;
  }
}

/** A hue from teal over blue to red that stays the same for a text. */
export function hueOf(text) {
  let hash = 2166136261;
  for (const character of text) hash = Math.imul(hash ^ character.codePointAt(0), 16777619);
  hash = Math.imul(hash ^ (hash >>> 15), 2246822507);
  return 185 + ((hash >>> 13) % 205);
}
