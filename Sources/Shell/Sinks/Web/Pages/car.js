/**
 * The car's screen: a head unit with a stack of templates, from the `carPlay` document.
 *
 * For the developer of a head unit, in the order in which it works:
 *
 * 1. `CarView.enter` subscribes to `carPlay` with patches, and says what the car is like in `options`.
 * 2. `Subscription` of nphub.js applies `rows` and `templates`; `update` gets a whole document, in
 *    which everything that did not change is the same object.
 * 3. `CarView.update` draws the template on top, the tabs and the bar above. Parts are found by
 *    their ids and changed in place (`KeyedList`): no list jumps, no focus is lost.
 * 4. `CarView.choose` does what a part says: `push` names a template of `lists` to put on top, `action`
 *    is a command to send as it is. The answer's `then` says where to go (`CarNavigation.follow`).
 * 5. The hub's `event` asks to show what plays, or an alert.
 *
 * The car keeps its own: the template on top (`CarNavigation`), and the selected place of a map.
 * car-templates.js draws each kind of template. The texts, the position and the buttons of what plays
 * are those of the view `lockScreen`.
 */
import { findTemplate, tabsOf } from '../nphub.js';
import { AlertTemplate, makeTemplate } from './car-templates.js';
import { KeyedList, element, setAttribute, setShown, setText } from './dom.js';
import { icon, setIcon } from './icons.js';
import { clock } from './progress.js';
import { locale, wallClock, words } from './words.js';

const NOW_PLAYING = 'nowPlaying';
/** The most templates on top of each other, with the root, as cars have it for audio. */
const DEPTH = 5;

/** The template on top; the hub does not know it. */
export class CarNavigation {
  tab;
  stack = [];

  constructor(depth = DEPTH) {
    this.depth = depth;
  }

  get top() {
    return this.stack.at(-1) ?? this.tab;
  }

  /** Leaves what a new document does not have any more. */
  settle(car) {
    const lost = this.stack.findIndex((id) => !findTemplate(car, id));
    if (lost >= 0) this.stack = this.stack.slice(0, lost);
    const tabs = tabsOf(car);
    if (!tabs.some(({ id }) => id === this.tab)) this.tab = tabs[0].id;
  }

  /** Shows a tab, without anything on top of it. */
  show(tab) {
    this.tab = tab;
    this.stack = [];
  }

  /**
   * Puts a template on top. One that is in the stack already is gone back to; what plays lies on the
   * root itself, since its own lists need the depth.
   */
  push(id) {
    const place = this.stack.indexOf(id);
    if (id === this.tab) this.stack = [];
    else if (id === NOW_PLAYING) this.stack = [id];
    else if (place >= 0) this.stack = this.stack.slice(0, place + 1);
    else if (this.stack.length + 1 < this.depth) this.stack = [...this.stack, id];
  }

  pop() {
    this.stack = this.stack.slice(0, -1);
  }

  /** Goes where the answer to a command says. */
  follow(then = '') {
    if (then === `present:${NOW_PLAYING}`) this.push(NOW_PLAYING);
    else if (then === 'pop') this.pop();
    else if (then.startsWith('push:')) this.push(then.slice('push:'.length));
  }
}

/** A tab of the bar. `tabSystemItem` is for cars that have a title and a symbol of their own for it. */
class Tab {
  #icon = icon('radio');
  #title = element('span', { dir: 'auto' });
  #badge = element('span.tab-badge', { role: 'img', 'aria-label': words('badge') });

  constructor(car) {
    this.node = element('button.tab', {
      type: 'button', role: 'tab', onclick: () => car.showTab(this.id),
    }, this.#icon, this.#title, this.#badge);
  }

  update({ template, isShown }) {
    this.id = template.id;
    setIcon(this.#icon, template.tabImage ?? 'list.bullet');
    setText(this.#title, template.tabTitle ?? template.title);
    setShown(this.#badge, Boolean(template.showsTabBadge));
    setAttribute(this.node, 'aria-selected', String(isShown));
    setAttribute(this.node, 'data-part', template.id);
    setAttribute(this.node, 'tabindex', isShown ? '0' : '-1');
  }
}

export class CarView {
  region;
  #car = null;
  #subscription;
  #navigation = new CarNavigation();
  #templates = new Map();
  #shown;
  #seenTab;
  #onEvent = ({ detail }) => this.#receive(detail);
  #title = element('h2.car-title', { dir: 'auto' });
  #leftOut = element('span.tab-left-out');
  #options = { category: 'audio', style: 'dark', favourites: 'list', locale };
  #listItems = 12;

  constructor(app) {
    this.app = app;
    this.heading = element('h1.visually-hidden', { tabindex: '-1' }, words('car'));
    this.tabs = new KeyedList(
      element('div.tabs', { role: 'tablist' }), () => new Tab(this), ({ template }) => template.id);
    this.alert = new AlertTemplate(this);
    this.back = element('button.icon-button.car-back', {
      type: 'button', 'aria-label': words('back'), onclick: () => this.#goBack(),
    }, icon('back'));
    this.nowButton = element('button.icon-button', {
      type: 'button', 'aria-label': words('nowPlaying'), onclick: () => this.#push(NOW_PLAYING),
    }, icon('dot.radiowaves.left.and.right'));
    this.stage = element('div.stage');
    this.#build();
  }

  get title() {
    return words('car');
  }

  enter() {
    if (this.#subscription) return;
    const { app } = this;
    this.#subscription = app.hub.subscribe({
      view: 'carPlay', session: app.session.name, patch: true, options: this.#allOptions,
    }, {
      update: (_, car) => {
        this.#car = car;
        app.changed();
      },
      error: (error) => app.complain(error.message),
    });
    app.hub.addEventListener('event', this.#onEvent);
    this.update();
  }

  leave() {
    this.#subscription?.close();
    this.#subscription = undefined;
    this.app.hub.removeEventListener('event', this.#onEvent);
    this.alert.hide();
  }

  /** Draws the template on top, the tabs, and what stands above them. */
  update() {
    const car = this.#car;
    setShown(this.unit, Boolean(car));
    if (!car) return;
    this.#navigation.settle(car);
    const { top, tab, stack } = this.#navigation;
    const tabs = tabsOf(car);
    this.#show(top, findTemplate(car, top));
    this.#see(findTemplate(car, top));
    this.tabs.update(tabs.map((template) => ({ template, isShown: template.id === tab })));
    setShown(this.tabBar, tabs.length > 1 && stack.length === 0);
    setShown(this.bar, stack.length > 0 || tabs.length < 2);
    setText(this.#leftOut, car.root.leftOut ? words('moreTabs', car.root.leftOut) : '');
    setShown(this.back, stack.length > 0);
    const title = top === NOW_PLAYING ? '' : findTemplate(car, top)?.title;
    setText(this.#title, title);
    setShown(this.nowButton, Boolean(car.nowPlaying) && top !== NOW_PLAYING && Boolean(this.app.session.station));
    setAttribute(this.unit, 'data-style', this.#options.style);
  }

  updateSession() {
    if (this.#navigation.top === NOW_PLAYING) this.update();
    else if (this.#car) setShown(this.nowButton, Boolean(this.#car.nowPlaying) && Boolean(this.app.session.station));
  }

  /** Does what a part says: sends its command, or puts the list that it names on top. */
  async choose(part) {
    if (part.push) {
      this.#push(part.push);
      return;
    }
    if (!part.action) return;
    // A refused command comes back as an alert, too.
    const result = await this.app.command(part.action, { isSilent: true });
    if (!result) return;
    this.#navigation.follow(result.then);
    this.update();
  }

  /** The badge of a tab in front is seen: its template says which command takes it away. */
  #see(template) {
    if (!template?.showsTabBadge || template === this.#seenTab || document.hidden) return;
    this.#seenTab = template;
    this.app.command(template.action, { isSilent: true });
  }

  showTab(id) {
    if (this.#navigation.tab === id && this.#navigation.stack.length === 0) return;
    this.#navigation.show(id);
    this.update();
  }

  /** Moves the map, and asks for the nearest places. */
  showRegion(region) {
    this.region = region;
    this.#subscription?.configure({ region });
  }

  dismissAlert() {
    this.alert.hide();
    this.#focusFirst();
  }

  #build() {
    const hours = element('span.car-clock', { 'aria-hidden': 'true' });
    clock(hours, () => setText(hours, wallClock()));
    this.bar = element('div.car-bar', {}, this.back, this.#title);
    this.tabBar = element('div.tab-bar', {}, this.tabs.node, this.#leftOut);
    this.tabs.node.addEventListener('keydown', (event) => this.#moveTab(event));
    const screen = element('div.car-screen', { onkeydown: (event) => this.#moveFocus(event) },
      element('div.dock', {}, hours,
        element('span.dock-app', { 'aria-hidden': 'true' }, icon('map')),
        element('span.dock-app', { 'aria-hidden': 'true' }, icon('phone')),
        element('span.dock-app.is-shown', { 'aria-hidden': 'true' }, icon('radio'))),
      element('div.car-main', {},
        element('div.car-head', {}, this.bar, this.tabBar, this.nowButton), this.stage),
      this.alert.node);
    this.unit = element('div.head-unit', { role: 'group', 'aria-label': words('carLabel') }, screen);
    this.node = element('section.view.car', {}, this.heading, this.unit,
      element('p.hint', {}, words('carHint')), this.#makeOptions());
  }

  get #allOptions() {
    return {
      ...this.#options, limits: { listItems: this.#listItems, alertActions: 2 },
      ...(this.region ? { region: this.region } : {}),
    };
  }

  #configure(options) {
    Object.assign(this.#options, options);
    this.#subscription?.configure(this.#allOptions);
    setAttribute(this.unit, 'data-style', this.#options.style);
  }

  /** Makes the options of the car, as a head unit tells them to the hub when it connects. */
  #makeOptions() {
    const choice = (label, values, value, onchange) => element('label.choice', {}, element('span', {}, words(label)),
      element('select', { onchange: (event) => onchange(event.target.value) },
        ...values.map(([key, text]) => element('option', { value: key, selected: key === value }, text))));
    const categories = ['audio', 'communication', 'charging', 'parking', 'quickFood'];
    return element('details.car-options', {}, element('summary', {}, icon('sliders'), words('carOptions')),
      element('div.choices', {},
        choice('category', categories.map((name) => [name, words(`category.${name}`)]), 'audio',
          (category) => this.#configure({ category })),
        choice('style', [['dark', words('dark')], ['light', words('light')]], 'dark', (style) => this.#configure({ style })),
        choice('favouritesAs', [['list', words('list')], ['grid', words('grid')]], 'list',
          (favourites) => this.#configure({ favourites })),
        choice('rows', [6, 12, 24, 100].map((count) => [String(count), String(count)]), '12', (count) => {
          this.#listItems = Number(count);
          this.#configure({});
        }),
        choice('language', [['en', 'English'], ['de', 'Deutsch']], locale, (tag) => this.#configure({ locale: tag }))));
  }

  #show(id, template) {
    // A grid becomes a list when its last button goes; its id stays.
    const key = `${template.type} ${id}`;
    let view = this.#templates.get(key);
    if (!view) {
      view = makeTemplate(this, template.type);
      this.#templates.set(key, view);
      this.stage.append(view.node);
    }
    const isOther = this.#shown !== key;
    const hadFocus = isOther && this.stage.contains(document.activeElement);
    this.#shown = key;
    for (const [each, { node }] of this.#templates) setShown(node, each === key);
    view.update(template);
    if (isOther) this.#forget(key);
    if (hadFocus) this.#focusFirst();
  }

  /** Removes the templates that lie neither in the stack nor under a tab. */
  #forget(shown) {
    const ids = new Set([...this.#navigation.stack, ...tabsOf(this.#car).map(({ id }) => id)]);
    for (const [key, { node }] of this.#templates) {
      if (key === shown || ids.has(key.slice(key.indexOf(' ') + 1))) continue;
      node.remove();
      this.#templates.delete(key);
    }
  }

  #push(id) {
    this.#navigation.push(id);
    this.update();
    if (this.unit.contains(document.activeElement) || document.activeElement === document.body) this.#focusFirst();
  }

  #goBack() {
    this.#navigation.pop();
    this.update();
    this.#focusFirst();
  }

  #receive({ session, present, alert }) {
    if (session !== this.app.session.name) return;
    if (present === NOW_PLAYING && this.#car?.nowPlaying) {
      this.#navigation.push(NOW_PLAYING);
      this.update();
    } else if (present === 'alert') {
      this.alert.show(alert);
      this.app.announcer.say(alert.titleVariants[0]);
    }
  }

  // MARK: Keys, as a car's knob sends them

  get #targets() {
    const scope = this.alert.isShown ? this.alert.node : this.unit;
    return [...scope.querySelectorAll('button:not([disabled]), input:not([hidden])')]
      .filter((node) => node.checkVisibility());
  }

  #focusFirst() {
    const inStage = this.#targets.find((node) => this.stage.contains(node));
    (inStage ?? this.#targets[0])?.focus({ preventScroll: true });
  }

  #moveFocus(event) {
    const isSlider = event.target.matches('input');
    if (event.key === 'Escape' || event.key === 'Backspace') {
      event.preventDefault();
      if (this.alert.isShown) this.dismissAlert();
      else this.#goBack();
      return;
    }
    const steps = { ArrowDown: 1, ArrowUp: -1, ...(isSlider ? {} : { ArrowRight: 1, ArrowLeft: -1 }) };
    const step = steps[event.key];
    if (!step || event.defaultPrevented) return;
    event.preventDefault();
    const targets = this.#targets;
    const place = targets.indexOf(event.target);
    targets[Math.max(0, Math.min(targets.length - 1, place + step))]?.focus();
  }

  /** Left and right go from tab to tab, as in every list of tabs. */
  #moveTab(event) {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const nodes = [...this.tabs.node.children];
    const next = nodes[(nodes.indexOf(event.target.closest('.tab')) + step + nodes.length) % nodes.length];
    next.focus();
    next.click();
  }
}
