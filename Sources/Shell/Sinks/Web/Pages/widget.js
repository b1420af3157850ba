/**
 * The element `<now-playing>` for any web page: what a station of an nphub is playing.
 *
 *     <script src="https://hub.example/widget.js" async></script>
 *     <now-playing hub="https://hub.example" station="kanalrand" play></now-playing>
 *
 * Attributes: `hub` is the hub's address, by default that of this script; `station` a station's id;
 * `play` adds a button that plays the station, where the config has a stream, and `stream` chooses
 * one by its id; `progress` adds times to the bar; `locale` is the language of its own few words
 * (`en`, `de`); `media-session` shows the title on the browser's media controls also while
 * something else in the page plays.
 *
 * CSS: `--np-color`, `--np-muted`, `--np-accent`, `--np-background`, `--np-radius`, `--np-padding`,
 * `--np-artwork` (its size), `--np-font`; parts `card`, `artwork`, `letter`, `texts`, `station`,
 * `title`, `artist`, `progress`, `bar`, `fill`, `time`, `next`, `message`, `button`.
 *
 * Events, all of which bubble: `trackchange` (`detail` is the state), `problemchange` (`detail` is
 * the name of what keeps it from the station, or null), `play`, `pause`. Types: nphub.d.ts.
 */
(() => {
  const scriptAddress = document.currentScript?.src;
  /** Seconds without an event after which a stream is dead: the hub tells its clock every 15. */
  const SILENCE_LIMIT = 45;
  /** Seconds within which a hub answers. */
  const ANSWER_LIMIT = 10;
  /** The number of attempts at a sound that broke off. */
  const ATTEMPT_LIMIT = 6;
  /** The hub's code of the error that there is no such station. */
  const UNKNOWN_STATION = -32001;

  const WORDS = {
    en: {
      next: 'Next', offline: 'Off air', nothingKnown: 'Nothing known yet', stopped: 'Stopped',
      stale: 'Not up to date', lost: 'Connection lost',
      connecting: 'Connecting …', incomplete: 'Not set up', missing: 'No such station',
      unreachable: 'Not reachable', origin: 'Not allowed on this page', private: 'Not public',
      busy: 'Overloaded at the moment', play: 'Play {0}', pause: 'Pause {0}',
      cannotPlay: 'The stream cannot be played', needsTap: 'The browser waits for a tap',
    },
    de: {
      next: 'Gleich', offline: 'Nicht auf Sendung', nothingKnown: 'Noch nichts bekannt',
      stopped: 'Angehalten', stale: 'Nicht aktuell',
      lost: 'Verbindung verloren', connecting: 'Verbindet …', incomplete: 'Nicht eingerichtet',
      missing: 'Unbekannter Sender', unreachable: 'Nicht erreichbar',
      origin: 'Auf dieser Seite nicht erlaubt', private: 'Nicht öffentlich',
      busy: 'Zurzeit überlastet', play: '{0} abspielen', pause: '{0} anhalten',
      cannotPlay: 'Der Stream lässt sich nicht abspielen',
      needsTap: 'Der Browser wartet auf einen Klick',
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
      --soft: var(--np-muted, color-mix(in srgb, currentcolor 72%, transparent));
      display: flex;
      align-items: center;
      padding: var(--np-padding, 0.75em);
      border-radius: var(--np-radius, 14px);
      background: var(--np-background, color-mix(in srgb, currentcolor 7%, transparent));
    }
    .artwork {
      position: relative;
      flex: none;
      width: var(--np-artwork, 4.5em);
      /* No margin beside a picture without a width: 0 without a unit makes the product invalid. */
      margin-inline-end: min(0.9em, var(--np-artwork, 4.5em) * 1);
      aspect-ratio: 1;
      overflow: hidden;
      border-radius: calc(var(--np-radius, 14px) * 0.7);
      container-type: size;
    }
    .artwork::after {
      content: "";
      position: absolute;
      inset: 0;
      border-radius: inherit;
      box-shadow: inset 0 0 0 1px rgb(128 128 128 / 22%);
    }
    .letter, img { position: absolute; inset: 0; width: 100%; height: 100%; }
    .letter {
      display: grid;
      place-items: center;
      color: rgb(255 255 255 / 94%);
      font-size: 46cqh;
      font-weight: 650;
      line-height: 1;
      background: linear-gradient(150deg, oklch(0.56 0.12 var(--hue, 250)),
        oklch(0.42 0.13 calc(var(--hue, 250) + 28)));
      transition: visibility 0s 0.3s;
    }
    .is-unknown .letter {
      color: var(--soft);
      background: color-mix(in srgb, currentcolor 14%, transparent);
    }
    img { object-fit: cover; opacity: 0; transition: opacity 0.3s; }
    .has-image img { opacity: 1; }
    .has-image .letter { visibility: hidden; }
    /* The last picture stays for a moment, so that most changes are from picture to picture. */
    .is-changing img { opacity: 0; transition-delay: 1s; }
    .is-changing .letter { visibility: visible; transition-delay: 1s; }
    .texts { flex: 1; min-width: 0; line-height: 1.35; text-align: left; }
    :host(:dir(rtl)) .texts { text-align: right; }
    p { margin: 0; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
    .title { font-size: 1.1em; font-weight: 650; }
    .title.is-muted { color: var(--soft); font-weight: 500; }
    .artist, .station, .next, .time, .message { color: var(--soft); }
    .station, .next, .time, .message { font-size: 0.82em; }
    .message:not(:empty) { margin-top: 0.35em; white-space: normal; }
    a { color: inherit; text-decoration: none; }
    a:hover { text-decoration: underline; }
    .next { margin-top: 0.35em; }
    .progress {
      display: flex;
      flex-wrap: wrap;
      align-items: center;
      gap: 0.35em 0.6em;
      margin-top: 0.5em;
    }
    .bar {
      flex: 1;
      min-width: 5em;
      height: 4px;
      overflow: hidden;
      border-radius: 2px;
      background: color-mix(in srgb, currentcolor 18%, transparent);
    }
    .fill {
      height: 100%;
      background: var(--np-accent, currentcolor);
      transform: scaleX(0);
      transform-origin: left;
    }
    .time { font-variant-numeric: tabular-nums; line-height: 1; }
    button {
      position: relative;
      display: grid;
      place-items: center;
      flex: none;
      width: 44px;
      height: 44px;
      margin-inline-start: 0.9em;
      padding: 0;
      border: 0;
      border-radius: 50%;
      color: var(--np-accent, inherit);
      background: color-mix(in srgb, currentcolor 14%, transparent);
      cursor: pointer;
      transition: background 0.15s;
    }
    button:hover { background: color-mix(in srgb, currentcolor 22%, transparent); }
    a:focus-visible, button:focus-visible { outline: 2px solid currentcolor; outline-offset: 2px; }
    a:focus-visible { outline-offset: -2px; border-radius: 4px; }
    svg { width: 24px; height: 24px; fill: currentcolor; }
    button[aria-busy=true]::after {
      content: "";
      position: absolute;
      inset: 0;
      border: 2px solid transparent;
      border-top-color: currentcolor;
      border-radius: 50%;
      animation: turn 0.9s linear infinite;
    }
    @keyframes turn { to { rotate: 1turn; } }
    [hidden] { display: none; }
    @container (max-width: 13em) { .artwork { display: none; } }
    @media (prefers-reduced-motion: reduce) {
      img { transition: none; }
      button[aria-busy=true]::after { animation-duration: 4s; }
    }
  `;

  const ICONS = {
    play: 'M7.5 4.8v14.4a.8.8 0 0 0 1.2.7l11.6-7.2a.8.8 0 0 0 0-1.4L8.7 4.1a.8.8 0 0 0-1.2.7Z',
    pause: 'M7 4.5h3.2v15H7zM13.8 4.5H17v15h-3.2z',
  };

  // MARK: Tools

  const warn = (text) => console.warn(`nphub: ${text}`);

  /** An address from outside, where it may be shown: http and https alone. */
  const webAddress = (text) => {
    try {
      const address = new URL(text);
      return /^https?:$/.test(address.protocol) ? address.href : undefined;
    } catch {
      return undefined;
    }
  };

  /** The seconds before another attempt: exponential backoff with jitter, up to a minute. */
  const retryDelay = (attempt) => 1 + Math.random() * Math.min(60, 2 ** attempt);

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

  const firstLetter = (name) => (name.match(/[\p{L}\p{N}]/u)?.[0] ?? '♪').toLocaleUpperCase();

  /** A length of time as `3:05` or `1:02:45`. */
  const clockText = (seconds) => {
    const whole = Math.max(0, Math.floor(seconds));
    const parts = [Math.floor(whole / 60) % 60, whole % 60];
    if (whole >= 3600) parts.unshift(Math.floor(whole / 3600));
    return parts.map((part, index) => (index ? String(part).padStart(2, '0') : part)).join(':');
  };

  const setText = (node, text = '') => {
    if (node.textContent !== text) node.textContent = text;
    setHidden(node, text === '');
  };
  const setHidden = (node, isHidden) => {
    if (node.hidden !== isHidden) node.hidden = isHidden;
  };
  const setAttribute = (node, name, value) => {
    if (node.getAttribute(name) !== value) node.setAttribute(name, value);
  };

  const element = (name, className, ...children) => {
    const node = document.createElement(name);
    node.className = className;
    if (className) node.setAttribute('part', className);
    node.append(...children);
    return node;
  };

  const drawnIcon = () => {
    const [svg, path] = ['svg', 'path'].map(
      (name) => document.createElementNS('http://www.w3.org/2000/svg', name));
    svg.setAttribute('viewBox', '0 0 24 24');
    svg.setAttribute('aria-hidden', 'true');
    svg.append(path);
    return svg;
  };

  // MARK: Hubs

  /** The origins that the page's Content-Security-Policy kept it from. */
  const blocked = new Set();
  document.addEventListener('securitypolicyviolation', (violation) => {
    const { effectiveDirective, disposition, blockedURI } = violation;
    const url = webAddress(blockedURI);
    if (effectiveDirective !== 'connect-src' || disposition !== 'enforce' || !url) return;
    blocked.add(new URL(url).origin);
  });

  const isOfFile = location.protocol === 'file:';

  /**
   * Finds out why a request to a hub gave nothing that the page may see. A browser tells scripts
   * neither the error nor the status of an answer that is not for their page. A request without
   * CORS tells at least that something answers.
   */
  const explainSilence = async (hub) => {
    const { protocol, hostname, origin } = new URL(hub);
    // The event of a violation follows the failure of its request.
    await new Promise((resolve) => { setTimeout(resolve); });
    if (blocked.has(origin)) {
      return {
        problem: 'origin',
        warning: `this page's Content-Security-Policy does not allow ${hub}: add ${origin} to its `
          + 'connect-src',
      };
    }
    const isLocal = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname);
    if (location.protocol === 'https:' && protocol === 'http:' && !isLocal) {
      return {
        problem: 'unreachable',
        warning: `browsers do not let pages of https read from ${hub}: give the hub TLS (web.tls), `
          + 'and the element an address with https',
      };
    }
    const isThere = await fetch(new URL('widget.js', hub), {
      method: 'HEAD', mode: 'no-cors', cache: 'no-store', credentials: 'omit',
      signal: AbortSignal.timeout(ANSWER_LIMIT * 1000),
    }).then(() => true, () => false);
    if (!isThere) {
      return {
        problem: 'unreachable',
        warning: `${hub} does not answer: is the hub running, and is its address right?`,
      };
    }
    return {
      problem: 'origin',
      warning: `${hub} answers, but does not allow ${isOfFile
        ? 'pages that are opened from a file: its config allows them by web.origins: ["*"]'
        : `pages of ${location.origin}: list it in web.origins of its config`}`,
    };
  };

  /** Reads why a hub refuses to follow stations, from its answer. */
  const explainRefusal = async (hub, answer) => {
    const { code, detail, data } = (await answer.json().catch(() => null)) ?? {};
    if (code === UNKNOWN_STATION) return { absent: data.station };
    if (answer.status === 401 || answer.status === 403) {
      return {
        problem: 'private',
        warning: `the hub at ${hub} lets only clients with a token read: the element needs `
          + 'web.anonymous: true in its config',
      };
    }
    if (answer.status === 429 || answer.status >= 500) {
      return {
        problem: 'busy',
        warning: `${hub} answers with ${answer.status}${detail ? ` (${detail})` : ''}: `
          + 'the element tries again',
      };
    }
    return {
      problem: 'unreachable',
      warning: `${hub} answers, but not as a hub does (${answer.status}): `
        + 'is the attribute hub right?',
    };
  };

  /**
   * The events of one hub. All elements of a page share it, since browsers open at most six
   * connections to a server.
   *
   * A follower has a `station`, and is told by `receive(state)`, `fail(problem)` and `clockSet()`.
   */
  class Feed {
    static #feeds = new Map();

    /** The feed of a hub, by the address of its root. */
    static of(hub) {
      if (!Feed.#feeds.has(hub)) Feed.#feeds.set(hub, new Feed(hub));
      return Feed.#feeds.get(hub);
    }

    #hub;
    #followers = new Set();
    #states = new Map();
    /** Stations that the hub does not have. They are asked for again and again. */
    #absent = new Set();
    /** The reason why the hub sends nothing at all, by its name in `WORDS`. */
    #problem = null;
    /** The problems that the console was told of since all was well. */
    #warned = new Set();
    #source = null;
    /** The stations that the source follows. */
    #followed = '';
    #hasAnswered = false;
    #isScheduled = false;
    #generation = 0;
    #attempt = 0;
    #timer;
    #searches = 0;
    #searchTimer;
    /** The seconds that the hub's clock is ahead of the page's; null until it has told the time. */
    #clockOffset = null;

    constructor(hub) {
      this.#hub = hub;
      addEventListener('online', this.#hasReturned);
      document.addEventListener('visibilitychange', this.#hasReturned);
    }

    join(follower) {
      this.#followers.add(follower);
      const state = this.#states.get(follower.station);
      if (state) follower.receive(state);
      this.#tell(follower);
      this.#schedule();
    }

    leave(follower) {
      this.#followers.delete(follower);
      this.#schedule();
    }

    /** The hub's clock, in Unix seconds. */
    now() {
      return Date.now() / 1000 + this.#clockOffset;
    }

    /** Tells a follower how it stands. */
    #tell(follower) {
      const { station } = follower;
      follower.fail(this.#problem ?? (this.#absent.has(station) ? 'missing'
        : this.#states.has(station) ? null : 'connecting'));
    }

    #tellAll(station) {
      for (const each of this.#followers) {
        if (!station || each.station === station) this.#tell(each);
      }
    }

    get #stations() {
      return [...new Set([...this.#followers].map(({ station }) => station))].sort();
    }

    /** Follows other stations after the present task, in which more elements may come and go. */
    #schedule() {
      if (this.#isScheduled) return;
      this.#isScheduled = true;
      queueMicrotask(() => {
        this.#isScheduled = false;
        this.#follow();
      });
    }

    #follow() {
      const stations = this.#stations;
      if (stations.length === 0) {
        this.#end();
        return;
      }
      for (const held of [this.#states, this.#absent]) {
        for (const each of held.keys()) if (!stations.includes(each)) held.delete(each);
      }
      const wanted = this.#present.join();
      if (wanted === this.#followed && wanted) return;
      this.#open();
    }

    #end() {
      this.#close();
      clearTimeout(this.#searchTimer);
      removeEventListener('online', this.#hasReturned);
      document.removeEventListener('visibilitychange', this.#hasReturned);
      Feed.#feeds.delete(this.#hub);
    }

    get #present() {
      return this.#stations.filter((each) => !this.#absent.has(each));
    }

    #close() {
      this.#generation += 1;
      clearTimeout(this.#timer);
      this.#source?.close();
      this.#source = null;
    }

    #address(stations) {
      const address = new URL('api/v1/events', this.#hub);
      address.searchParams.set('view', 'nowPlaying');
      address.searchParams.set('station', stations.join());
      return address;
    }

    #open() {
      this.#close();
      const stations = this.#present;
      this.#followed = stations.join();
      this.#search();
      if (stations.length === 0) return;
      const source = new EventSource(this.#address(stations));
      this.#source = source;
      this.#hasAnswered = false;
      this.#expectAnswer(ANSWER_LIMIT);
      const on = (name, handle) => source.addEventListener(name, ({ data }) => {
        this.#answered();
        handle(JSON.parse(data));
      });
      on('clock', ({ time }) => this.#setClock(time));
      on('update', (record) => this.#receive(record));
      on('synced', () => {});
      // The browser itself tries again after some errors, but without a growing delay.
      source.onerror = () => { if (source === this.#source) this.#failed(); };
    }

    #expectAnswer(seconds) {
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => {
        if (this.#hasAnswered) this.#open();
        else this.#failed();
      }, seconds * 1000);
    }

    #answered() {
      this.#hasAnswered = true;
      this.#attempt = 0;
      this.#expectAnswer(SILENCE_LIMIT);
      this.#setProblem(null);
    }

    /**
     * Learns why there is no stream, tells it, and tries again later: by the same question, whose
     * answer is the hub's reason, until the hub has none.
     */
    async #failed(isAgain = false) {
      this.#close();
      const generation = this.#generation;
      let isOther = isAgain;
      let refusal;
      for (;;) {
        const stations = this.#present;
        refusal = stations.length > 0 ? await this.#ask(stations) : null;
        if (generation !== this.#generation) return;
        if (!stations.includes(refusal?.absent)) break;
        this.#miss(refusal.absent);
        isOther = true;
      }
      this.#setProblem(refusal);
      if (isOther && !refusal) {
        this.#open();
        return;
      }
      const retry = () => (refusal ? this.#failed(true) : this.#open());
      this.#timer = setTimeout(retry, retryDelay(this.#attempt++) * 1000);
    }

    /** Asks for the stream once, by a request whose status can be read; null where it is given. */
    async #ask(stations) {
      const abort = new AbortController();
      const timer = setTimeout(() => abort.abort(), ANSWER_LIMIT * 1000);
      try {
        const answer = await fetch(
          this.#address(stations), { cache: 'no-store', signal: abort.signal });
        const type = answer.headers.get('Content-Type') ?? '';
        if (answer.ok && type.startsWith('text/event-stream')) return null;
        return await explainRefusal(this.#hub, answer);
      } catch {
        return await explainSilence(this.#hub);
      } finally {
        clearTimeout(timer);
        abort.abort();
      }
    }

    #setProblem(refusal) {
      if (refusal && !this.#warned.has(refusal.problem)) {
        this.#warned.add(refusal.problem);
        warn(refusal.warning);
      }
      const problem = refusal?.problem ?? null;
      if (problem === this.#problem) return;
      this.#problem = problem;
      if (!problem) this.#warned.clear();
      this.#tellAll();
    }

    // MARK: Stations

    #receive({ station, removed, nowPlaying }) {
      if (removed) {
        this.#miss(station);
        this.#search();
        return;
      }
      this.#states.set(station, nowPlaying);
      this.#absent.delete(station);
      for (const each of this.#followers) if (each.station === station) each.receive(nowPlaying);
      this.#tellAll(station);
    }

    #miss(station) {
      this.#states.delete(station);
      if (this.#absent.has(station)) return;
      this.#absent.add(station);
      this.#searches = 0;
      this.#tellAll(station);
      this.#warnOfAbsent(station);
    }

    /** Says which stations the hub has; first those whose ids begin like the absent one's. */
    async #warnOfAbsent(station) {
      const likeness = (id) => [...`${id} `].findIndex((each, index) => each !== station[index]);
      const ids = await fetch(new URL('api/v1/stations', this.#hub), {
        signal: AbortSignal.timeout(ANSWER_LIMIT * 1000),
      }).then((answer) => answer.json())
        .then(({ records }) => records.map((record) => record.station), () => []);
      ids.sort((left, right) => likeness(right) - likeness(left));
      const known = ids.length > 0
        ? `; it has: ${ids.slice(0, 8).join(', ')}${ids.length > 8 ? ' …' : ''}` : '';
      warn(`the hub at ${this.#hub} has no station “${station}”${known}`);
    }

    /** Looks for absent stations after a while, for as long as there are any. */
    #search() {
      clearTimeout(this.#searchTimer);
      if (this.#absent.size === 0) return;
      this.#searchTimer = setTimeout(async () => {
        const found = [];
        for (const station of this.#absent) {
          const refusal = await this.#ask([station]);
          if (!refusal) found.push(station);
          if (!this.#source && this.#present.length === 0) {
            this.#setProblem(refusal?.problem ? refusal : null);
          }
        }
        for (const station of found) this.#absent.delete(station);
        this.#tellAll();
        if (this.#followers.size === 0) return;
        if (found.length > 0) this.#open();
        else this.#search();
      }, retryDelay(this.#searches++) * 1000);
    }

    /** Tries at once what waits, after the browser or the page was away. */
    #hasReturned = () => {
      if (document.hidden) return;
      for (const each of this.#followers) each.clockSet();
      if (this.#source) return;
      this.#attempt = 0;
      this.#searches = 0;
      this.#open();
    };

    /** The message that took least is right; a time far before it: the page's clock was set. */
    #setClock(time) {
      const offset = time - Date.now() / 1000;
      const difference = offset - this.#clockOffset;
      if (this.#clockOffset !== null && difference < 0.05 && difference > -1) return;
      this.#clockOffset = offset;
      for (const each of this.#followers) each.clockSet();
    }
  }

  // MARK: Sound

  /** The sound of one element: `state` is `paused`, `loading` or `playing`. One plays at a time. */
  class Sound {
    static #current = null;
    audio = document.createElement('audio');
    state = 'paused';
    /** The reason why it does not play, by its name in `WORDS`. */
    error = null;
    #url = null;
    #hasPlayed = false;
    #attempt = 0;
    #timer;
    #changed;

    constructor(changed) {
      this.#changed = changed;
      const { audio } = this;
      audio.preload = 'none';
      audio.addEventListener('playing', () => {
        this.#hasPlayed = true;
        this.#attempt = 0;
        this.#become('playing');
      });
      audio.addEventListener('waiting', () => { if (this.#url) this.#become('loading'); });
      // The browser has paused it, as for a call or without its headphones.
      audio.addEventListener('pause', () => {
        if (this.state === 'playing' && !audio.ended && !audio.error) this.pause();
      });
      for (const name of ['ended', 'error']) audio.addEventListener(name, () => this.#brokeOff());
    }

    /** True if no element has played anything. */
    static get isUnused() {
      return Sound.#current === null;
    }

    /** True if the browser's media controls are this element's. */
    get isCurrent() {
      return Sound.#current === this;
    }

    async play(url) {
      if (url === this.#url) return;
      const last = Sound.#current;
      Sound.#current = this;
      if (last !== this && last?.state !== 'paused') last?.pause();
      this.#url = url;
      this.#hasPlayed = false;
      this.#attempt = 0;
      this.#become('loading');
      await this.#load();
    }

    /** Stops the download too: a live stream that goes on later begins with what is on air then. */
    pause(error = null) {
      clearTimeout(this.#timer);
      this.#url = null;
      this.audio.pause();
      this.audio.removeAttribute('src');
      this.audio.load();
      this.#become('paused', error);
    }

    /** Gives the browser's media controls back. */
    release() {
      this.pause();
      if (this.isCurrent) Sound.#current = null;
    }

    async #load() {
      const url = this.#url;
      this.audio.src = url;
      try {
        await this.audio.play();
      } catch (error) {
        if (url === this.#url && error.name === 'NotAllowedError') this.pause('needsTap');
        // Another load interrupted this one; other errors come as events of the element.
        if (error.name !== 'AbortError') throw error;
      }
    }

    #brokeOff() {
      if (!this.#url) return;
      const url = this.#url;
      if (!this.#hasPlayed || this.#attempt >= ATTEMPT_LIMIT) {
        const reason = this.audio.error?.message || 'the stream has ended';
        this.pause('cannotPlay');
        warn(`the stream ${url} cannot be played: ${reason}`);
        return;
      }
      this.#become('loading');
      clearTimeout(this.#timer);
      const delay = retryDelay(this.#attempt++) * 1000;
      this.#timer = setTimeout(() => this.#load().catch(() => {}), delay);
    }

    #become(state, error = null) {
      if (state === this.state && error === this.error) return;
      const last = this.state;
      this.state = state;
      this.error = error;
      this.#changed(last);
    }
  }

  // MARK: The element

  class NowPlaying extends HTMLElement {
    static observedAttributes = [
      'hub', 'station', 'locale', 'media-session', 'play', 'stream', 'progress'];

    /** The state of the station, as docs/records.md describes it; null until it is known. */
    state = null;
    /** The reason why the station's state is unknown or old, by its name in `WORDS`; else null. */
    problem = 'connecting';
    #feed = null;
    #follower = null;
    #incompleteTimer;
    #anchor = '';
    #animation = null;
    #clockTimer;
    #metadata = '';
    #sound = new Sound((last) => this.#soundChanged(last));
    #parts;

    constructor() {
      super();
      const root = this.attachShadow({ mode: 'open' });
      const style = new CSSStyleSheet();
      style.replaceSync(STYLE);
      root.adoptedStyleSheets = [style];
      const [station, title, artist, next, message] = [
        'station', 'title', 'artist', 'next', 'message'].map((name) => element('p', name));
      for (const node of [station, title, artist, next]) node.dir = 'auto';
      const site = element('a', '');
      site.target = '_blank';
      site.rel = 'noopener';
      const [name, sign] = [element('bdi', ''), element('span', '')];
      site.append(name);
      station.append(site, sign);
      message.setAttribute('role', 'status');
      const [image, letter] = [element('img', ''), element('span', 'letter')];
      image.alt = '';
      image.referrerPolicy = 'no-referrer';
      const artwork = element('div', 'artwork', letter, image);
      artwork.setAttribute('aria-hidden', 'true');
      image.addEventListener('load', () => {
        artwork.classList.remove('is-changing');
        artwork.classList.add('has-image');
      });
      image.addEventListener('error', () => {
        pictureFailed(image.src);
        this.#drawArtwork();
      });
      const [fill, time] = [element('div', 'fill'), element('span', 'time')];
      time.dir = 'ltr';
      const bar = element('div', 'bar', fill);
      const progress = element('div', 'progress', bar, time);
      progress.setAttribute('aria-hidden', 'true');
      const icon = drawnIcon();
      const button = element('button', 'button', icon);
      button.type = 'button';
      button.addEventListener('click', () => {
        if (this.paused) this.play().catch(() => {});
        else this.pause();
      });
      const texts = element('div', 'texts', station, title, artist, progress, next, message);
      const card = element('div', 'card', artwork, texts, button);
      root.append(card, this.#sound.audio);
      this.#parts = {
        card, artwork, image, letter, station, site, name, sign, title, artist, next, message,
        progress, bar, fill, time, button, icon: icon.firstChild,
      };
    }

    connectedCallback() {
      this.#connect();
    }

    disconnectedCallback() {
      this.#leave();
      if (this.#metadata) this.#clearControls();
      this.#sound.release();
    }

    attributeChangedCallback(name, before, after) {
      if (before === after || !this.isConnected) return;
      if (name === 'hub' || name === 'station') {
        this.pause();
        this.#connect();
        return;
      }
      if (name === 'stream' && !this.paused) this.play().catch(() => {});
      this.#draw();
    }

    // MARK: Playing

    /** True while nothing is played, nor about to be. */
    get paused() {
      return this.#sound.state === 'paused';
    }

    /** Plays the station; the promise is rejected where the browser or the config prevents it. */
    async play() {
      const stream = this.#stream;
      if (!stream) {
        throw new DOMException('the config has no stream for this station', 'NotSupportedError');
      }
      await this.#sound.play(stream);
    }

    /** Ends the sound. */
    pause() {
      this.#sound.pause();
    }

    /** The address of the station's stream, where the config has one. */
    get #stream() {
      const streams = this.state?.station.streams ?? [];
      const id = this.getAttribute('stream');
      return webAddress((id ? streams.find((each) => each.id === id) : streams[0])?.url);
    }

    #soundChanged(last) {
      const { state } = this.#sound;
      this.#draw();
      if ((last === 'paused') === (state === 'paused')) return;
      this.dispatchEvent(new CustomEvent(state === 'paused' ? 'pause' : 'play', { bubbles: true }));
    }

    // MARK: Following

    get #words() {
      const tag = this.getAttribute('locale') ?? this.closest('[lang]')?.lang ?? navigator.language;
      return WORDS[tag.slice(0, 2).toLowerCase()] ?? WORDS.en;
    }

    /** The address of the hub's root; undefined where there is none. */
    get #hub() {
      const own = this.getAttribute('hub');
      const address = own?.replace(/\/*$/, '/') ?? scriptAddress;
      if (!address) return undefined;
      try {
        return webAddress(new URL('.', new URL(address, location.href)));
      } catch {
        return undefined;
      }
    }

    #leave() {
      clearTimeout(this.#incompleteTimer);
      clearInterval(this.#clockTimer);
      this.#feed?.leave(this.#follower);
      this.#feed = null;
    }

    #connect() {
      this.#leave();
      this.state = null;
      this.#setProblem('connecting');
      this.#draw();
      const station = this.getAttribute('station');
      const hub = this.#hub;
      if (!station || !hub) {
        // A script may set them in a moment.
        this.#incompleteTimer = setTimeout(() => this.#tellIncomplete(), 1000);
        return;
      }
      const follower = {
        station,
        receive: (state) => this.#receive(state),
        fail: (problem) => this.#fail(problem),
        clockSet: () => {
          this.#anchor = '';
          this.#drawPosition();
        },
      };
      this.#follower = follower;
      this.#feed = Feed.of(hub);
      this.#feed.join(follower);
    }

    #tellIncomplete() {
      const hub = this.getAttribute('hub');
      this.#fail('incomplete');
      warn(`<now-playing> needs ${!this.getAttribute('station') ? 'a station’s id: station="…"'
        : hub === null ? 'the address of a hub, where its script is a module: hub="https://…"'
          : `the address of a hub; hub="${hub}" is none`}`);
    }

    #receive(state) {
      const last = this.state;
      this.state = state;
      this.#draw();
      if (last?.track?.id !== state.track?.id || !last) {
        this.dispatchEvent(new CustomEvent('trackchange', { detail: state, bubbles: true }));
      }
    }

    /** Notes a problem. What was shown stays, but for a station that is gone. */
    #fail(problem) {
      if (problem === 'missing') this.state = null;
      if (this.#setProblem(problem)) this.#draw();
    }

    #setProblem(problem) {
      if (problem === this.problem) return false;
      this.problem = problem;
      this.dispatchEvent(new CustomEvent('problemchange', { detail: problem, bubbles: true }));
      return true;
    }

    // MARK: Drawing

    #draw() {
      const { state } = this;
      const parts = this.#parts;
      const own = this.#words;
      const { station, track, programme, next } = state ?? {};
      const name = station?.name ?? this.getAttribute('station') ?? '';
      const site = webAddress(station?.url);
      setText(parts.name, name);
      if (site) setAttribute(parts.site, 'href', site);
      else parts.site.removeAttribute('href');
      const sign = this.#sign;
      setText(parts.sign, sign && (name ? ` · ${sign}` : sign));
      setHidden(parts.station, !name && !sign);
      const silence = this.#silence;
      setText(parts.title, silence ?? track?.title ?? programme?.title ?? own[this.problem]);
      parts.title.classList.toggle('is-muted', !state || silence !== undefined);
      setText(parts.artist, silence ? station.description : track ? track.artist : programme?.kicker);
      const following = [next?.artist, next?.title].filter(Boolean).join(' – ');
      setText(parts.next, !silence && next ? `${own.next}: ${following}` : '');
      setText(parts.letter, state ? firstLetter(name) : '♪');
      parts.artwork.classList.toggle('is-unknown', !state);
      if (state) parts.artwork.style.setProperty('--hue', hueOf(name));
      this.#drawArtwork();
      this.#drawPosition();
      this.#drawButton(name);
      this.#drawOnControls();
    }

    /** The reason why nothing is known to play; undefined while something is, and without a state. */
    get #silence() {
      if (!this.state) return undefined;
      const { online, track, programme, connection } = this.state;
      const own = this.#words;
      if (online === false) return own.offline;
      if (track || programme) return undefined;
      const name = { live: 'nothingKnown', failing: 'unreachable' }[connection.state];
      return own[name ?? connection.state];
    }

    /** The words beside the station's name. */
    get #sign() {
      if (!this.state) return undefined;
      const own = this.#words;
      const { problem } = this;
      if (problem) return problem === 'unreachable' ? own.lost : own[problem];
      if (this.#silence) return undefined;
      const { connection, live } = this.state;
      if (!['live', 'connecting'].includes(connection.state)) return own.stale;
      return live && !live.isDefault ? live.streamer : undefined;
    }

    get #pictures() {
      const { track, live, programme, station } = this.state ?? {};
      const urls = [track?.artworkURL, live?.artworkURL, programme?.artworkURL,
        station?.logo?.light, station?.logo?.dark];
      return urls.map(webAddress).filter(Boolean);
    }

    #drawArtwork() {
      const { artwork, image } = this.#parts;
      const source = this.#pictures.find((url) => !hasFailed(url)) ?? '';
      if ((image.getAttribute('src') ?? '') === source) return;
      const hasImage = artwork.classList.contains('has-image');
      artwork.classList.toggle('is-changing', hasImage && source !== '');
      if (!source) artwork.classList.remove('has-image');
      if (source) image.src = source;
      else image.removeAttribute('src');
    }

    #drawButton(name) {
      const { button, icon, message } = this.#parts;
      const { state, error } = this.#sound;
      const own = this.#words;
      const isOn = state !== 'paused';
      setHidden(button, !this.hasAttribute('play') || !(isOn || this.#stream));
      setAttribute(button, 'aria-label', own[isOn ? 'pause' : 'play'].replace('{0}', () => name));
      setAttribute(button, 'aria-busy', String(state === 'loading'));
      setAttribute(icon, 'd', isOn ? ICONS.pause : ICONS.play);
      // A reader announces changes of what was there before: the message is empty, not hidden.
      const text = own[error] ?? '';
      if (message.textContent !== text) message.textContent = text;
    }

    /** The position of the track by the hub's clock; undefined where it is not known. */
    get #position() {
      const { elapsed, asOf, rate, duration } = this.state?.playback ?? {};
      if (elapsed === undefined || !this.#feed) return undefined;
      const position = elapsed + rate * (this.#feed.now() - asOf);
      return Math.max(0, Math.min(position, duration ?? Infinity));
    }

    /** The bar moves by an animation, from the anchor of the position. */
    #drawPosition() {
      const { elapsed, asOf, rate, duration } = (!this.#silence && this.state?.playback) || {};
      const anchor = [elapsed, asOf, rate, duration, this.hasAttribute('progress')].join();
      if (anchor === this.#anchor) return;
      this.#anchor = anchor;
      const hasTimes = this.hasAttribute('progress') && elapsed !== undefined;
      const isKnown = elapsed !== undefined && duration !== undefined;
      const { progress, bar, time, fill } = this.#parts;
      setHidden(progress, !isKnown && !hasTimes);
      setHidden(bar, !isKnown);
      setHidden(time, !hasTimes);
      clearInterval(this.#clockTimer);
      if (hasTimes) {
        this.#drawTime();
        if (rate > 0) this.#clockTimer = setInterval(() => this.#drawTime(), 500);
      }
      this.#animation?.cancel();
      if (!isKnown) return;
      this.#animation = fill.animate(
        { transform: ['scaleX(0)', 'scaleX(1)'] }, { duration: duration * 1000, fill: 'both' });
      this.#animation.currentTime = (elapsed + rate * (this.#feed.now() - asOf)) * 1000;
      if (rate > 0) this.#animation.playbackRate = rate;
      else this.#animation.pause();
    }

    #drawTime() {
      if (document.hidden || this.#position === undefined) return;
      const { duration } = this.state.playback;
      setText(this.#parts.time, [this.#position, duration].filter((each) => each !== undefined)
        .map(clockText).join(' / '));
    }

    /** Shows the track on the browser's media controls, while they are this element's. */
    #drawOnControls() {
      const { mediaSession } = navigator;
      if (!mediaSession) return;
      const { isCurrent, state } = this.#sound;
      if (!isCurrent && !(Sound.isUnused && this.hasAttribute('media-session'))) {
        this.#metadata = '';
        return;
      }
      if (!this.isConnected || !this.state) return;
      if (isCurrent) {
        mediaSession.playbackState = state === 'paused' ? 'paused' : 'playing';
        const pause = () => this.pause();
        const actions = { play: () => this.play().catch(() => {}), pause, stop: pause };
        for (const name of Object.keys(actions)) mediaSession.setActionHandler(name, actions[name]);
      }
      const { track, programme, station } = this.state;
      if (!track && !isCurrent) return;
      const metadata = {
        title: track?.title ?? programme?.title ?? station.name,
        artist: track?.artist ?? '',
        album: station.name,
        artwork: this.#pictures.slice(0, 1).map((src) => ({ src })),
      };
      const text = JSON.stringify(metadata);
      if (text === this.#metadata) return;
      this.#metadata = text;
      mediaSession.metadata = new MediaMetadata(metadata);
    }

    #clearControls() {
      const { mediaSession } = navigator;
      this.#metadata = '';
      mediaSession.metadata = null;
      if (!this.#sound.isCurrent) return;
      mediaSession.playbackState = 'none';
      for (const name of ['play', 'pause', 'stop']) mediaSession.setActionHandler(name, null);
    }
  }

  if (!customElements.get('now-playing')) customElements.define('now-playing', NowPlaying);
})();
