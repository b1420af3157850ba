/** The connection to the hub: a sign in the head, and a banner if the user must act. */
import { element, setAttribute, setOptionalText, setShown, setText } from './dom.js';
import { icon } from './icons.js';
import { clock } from './progress.js';
import { words } from './words.js';

export class ConnectionSign {
  #text = element('span');
  #countdown = element('span');
  #bannerText = element('p');
  #retry;
  #hasBeenOpen = false;
  #hasBeenLost = false;

  constructor(app) {
    this.app = app;
    this.node = element('p.connection', {}, element('span.dot', { 'aria-hidden': 'true' }), this.#text);
    this.#retry = element('button.button', { type: 'button', onclick: () => app.hub.retry() }, words('retryNow'));
    clock(this.#countdown, () => this.#drawCountdown());
    this.form = tokenForm(app,
      element('button.button', { type: 'button', onclick: () => app.useToken(null) }, words('continueReading')));
    this.banner = element('div.banner', { hidden: '' }, icon('warning'),
      element('div.banner-texts', {}, this.#bannerText, this.#countdown), this.#retry, this.form);
  }

  update() {
    const { phase, reason } = this.app.hub.state;
    const isOpen = phase === 'open';
    if (!isOpen && phase !== 'refused' && this.#hasBeenOpen) this.#hasBeenLost = true;
    setAttribute(this.node, 'data-phase', phase);
    setText(this.#text, words(isOpen ? 'connected' : this.#hasBeenLost ? 'waiting' : 'connecting'));
    setShown(this.form, phase === 'refused');
    setShown(this.#retry, phase === 'waiting');
    setShown(this.#countdown, phase !== 'refused');
    setShown(this.banner, phase === 'refused' || (!isOpen && this.#hasBeenLost) || (phase === 'waiting'));
    setOptionalText(this.#bannerText, phase === 'refused'
      ? words(reason === 'token' ? 'refusedToken' : 'refusedAnonymous')
      : this.#hasBeenOpen ? `${words('connectionLost')}. ${words('stillShown')}` : words('connectionLost'));
    this.#drawCountdown();
    this.#announce(isOpen, phase);
  }

  #announce(isOpen, phase) {
    if (isOpen && this.#hasBeenLost) this.app.announcer.say(words('connectionBack'));
    else if (phase === 'waiting' && this.#hasBeenOpen) this.app.announcer.say(words('connectionLost'));
    else if (phase === 'refused') this.app.announcer.say(this.#bannerText.textContent);
    if (isOpen) {
      this.#hasBeenOpen = true;
      this.#hasBeenLost = false;
    }
  }

  #drawCountdown() {
    const { phase, retryAt } = this.app.hub.state;
    const seconds = Math.ceil(((retryAt ?? 0) - Date.now()) / 1000);
    setText(this.#countdown, phase === 'waiting' && seconds > 0 ? words('retryIn', seconds)
      : phase === 'open' ? '' : words('nowTrying'));
  }
}

/** A form that asks for a token, and connects with it; `others` are what else can be done. */
export function tokenForm(app, ...others) {
  const input = element('input', {
    type: 'password', 'aria-label': words('token'), placeholder: words('token'), autocomplete: 'off', required: true,
  });
  return element('form.token-form', {
    onsubmit: (event) => {
      event.preventDefault();
      app.useToken(input.value.trim());
      input.value = '';
    },
  }, input, element('button.button.primary', {}, words('useToken')), ...others);
}
