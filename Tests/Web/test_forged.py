"""Forged pages: those of another origin read what `read` allows, and control nothing."""

import json

import browser
import cases
import proxies
import service
import sounds

# The attempts of a page of another origin. Each returns the answer that it sees, or its refusal.
ATTEMPTS = """
globalThis.makeAttempts = (hub, token, tickets) => {
  const api = `${hub}/api/v1/`;
  const said = ({ status }) => String(status);
  const refused = ({ name }) => name;
  const ask = (path, options) => fetch(api + path, options).then(said, refused);
  const pause = '{"action":"pause"}';
  return {
    read: () => fetch(api + 'stations').then((answer) => answer.json()).then(
      ({ records }) => records.length, refused),
    simple: () => ask('command', { method: 'POST', body: pause }),
    opaque: () => ask('command', { method: 'POST', body: pause, mode: 'no-cors' }),
    preflighted: () => ask('command', {
      method: 'POST', body: pause, headers: { 'Content-Type': 'application/json' } }),
    token: () => ask('command', { method: 'POST', body: pause, headers: {
      'Content-Type': 'application/json', Authorization: `Bearer ${token}` } }),
    credentials: () => ask('command', { method: 'POST', body: pause, credentials: 'include' }),
    ticket: () => ask('ticket', { method: 'POST', headers: { Authorization: `Bearer ${token}` } }),
    rights: () => ask('rights'),
    status: () => ask('status', { headers: { Authorization: `Bearer ${token}` } }),
    form: (type) => new Promise((resolve) => {
      const frame = Object.assign(document.createElement('iframe'), { name: `form-${type}` });
      const form = document.createElement('form');
      form.append(Object.assign(document.createElement('input'),
        { name: '{"action":"pause","x":"', value: '"}' }));
      Object.assign(form, { action: api + 'command', method: 'POST', enctype: type, target: frame.name });
      document.body.append(frame, form);
      // No event tells of every kind of answer.
      setTimeout(resolve, 1000);
      form.submit();
    }),
    socket: (query = '') => new Promise((resolve) => {
      const socket = new WebSocket(`${api.replace('http', 'ws')}socket${query}`, 'nphub.v1');
      socket.onopen = () => socket.send(
        `{"jsonrpc":"2.0","id":1,"method":"command","params":${pause}}`);
      socket.onmessage = ({ data }) => resolve(JSON.parse(data).error?.message ?? data);
      socket.onerror = () => resolve('refused');
    }),
    socketWithTicket: () => attempts.socket(`?ticket=${tickets[0]}`),
    socketReads: () => new Promise((resolve) => {
      const socket = new WebSocket(`${api.replace('http', 'ws')}socket`, 'nphub.v1');
      socket.onopen = () => socket.send(
        '{"jsonrpc":"2.0","id":1,"method":"get","params":{"view":"line"}}');
      socket.onmessage = ({ data }) => resolve(JSON.parse(data).result?.records.length);
      socket.onerror = () => resolve('refused');
    }),
    events: (query = '?view=line') => new Promise((resolve) => {
      const source = new EventSource(`${api}events${query}`);
      source.addEventListener('update', ({ data }) => { source.close(); resolve(JSON.parse(data).view); });
      source.onerror = () => { source.close(); resolve('refused'); };
    }),
    eventsWithTicket: () => attempts.events(`?view=lockScreen&ticket=${tickets[1]}`),
    frame: () => new Promise((resolve) => {
      const frame = Object.assign(document.createElement('iframe'), { src: `${hub}/#/remote` });
      frame.onload = resolve;
      document.body.append(frame);
    }),
  };
};
"""
FORMS = ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data")


class ForgedTests(cases.PageTests):
    """A hub whose config admits the pages of one other site."""

    @classmethod
    def setUpClass(cls):
        cls.site = sounds.Radio()
        cls.addClassCleanup(cls.site.close)
        cls.site.pages["/forged"] = "<!doctype html><title>Forged</title>"
        super().setUpClass()

    @classmethod
    def web(cls):
        """Admits one site."""
        return {"origins": [cls.admitted()], "hosts": ["localhost", "127.0.0.1"]}

    @classmethod
    def admitted(cls):
        """The site that may read: another port of this machine."""
        return cls.site.url

    def setUp(self):
        for action in ({"action": "select", "station": "kanalrand"}, {"action": "play"}):
            self.hub.command(**action)

    def forged(self, origin, hub=None):
        """A page of another origin, about to try."""
        page = self.browser.open(f"{origin}/forged")
        self.addCleanup(page.close)
        self.arm(page, hub or self.hub.origin)
        return page

    def arm(self, page, hub):
        """Gives a page its attempts, a token, and tickets as its own server could have got them."""
        tickets = [self.hub.ask("ticket", method="POST")["ticket"] for _ in range(2)]
        arguments = ", ".join(map(json.dumps, (hub, service.TOKEN, tickets)))
        page.run(f"{ATTEMPTS}; globalThis.attempts = makeAttempts({arguments}); 0")

    def assertNothingHappened(self):
        """The session plays on, as it did."""
        card = self.hub.call("get", view="lockScreen")["records"][0]["lockScreen"]
        self.assertEqual(card["playbackState"], "playing")

    def assertControlsNothing(self, page):
        """Nothing of what the page tries controls the hub, or shows it more than reading does."""
        for name in ("simple", "opaque", "preflighted", "token", "credentials", "ticket", "rights",
                     "status"):
            with self.subTest(name):
                self.assertEqual(page.run(f"attempts.{name}()"), "TypeError")
        page.run(f"Promise.all({list(FORMS)}.map(attempts.form))")
        for name in ("socket", "socketWithTicket"):
            with self.subTest(name):
                self.assertIn(page.run(f"attempts.{name}()"),
                              ("refused", "this needs the right session:main"))
        for query in ("eventsWithTicket()", "events('?view=lockScreen')"):
            with self.subTest(query):
                self.assertEqual(page.run(f"attempts.{query}"), "refused")
        self.assertNothingHappened()

    def assertReads(self, page, may):
        """The page reads, or does not."""
        self.assertEqual(page.run("attempts.read()"), 2 if may else "TypeError")
        self.assertEqual(page.run("attempts.events()"), "line" if may else "refused")
        self.assertEqual(page.run("attempts.socketReads()"), 2 if may else "refused")

    def assertFormsArriveAndAreRefused(self, page):
        """The forms have been sent, and only refused."""
        with page.answers() as statuses:
            page.run(f"Promise.all({list(FORMS)}.map(attempts.form))")
        self.assertEqual([status for url, status in statuses if url.endswith("command")], [403] * 3)


class DirectTests(ForgedTests):
    def test_an_admitted_page_reads_and_controls_nothing(self):
        page = self.forged(self.site.url)
        self.assertReads(page, True)
        self.assertControlsNothing(page)
        self.assertFormsArriveAndAreRefused(page)

    def test_another_page_does_not_even_read(self):
        port = self.site.url.rpartition(":")[2]
        for origin in (f"http://localhost:{port}", f"http://forged.test:{port}"):
            with self.subTest(origin):
                page = self.forged(origin)
                self.assertReads(page, False)
                self.assertControlsNothing(page)

    def test_a_page_from_a_file_does_not_either(self):
        path = self.hub.folder / "forged"
        path.write_text("<!doctype html><title>Forged</title>")
        page = self.forged(f"file://{self.hub.folder}")
        self.assertReads(page, False)
        self.assertControlsNothing(page)

    def test_a_name_that_was_bound_anew_to_this_machine_gets_nothing(self):
        # The page of a name that now leads to the hub is of the same origin as the hub's answers.
        port = self.hub.origin.rpartition(":")[2]
        page = self.browser.open("about:blank")
        self.addCleanup(page.close)
        with page.answers() as statuses:
            page.go(f"http://rebound.test:{port}/")
            self.arm(page, f"http://rebound.test:{port}")
            for name in ("simple", "preflighted", "token", "rights", "ticket", "status"):
                with self.subTest(name):
                    self.assertEqual(page.run(f"attempts.{name}()"), "421")
        self.assertEqual({status for _, status in statuses}, {421})
        for name in ("events", "eventsWithTicket", "socket", "socketWithTicket"):
            with self.subTest(name):
                self.assertEqual(page.run(f"attempts.{name}()"), "refused")
        self.assertNothingHappened()

    def test_the_dashboard_is_in_no_frame(self):
        page = self.forged(self.site.url)
        page.run("attempts.frame().then(() => 0)")
        self.assertTrue(any("frame-ancestors" in each for each in page.complaints), page.complaints)


class ProxyTests(ForgedTests):
    """The same through a proxy, which stands where the hub's name leads."""

    # The proxies before the hub, each with true if it speaks TLS.
    KINDS = ((proxies.Nginx, False), (proxies.Nginx, True), (proxies.Caddy, False), (proxies.Caddy, True))

    @classmethod
    def web(cls):
        return {**super().web(), "behindProxy": True, "anonymous": True,
                "hosts": [proxies.NAME, "127.0.0.1"]}

    def test_the_dashboard_works_and_forged_pages_do_not(self):
        for kind, speaks_tls in self.KINDS:
            with self.subTest(kind.__name__, tls=speaks_tls):
                self.setUp()
                proxy = kind(self.hub, speaks_tls)
                self.addCleanup(proxy.close)
                origin = f"http{'s' * speaks_tls}://{proxies.NAME}:{proxy.port}"
                self.assertWorks(origin)
                page = self.forged(self.site.url, origin)
                self.assertReads(page, True)
                self.assertControlsNothing(page)
                page = self.forged(self.site.url.replace("127.0.0.1", "localhost"), origin)
                self.assertReads(page, False)
                self.assertControlsNothing(page)
                self.assertRebindingFails(origin)

    def assertWorks(self, origin):
        """The hub's own page shows, changes and controls through the proxy."""
        page = self.browser.open(self.hub.link("/remote").replace(self.hub.origin, origin))
        self.addCleanup(page.close)
        page.wait("document.querySelector('.remote .hero-title').innerText === 'Undertow'")
        page.click(".remote .play-button")
        page.wait("document.querySelector('.remote .play-button').ariaLabel === 'Play'")
        page.click(".remote .play-button")
        page.wait("document.querySelector('.remote .play-button').ariaLabel === 'Pause'")
        self.assertNoComplaints(page)
        overlay = self.browser.open(f"{origin}/overlay/kanalrand")
        self.addCleanup(overlay.close)
        # An event comes at once, and not when a buffer of the proxy's is full.
        overlay.wait("document.querySelector('.title')?.innerText === 'Undertow'", within=10)

    def assertRebindingFails(self, origin):
        """A name that is not the hub's leads to the hub's refusal, or not even through the proxy."""
        page = self.browser.open("about:blank")
        self.addCleanup(page.close)
        try:
            page.go(origin.replace(proxies.NAME, "rebound.test") + "/")
        except browser.BrowserError:
            return
        answer = page.run("fetch('/api/v1/stations').then((answer) => answer.text())")
        self.assertTrue(answer == "" or "list its names in web.hosts" in answer, answer)


class TLSTests(ForgedTests):
    """A hub that speaks TLS itself."""

    @classmethod
    def web(cls):
        return {**super().web(), "tls": True}

    def test_the_dashboard_works_and_forged_pages_do_not(self):
        page = self.open("/remote")
        page.wait("document.querySelector('.remote .hero-title').innerText === 'Undertow'")
        page.click(".remote .play-button")
        page.wait("document.querySelector('.remote .play-button').ariaLabel === 'Play'")
        self.setUp()
        self.assertNoComplaints(page)
        page = self.forged(self.site.url)
        self.assertReads(page, True)
        self.assertControlsNothing(page)
