/** The page's own words, in English and German. */

const ENGLISH = {
  stations: 'Stations', station: 'Station', remote: 'Remote', car: 'Car', lockScreen: 'Lock screen',
  wall: 'Wall display', leaveWall: 'Leave the wall display',
  filter: 'Filter stations', noMatch: 'No station matches “{0}”.', noneChosen: 'No station is like that now.', noStations: 'This hub has no stations yet.',
  standings: 'Stations by state', dense: 'Dense list', pageOf: 'Page {0} of {1}',
  shownOf: '{0} of {1}', next: 'Next', live: 'Live', paused: 'Paused', stopped: 'Stopped',
  'badge.failing': 'Failing', 'badge.stopped': 'Stopped', 'badge.stale': 'Not up to date', 'badge.stuck': 'Stuck',
  'badge.offline': 'Off air', 'badge.connecting': 'Connecting', 'badge.live': 'Live', 'badge.paused': 'Paused', 'badge.onAir': 'On air',
  'count.failing': '{0} failing', 'count.stopped': '{0} stopped', 'count.stale': '{0} not up to date', 'count.stuck': '{0} stuck',
  'count.offline': '{0} off air', 'count.connecting': '{0} connecting', 'count.live': '{0} live',
  'since.failing': 'Not reachable since {0}', 'since.stopped': 'Stopped since {0}', 'since.offline': 'Off air since {0}',
  sameTitle: 'Same title for {0}', noTitle: 'No title for {0}',
  nothingKnown: 'Nothing known yet', until: 'until {0}', requestedBy: 'Requested by {0}',
  seasonEpisode: 'Season {0}, episode {1}', episode: 'Episode {0}', listeners: '{0} listening',
  'connection.connecting': 'Connecting', 'connection.live': 'Live', 'connection.stale': 'Not up to date',
  'connection.failing': 'Not reachable', 'connection.stopped': 'Stopped', since: 'since {0}',
  details: 'Details', state: 'Connection', album: 'Album', genre: 'Genre', year: 'Year', composer: 'Composer',
  label: 'Label', isrc: 'ISRC', website: 'Website',
  history: 'Played before', noHistory: 'Nothing played yet.', showMore: 'Show more',
  tryAgain: 'Try again', back: 'Back', allStations: 'All stations',
  listen: 'Listen to {0}', favourites: 'Favourites', favourite: 'Favourite',
  addFavourite: 'Add {0} to the favourites', removeFavourite: 'Remove {0} from the favourites',
  play: 'Play', pause: 'Pause', stop: 'Stop', previous: 'Previous', nextElement: 'Next',
  skipBack: 'Back {0} seconds', skipForward: 'Forward {0} seconds', position: 'Position', rate: 'Speed',
  repeat: 'Repeat', shuffle: 'Shuffle', 'repeat.off': 'Repeat: off', 'repeat.one': 'Repeat: one',
  'repeat.all': 'Repeat: all', toLive: 'Go live', behind: '{0} behind', rewind: 'Rewind',
  nothingSelected: 'Nothing selected', chooseStation: 'Choose a station below.', session: 'Session',
  arrange: 'Arrange', done: 'Done', moveUp: 'Move {0} up', moveDown: 'Move {0} down',
  listenHere: 'Listen here', stopListening: 'Stop listening here', volume: 'Volume',
  listenHint: 'This page becomes the player of the session.', listeningHere: 'This page is the player.',
  noStream: 'the config has no stream for this station', cannotPlay: 'the browser cannot play the stream',
  cannotRewind: 'a live stream cannot be rewound that far', needsTap: 'the browser waits for a tap',
  connecting: 'Connecting', connected: 'Connected', waiting: 'Connection lost', retryIn: 'Trying again in {0} s',
  nowTrying: 'Trying again …', retryNow: 'Try now', connectionLost: 'Connection to the hub lost',
  connectionBack: 'Connected to the hub again', stillShown: 'What you see was true when the connection was lost.',
  refusedToken: 'The token is not valid.', refusedAnonymous: 'This hub asks for a token.',
  readOnly: 'Read only', readOnlyHint: 'Remote, car and lock screen need the link with a token, which “nphub dashboard” prints on the hub’s machine.',
  token: 'Token', useToken: 'Use token', continueReading: 'Continue without', theme: 'Theme: {0}',
  'theme.system': 'as the system', 'theme.light': 'light', 'theme.dark': 'dark',
  skipToContent: 'Skip to content', mainNavigation: 'Main', nowPlaying: 'Now playing', leftOut: '{0} more are left out',
  moreTabs: '{0} more', carLabel: 'The car’s screen', phoneLabel: 'The lock screen of a phone', carOptions: 'Car settings',
  category: 'Category', style: 'Style', favouritesAs: 'Favourites as', rows: 'Rows of a list', language: 'Language',
  'category.audio': 'Audio', 'category.communication': 'Communication', 'category.charging': 'Charging',
  'category.parking': 'Parking', 'category.quickFood': 'Quick food', list: 'List', grid: 'Grid', light: 'Light', dark: 'Dark',
  carHint: 'Arrow keys move, Enter chooses, Escape goes back.', stale: 'Not up to date', badge: 'new', busy: 'Please wait',
  panNorth: 'Move the map north', panSouth: 'Move the map south', panEast: 'Move the map east',
  panWest: 'Move the map west', chosenPlace: 'Selected place', like: 'Like',
  announced: '{0} on {1}', missingStation: 'There is no station “{0}”.',
  cluster: 'Cluster', members: 'Members', member: 'Member', servers: 'Servers', server: 'Server', readBy: 'Read by',
  memberState: 'State', term: 'Term', heard: 'Heard', thisHub: '{0} (this hub)', none: 'None', servesOnly: 'serves only', name: 'Name',
  'cluster.joining': 'Joining', 'cluster.joined': 'Joined', 'cluster.waiting': 'NATS is away', 'cluster.alone': 'Alone',
  'member.alive': 'Alive', 'member.dead': 'Dead', 'member.unknown': 'Unknown', epoch: 'Epoch', ownEpoch: '{0} (its own)',
  revisionsBehind: 'Revisions behind', takeovers: 'Takeovers', losses: 'NATS lost', refusedWrites: 'Refused writes', rejectedWrites: 'Writes not stored',
  ignoredStates: 'Ignored states', silentWatches: 'Silent watches', filterUpstreams: 'Filter servers',
  noServer: 'No server matches “{0}”.', noCluster: 'This hub is in no cluster, or the token does not allow to see it.',
  aloneHint: 'This hub cannot reach the others. It goes on with the stations that it reads itself, and returns to the cluster when NATS answers.',
};

const GERMAN = {
  stations: 'Sender', station: 'Sender', remote: 'Fernbedienung', car: 'Auto', lockScreen: 'Sperrbildschirm',
  wall: 'Wandanzeige', leaveWall: 'Wandanzeige verlassen',
  filter: 'Sender filtern', noMatch: 'Kein Sender passt zu „{0}“.', noneChosen: 'So ist gerade kein Sender.', noStations: 'Dieser Hub hat noch keine Sender.',
  standings: 'Sender nach Zustand', dense: 'Dichte Liste', pageOf: 'Seite {0} von {1}',
  shownOf: '{0} von {1}', next: 'Gleich', live: 'Live', paused: 'Pause', stopped: 'Angehalten',
  'badge.failing': 'Gestört', 'badge.stopped': 'Angehalten', 'badge.stale': 'Nicht aktuell', 'badge.stuck': 'Hängt',
  'badge.offline': 'Sendepause', 'badge.connecting': 'Verbindet', 'badge.live': 'Live', 'badge.paused': 'Pause', 'badge.onAir': 'Auf Sendung',
  'count.failing': '{0} gestört', 'count.stopped': '{0} angehalten', 'count.stale': '{0} nicht aktuell', 'count.stuck': '{0} hängen',
  'count.offline': '{0} in Sendepause', 'count.connecting': '{0} verbinden', 'count.live': '{0} live',
  'since.failing': 'Nicht erreichbar seit {0}', 'since.stopped': 'Angehalten seit {0}', 'since.offline': 'Sendepause seit {0}',
  sameTitle: 'Derselbe Titel seit {0}', noTitle: 'Kein Titel seit {0}',
  nothingKnown: 'Noch nichts bekannt', until: 'bis {0}', requestedBy: 'Gewünscht von {0}',
  seasonEpisode: 'Staffel {0}, Folge {1}', episode: 'Folge {0}', listeners: '{0} hören zu',
  'connection.connecting': 'Verbindet', 'connection.live': 'Live', 'connection.stale': 'Nicht aktuell',
  'connection.failing': 'Nicht erreichbar', 'connection.stopped': 'Angehalten', since: 'seit {0}',
  details: 'Einzelheiten', state: 'Verbindung', album: 'Album', genre: 'Genre', year: 'Jahr', composer: 'Komponist',
  label: 'Label', isrc: 'ISRC', website: 'Website',
  history: 'Zuvor gespielt', noHistory: 'Noch nichts gespielt.', showMore: 'Mehr zeigen',
  tryAgain: 'Erneut versuchen', back: 'Zurück', allStations: 'Alle Sender',
  listen: '{0} hören', favourites: 'Favoriten', favourite: 'Favorit',
  addFavourite: '{0} zu den Favoriten', removeFavourite: '{0} aus den Favoriten',
  play: 'Wiedergabe', pause: 'Pause', stop: 'Stopp', previous: 'Zurück', nextElement: 'Weiter',
  skipBack: '{0} Sekunden zurück', skipForward: '{0} Sekunden vor', position: 'Position', rate: 'Tempo',
  repeat: 'Wiederholen', shuffle: 'Zufällig', 'repeat.off': 'Wiederholen: aus', 'repeat.one': 'Wiederholen: eines',
  'repeat.all': 'Wiederholen: alle', toLive: 'Live hören', behind: '{0} zurück', rewind: 'Zurückspulen',
  nothingSelected: 'Nichts gewählt', chooseStation: 'Unten einen Sender wählen.', session: 'Sitzung',
  arrange: 'Ordnen', done: 'Fertig', moveUp: '{0} nach oben', moveDown: '{0} nach unten',
  listenHere: 'Hier hören', stopListening: 'Nicht mehr hier hören', volume: 'Lautstärke',
  listenHint: 'Diese Seite wird zum Player der Sitzung.', listeningHere: 'Diese Seite ist der Player.',
  noStream: 'die Konfiguration hat keinen Stream für diesen Sender', cannotPlay: 'der Browser kann den Stream nicht abspielen',
  cannotRewind: 'so weit lässt sich ein Livestream nicht zurückspulen', needsTap: 'der Browser wartet auf einen Klick',
  connecting: 'Verbindet', connected: 'Verbunden', waiting: 'Verbindung verloren', retryIn: 'Neuer Versuch in {0} s',
  nowTrying: 'Neuer Versuch …', retryNow: 'Jetzt versuchen', connectionLost: 'Verbindung zum Hub verloren',
  connectionBack: 'Wieder mit dem Hub verbunden', stillShown: 'Zu sehen ist der Stand, als die Verbindung abbrach.',
  refusedToken: 'Das Token ist nicht gültig.', refusedAnonymous: 'Dieser Hub verlangt ein Token.',
  readOnly: 'Nur lesen', readOnlyHint: 'Fernbedienung, Auto und Sperrbildschirm brauchen den Link mit Token, den „nphub dashboard“ auf dem Rechner des Hubs ausgibt.',
  token: 'Token', useToken: 'Token verwenden', continueReading: 'Ohne weiter', theme: 'Aussehen: {0}',
  'theme.system': 'wie das System', 'theme.light': 'hell', 'theme.dark': 'dunkel',
  skipToContent: 'Zum Inhalt', mainNavigation: 'Hauptbereich', nowPlaying: 'Läuft gerade', leftOut: '{0} weitere fehlen',
  moreTabs: '{0} weitere', carLabel: 'Der Bildschirm des Autos', phoneLabel: 'Der Sperrbildschirm eines Telefons', carOptions: 'Einstellungen des Autos',
  category: 'Kategorie', style: 'Stil', favouritesAs: 'Favoriten als', rows: 'Zeilen einer Liste', language: 'Sprache',
  'category.audio': 'Audio', 'category.communication': 'Kommunikation', 'category.charging': 'Laden',
  'category.parking': 'Parken', 'category.quickFood': 'Imbiss', list: 'Liste', grid: 'Raster', light: 'Hell', dark: 'Dunkel',
  carHint: 'Pfeiltasten bewegen, Enter wählt, Escape geht zurück.', stale: 'Nicht aktuell', badge: 'neu', busy: 'Bitte warten',
  panNorth: 'Karte nach Norden', panSouth: 'Karte nach Süden', panEast: 'Karte nach Osten',
  panWest: 'Karte nach Westen', chosenPlace: 'Gewählter Ort', like: 'Gefällt mir',
  announced: '{0} bei {1}', missingStation: 'Es gibt keinen Sender „{0}“.',
  cluster: 'Cluster', members: 'Mitglieder', member: 'Mitglied', servers: 'Server', server: 'Server', readBy: 'Gelesen von',
  memberState: 'Zustand', term: 'Amtszeit', heard: 'Gehört', thisHub: '{0} (dieser Hub)', none: 'Keinem', servesOnly: 'liest nichts', name: 'Name',
  'cluster.joining': 'Tritt bei', 'cluster.joined': 'Beigetreten', 'cluster.waiting': 'NATS ist weg', 'cluster.alone': 'Allein',
  'member.alive': 'Aktiv', 'member.dead': 'Ausgefallen', 'member.unknown': 'Unbekannt', epoch: 'Epoche', ownEpoch: '{0} (eigene)',
  revisionsBehind: 'Revisionen Rückstand', takeovers: 'Übernahmen', losses: 'NATS verloren', refusedWrites: 'Abgelehnte Schreibvorgänge', rejectedWrites: 'Nicht gespeichert',
  ignoredStates: 'Ignorierte Zustände', silentWatches: 'Verstummte Beobachtungen', filterUpstreams: 'Server filtern',
  noServer: 'Kein Server passt zu „{0}“.', noCluster: 'Dieser Hub ist in keinem Cluster, oder das Token erlaubt nicht, es zu sehen.',
  aloneHint: 'Dieser Hub erreicht die anderen nicht. Er macht mit den Sendern weiter, die er selbst liest, und kehrt in das Cluster zurück, sobald NATS antwortet.',
};

/** The language of the page: German where the browser prefers it, else English. */
export const locale = (navigator.languages ?? [navigator.language])
  .map((tag) => tag.toLowerCase()).find((tag) => /^(de|en)\b/.test(tag))?.slice(0, 2) ?? 'en';

const WORDS = locale === 'de' ? GERMAN : ENGLISH;

/** The words of a name, with the values in the places of {0}, {1} …; for tests, all the tables. */
export function words(name, ...values) {
  const text = WORDS[name] ?? ENGLISH[name] ?? name;
  return values.reduce((result, value, index) => result.replaceAll(`{${index}}`, () => value), text);
}

export const tables = { en: ENGLISH, de: GERMAN };

/** Times of day have 24 hours, as those in the hub's own texts have. */
const time = new Intl.DateTimeFormat(navigator.language, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
const day = new Intl.DateTimeFormat(navigator.language, { weekday: 'short', day: 'numeric', month: 'short' });

/** The time of day of a point in time, with the day where that is not today. */
export function timeText(seconds) {
  const date = new Date(seconds * 1000);
  const isToday = date.toDateString() === new Date().toDateString();
  return isToday ? time.format(date) : `${day.format(date)} ${time.format(date)}`;
}

const relative = new Intl.RelativeTimeFormat(locale, { style: 'narrow' });

/** Returns the age of something in whole units: `12s ago`. */
export function agoText(seconds) {
  const [unit, length] = seconds < 60 ? ['second', 1] : seconds < 3600 ? ['minute', 60] : ['hour', 3600];
  return relative.format(-Math.max(0, Math.floor(seconds / length)), unit);
}

/** The age of something in whole units: `< 1 min`, `12 min`, `3 h`, `2 d`. */
export function ageText(seconds) {
  if (seconds < 60) return '< 1 min';
  const [unit, length] = seconds < 3600 ? ['min', 60] : seconds < 86400 ? ['h', 3600] : ['d', 86400];
  return `${Math.floor(seconds / length)} ${unit}`;
}

/** The time of day now. */
export function wallClock() {
  return time.format();
}

/** Artist and title in one. */
export function lineOf(track) {
  return [track?.artist, track?.title].filter(Boolean).join(' – ');
}
