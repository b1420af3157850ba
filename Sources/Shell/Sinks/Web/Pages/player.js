/**
 * Plays the session's station in the page, and is then the session's player: it does what the hub
 * asks for, and reports what it does. It has a connection of its own, since the client that reports
 * is the player until its connection ends.
 */
import { retryDelay } from '../nphub.js';
import { element } from './dom.js';
import { words } from './words.js';

/** The maximum delay of a player that was asked to be live, in seconds. */
const LIVE_LIMIT = 10;
/** Seconds within which a position is close enough to what was asked for. */
const POSITION_LIMIT = 3;
/** The number of attempts at a stream that broke off before the page gives up. */
const ATTEMPT_LIMIT = 6;

export class Player extends EventTarget {
  /** True if this page is the session's player. */
  isOn = false;
  audio = element('audio', { preload: 'none' });
  #app;
  #hub = null;
  #wanted = null;
  /** The station and the stream in the audio element. */
  #loaded = null;
  /** The time of the broadcast that was heard at the position 0 of the audio. */
  #base;
  #isReady = false;
  /** The number of times that the stream has broken off since it last played. */
  #attempt = 0;
  #timer;

  constructor(app) {
    super();
    this.#app = app;
    this.audio.addEventListener('playing', () => this.#hasStarted());
    this.audio.addEventListener('pause', () => this.#hasPaused());
    // A page that the browser keeps for the way back must not stay the player.
    addEventListener('pagehide', () => this.stop());
    this.audio.addEventListener('ended', () => this.#hasBrokenOff());
    this.audio.addEventListener('error', () => {
      // A stream that has played once is worth another attempt.
      if (this.#base !== undefined || this.#attempt > 0) this.#hasBrokenOff();
      else if (this.#loaded) this.#hasFailed(words('cannotPlay'));
    });
  }

  /** Becomes the player of the session, and plays what it is at. */
  start() {
    if (this.isOn) return;
    this.isOn = true;
    this.#isReady = false;
    this.#hub = this.#app.connect();
    this.#hub.addEventListener('state', () => { if (this.#hub?.isOpen) this.#introduce(); });
    this.#hub.addEventListener('event', ({ detail }) => {
      if (detail.requested && detail.session === this.#app.session.name) this.#perform(detail.requested);
    });
    this.#tell();
  }

  /** Stops being the player; the hub pauses the session then. */
  stop() {
    if (!this.isOn) return;
    this.isOn = false;
    this.#unload();
    this.#hub.close();
    this.#hub = null;
    this.#wanted = null;
    this.#tell();
  }

  /** True if the page plays sound. */
  get isPlaying() {
    return this.#loaded !== null && !this.audio.paused;
  }

  #tell() {
    this.dispatchEvent(new CustomEvent('change'));
  }

  /** Says what it does when it comes, and when it comes back. */
  async #introduce() {
    try {
      await this.#report({});
      if (this.#isReady) return;
      this.#isReady = true;
      if (this.#app.session.station) {
        await this.#hub.command({ action: 'play' }, this.#app.session.name);
      }
    } catch (error) {
      this.#app.complain(error.message);
    }
  }

  async #perform(requested) {
    this.#wanted = requested;
    this.#attempt = 0;
    clearTimeout(this.#timer);
    if (requested.state === 'playing') {
      await this.#play(requested);
    } else if (requested.state === 'paused') {
      this.audio.pause();
      this.#answer();
    } else {
      this.#unload();
      this.#answer();
    }
    this.#tell();
  }

  async #play(requested) {
    if (!requested.url) {
      this.#unload();
      this.#hasFailed(words('noStream'));
      return;
    }
    if (!this.#canContinue(requested)) this.#load(requested);
    if (!this.#seek(requested.position)) {
      this.#hasFailed(words('cannotRewind'));
      return;
    }
    this.audio.playbackRate = requested.rate;
    try {
      await this.audio.play();
      if (this.#wanted === requested) this.#answer();
    } catch (error) {
      // Another request has interrupted this one, or the stream is tried anew.
      if (error.name === 'AbortError' || this.#attempt > 0) return;
      this.#hasFailed(words(error.name === 'NotAllowedError' ? 'needsTap' : 'cannotPlay'));
    }
  }

  /** Returns true if the loaded stream can go on for a request. */
  #canContinue({ station, stream, position }) {
    const { audio } = this;
    if (this.#loaded?.station !== station || this.#loaded.stream !== stream) return false;
    if (audio.error || audio.ended) return false;
    if (position !== undefined) return true;
    return this.#base === undefined || this.#app.hub.now() - this.#heardAt < LIVE_LIMIT;
  }

  get #heardAt() {
    return this.#base + this.audio.currentTime;
  }

  /** Goes to a time of the broadcast, as far as the browser has kept it. */
  #seek(position) {
    if (position === undefined) return true;
    if (this.#base === undefined) return Math.abs(this.#app.hub.now() - position) < LIVE_LIMIT;
    if (Math.abs(this.#heardAt - position) <= POSITION_LIMIT) return true;
    const target = position - this.#base;
    const { seekable } = this.audio;
    for (let index = 0; index < seekable.length; index += 1) {
      if (seekable.start(index) <= target && target <= seekable.end(index)) {
        this.audio.currentTime = target;
        return true;
      }
    }
    return false;
  }

  #load({ station, stream, url }) {
    this.#loaded = { station, stream };
    this.#base = undefined;
    this.audio.src = url;
  }

  #unload() {
    clearTimeout(this.#timer);
    this.#loaded = null;
    this.#base = undefined;
    this.audio.pause();
    this.audio.removeAttribute('src');
    this.audio.load();
  }

  #hasStarted() {
    this.#attempt = 0;
    this.#base ??= this.#app.hub.now() - this.audio.currentTime;
    this.#tell();
  }

  /** The browser or its user has paused the audio; the hub has not asked for it. */
  #hasPaused() {
    const { error, ended } = this.audio;
    if (this.#loaded && this.#wanted?.state === 'playing' && !error && !ended) {
      this.#wanted = { ...this.#wanted, state: 'paused' };
      this.#answer();
    }
    this.#tell();
  }

  /** The stream has ended, which live streams do not do by themselves: it is tried anew. */
  #hasBrokenOff() {
    const wanted = this.#wanted;
    if (!this.#loaded || wanted?.state !== 'playing') return;
    if (this.#attempt >= ATTEMPT_LIMIT) {
      this.#attempt = 0;
      this.#hasFailed(words('cannotPlay'));
      return;
    }
    this.#report({ state: 'interrupted' }).catch(() => {});
    this.#timer = setTimeout(() => {
      this.#load(wanted);
      // A failure is told by the element's events, too.
      this.audio.play().then(() => this.#answer(), () => {});
    }, retryDelay(this.#attempt) * 1000);
    this.#attempt += 1;
    this.#tell();
  }

  #hasFailed(error) {
    this.#app.complain(error);
    this.audio.pause();
    this.#report({ state: 'stopped', error }).catch(() => {});
    this.#tell();
  }

  #answer() {
    this.#report({}).catch((error) => this.#app.complain(error.message));
  }

  #report(more) {
    if (!this.#hub?.isOpen) return Promise.resolve();
    const { station, stream } = this.#loaded ?? this.#wanted ?? {};
    const state = this.isPlaying ? 'playing' : this.#loaded ? 'paused' : 'stopped';
    const report = { state, station, stream, rate: this.#wanted?.rate, ...more };
    if (this.#base !== undefined && this.#wanted?.position !== undefined && !more.error) {
      const isThere = Math.abs(this.#heardAt - this.#wanted.position) <= POSITION_LIMIT;
      report.position = isThere ? this.#wanted.position : this.#heardAt;
    }
    return this.#hub.report(report, this.#app.session.name);
  }
}
