/**
 * Types of `nphub.js`, the client library for web pages, and of the element `<now-playing>`.
 *
 * A compiler does not load them from a hub: keep a copy beside the page's source, and name it in
 * `tsconfig.json` under `paths`, by the address from which the page imports the library.
 */

// MARK: Documents

/** Unix seconds on the hub's clock. */
export type Time = number;

/** The state of a station (docs/records.md). An unknown value is absent. */
export interface NowPlaying {
  station: Station;
  connection: Connection;
  /** True if the station says that it is on air. */
  online?: boolean;
  track?: Track;
  playback?: Playback;
  live?: Live;
  programme?: Programme;
  next?: NextTrack;
  /** What was played before, the newest first; only where `history` asked for it. */
  history?: PlayedTrack[];
  /** Only where `listeners` asked for them. */
  listeners?: Listeners;
}

export interface Station {
  id: string;
  /** The name to show; the id where there is no better. */
  name: string;
  /** The station's site. */
  url?: string;
  description?: string;
  logo?: { light?: string; dark?: string; square?: string };
  /** The streams that the config has. */
  streams?: Stream[];
}

export interface Stream {
  id: string;
  name: string;
  url: string;
}

export interface Connection {
  state: 'connecting' | 'live' | 'stale' | 'failing' | 'stopped';
  /** The reason why it is not live: a word for programs and a sentence for people. */
  reason?: { code: string; text: string };
  since: Time;
}

export type Kind = 'music' | 'news' | 'talk' | 'ad' | 'other';

export interface Track {
  /** Changes exactly when another track begins. */
  id: string;
  title: string;
  artist?: string;
  album?: string;
  genre?: string;
  isrc?: string;
  artworkURL?: string;
  kind?: Kind;
  year?: number;
  composer?: string;
  label?: string;
  requestedBy?: string;
  season?: number;
  episode?: number;
  /** Addresses by the names of services, such as `spotify`. */
  links?: Record<string, string>;
}

/** The position at a time is `elapsed + rate × (time − asOf)`: see `positionAt`. */
export interface Playback {
  state: 'playing' | 'paused' | 'stopped';
  rate: number;
  elapsed?: number;
  asOf?: Time;
  startedAt?: Time;
  duration?: number;
  quality?: 'exact' | 'estimated' | 'arrival';
}

export interface Live {
  streamer: string;
  /** True if the name is that of the station's automation. */
  isDefault?: boolean;
  startedAt?: Time;
  artworkURL?: string;
}

export interface Programme {
  id?: string;
  title: string;
  kicker?: string;
  startsAt?: Time;
  endsAt?: Time;
  artworkURL?: string;
}

export interface NextTrack {
  title: string;
  artist?: string;
  album?: string;
  artworkURL?: string;
  startsAt?: Time;
  duration?: number;
}

export interface PlayedTrack {
  title: string;
  artist?: string;
  album?: string;
  artworkURL?: string;
  startedAt?: Time;
  duration?: number;
  kind?: Kind;
}

export interface Listeners {
  current?: number;
  unique?: number;
  total?: number;
}

/** A picture; `light` or `dark` is the same one for those surroundings, where it is another. */
export interface Picture {
  url: string;
  width?: number;
  height?: number;
  aspectRatio?: number;
  light?: string;
  dark?: string;
}

/** A session as a lock screen shows it; schemas/lock-screen.json has all of its members. */
export interface LockScreen {
  MPMediaItemPropertyTitle?: string;
  MPMediaItemPropertyArtist?: string;
  MPMediaItemPropertyAlbumTitle?: string;
  MPMediaItemPropertyArtwork?: Picture;
  MPMediaItemPropertyPlaybackDuration?: number;
  MPNowPlayingInfoPropertyElapsedPlaybackTime: number;
  MPNowPlayingInfoPropertyPlaybackRate: number;
  MPNowPlayingInfoPropertyIsLiveStream?: boolean;
  playbackState: 'playing' | 'paused' | 'stopped' | 'interrupted' | 'unknown';
  asOf: Time;
  station?: string;
  programme?: string;
  kind?: Kind;
  transportButtons?: 'skip' | 'track';
  [member: string]: unknown;
}

/** A tab or a list of a car; schemas/car-play.json has all of its members. */
export interface CarTemplate {
  id: string;
  type?: string;
  [member: string]: unknown;
}

/** A session as a car shows it (schemas/car-play.json). */
export interface CarPlay {
  root: CarTemplate;
  nowPlaying?: CarTemplate;
  lists: CarTemplate[];
  alert: Record<string, unknown>;
}

/** The documents by their views. */
export interface Documents {
  nowPlaying: NowPlaying;
  line: string;
  lockScreen: LockScreen;
  carPlay: CarPlay;
}

export type View = keyof Documents;

/** A record, as the hub sends it (schemas/record.json). */
export interface HubRecord {
  view: View;
  epoch: string;
  revision: number;
  station?: string;
  session?: string;
  removed?: true;
  [member: string]: unknown;
}

/** Applies a merge patch (RFC 7396). Neither argument changes. */
export function mergePatch(target: unknown, patch: unknown): any;
/** Applies the `rows` of a car's record. */
export function applyRows(car: CarPlay, rows: Record<string, object>): CarPlay;
/** Applies the `templates` of a car's record. */
export function applyTemplates(car: CarPlay, templates: Record<string, object | null>): CarPlay;
/** Finds a tab or a list of a car by its id. */
export function findTemplate(car: CarPlay, id: string): CarTemplate | undefined;
/** The tabs of a car; of a document without a tab bar, its only template. */
export function tabsOf(car: CarPlay): CarTemplate[];
/** Compares two JSON values by their contents. */
export function isEqual(left: unknown, right: unknown): boolean;

// MARK: Positions

/** The members of a `playback` that tell a position. */
export interface Anchor {
  elapsed?: number;
  rate: number;
  asOf?: Time;
  duration?: number;
}

/** The position at a time, in seconds; undefined where it is not known. */
export function positionAt(playback: Anchor | undefined, time: Time): number | undefined;
/** A lock screen's position, in the words of a station's `playback`. */
export function playbackOfCard(card: LockScreen): Anchor & { state: LockScreen['playbackState'] };

/** The hub's clock, learnt from what the hub says of it. */
export class HubClock {
  now(): Time;
  /** An answer to a request of `sent` has told the time. Returns true if it differs. */
  answered(time: Time, sent: number): boolean;
  /** A message has told the time. Returns true if it differs. */
  heard(time: Time): boolean;
}

// MARK: Subscriptions

/** The documents of one subscription, and what to say to resume it. */
export class Holding<Document = unknown> {
  readonly documents: Map<string, Document>;
  readonly since: { epoch: string; revision: number } | undefined;
  begin(epoch: string, isRecovered: boolean): void;
  /** Applies a record; null if nothing is different. Throws where a patch does not fit. */
  apply(record: HubRecord): { key: string; document?: Document; previous?: Document } | null;
  resumeAt(revision: number): void;
  /** Returns the keys of what the hub does not have any more. */
  synced(): string[];
  forget(): void;
}

/** What a subscription tells; a key is the id of a station or the name of a session. */
export interface Handlers<Document = unknown> {
  update?(key: string, document: Document, details: { previous?: Document; record: HubRecord }): void;
  remove?(key: string): void;
  synced?(isRecovered: boolean): void;
  error?(error: HubError): void;
}

/** The parameters of `subscribe` (docs/socket.md). */
export interface Query<V extends View = View> {
  view: V;
  stations?: string[];
  session?: string;
  minInterval?: number;
  patch?: boolean;
  history?: number;
  listeners?: boolean;
  options?: Record<string, unknown>;
}

export interface Subscription<Document = unknown> {
  readonly documents: Map<string, Document>;
  readonly query: Query;
  readonly isClosed: boolean;
  /** Changes the options of its view; those that are not named stay. */
  configure(options: Record<string, unknown>): void;
  close(): void;
}

// MARK: Connections

/** The delay before an attempt to reconnect, in seconds. */
export function retryDelay(attempt: number, random?: () => number): number;

/** An error that the hub answered, or why it could not be asked. */
export class HubError extends Error {
  constructor(message: string, code?: number, data?: object);
  code: number | undefined;
  data: Record<string, any> | undefined;
}

export interface HubState {
  phase: 'connecting' | 'open' | 'waiting' | 'refused' | 'closed';
  /** While waiting: the time of the next attempt, in milliseconds of `Date.now()`. */
  retryAt?: number;
  /** Where it was refused: what was. */
  reason?: 'token' | 'anonymous';
}

export interface HubEvents {
  state: CustomEvent<HubState>;
  /** An event of a session (schemas/notification.json). */
  event: CustomEvent<{ session: string; id: number; [member: string]: any }>;
  clock: CustomEvent<null>;
  rights: CustomEvent<string[]>;
}

/** A connection to a hub that survives interruptions. It connects at once. */
export class Hub extends EventTarget {
  constructor(options?: { url?: string | URL; token?: string | null; sender?: string });
  state: HubState;
  rights: string[] | null;
  sender: string;
  /** True if requests can be sent. */
  readonly isOpen: boolean;
  subscribe<V extends View>(
    query: Query<V>, handlers?: Handlers<Documents[V]>): Subscription<Documents[V]>;
  /** Sends a request; what is refused is a `HubError`. */
  call(method: string, params?: object): Promise<any>;
  /** Sends a command to a session: `{ action: 'seek', by: -30 }`. */
  command(action: { action: string; [parameter: string]: unknown }, session?: string): Promise<any>;
  /** Says what the session's player does, and so becomes the player. */
  report(report: object, session?: string): Promise<any>;
  /** Reads from the HTTP interface: `hub.fetch('stations/kanalrand/history')`. */
  fetch(path: string, options?: RequestInit): Promise<Response>;
  may(right: string): boolean;
  now(): Time;
  /** The position of a station's track now, in seconds. */
  position(state: { playback?: Anchor }): number | undefined;
  /** Tries at once what waits for its next attempt. */
  retry(): void;
  useToken(token: string | null): void;
  close(): void;
  addEventListener<K extends keyof HubEvents>(
    type: K, listener: (this: Hub, event: HubEvents[K]) => void,
    options?: boolean | AddEventListenerOptions): void;
  addEventListener(
    type: string, listener: EventListenerOrEventListenerObject | null,
    options?: boolean | AddEventListenerOptions): void;
}

/** Follows stations by Server-Sent Events, for pages that only read. */
export class EventReader<V extends View = View> {
  constructor(
    query: Query<V>,
    handlers: Handlers<Documents[V]> & { state?(isConnected: boolean): void; clock?(): void },
    url?: string | URL);
  readonly documents: Map<string, Documents[V]>;
  now(): Time;
  position(state: { playback?: Anchor }): number | undefined;
  close(): void;
}

// MARK: The element

/** The reason why an element has no state, or an old one. */
export type NowPlayingProblem =
  /** It has not heard of the station yet. */
  | 'connecting'
  /** It lacks the attribute `station` or `hub`. */
  | 'incomplete'
  /** The hub has no such station. */
  | 'missing'
  /** The hub does not answer. */
  | 'unreachable'
  /** The hub does not allow the page's origin, or the page does not allow the hub. */
  | 'origin'
  /** The hub lets only clients with a token read. */
  | 'private'
  /** The hub, or a proxy before it, has an error or too many clients. */
  | 'busy';

/**
 * The element `<now-playing>`. Its attributes: `hub`, `station`, `play`, `stream`, `progress`,
 * `locale`, `media-session`.
 */
export interface NowPlayingElement extends HTMLElement {
  readonly state: NowPlaying | null;
  readonly problem: NowPlayingProblem | null;
  /** True while nothing is played, nor about to be. */
  readonly paused: boolean;
  /** Plays the station; rejected where the browser or the config prevents it. */
  play(): Promise<void>;
  pause(): void;
}

declare global {
  interface HTMLElementTagNameMap {
    'now-playing': NowPlayingElement;
  }
  interface HTMLElementEventMap {
    trackchange: CustomEvent<NowPlaying>;
    problemchange: CustomEvent<NowPlayingProblem | null>;
  }
  interface DocumentEventMap {
    trackchange: CustomEvent<NowPlaying>;
    problemchange: CustomEvent<NowPlayingProblem | null>;
  }
}
