/**
 * The element `<now-playing>` for any web page: what a station of an nphub is playing.
 *
 *     <script src="https://hub.example/widget.js" async></script>
 *     <now-playing hub="https://hub.example" station="kanalrand"></now-playing>
 *
 * Attributes: `hub` is the hub's address, by default that of this script; `station` a station's id;
 * `locale` the language of the few words of its own (`en`, `de`); `media-session` also shows the
 * title on the browser's media controls, while the page plays something.
 *
 * CSS: `--np-color`, `--np-muted`, `--np-accent`, `--np-background`, `--np-radius`, `--np-padding`,
 * `--np-artwork` (its size, 0 for none), `--np-font`; parts `artwork`, `title`, `artist`, `station`,
 * `bar`, `next`. It tells of a new track by the event `trackchange`, whose `detail` is the state.
 */
(() => {
  const scriptAddress = document.currentScript?.src;
  /** Seconds without an event after which a stream is dead: the hub tells its clock every 15. */
  const SILENCE_LIMIT = 45;

  const WORDS = {
    en: {
      next: 'Next', offline: 'Off air', stale: 'Not up to date', connecting: 'Connecting …',
      missing: 'No such station', unreachable: 'Not reachable',
    },
    de: {
      next: 'Gleich', offline: 'Nicht auf Sendung', stale: 'Nicht aktuell', connecting: 'Verbindet …',
      missing: 'Unbekannter Sender', unreachable: 'Nicht erreichbar',
    },
  };

  const STYLE = `
    :host {
      display: block;
      container-type: inline-size;
      color: var(--np-color, inherit);
      font: var(--np-font, inherit);
    }
    :host([hidden]) { display: none; }
    .card {
      display: flex;
      align-items: center;
      gap: 0.9em;
      padding: var(--np-padding, 0.75em);
      border-radius: var(--np-radius, 14px);
      background: var(--np-background, color-mix(in srgb, currentcolor 7%, transparent));
    }
    .artwork {
      position: relative;
      flex: none;
      width: var(--np-artwork, 4.5em);
      aspect-ratio: 1;
      overflow: hidden;
      border-radius: calc(var(--np-radius, 14px) * 0.7);
      background: linear-gradient(150deg, oklch(0.74 0.1 var(--hue, 250)), oklch(0.5 0.13 calc(var(--hue, 250) + 28)));
    }
    img { position: absolute; width: 100%; height: 100%; object-fit: cover; opacity: 0; transition: opacity 0.3s; }
    img.shown { opacity: 1; }
    .texts { flex: 1; min-width: 0; line-height: 1.35; }
    p { margin: 0; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
    .title { font-size: 1.1em; font-weight: 650; }
    .artist, .station, .next { color: var(--np-muted, color-mix(in srgb, currentcolor 72%, transparent)); }
    .station, .next { font-size: 0.82em; }
    .next { margin-top: 0.35em; }
    .bar { height: 4px; margin-top: 0.5em; overflow: hidden; border-radius: 2px; background: color-mix(in srgb, currentcolor 18%, transparent); }
    .fill { height: 100%; background: var(--np-accent, currentcolor); transform: scaleX(0); transform-origin: left; }
    [hidden] { display: none; }
    @container (max-width: 13em) { .artwork { display: none; } }
    @media (prefers-reduced-motion: reduce) { img { transition: none; } }
  `;

  /** An address from outside, where it may be shown: http and https alone. */
  const webAddress = (text) => {
    try {
      const address = new URL(text);
      return /^https?:$/.test(address.protocol) ? address.href : undefined;
    } catch {
      return undefined;
    }
  };

  /** The times at which addresses failed. They are not requested again for five minutes. */
  const failures = new Map();
  const hasFailed = (url) => Date.now() - (failures.get(url) ?? -Infinity) < 5 * 60 * 1000;
  const pictureFailed = (url) => {
    for (const each of failures.keys()) if (!hasFailed(each)) failures.delete(each);
    failures.set(url, Date.now());
  };

  const hueOf = (text) => {
    let hash = 2166136261;
    for (const character of text) hash = Math.imul(hash ^ character.codePointAt(0), 16777619);
    hash = Math.imul(hash ^ (hash >>> 15), 2246822507);
    return 185 + ((hash >>> 13) % 205);
  };

  const setText = (node, text = '') => {
    if (node.textContent !== text) node.textContent = text;
    if (node.hidden !== (text === '')) node.hidden = text === '';
  };

  const element = (name, className, ...children) => {
    const node = document.createElement(name);
    node.className = className;
    if (className && name !== 'img') node.setAttribute('part', className);
    node.append(...children);
    return node;
  };

  class NowPlaying extends HTMLElement {
    static observedAttributes = ['hub', 'station', 'locale', 'media-session'];

    /** The state of the station, as docs/records.md describes it; null until it is known. */
    state = null;
    #source = null;
    #timer = null;
    #attempt = 0;
    /** The reason why the station's state is unknown, by its name in `WORDS`. */
    #problem = 'connecting';
    #anchor = '';
    #animation = null;
    /** The seconds that the hub's clock is ahead of the page's; null until it has told the time. */
    #clockOffset = null;
    #parts;

    constructor() {
      super();
      const root = this.attachShadow({ mode: 'open' });
      const style = new CSSStyleSheet();
      style.replaceSync(STYLE);
      root.adoptedStyleSheets = [style];
      const [image, fill] = [element('img', ''), element('div', 'fill')];
      image.alt = '';
      image.referrerPolicy = 'no-referrer';
      image.addEventListener('load', () => image.classList.add('shown'));
      image.addEventListener('error', () => {
        pictureFailed(image.src);
        this.#drawArtwork();
      });
      const [station, title, artist, next] = ['station', 'title', 'artist', 'next'].map((name) => element('p', name));
      for (const node of [station, title, artist, next]) node.dir = 'auto';
      const artwork = element('div', 'artwork', image);
      artwork.setAttribute('aria-hidden', 'true');
      const bar = element('div', 'bar', fill);
      bar.setAttribute('aria-hidden', 'true');
      root.append(element('div', 'card', artwork, element('div', 'texts', station, title, artist, bar, next)));
      this.#parts = { artwork, image, station, title, artist, next, bar, fill };
    }

    connectedCallback() {
      this.#connect();
      document.addEventListener('visibilitychange', this.#hasReturned);
    }

    disconnectedCallback() {
      this.#close();
      document.removeEventListener('visibilitychange', this.#hasReturned);
    }

    attributeChangedCallback(name, before, after) {
      if (before === after || !this.isConnected) return;
      if (name === 'hub' || name === 'station') this.#connect();
      else this.#draw();
    }

    get #words() {
      const tag = this.getAttribute('locale') ?? this.closest('[lang]')?.lang ?? navigator.language;
      return WORDS[tag.slice(0, 2).toLowerCase()] ?? WORDS.en;
    }

    #hasReturned = () => {
      if (document.hidden) return;
      this.#anchor = '';
      this.#drawPosition();
    };

    #close() {
      clearTimeout(this.#timer);
      this.#source?.close();
      this.#source = null;
    }

    #connect() {
      this.#close();
      this.state = null;
      this.#problem = 'connecting';
      this.#clockOffset = null;
      this.#draw();
      const station = this.getAttribute('station');
      const hub = this.getAttribute('hub') ?? scriptAddress;
      if (!station || !hub) return;
      const address = new URL('api/v1/events', new URL(hub.replace(/\/*$/, hub === scriptAddress ? '' : '/'), location.href));
      address.searchParams.set('view', 'nowPlaying');
      address.searchParams.set('station', station);
      this.#open(address);
    }

    #open(address) {
      this.#close();
      const source = new EventSource(address);
      this.#source = source;
      this.#openIn(SILENCE_LIMIT, address);
      const on = (name, handle) => source.addEventListener(name, ({ data }) => {
        this.#openIn(SILENCE_LIMIT, address);
        handle(JSON.parse(data));
      });
      source.onopen = () => { this.#attempt = 0; };
      on('update', (record) => this.#receive(record));
      on('clock', ({ time }) => this.#setClock(time));
      source.onerror = () => {
        // The browser itself tries again, but for answers that are no stream of events.
        if (source !== this.#source) return;
        const isOver = source.readyState === EventSource.CLOSED;
        if (!this.state) this.#findProblem(address);
        this.#openIn(isOver ? 1 + Math.random() * Math.min(60, 2 ** this.#attempt++) : SILENCE_LIMIT, address);
      };
    }

    /** Asks the hub once why nothing comes: the browser does not say that of a stream. */
    async #findProblem(events) {
      if (this.#problem !== 'connecting') return;
      const id = this.getAttribute('station');
      const station = new URL(`stations/${encodeURIComponent(id)}`, events);
      const status = await fetch(station).then((answer) => answer.status, () => undefined);
      // All other answers are temporary: the hub is busy, or starts.
      const problem = { 404: 'missing', 401: 'unreachable', 403: 'unreachable', undefined: 'unreachable' }[status];
      if (!problem || this.state || this.#problem !== 'connecting' || id !== this.getAttribute('station')) return;
      this.#problem = problem;
      const hub = new URL('../..', events).href;
      console.warn(problem === 'missing' ? `nphub: the hub at ${hub} has no station “${id}”`
        : `nphub: the hub at ${hub} does not answer, or does not allow pages of ${location.origin} (web.origins)`);
      this.#draw();
    }

    /** Connects anew, unless something comes before. */
    #openIn(seconds, address) {
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => this.#open(address), seconds * 1000);
    }

    #receive(record) {
      const last = this.state;
      this.state = record.removed ? null : record.nowPlaying;
      this.#problem = record.removed ? 'missing' : 'connecting';
      this.#draw();
      if (this.state && last?.track?.id !== this.state.track?.id) {
        this.dispatchEvent(new CustomEvent('trackchange', { detail: this.state, bubbles: true }));
      }
    }

    /** The message that took least is right; a time far before it: the page's clock was set. */
    #setClock(time) {
      const offset = time - Date.now() / 1000;
      const difference = offset - this.#clockOffset;
      if (this.#clockOffset !== null && difference < 0.05 && difference > -1) return;
      this.#clockOffset = offset;
      this.#anchor = '';
      this.#drawPosition();
    }

    #draw() {
      const { state } = this;
      const parts = this.#parts;
      const own = this.#words;
      if (!state) {
        setText(parts.station, this.getAttribute('station') ?? '');
        setText(parts.title, own[this.#problem]);
        for (const node of [parts.artist, parts.next]) setText(node);
        parts.bar.hidden = true;
        return;
      }
      const { station, connection, online, track, programme, live, next } = state;
      const isFresh = ['live', 'connecting'].includes(connection.state);
      const sign = online === false ? own.offline : isFresh ? live && !live.isDefault && live.streamer : own.stale;
      setText(parts.station, [station.name, sign].filter(Boolean).join(' · '));
      setText(parts.title, track?.title ?? programme?.title ?? station.description ?? station.name);
      setText(parts.artist, track ? track.artist : programme?.kicker);
      setText(parts.next, next && `${own.next}: ${[next.artist, next.title].filter(Boolean).join(' – ')}`);
      parts.artwork.style.setProperty('--hue', hueOf(station.name));
      this.#drawArtwork();
      this.#drawPosition();
      if (this.hasAttribute('media-session')) this.#showOnControls();
    }

    get #pictures() {
      const { track, live, programme, station } = this.state ?? {};
      const urls = [track?.artworkURL, live?.artworkURL, programme?.artworkURL, station?.logo?.light, station?.logo?.dark];
      return urls.map(webAddress).filter(Boolean);
    }

    #drawArtwork() {
      const { image } = this.#parts;
      const source = this.#pictures.find((url) => !hasFailed(url)) ?? '';
      if ((image.getAttribute('src') ?? '') === source) return;
      image.classList.remove('shown');
      if (source) image.src = source;
      else image.removeAttribute('src');
    }

    /** The bar moves by an animation, from the anchor of the position. */
    #drawPosition() {
      const { elapsed, asOf, rate, duration } = this.state?.playback ?? {};
      const anchor = [elapsed, asOf, rate, duration].join();
      const isKnown = elapsed !== undefined && duration !== undefined;
      const { bar, fill } = this.#parts;
      if (bar.hidden === isKnown) bar.hidden = !isKnown;
      if (anchor === this.#anchor) return;
      this.#anchor = anchor;
      this.#animation?.cancel();
      if (!isKnown) return;
      this.#animation = fill.animate(
        { transform: ['scaleX(0)', 'scaleX(1)'] }, { duration: duration * 1000, fill: 'both' });
      const now = Date.now() / 1000 + this.#clockOffset;
      this.#animation.currentTime = (elapsed + rate * (now - asOf)) * 1000;
      if (rate > 0) this.#animation.playbackRate = rate;
      else this.#animation.pause();
    }

    #showOnControls() {
      const { track, station } = this.state;
      if (!navigator.mediaSession || !track) return;
      navigator.mediaSession.metadata = new MediaMetadata({
        title: track.title, artist: track.artist ?? '', album: station.name,
        artwork: this.#pictures.slice(0, 1).map((src) => ({ src })),
      });
    }
  }

  if (!customElements.get('now-playing')) customElements.define('now-playing', NowPlaying);
})();
