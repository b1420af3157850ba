/** Light, dark, or as the system: a button that goes through them, and remembers the choice. */
import { element, setAttribute } from './dom.js';
import { icon, setIcon } from './icons.js';
import { words } from './words.js';

const THEMES = { system: 'contrast', light: 'sun', dark: 'moon' };
const KEY = 'nphub.theme';

export class ThemeButton {
  #icon = icon('contrast');

  constructor() {
    this.node = element('button.icon-button', { type: 'button', onclick: () => this.#next() }, this.#icon);
    this.#apply(stored() ?? 'system');
  }

  #next() {
    const names = Object.keys(THEMES);
    const theme = names[(names.indexOf(this.theme) + 1) % names.length];
    try {
      localStorage.setItem(KEY, theme);
    } catch {
      // A browser that keeps nothing: the choice lasts as long as the page.
    }
    this.#apply(theme);
  }

  #apply(theme) {
    this.theme = theme;
    setAttribute(document.documentElement, 'data-theme', theme === 'system' ? null : theme);
    setAttribute(this.node, 'aria-label', words('theme', words(`theme.${theme}`)));
    setAttribute(this.node, 'title', words('theme', words(`theme.${theme}`)));
    setIcon(this.#icon, THEMES[theme]);
  }
}

function stored() {
  try {
    const theme = localStorage.getItem(KEY);
    return theme in THEMES ? theme : undefined;
  } catch {
    return undefined;
  }
}

/** Returns true if the page is dark now. */
export function isDark() {
  const { theme } = document.documentElement.dataset;
  return theme ? theme === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
}
