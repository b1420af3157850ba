/**
 * The browser's own media controls (the Media Session API): what the lock screen's document says, and
 * its commands, while the page plays.
 */
import { playbackOfCard, positionAt } from '../nphub.js';
import { webAddress } from './dom.js';

/** The browser's actions, and the lock screen's commands for them. */
const ACTIONS = {
  play: 'playCommand',
  pause: 'pauseCommand',
  stop: 'stopCommand',
  previoustrack: 'previousTrackCommand',
  nexttrack: 'nextTrackCommand',
  seekbackward: 'skipBackwardCommand',
  seekforward: 'skipForwardCommand',
};

export class MediaSessionControls {
  #app;
  #shown = '';
  #enabled = new Map();

  constructor(app) {
    this.#app = app;
  }

  /** Shows a lock screen's document; null takes it all back. */
  update(card) {
    const { mediaSession } = navigator;
    if (!mediaSession) return;
    if (!card) {
      this.#clear(mediaSession);
      return;
    }
    const metadata = metadataOf(card);
    const key = JSON.stringify(metadata);
    if (key !== this.#shown) mediaSession.metadata = new MediaMetadata(metadata);
    this.#shown = key;
    mediaSession.playbackState = { playing: 'playing', paused: 'paused' }[card.playbackState] ?? 'none';
    this.#setPosition(mediaSession, card);
    this.#setActions(mediaSession, card.commands);
  }

  #setPosition(mediaSession, card) {
    const playback = playbackOfCard(card);
    const position = positionAt(playback, this.#app.hub.now());
    // The rate may not be 0: that it stands still is told by the state.
    mediaSession.setPositionState({
      duration: playback.duration ?? Infinity, position, playbackRate: playback.rate || 1,
    });
  }

  #setActions(mediaSession, commands) {
    for (const [action, name] of Object.entries(ACTIONS)) {
      const { isEnabled, action: command } = commands[name];
      this.#handle(mediaSession, action, isEnabled && (() => this.#app.command(command)));
    }
    this.#handle(mediaSession, 'seekto', commands.changePlaybackPositionCommand.isEnabled
      && (({ seekTime }) => this.#app.command({ action: 'seek', to: seekTime })));
  }

  #handle(mediaSession, action, handler) {
    if (!handler && !this.#enabled.get(action)) return;
    this.#enabled.set(action, Boolean(handler));
    try {
      mediaSession.setActionHandler(action, handler || null);
    } catch {
      // A browser that does not know the action.
    }
  }

  #clear(mediaSession) {
    if (!this.#shown) return;
    this.#shown = '';
    mediaSession.metadata = null;
    mediaSession.playbackState = 'none';
    mediaSession.setPositionState();
    for (const action of this.#enabled.keys()) this.#handle(mediaSession, action, null);
  }
}

/** A card's texts and picture, as `MediaMetadata` takes them. */
export function metadataOf(card) {
  const { url, width, height } = card.MPMediaItemPropertyArtwork ?? {};
  const source = webAddress(url);
  return {
    title: card.MPMediaItemPropertyTitle ?? '',
    artist: card.MPMediaItemPropertyArtist ?? '',
    album: card.MPMediaItemPropertyAlbumTitle ?? '',
    artwork: source ? [{ src: source, ...(width ? { sizes: `${width}x${height}` } : {}) }] : [],
  };
}
