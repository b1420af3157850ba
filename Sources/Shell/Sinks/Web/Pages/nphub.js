/**
 * The client library of nphub for web pages: one ES module without dependencies.
 *
 *     import { Hub } from 'https://hub.example/nphub.js';
 *
 *     const hub = new Hub();
 *     hub.subscribe({ view: 'nowPlaying' }, {
 *       update(station, state) { console.log(station, state.track?.title, hub.position(state)); },
 *     });
 *
 * `Hub` speaks JSON-RPC over a WebSocket: subscriptions, commands, reports and events.
 * `EventReader` follows stations by Server-Sent Events, for pages that only read.
 * The functions below them are pure, and of use to a client with a transport of its own.
 *
 * Documents are those of docs/records.md and schemas/. Treat them as immutable: what did not change
 * from one document to the next is the same object.
 *
 * @module nphub
 */

// MARK: Documents

/**
 * Applies a merge patch (RFC 7396). Neither argument changes.
 * @param {*} target The document; anything that is not an object counts as an empty one.
 * @param {*} patch The changes: null removes a member, an array is replaced whole.
 * @returns {*} The new document.
 */
export function mergePatch(target, patch) {
  if (!isObject(patch)) return patch;
  const result = isObject(target) ? { ...target } : {};
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) delete result[name];
    else define(result, name, mergePatch(own(result, name), value));
  }
  return result;
}

/**
 * Applies the `rows` of a car's record: changes of parts in place, by their ids.
 * @param {object} car A `carPlay` document.
 * @param {Object<string, object>} rows By the id of a part, its changes; null removes a property.
 * @returns {object} The new document.
 */
export function applyRows(car, rows) {
  return rewrite(car, (part) => {
    const changes = own(rows, part.id);
    if (!changes) return part;
    const result = { ...part };
    for (const [name, value] of Object.entries(changes)) {
      if (value === null) delete result[name];
      else define(result, name, value);
    }
    return result;
  });
}

/**
 * Applies the `templates` of a car's record: whole tabs and lists, by their ids.
 * @param {object} car A `carPlay` document.
 * @param {Object<string, ?object>} templates By id, the new form of a template; null removes it.
 * @returns {object} The new document.
 */
export function applyTemplates(car, templates) {
  const known = new Set();
  const replaced = (list) => list.flatMap((template) => {
    known.add(template.id);
    const change = own(templates, template.id);
    return change === undefined ? [template] : change === null ? [] : [change];
  });
  let root = car.root;
  if (root.type === 'tabBar') root = { ...root, templates: replaced(root.templates) };
  else [root = root] = replaced([root]);
  const lists = replaced(car.lists);
  const added = Object.entries(templates).filter(([id, value]) => value !== null && !known.has(id));
  return { ...car, root, lists: [...lists, ...added.map(([, value]) => value)] };
}

/**
 * Finds a tab or a list of a car by its id.
 * @param {object} car A `carPlay` document.
 * @param {string} id The id of a template.
 * @returns {object|undefined}
 */
export function findTemplate(car, id) {
  if (car.nowPlaying?.id === id) return car.nowPlaying;
  const templates = [...tabsOf(car), ...car.lists];
  return templates.find((template) => template.id === id) ?? informationOf(templates, id);
}

/** The tabs of a car; of a document without a tab bar, its only template. */
export function tabsOf(car) {
  return car.root.type === 'tabBar' ? car.root.templates : [car.root];
}

/** The information that the second button of a place opens. */
function informationOf(templates, id) {
  return templates.flatMap((template) => template.pointsOfInterest ?? [])
    .find((place) => place.information?.id === id)?.information;
}

/**
 * Compares two JSON values by their contents.
 * @returns {boolean}
 */
export function isEqual(left, right) {
  if (Object.is(left, right)) return true;
  if (Array.isArray(left)) {
    return Array.isArray(right) && left.length === right.length
      && left.every((value, index) => isEqual(value, right[index]));
  }
  if (!isObject(left) || !isObject(right)) return false;
  const names = Object.keys(left);
  return names.length === Object.keys(right).length
    && names.every((name) => Object.hasOwn(right, name) && isEqual(left[name], right[name]));
}

function isObject(value) {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A member of an object, but never one of its prototype, such as `constructor`. */
function own(object, name) {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}

/** Sets a member also where its name is `__proto__`. */
function define(object, name, value) {
  Object.defineProperty(object, name, { value, writable: true, enumerable: true, configurable: true });
}

/** Rewrites all parts of a car that have an id; what did not change stays the same object. */
function rewrite(value, change) {
  if (Array.isArray(value)) {
    const items = value.map((item) => rewrite(item, change));
    return items.every((item, index) => item === value[index]) ? value : items;
  }
  if (!isObject(value)) return value;
  let result = value;
  for (const [name, member] of Object.entries(value)) {
    // Commands name stations and elements, not parts.
    if (name === 'action' || typeof member !== 'object') continue;
    const rewritten = rewrite(member, change);
    if (rewritten !== member) result = { ...result, [name]: rewritten };
  }
  return typeof result.id === 'string' ? change(result) : result;
}

// MARK: Positions

/**
 * The position of a track: `elapsed + rate × (time − asOf)`, within its duration.
 * @param {{elapsed?: number, rate: number, asOf?: number, duration?: number}} [playback]
 *   The `playback` of a station.
 * @param {number} time Unix seconds by the hub's clock (`hub.now()`).
 * @returns {number|undefined} Seconds; undefined where the position is not known.
 */
export function positionAt(playback, time) {
  if (playback?.elapsed === undefined) return undefined;
  const position = playback.elapsed + playback.rate * (time - playback.asOf);
  return Math.max(0, Math.min(position, playback.duration ?? Infinity));
}

/**
 * Returns a lock screen's position, in the words of a station's `playback`.
 * @param {object} card A `lockScreen` document.
 */
export function playbackOfCard(card) {
  return {
    state: card.playbackState,
    elapsed: card.MPNowPlayingInfoPropertyElapsedPlaybackTime,
    rate: card.MPNowPlayingInfoPropertyPlaybackRate,
    asOf: card.asOf,
    duration: card.MPMediaItemPropertyPlaybackDuration,
  };
}

/**
 * The hub's clock, learnt from what the hub says of it: the page's own may be wrong by minutes.
 */
export class HubClock {
  #offset = null;

  /** Unix seconds; by the page's clock until the hub's is known. */
  now() {
    return Date.now() / 1000 + (this.#offset ?? 0);
  }

  /**
   * An answer has told the time; it was made between the request and its arrival.
   * @param {number} time Unix seconds.
   * @param {number} sent The time of the request, in Unix seconds of the page's clock.
   * @returns {boolean} True if the time differs from the estimate.
   */
  answered(time, sent) {
    const received = Date.now() / 1000;
    return this.#set(time - (sent + received) / 2, Math.max(0.05, received - sent));
  }

  /**
   * A message has told the time, and was on its way for a while that is not known. The one that took
   * least is right; a time far before it means that the page's clock was set.
   * @param {number} time Unix seconds.
   * @returns {boolean} True if the time differs from the estimate.
   */
  heard(time) {
    const offset = time - Date.now() / 1000;
    return this.#set(offset, offset > (this.#offset ?? offset) ? 0.05 : 1);
  }

  #set(offset, tolerance) {
    if (this.#offset !== null && Math.abs(offset - this.#offset) <= tolerance) return false;
    this.#offset = offset;
    return true;
  }
}

// MARK: What a subscription holds

/**
 * The documents of one subscription, and what to say to resume it. It has no clock and no transport.
 */
export class Holding {
  #documents = new Map();
  #unconfirmed = new Set();
  /** The keys in the order of their records, until all present states have come. */
  #arrived = null;
  #epoch;
  #resume = 0;

  /** The documents by station or session, in the hub's order. */
  get documents() {
    return new Map([...this.#documents].map(([key, held]) => [key, held.document]));
  }

  /** The parameter `since` of a resumed subscription; undefined while no epoch is known. */
  get since() {
    return this.#epoch === undefined ? undefined : { epoch: this.#epoch, revision: this.#resume };
  }

  /**
   * A subscription has begun.
   * @param {string} epoch The epoch that the hub answered.
   * @param {boolean} isRecovered True if only the changes follow. Otherwise everything follows, and
   *   documents that do not come again are removed at `synced`; until then they stay visible.
   */
  begin(epoch, isRecovered) {
    this.#epoch = epoch;
    if (isRecovered) return;
    this.#resume = 0;
    this.#unconfirmed = new Set(this.#documents.keys());
    this.#arrived = [];
  }

  /**
   * Applies a record.
   * @param {object} record
   * @returns {?{key: string, document?: object, previous?: object}} The change; without `document`
   *   it was removed; null if nothing is different.
   * @throws {Error} Where a patch does not fit what is held: subscribe anew, without `since`.
   */
  apply(record) {
    const key = record.station ?? record.session;
    const held = this.#documents.get(key);
    const isVoid = this.#unconfirmed.delete(key);
    if (record.removed) {
      this.#documents.delete(key);
      return held ? { key, previous: held.document } : null;
    }
    const document = this.#documentOf(record, isVoid ? undefined : held);
    this.#arrived?.push(key);
    const isSame = held && isEqual(held.document, document);
    this.#documents.set(key, { revision: record.revision, document: isSame ? held.document : document });
    return isSame ? null : { key, document, previous: held?.document };
  }

  /** Remembers how far everything has come: the `resume` of an update or of `synced`. */
  resumeAt(revision) {
    this.#resume = revision;
  }

  /**
   * All present states have come.
   * @returns {string[]} The keys of what the hub does not have any more; they are removed.
   */
  synced() {
    const gone = [...this.#unconfirmed];
    for (const key of gone) this.#documents.delete(key);
    this.#unconfirmed.clear();
    if (this.#arrived) {
      const order = new Map(this.#arrived.map((key, index) => [key, index]));
      const entries = [...this.#documents];
      this.#documents = new Map(
        entries.sort(([left], [right]) => order.get(left) - order.get(right)));
    }
    this.#arrived = null;
    return gone;
  }

  /** Forgets everything, so that the next subscription begins anew. */
  forget() {
    this.#epoch = undefined;
    this.#unconfirmed = new Set(this.#documents.keys());
  }

  #documentOf(record, held) {
    if (record.patch) {
      if (held?.revision !== record.base) throw new Error('the patch has another base');
      return mergePatch(held.document, record.patch);
    }
    if (record.rows || record.templates) {
      if (!held) throw new Error('there is no document to change');
      const car = applyRows(held.document, record.rows ?? {});
      return record.templates ? applyTemplates(car, record.templates) : car;
    }
    return record[record.view];
  }
}

// MARK: Connection

/** The delay before an attempt to reconnect: exponential backoff with full jitter, in seconds. */
export function retryDelay(attempt, random = Math.random) {
  return 0.2 + random() * Math.min(20, 0.5 * 2 ** Math.min(attempt, 10));
}

/** An error that the hub answered, or why it could not be asked. */
export class HubError extends Error {
  /**
   * @param {string} message For people.
   * @param {number} [code] For programs; see docs/socket.md.
   * @param {object} [data] The subject of the error.
   */
  constructor(message, code, data) {
    super(message);
    this.name = 'HubError';
    this.code = code;
    this.data = data;
  }
}

/**
 * @typedef {object} Handlers What a subscription tells.
 * @property {(key: string, document: object, details: {previous?: object, record: object}) => void} [update]
 *   A document is new or changed. `key` is the id of the station or the name of the session.
 * @property {(key: string) => void} [remove] A station is gone.
 * @property {(isRecovered: boolean) => void} [synced] All present states have come.
 * @property {(error: HubError) => void} [error] The hub refuses the subscription.
 */

/** Seconds between two looks at whether the connection is alive, which also set the clock. */
const HEARTBEAT = 30;
/** Seconds within which the hub answers. */
const ANSWER_LIMIT = 10;

/**
 * A connection to a hub that survives interruptions.
 *
 * It tells by events: `state` (its `state` changed), `event` (an event of a session, in `detail`),
 * `clock` (the hub's clock was learnt anew) and `rights`.
 */
export class Hub extends EventTarget {
  /**
   * The state of the connection: `phase` is `connecting`, `open`, `waiting` (for the next attempt,
   * at `retryAt` in milliseconds of `Date.now()`), `refused` (by the reason `token` or `anonymous`;
   * another attempt needs another token) or `closed`.
   * @type {{phase: string, retryAt?: number, reason?: string}}
   */
  state = { phase: 'connecting' };
  /** The rights of this page, such as `read` and `session:main`. @type {?string[]} */
  rights = null;
  /** The name by which records tell that a change was this page's. @type {string} */
  sender;

  #base;
  #token;
  #socket = null;
  #generation = 0;
  #attempt = 0;
  #timer;
  #heartbeat;
  #nextId = 1;
  #calls = new Map();
  #subscriptions = new Set();
  #byNumber = new Map();
  #clock = new HubClock();

  /**
   * Connects at once.
   * @param {object} [options]
   * @param {string|URL} [options.url] The address of the hub's dashboard. Without it, the hub
   *   from which this module was loaded.
   * @param {?string} [options.token] The token that gives more rights than reading, to pages of the
   *   hub's own origin.
   * @param {string} [options.sender] The name of this client in the records of its changes.
   */
  constructor({ url = new URL('.', import.meta.url), token = null, sender } = {}) {
    super();
    this.#base = new URL(url, globalThis.location?.href);
    this.#token = token;
    this.sender = sender ?? `web-${Math.random().toString(36).slice(2, 8)}`;
    globalThis.addEventListener?.('online', this.#hasReturned);
    globalThis.document?.addEventListener('visibilitychange', this.#hasReturned);
    this.#connect();
  }

  // MARK: Requests

  /**
   * Follows a view of stations or of a session.
   * @param {object} query The parameters of `subscribe`: `view`, `stations`, `session`, `history` …
   * @param {Handlers} handlers
   * @returns {{documents: Map<string, object>, query: object, configure: (options: object) => void,
   *   close: () => void}}
   */
  subscribe(query, handlers = {}) {
    const subscription = new Subscription(this, query, handlers);
    this.#subscriptions.add(subscription);
    if (this.isOpen) this.#begin(subscription);
    return subscription;
  }

  /**
   * Sends a request.
   * @param {string} method One of docs/socket.md.
   * @param {object} [params]
   * @returns {Promise<object>} Its result, or a `HubError`.
   */
  call(method, params) {
    if (!this.isOpen) return Promise.reject(new HubError('there is no connection to the hub'));
    const id = this.#nextId++;
    this.#socket.send(JSON.stringify({ jsonrpc: '2.0', id, method, params }));
    return new Promise((resolve, reject) => { this.#calls.set(id, { resolve, reject }); });
  }

  /** Sends a command to a listening session: `{ action: 'seek', by: -30 }`. */
  command(action, session = 'main') {
    return this.call('command', { ...action, session, sender: this.sender });
  }

  /** Says what the session's player does; the client that reports is the player while it is connected. */
  report(report, session = 'main') {
    return this.call('report', { ...report, session });
  }

  /**
   * Reads from the HTTP interface, with the token: `hub.fetch('stations/kanalrand/history')`.
   * @param {string} path Below `api/v1/`.
   * @param {RequestInit} [options]
   * @returns {Promise<Response>}
   */
  fetch(path, options = {}) {
    const headers = new Headers(options.headers);
    if (this.#token) headers.set('Authorization', `Bearer ${this.#token}`);
    return fetch(new URL(`api/v1/${path}`, this.#base), {
      cache: 'no-store', signal: AbortSignal.timeout(ANSWER_LIMIT * 1000), ...options, headers,
      credentials: 'omit',
    });
  }

  /** True if requests can be sent. */
  get isOpen() {
    return this.state.phase === 'open';
  }

  /** Returns true if the page has a right, such as `session:main`. */
  may(right) {
    return this.rights?.includes(right) ?? false;
  }

  // MARK: Clock

  /** The hub's clock, in Unix seconds. */
  now() {
    return this.#clock.now();
  }

  /** The position of a station's track now, in seconds; undefined where it is not known. */
  position(state) {
    return positionAt(state.playback, this.now());
  }

  // MARK: Life

  /** Tries at once what waits for its next attempt. */
  retry() {
    if (this.state.phase === 'waiting' || this.state.phase === 'refused') this.#connect();
  }

  /** Connects anew, with other rights. */
  useToken(token) {
    this.#token = token;
    this.#attempt = 0;
    this.#connect();
  }

  /** Ends the connection for good. */
  close() {
    globalThis.removeEventListener?.('online', this.#hasReturned);
    globalThis.document?.removeEventListener('visibilitychange', this.#hasReturned);
    this.#drop();
    this.#become({ phase: 'closed' });
  }

  #hasReturned = () => {
    if (globalThis.document?.visibilityState === 'hidden') return;
    if (this.isOpen) this.#beat();
    else if (this.state.phase === 'waiting') this.retry();
  };

  #become(state) {
    this.state = state;
    this.dispatchEvent(new CustomEvent('state', { detail: state }));
  }

  /** Leaves the present socket; whatever still comes from it is ignored. */
  #drop() {
    this.#generation += 1;
    clearTimeout(this.#timer);
    clearInterval(this.#heartbeat);
    this.#socket?.close();
    this.#socket = null;
    this.#byNumber.clear();
    const lost = new HubError('the connection to the hub was lost');
    for (const { reject } of this.#calls.values()) reject(lost);
    this.#calls.clear();
  }

  async #connect() {
    this.#drop();
    const generation = this.#generation;
    this.#become({ phase: 'connecting' });
    try {
      const ticket = await this.#authorise();
      if (generation === this.#generation) this.#open(ticket);
    } catch (error) {
      if (generation === this.#generation) this.#lost(error);
    }
  }

  /** Learns the rights, and gets a ticket where there is a token. */
  async #authorise() {
    if (!this.#token && this.#isForeign) {
      // The hub tells rights and gives tickets to its own pages only; those of other sites may read.
      this.#useRights(['read']);
      return undefined;
    }
    const answers = [this.#ask('rights')];
    if (this.#token) answers.push(this.#ask('ticket', { method: 'POST' }));
    const [{ rights }, ticket] = await Promise.all(answers);
    this.#useRights(rights);
    return ticket?.ticket;
  }

  /** True if the page is of another site than the hub. */
  get #isForeign() {
    return globalThis.location !== undefined && location.origin !== this.#base.origin;
  }

  #useRights(rights) {
    if (isEqual(rights, this.rights)) return;
    this.rights = rights;
    this.dispatchEvent(new CustomEvent('rights', { detail: rights }));
  }

  async #ask(path, options) {
    const response = await this.fetch(path, options);
    if (response.ok) return response.json();
    const error = new HubError(`the hub answered with ${response.status}`);
    if (response.status === 401 || response.status === 403) {
      error.refusal = this.#token ? 'token' : 'anonymous';
    }
    error.retryAfter = Number(response.headers.get('Retry-After')) || 0;
    throw error;
  }

  #open(ticket) {
    const address = new URL('api/v1/socket', this.#base);
    address.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:';
    if (ticket) address.searchParams.set('ticket', ticket);
    const socket = new WebSocket(address, 'nphub.v1');
    this.#socket = socket;
    const isPresent = () => socket === this.#socket;
    socket.onopen = () => { if (isPresent()) this.#opened(); };
    socket.onmessage = ({ data }) => { if (isPresent()) this.#receive(JSON.parse(data)); };
    socket.onclose = () => { if (isPresent()) this.#lost(new HubError('the connection was closed')); };
    // A server that accepts the connection and never answers the upgrade.
    this.#timer = setTimeout(() => { if (isPresent()) socket.close(); }, ANSWER_LIMIT * 1000);
  }

  #opened() {
    clearTimeout(this.#timer);
    this.#become({ phase: 'open' });
    this.#beat();
    this.#heartbeat = setInterval(() => this.#beat(), HEARTBEAT * 1000);
    for (const subscription of this.#subscriptions) this.#begin(subscription);
  }

  #lost(error) {
    this.#drop();
    if (error.refusal) {
      this.#become({ phase: 'refused', reason: error.refusal });
      return;
    }
    const seconds = Math.max(retryDelay(this.#attempt), error.retryAfter ?? 0);
    this.#attempt += 1;
    this.#timer = setTimeout(() => this.#connect(), seconds * 1000);
    this.#become({ phase: 'waiting', retryAt: Date.now() + seconds * 1000 });
  }

  /** Asks for the hub's clock; a connection that does not answer is dead. */
  async #beat() {
    const socket = this.#socket;
    const sent = Date.now() / 1000;
    const limit = setTimeout(() => { if (socket === this.#socket) socket.close(); }, ANSWER_LIMIT * 1000);
    try {
      const { time } = await this.call('hello');
      // An hello that was answered: the next interruption is a new one.
      this.#attempt = 0;
      if (this.#clock.answered(time, sent)) this.dispatchEvent(new CustomEvent('clock'));
    } catch {
      // The socket has ended, and that is told by its own event.
    } finally {
      clearTimeout(limit);
    }
  }

  // MARK: Messages

  #receive(message) {
    if (message.method === 'update' || message.method === 'synced') {
      this.#byNumber.get(message.params.subscription)?.receive(message);
    } else if (message.method === 'event') {
      this.dispatchEvent(new CustomEvent('event', { detail: message.params }));
    } else {
      const call = this.#calls.get(message.id);
      this.#calls.delete(message.id);
      if (message.error) {
        const { message: text, code, data } = message.error;
        call?.reject(new HubError(text, code, data));
      } else {
        call?.resolve(message.result);
      }
    }
  }

  #begin(subscription) {
    const id = this.#nextId++;
    const params = subscription.parameters;
    // The notifications follow the answer in the same task: the number has to be known at once.
    this.#calls.set(id, {
      resolve: (result) => {
        if (subscription.isClosed) {
          this.call('unsubscribe', { subscription: result.subscription }).catch(() => {});
          return;
        }
        this.#byNumber.set(result.subscription, subscription);
        subscription.begin(result);
      },
      reject: (error) => { if (error.code !== undefined) subscription.fail(error); },
    });
    this.#socket.send(JSON.stringify({ jsonrpc: '2.0', id, method: 'subscribe', params }));
  }

  /** @private For subscriptions. */
  restart(subscription) {
    this.#unsubscribe(subscription);
    if (this.isOpen) this.#begin(subscription);
  }

  /** @private For subscriptions. */
  forget(subscription) {
    this.#subscriptions.delete(subscription);
    this.#unsubscribe(subscription);
  }

  #unsubscribe(subscription) {
    for (const [number, each] of this.#byNumber) {
      if (each !== subscription) continue;
      this.#byNumber.delete(number);
      if (this.isOpen) this.call('unsubscribe', { subscription: number }).catch(() => {});
    }
  }
}

/** One subscription of a hub: what it asked for, what it holds, and its listeners. */
class Subscription {
  query;
  isClosed = false;
  #hub;
  #handlers;
  #holding = new Holding();
  #number;
  #isRecovered = false;

  constructor(hub, query, handlers) {
    this.#hub = hub;
    this.query = query;
    this.#handlers = handlers;
  }

  /** The documents by station or session, in the hub's order. */
  get documents() {
    return this.#holding.documents;
  }

  /** The parameters of the request to the hub. */
  get parameters() {
    const since = this.#holding.since;
    return since ? { ...this.query, since } : this.query;
  }

  /** Changes the options of its view; those that are not named stay. */
  configure(options) {
    this.query = { ...this.query, options: { ...this.query.options, ...options } };
    if (this.#number === undefined || !this.#hub.isOpen) return;
    this.#hub.call('configure', { subscription: this.#number, options })
      .catch((error) => this.fail(error));
  }

  /** Ends it. */
  close() {
    this.isClosed = true;
    this.#hub.forget(this);
  }

  begin({ subscription, epoch, recovered = false }) {
    this.#number = subscription;
    this.#isRecovered = recovered;
    this.#holding.begin(epoch, recovered);
  }

  receive({ method, params }) {
    try {
      if (method === 'update') this.#update(params.record);
      else this.#synced();
      this.#holding.resumeAt(params.resume);
    } catch (error) {
      console.warn('nphub: subscribing anew:', error);
      this.#holding.forget();
      this.#hub.restart(this);
    }
  }

  fail(error) {
    this.#handlers.error?.(error);
  }

  #update(record) {
    const change = this.#holding.apply(record);
    if (!change) return;
    if (change.document) this.#handlers.update?.(change.key, change.document, { ...change, record });
    else this.#handlers.remove?.(change.key);
  }

  #synced() {
    for (const key of this.#holding.synced()) this.#handlers.remove?.(key);
    this.#handlers.synced?.(this.#isRecovered);
  }
}

// MARK: Server-Sent Events

/**
 * Seconds without an event after which a stream is dead: the hub tells its clock every 15. The
 * browser itself does not notice a connection that is gone without a farewell.
 */
const SILENCE_LIMIT = 45;

/**
 * Follows views by Server-Sent Events, which need no more than the right to read.
 * A record comes whole; after an interruption only what changed since.
 */
export class EventReader {
  #source = null;
  #holding = new Holding();
  #clock = new HubClock();
  #handlers;
  #address;
  #attempt = 0;
  #timer;

  /**
   * @param {object} query `view`, `stations`, `minInterval`, `history`, `listeners`.
   * @param {Handlers & {state?: (isConnected: boolean) => void, clock?: () => void}} handlers
   *   `clock` tells that the hub's clock was learnt anew, and positions are others than were thought.
   * @param {string|URL} [url] The address of the hub; without it, the folder of this module.
   */
  constructor({ stations = [], ...query }, handlers, url = new URL('.', import.meta.url)) {
    this.#handlers = handlers;
    this.#address = new URL('api/v1/events', new URL(url, globalThis.location?.href));
    for (const station of stations) this.#address.searchParams.append('station', station);
    for (const [name, value] of Object.entries(query)) this.#address.searchParams.set(name, value);
    this.#connect();
  }

  /** The documents by station, in the hub's order. */
  get documents() {
    return this.#holding.documents;
  }

  /** The hub's clock, in Unix seconds. */
  now() {
    return this.#clock.now();
  }

  /** The position of a station's track now, in seconds; undefined where it is not known. */
  position(state) {
    return positionAt(state.playback, this.now());
  }

  /** Ends the connection for good. */
  close() {
    clearTimeout(this.#timer);
    this.#source?.close();
    this.#source = null;
  }

  #connect() {
    this.#source?.close();
    this.#holding.begin('', false);
    const source = new EventSource(this.#address);
    this.#source = source;
    this.#connectIn(SILENCE_LIMIT);
    const on = (name, handle) => source.addEventListener(name, ({ data }) => {
      this.#connectIn(SILENCE_LIMIT);
      handle(JSON.parse(data));
    });
    on('clock', ({ time }) => { if (this.#clock.heard(time)) this.#handlers.clock?.(); });
    on('update', (record) => this.#update(record));
    on('reset', () => this.#holding.begin('', false));
    on('synced', () => {
      for (const key of this.#holding.synced()) this.#handlers.remove?.(key);
      this.#handlers.synced?.(false);
    });
    source.onopen = () => {
      this.#attempt = 0;
      this.#handlers.state?.(true);
    };
    source.onerror = () => {
      this.#handlers.state?.(false);
      // The browser itself tries again, but for answers that are no stream of events.
      if (source !== this.#source) return;
      const isOver = source.readyState === EventSource.CLOSED;
      this.#connectIn(isOver ? retryDelay(this.#attempt++) : SILENCE_LIMIT);
    };
  }

  /** Connects anew, unless something comes before. */
  #connectIn(seconds) {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#connect();
      this.#handlers.state?.(false);
    }, seconds * 1000);
  }

  #update(record) {
    const change = this.#holding.apply(record);
    if (change?.document) this.#handlers.update?.(change.key, change.document, { ...change, record });
    else if (change) this.#handlers.remove?.(change.key);
  }
}
