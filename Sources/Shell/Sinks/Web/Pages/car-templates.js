/** The drawings of each kind of template of the `carPlay` document, as a head unit makes them. */
import { Artwork } from './artwork.js';
import { LiveSign, PositionControl, Transport } from './controls.js';
import { KeyedList, element, setAttribute, setClass, setOptionalText, setShown, setText, setVariable } from './dom.js';
import { icon, setIcon } from './icons.js';
import { words } from './words.js';

const canvas = document.createElement('canvas').getContext('2d');

/** The longest of several titles that fits into an element; what does not fit is cut by CSS. */
export function fittingTitle(node, variants) {
  const { font } = getComputedStyle(node);
  const width = node.clientWidth || Infinity;
  if (canvas.font !== font) canvas.font = font;
  return variants.find((text) => canvas.measureText(text).width <= width) ?? variants.at(-1);
}

/** A bar that stands still between two steps of the hub's. */
function setProgress(node, value) {
  setShown(node, value !== undefined);
  if (value !== undefined) setVariable(node, '--progress', value);
}

/** Makes a button of what can be tapped. */
function tappable(name, car, owner, ...children) {
  return element(name, { type: 'button', onclick: () => car.choose(owner.part) }, ...children);
}

/** Updates the attributes that all tappable parts have. */
function updateTappable(button, part) {
  const isOff = part.isEnabled === false || !(part.action || part.push);
  setAttribute(button, 'disabled', isOff);
  setAttribute(button, 'data-part', part.id);
  setAttribute(button, 'aria-busy', part.busy ? 'true' : null);
}

/** A row of a list. */
class ListItem {
  #artwork = new Artwork();
  #text = element('span.item-text', { dir: 'auto' });
  #detail = element('span.item-detail', { dir: 'auto' });
  #progress = element('span.item-progress', { 'aria-hidden': 'true' }, element('i'));
  #mark = element('span.playing-mark', { role: 'img', 'aria-label': words('nowPlaying') }, element('i'), element('i'), element('i'));
  #spinner = element('span.spinner', { role: 'img', 'aria-label': words('busy') });
  #accessory = icon('disclosureIndicator');

  constructor(car) {
    this.button = tappable('button.item', car, this,
      element('span.item-picture', {}, this.#artwork.node),
      element('span.item-texts', {}, this.#text, this.#detail, this.#progress),
      this.#mark, this.#spinner, this.#accessory);
    this.node = element('li', {}, this.button);
  }

  update(part) {
    this.part = part;
    this.#artwork.update([part.image?.url], part.text);
    setClass(this.button, 'has-picture', part.image !== undefined || part.placeholder !== undefined);
    setText(this.#text, part.text);
    setText(this.#detail, part.detailText);
    setProgress(this.#progress, part.playbackProgress);
    setShown(this.#mark, Boolean(part.isPlaying) && !part.busy);
    setClass(this.button, 'is-playing', part.isPlaying);
    setClass(this.button, 'marks-end', part.playingIndicatorLocation === 'trailing');
    setShown(this.#spinner, Boolean(part.busy));
    setAttribute(this.#accessory, 'hidden', part.accessory === undefined);
    if (part.accessory) setIcon(this.#accessory, part.accessory);
    updateTappable(this.button, part);
  }
}

/** A picture of a row of pictures. */
class RowImage {
  #artwork = new Artwork();
  #title = element('span', { dir: 'auto' });

  constructor(car) {
    this.button = tappable('button.row-image', car, this, this.#artwork.node, this.#title);
    this.node = element('li', {}, this.button);
  }

  update(part) {
    this.part = part;
    this.#artwork.update([part.image?.url], part.title);
    setText(this.#title, part.title);
    updateTappable(this.button, part);
  }
}

/** A row of pictures, whose text opens the full list of them. */
class ImageRow {
  #text = element('span.item-text', { dir: 'auto' });

  constructor(car) {
    this.button = tappable('button.image-row-title', car, this, this.#text, icon('disclosureIndicator'));
    this.images = new KeyedList(element('ul.row-images'), () => new RowImage(car));
    this.node = element('li.image-row', {}, this.button, this.images.node);
  }

  update(part) {
    this.part = part;
    setText(this.#text, part.text);
    updateTappable(this.button, part);
    this.images.update(part.elements);
  }
}

class Section {
  #header = element('h3.section-header', { dir: 'auto' });

  constructor(car) {
    this.items = new KeyedList(
      element('ul.items'), (part) => (part.elements ? new ImageRow(car) : new ListItem(car)),
      (part) => `${part.id}${part.elements ? '*' : ''}`);
    this.node = element('div.section', {}, this.#header, this.items.node);
  }

  update({ header, items }) {
    setOptionalText(this.#header, header);
    this.items.update(items);
  }
}

/** The number of parts that a template leaves out, since the car takes no more. */
class LeftOut {
  node = element('p.left-out');

  update(count) {
    setOptionalText(this.node, count ? words('leftOut', count) : '');
  }
}

class ListTemplate {
  #leftOut = new LeftOut();

  constructor(car) {
    this.sections = new KeyedList(element('div.sections'), () => new Section(car));
    this.node = element('div.template.list-template', {}, this.sections.node, this.#leftOut.node);
  }

  update(template) {
    this.sections.update(template.sections);
    this.#leftOut.update(template.leftOut);
  }
}

class GridButton {
  #artwork = new Artwork();
  #title = element('span.grid-title', { dir: 'auto' });
  #spinner = element('span.spinner', { role: 'img', 'aria-label': words('busy') });

  constructor(car) {
    this.button = tappable('button.grid-button', car, this, this.#artwork.node, this.#title, this.#spinner);
    this.node = element('li', {}, this.button);
  }

  update(part) {
    this.part = part;
    this.#artwork.update([part.image?.url], part.titleVariants[0]);
    setText(this.#title, fittingTitle(this.#title, part.titleVariants));
    setShown(this.#spinner, Boolean(part.busy));
    updateTappable(this.button, part);
  }
}

class GridTemplate {
  #leftOut = new LeftOut();

  constructor(car) {
    this.buttons = new KeyedList(element('ul.grid'), () => new GridButton(car));
    this.node = element('div.template.grid-template', {}, this.buttons.node, this.#leftOut.node);
  }

  update(template) {
    this.buttons.update(template.gridButtons);
    this.#leftOut.update(template.leftOut);
  }
}

/** A place on the map. */
class Pin {
  #artwork = new Artwork();

  constructor(template) {
    this.node = element('button.pin', {
      type: 'button', onclick: () => template.select(this.place.id),
    }, this.#artwork.node);
  }

  update({ place, isSelected, x, y }) {
    this.place = place;
    const picture = isSelected ? place.selectedPinImage ?? place.image : place.image;
    this.#artwork.update([picture?.url], place.title);
    setAttribute(this.node, 'aria-label', place.title);
    setAttribute(this.node, 'aria-pressed', String(isSelected));
    setVariable(this.node, '--x', x.toFixed(3));
    setVariable(this.node, '--y', y.toFixed(3));
  }
}

/** A place in the list beside the map. */
class Place {
  #title = element('span.item-text', { dir: 'auto' });
  #subtitle = element('span.item-detail', { dir: 'auto' });

  constructor(template) {
    this.button = element('button.item', {
      type: 'button', onclick: () => template.select(this.place.id),
    }, element('span.item-texts', {}, this.#title, this.#subtitle));
    this.node = element('li', {}, this.button);
  }

  update({ place, isSelected }) {
    this.place = place;
    setText(this.#title, place.title);
    setText(this.#subtitle, place.subtitle);
    setAttribute(this.button, 'data-part', place.id);
    setAttribute(this.button, 'aria-current', isSelected ? 'true' : null);
  }
}

/** The length of a step of the map, as a share of the visible part. */
const STEP = 0.6;

/** Places on a map without streets: only where they lie to each other. */
class PointOfInterestTemplate {
  #selected;
  #lastIndex;
  #title = element('h3', { dir: 'auto' });
  #subtitle = element('p', { dir: 'auto' });
  #summary = element('p', { dir: 'auto' });
  #primary;
  #secondary;
  #leftOut = new LeftOut();

  constructor(car) {
    this.car = car;
    this.pins = new KeyedList(element('div.pins'), () => new Pin(this), ({ place }) => place.id);
    this.places = new KeyedList(element('ul.items'), () => new Place(this), ({ place }) => place.id);
    this.#primary = element('button.button.primary', { type: 'button', onclick: () => car.choose(this.#place) });
    this.#secondary = element('button.button', {
      type: 'button', onclick: () => car.choose(this.#place.secondaryButton),
    });
    this.card = element('div.place-card', { role: 'group', 'aria-label': words('chosenPlace') },
      this.#title, this.#subtitle, this.#summary,
      element('div.place-buttons', {}, this.#primary, this.#secondary));
    const pans = [['up', 'panNorth', 0, 1], ['left', 'panWest', -1, 0], ['right', 'panEast', 1, 0], ['down', 'panSouth', 0, -1]]
      .map(([symbol, label, x, y]) => element(`button.icon-button.pan-${symbol}`, {
        type: 'button', 'aria-label': words(label), onclick: () => this.#pan(x, y),
      }, icon(symbol)));
    this.node = element('div.template.map-template', {},
      element('div.places', {}, this.places.node, this.#leftOut.node),
      element('div.map', {}, this.pins.node, element('div.pans', {}, ...pans), this.card));
  }

  update(template) {
    this.template = template;
    const places = template.pointsOfInterest;
    // The hub selects a place by its index; from then on the driver does.
    if (template.selectedIndex !== this.#lastIndex) this.#selected = places[template.selectedIndex]?.id;
    this.#lastIndex = template.selectedIndex;
    const frame = frameOf(places);
    const items = places.map((place) => ({
      place, isSelected: place.id === this.#place?.id,
      x: (place.location.longitude - frame.west) / frame.width,
      y: (frame.north - place.location.latitude) / frame.height,
    }));
    this.pins.update(items);
    this.places.update(items);
    this.#leftOut.update(template.leftOut);
    this.#updateCard(this.#place);
  }

  select(id) {
    this.#selected = this.#selected === id ? undefined : id;
    this.update(this.template);
  }

  get #place() {
    return this.template.pointsOfInterest.find((place) => place.id === this.#selected);
  }

  #updateCard(place) {
    setShown(this.card, Boolean(place));
    if (!place) return;
    setText(this.#title, place.title);
    setText(this.#subtitle, place.subtitle);
    setOptionalText(this.#summary, place.summary);
    setText(this.#primary, place.primaryButton.title);
    setOptionalText(this.#secondary, place.secondaryButton?.title);
  }

  /** Moves the middle of the map; the hub tells which places are nearest to it. */
  #pan(x, y) {
    const frame = frameOf(this.template.pointsOfInterest);
    const { latitude, longitude } = this.car.region ?? {
      latitude: frame.north - frame.height / 2, longitude: frame.west + frame.width / 2,
    };
    this.car.showRegion({
      latitude: Math.max(-90, Math.min(90, latitude + y * STEP * frame.height)),
      longitude: ((longitude + x * STEP * frame.width + 540) % 360) - 180,
    });
  }
}

/** The part of the world that places lie in, with some room around them. */
function frameOf(places) {
  const latitudes = places.map(({ location }) => location.latitude);
  const longitudes = places.map(({ location }) => location.longitude);
  const [south, north] = [Math.min(...latitudes), Math.max(...latitudes)];
  const [west, east] = [Math.min(...longitudes), Math.max(...longitudes)];
  const height = Math.max(0.5, (north - south) * 1.5);
  const width = Math.max(0.5, (east - west) * 1.4);
  return { north: (north + south + height) / 2, west: (west + east - width) / 2, height, width };
}

/** A button of words. */
class TextButton {
  constructor(car) {
    this.node = tappable('button.button', car, this);
  }

  update(part) {
    this.part = part;
    setText(this.node, part.title);
    setClass(this.node, 'primary', part.style === 'confirm' || part.style === 'default');
    setAttribute(this.node, 'data-part', part.id);
  }
}

class InformationItem {
  #title = element('dt', { dir: 'auto' });
  #detail = element('dd', { dir: 'auto' });
  node = element('div', {}, this.#title, this.#detail);

  update({ title, detail }) {
    setText(this.#title, title);
    setText(this.#detail, detail);
  }
}

class InformationTemplate {
  constructor(car) {
    this.items = new KeyedList(element('dl.information'), () => new InformationItem(), ({ title }) => title);
    this.actions = new KeyedList(element('div.place-buttons'), () => new TextButton(car));
    this.node = element('div.template.information-template', {}, this.items.node, this.actions.node);
  }

  update({ layout, items, actions }) {
    setAttribute(this.node, 'data-layout', layout);
    this.items.update(items);
    this.actions.update(actions);
  }
}

/** A button of the now-playing template: a symbol, or the present rate. Repeat and shuffle have a symbol, too. */
class NowPlayingButton {
  #icon = icon('heart');
  #rate = element('span.rate');

  constructor(car) {
    this.car = car;
    this.node = tappable('button.icon-button.now-button', car, this, this.#icon, this.#rate);
  }

  update(part) {
    this.part = part;
    const isRate = part.type === 'playbackRate';
    setShown(this.#rate, isRate);
    setAttribute(this.#icon, 'hidden', isRate);
    setIcon(this.#icon, part.image ?? 'heart');
    setText(this.#rate, isRate ? `${this.car.app.session.card?.MPNowPlayingInfoPropertyPlaybackRate || 1}×` : '');
    setAttribute(this.node, 'aria-label', part.title);
    setAttribute(this.node, 'title', part.title);
    setAttribute(this.node, 'aria-pressed', part.isSelected === undefined ? null : String(part.isSelected));
    updateTappable(this.node, part);
  }
}

/** The current track: texts and position come from the lock screen, buttons from the template. */
class NowPlayingTemplate {
  #artwork = new Artwork();
  #title = element('h3.now-title', { dir: 'auto' });
  #artist = element('span', { dir: 'auto' });
  #album = element('span', { dir: 'auto' });
  #artistButton;
  #upNext;
  #upNextText = element('span');

  constructor(car) {
    const { app } = car;
    this.car = car;
    this.position = new PositionControl(app, { withRemaining: true });
    this.transport = new Transport(app);
    this.liveSign = new LiveSign(app);
    this.buttons = new KeyedList(element('div.now-buttons'), () => new NowPlayingButton(car));
    this.#artistButton = element('button.now-artist', {
      type: 'button', onclick: () => car.choose({ push: this.template.albumArtist }),
    }, this.#artist, this.#album);
    this.#upNext = element('button.button.up-next', {
      type: 'button', onclick: () => car.choose({ push: this.template.upNext }),
    }, icon('list.bullet'), this.#upNextText);
    this.node = element('div.template.now-template', {},
      this.#artwork.node,
      element('div.now-panel', {},
        element('div.now-line', {}, this.liveSign.node, this.#upNext),
        this.#title, this.#artistButton, this.position.node, this.transport.node, this.buttons.node));
  }

  update(template) {
    this.template = template;
    const { card } = this.car.app.session;
    this.buttons.update(template.buttons ?? []);
    setText(this.#upNextText, template.upNextTitle);
    setShown(this.#upNext, Boolean(template.isUpNextButtonEnabled && template.upNext));
    setAttribute(this.#artistButton, 'disabled', !(template.isAlbumArtistButtonEnabled && template.albumArtist));
    if (card) this.#updateCard(card);
  }

  #updateCard(card) {
    const name = card.MPMediaItemPropertyAlbumTitle ?? 'nphub';
    this.#artwork.update([card.MPMediaItemPropertyArtwork?.url], name);
    setText(this.#title, card.MPMediaItemPropertyTitle ?? words('nothingSelected'));
    setOptionalText(this.#artist, card.MPMediaItemPropertyArtist);
    setOptionalText(this.#album, card.MPMediaItemPropertyAlbumTitle);
    this.position.update(card);
    this.transport.update(card);
    this.liveSign.update();
  }
}

const KINDS = {
  list: ListTemplate,
  grid: GridTemplate,
  pointOfInterest: PointOfInterestTemplate,
  information: InformationTemplate,
  nowPlaying: NowPlayingTemplate,
};

/** Makes what draws a template of a kind; a kind that is not known is empty. */
export function makeTemplate(car, type) {
  const Kind = KINDS[type];
  return Kind ? new Kind(car) : { node: element('div.template'), update() {} };
}

/** The alert, over everything else. */
export class AlertTemplate {
  #title = element('p.alert-title', { dir: 'auto' });

  constructor(car) {
    const shell = {
      app: car.app,
      choose: (action) => {
        car.dismissAlert();
        if (action.action) car.choose(action);
      },
    };
    this.actions = new KeyedList(element('div.alert-actions'), () => new TextButton(shell));
    this.box = element('div.alert', { role: 'alertdialog', 'aria-modal': 'true', 'aria-label': words('nowPlaying') },
      this.#title, this.actions.node);
    this.node = element('div.alert-layer', { hidden: '' }, this.box);
  }

  show(alert) {
    setShown(this.node, true);
    this.update(alert);
    this.actions.node.lastElementChild?.focus({ preventScroll: true });
  }

  hide() {
    setShown(this.node, false);
  }

  get isShown() {
    return !this.node.hidden;
  }

  update(alert) {
    const text = fittingTitle(this.#title, alert.titleVariants);
    setText(this.#title, text);
    setAttribute(this.box, 'aria-label', alert.titleVariants[0]);
    this.actions.update(alert.actions);
  }
}
