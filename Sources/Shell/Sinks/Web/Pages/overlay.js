/**
 * A page for OBS's browser source: `/overlay/STATION`, transparent, styled by the query or by CSS.
 *
 * The query: `size` (a length, or pixels), `width`, `align` (`left`, `center`, `right` and `top`,
 * `middle`, `bottom`), `color`, `accent`, `background`, `font`, `radius`, `theme` (`light`, `dark`:
 * with a background), and what is shown: `artwork`, `artist`, `station`, `progress` (0 or 1).
 */
import { EventReader } from '../nphub.js';
import { element, setClass, setOptionalText, setShown } from './dom.js';
import { firstPicture, pictureFailed } from './pictures.js';

const query = new URLSearchParams(location.search);
const root = document.documentElement;

/** Returns true if a part is to be shown. */
const wants = (name, usual) => !['0', 'false', 'no'].includes(query.get(name) ?? (usual ? '1' : '0'));

/** A number is a number of pixels; everything else is CSS. */
const length = (text) => (/^\d+(\.\d+)?$/.test(text) ? `${text}px` : text);

for (const name of ['size', 'width', 'radius']) {
  if (query.has(name)) root.style.setProperty(`--${name}`, length(query.get(name)));
}
for (const name of ['color', 'accent', 'background', 'font', 'shadow']) {
  if (query.has(name)) root.style.setProperty(`--${name}`, colour(query.get(name)));
}
if (query.has('theme')) root.dataset.theme = query.get('theme');
if (query.has('align')) root.dataset.align = query.get('align').replace(/[,-]/g, ' ');

/** A colour may come without its `#`, which in an address would begin the fragment. */
function colour(text) {
  return /^([0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/i.test(text) ? `#${text}` : text;
}

const image = element('img.artwork', { alt: '', referrerpolicy: 'no-referrer', hidden: '' });
const [title, artist, station] = ['title', 'artist', 'station'].map((name) => element(`p.${name}`, { dir: 'auto' }));
const fill = element('div.fill');
const bar = element('div.bar', { hidden: '' }, fill);
const overlay = element('div.overlay.is-empty', {}, image, element('div.texts', {}, station, title, artist, bar));
document.body.append(overlay);
image.addEventListener('load', () => setShown(image, true));
image.addEventListener('error', () => {
  pictureFailed(image.src);
  // The station may have gone while its picture was asked for.
  if (state) drawArtwork();
});
overlay.addEventListener('animationend', ({ target }) => {
  if (target === title) setClass(overlay, 'enters', false);
});

let state = null;
let anchor = '';
let animation = null;

function draw(next) {
  const isOther = state && next && state.track?.id !== next.track?.id;
  state = next;
  setClass(overlay, 'is-empty', !state);
  if (!state) return;
  // Off the air it plays nothing, whatever came last.
  const { track, programme, playback } = state.online === false ? {} : state;
  const name = state.station.name;
  setOptionalText(title, track?.title ?? programme?.title ?? name);
  setOptionalText(artist, wants('artist', true) ? (track ? track.artist : programme?.kicker) : '');
  setOptionalText(station, wants('station', false) && (track || programme) ? name : '');
  drawArtwork();
  drawPosition(playback);
  // Once for each track, and not for what the station corrects in it.
  if (isOther) setClass(overlay, 'enters', true);
}

function drawArtwork() {
  const { track, live, programme, station: { logo } } = state;
  const pictures = [track?.artworkURL, live?.artworkURL, programme?.artworkURL, logo?.dark, logo?.light];
  const source = wants('artwork', true) ? firstPicture(pictures) : undefined;
  if (source === undefined) {
    image.removeAttribute('src');
    setShown(image, false);
  } else if (image.getAttribute('src') !== source) {
    image.src = source;
  }
}

function drawPosition(playback) {
  const { elapsed, asOf, rate, duration } = playback ?? {};
  const isShown = wants('progress', false) && elapsed !== undefined && duration !== undefined;
  setShown(bar, isShown);
  if (anchor === [elapsed, asOf, rate, duration].join()) return;
  anchor = [elapsed, asOf, rate, duration].join();
  animation?.cancel();
  if (!isShown) return;
  animation = fill.animate({ transform: ['scaleX(0)', 'scaleX(1)'] }, { duration: duration * 1000, fill: 'both' });
  animation.currentTime = reader.position(state) * 1000;
  if (rate > 0) animation.playbackRate = rate;
  else animation.pause();
}

const id = decodeURIComponent(location.pathname.replace(/\/+$/, '').split('/').at(-1));
document.title = `${id} · nphub`;
const reader = new EventReader({ view: 'nowPlaying', stations: [id] }, {
  update: (_, next) => draw(next),
  remove: () => draw(null),
  clock: () => {
    anchor = '';
    drawPosition(state?.playback);
  },
});
