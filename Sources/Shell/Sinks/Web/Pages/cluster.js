/** The cluster that the hub is a member of: who is there, and who reads which server. */
import { KeyedList, element, setAttribute, setClass, setOptionalText, setShown, setText } from './dom.js';
import { FilterBox } from './filter.js';
import { icon } from './icons.js';
import { clock } from './progress.js';
import { Detail } from './station.js';
import { agoText, words } from './words.js';

/** The interval between requests of the status while it is visible, in milliseconds. */
const INTERVAL = 2000;
/** The number of servers that are shown until the user wants more. */
const FIRST = 50;

const COUNTERS = ['takeovers', 'losses', 'refusedWrites', 'rejectedWrites', 'ignoredStates', 'silentWatches'];
/** States that are no trouble have no colour. */
const KINDS = { alone: 'failing', waiting: 'stale', joining: 'stale', dead: 'failing', unknown: 'stale' };

/** The hub's report of its cluster. */
export class ClusterStatus {
  /** The part of the status; null where there is none, or the page may not ask. */
  part = null;
  /** The epoch that clients are served in. */
  epoch = '';

  constructor(app) {
    this.app = app;
  }

  /**
   * Asks the hub, and draws what it says.
   * @returns {Promise<?object>} The first page of the status; empty where the page may not ask.
   */
  async ask() {
    const { hub } = this.app;
    if (!hub.isOpen) return null;
    const status = hub.may('status') ? await hub.call('status', {}).catch(() => null) : {};
    // The connection was lost, which the page says; it asks again when that is back.
    if (!status) return null;
    const { cluster = null, epoch } = status;
    if (cluster || this.part) {
      this.part = cluster;
      this.epoch = epoch;
      this.app.changed();
    }
    return status;
  }
}

class MemberRow {
  #name = element('th', { scope: 'row' });
  #state = element('span.badge');
  #upstreams = element('td.number');
  #heard = element('td.number');
  #heardAt = 0;

  constructor(app) {
    this.app = app;
    this.node = element('tr', {}, this.#name, element('td', {}, this.#state), this.#upstreams, this.#heard);
    clock(this.#heard, () => this.#draw());
  }

  update({ name, state, own, upstreams, heardAt }) {
    const isSelf = name === this.app.cluster.part.member;
    setText(this.#name, isSelf ? words('thisHub', name) : name);
    setText(this.#state, words(`member.${state}`));
    setAttribute(this.#state, 'data-kind', KINDS[state]);
    setText(this.#upstreams, own ? String(upstreams) : words('servesOnly'));
    this.#heardAt = heardAt;
    this.#draw();
  }

  #draw() {
    setText(this.#heard, agoText(this.app.hub.now() - this.#heardAt));
  }
}

class UpstreamRow {
  #url = element('th', { scope: 'row' });
  #owner = element('td');
  #term = element('td.number');
  #stations = element('td.number');
  node = element('tr', {}, this.#url, this.#owner, this.#term, this.#stations);

  update({ id, url, owner, term, stations }) {
    setText(this.#url, url ?? id);
    setText(this.#owner, owner ?? words('none'));
    setClass(this.#owner, 'is-missing', !owner);
    setText(this.#term, term === undefined ? '' : String(term));
    setText(this.#stations, String(stations));
  }
}

export class ClusterView {
  #badge = element('span.badge');
  #reason = element('p.notice');
  #reasonText = element('span', { dir: 'auto' });
  #missing = element('p.message');
  #message = element('p.message');
  #count = element('span.count');
  #more;
  #filter;
  #limit = FIRST;
  #timer;

  constructor(app) {
    this.app = app;
    this.#reason.append(icon('warning'), this.#reasonText);
    this.#filter = new FilterBox(words('filterUpstreams'), () => this.update());
    this.#more = element('button.button', {
      type: 'button',
      onclick: () => {
        this.#limit = Infinity;
        this.update();
      },
    }, words('showMore'));
    const [members, upstreams] = [element('tbody'), element('tbody')];
    this.members = new KeyedList(members, () => new MemberRow(app), (member) => member.name);
    this.upstreams = new KeyedList(upstreams, () => new UpstreamRow());
    this.details = new KeyedList(element('dl.details'), () => new Detail(), (item) => item.term);
    this.heading = element('h1', { tabindex: '-1' }, words('cluster'));
    this.#build(members, upstreams);
  }

  get title() {
    return words('cluster');
  }

  enter() {
    this.app.cluster.ask();
    this.#timer = setInterval(() => { if (!document.hidden) this.app.cluster.ask(); }, INTERVAL);
    this.update();
  }

  leave() {
    clearInterval(this.#timer);
  }

  update() {
    const { part } = this.app.cluster;
    setShown(this.body, Boolean(part));
    setShown(this.#badge, Boolean(part));
    setOptionalText(this.#missing, part || !this.app.isSynced ? '' : words('noCluster'));
    const hint = part?.state === 'alone' ? words('aloneHint') : undefined;
    const trouble = [hint, part?.reason ?? part?.difference].filter(Boolean).join(' ');
    setText(this.#reasonText, trouble);
    setShown(this.#reason, Boolean(trouble));
    if (!part) return;
    setText(this.#badge, words(`cluster.${part.state}`));
    setAttribute(this.#badge, 'data-kind', KINDS[part.state]);
    this.members.update(part.members);
    this.details.update(this.#detailsOf(part));
    this.#updateUpstreams(part);
  }

  #build(members, upstreams) {
    this.body = element('div.columns', {},
      element('div.panels', {},
        element('section.panel', { 'aria-label': words('members') }, element('h2', {}, words('members')),
          table([['member'], ['memberState'], ['servers', 'number'], ['heard', 'number']], members)),
        element('section.panel', { 'aria-label': words('servers') },
          element('div.panel-head', {}, element('h2', {}, words('servers')), this.#count, this.#filter.node),
          this.#message, table([['server'], ['readBy'], ['term', 'number'], ['stations', 'number']], upstreams),
          this.#more)),
      element('section.panel', { 'aria-label': words('details') },
        element('h2', {}, words('details')), this.details.node));
    this.node = element('section.view.cluster', {},
      element('header.view-head', {}, this.heading, this.#badge), this.#missing, this.#reason, this.body);
  }

  #detailsOf(part) {
    const epoch = part.epoch ?? words('ownEpoch', this.app.cluster.epoch);
    const pairs = [['name', part.name], ['epoch', epoch], ['revisionsBehind', part.lag]];
    return [...pairs, ...COUNTERS.map((name) => [name, part[name]])]
      .map(([name, value]) => ({ term: words(name), value: String(value) }));
  }

  #updateUpstreams({ upstreams, owners }) {
    const total = owners.self + owners.others + owners.none;
    const found = upstreams.filter(({ id, url, owner = words('none') }) => `${url ?? id}\n${owner}`
      .toLocaleLowerCase().includes(this.#filter.query));
    const shown = found.slice(0, this.#limit);
    this.upstreams.update(shown);
    setText(this.#count, shown.length < total ? words('shownOf', shown.length, total) : String(total));
    setShown(this.#more, shown.length < found.length);
    setShown(this.upstreams.node.parentElement, found.length > 0);
    setOptionalText(this.#message, found.length || !total ? '' : words('noServer', this.#filter.text));
  }
}

/** A table with headings, by their words and classes. */
function table(columns, body) {
  const heads = columns.map(([name, kind]) => element(kind ? `th.${kind}` : 'th', { scope: 'col' }, words(name)));
  return element('table.table', {}, element('thead', {}, element('tr', {}, ...heads)), body);
}
