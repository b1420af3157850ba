/// The meaning of a member's name, or of a word beside it.
///
/// A name is divided into words, in any of its forms (`nextTrack`, `next_track`, `nexttrack`). Each
/// word may tell a time, a subject or a field.
struct MemberName: Equatable, Sendable {
    /// The time at which something plays, compared with now.
    enum Time: Sendable {
        case now, next, previous
        /// At no time: it is wished for, voted on, popular.
        case never
    }

    /// The kind of a thing.
    enum Subject: Sendable {
        case music, show, station
        /// An advertisement, a jingle, the news.
        case interruption
        /// A person, or what persons write.
        case talk
    }

    /// The field of a track.
    enum TrackPart: String, CaseIterable, Sendable {
        case title, artist, album, artwork, start, end, duration, text
    }

    var time: Time?
    var subject: Subject?
    var field: TrackPart?
    /// It is a name in particular of a piece of music, such as `song`.
    var isOfMusic = false

    init() {}

    init(_ name: String) {
        let words = Self.words(in: name)
        let set = Set(words)
        field = Self.field(set)
        let isWhen = field == .start || field == .end
        // A track that was “played” is past; the time at which it was played is a time.
        time = isWhen ? Self.time(set.subtracting(["played", "start", "started"])) : Self.time(set)
        subject = Self.subjects.first { !$0.words.isDisjoint(with: set) }?.subject
        isOfMusic = subject == .music
        // Players read the title in a stream as a line.
        if set.isSuperset(of: ["stream", "title"]) { (field, subject) = (.text, nil) }
    }

    /// Completes the meaning with that of the surroundings.
    func within(_ outer: MemberName) -> MemberName {
        var name = self
        name.time = time ?? outer.time
        name.subject = subject ?? outer.subject
        return name
    }

    /// True if it tells a time or a subject.
    var isTelling: Bool { time != nil || subject != nil }
}

// MARK: Words

extension MemberName {
    /// If a name has several of these words, the first here counts: `playing_next` comes next.
    private static let times: [(time: Time, words: Set<String>)] = [
        (
            .next,
            [
                "next", "upcoming", "coming", "queue", "queued", "following", "soon", "later",
                "future", "pending", "scheduled", "planned", "cued", "preview", "waiting", "then",
                "nachste", "nachster", "nachstes", "nachsten", "naechste", "naechster",
                "naechstes", "naechsten", "danach", "folgt", "folgend", "folgende", "folgender",
                "gleich", "kommend", "kommende", "demnachst", "suivant", "suivante", "prochain",
                "prochaine", "apres", "siguiente", "siguientes", "proximo", "proxima", "proximos",
                "despues", "prossimo", "prossima", "successivo", "seguente", "volgende", "straks",
                "nastepny", "nastepna", "nastepne", "nasledujici", "dalsi", "nasta", "neste",
                "naeste", "seuraava", "kovetkezo", "urmatoarea", "sonraki", "sledujuca",
                "следующий", "следующая", "далее",
            ]
        ),
        (
            .previous,
            [
                "previous", "previously", "prev", "last", "history", "recent", "recently",
                "played", "past", "before", "earlier", "old", "older", "former", "finished",
                "ended", "done", "log", "vorher", "vorherig", "vorherige", "vorheriger",
                "vorheriges", "zuletzt", "letzte", "letzter", "letztes", "letzten", "verlauf",
                "gespielt", "gespielte", "vorbei", "precedent", "precedente", "precedents",
                "dernier", "derniere", "derniers", "historique", "avant", "anterior", "anteriores",
                "ultimo", "ultima", "ultimos", "historial", "historico", "precedenti", "storico",
                "vorige", "laatste", "geschiedenis", "poprzedni", "poprzednia", "ostatni",
                "ostatnia", "ostatnio", "historia", "predchozi", "minuly", "foregaende", "senaste",
                "forrige", "sidste", "siste", "edellinen", "elozo", "onceki", "предыдущий",
                "предыдущая", "история",
            ]
        ),
        (
            .never,
            [
                "request", "requests", "requested", "requestable", "wish", "wishes", "wishlist",
                "wunsch", "wunsche", "wuensche", "vote", "votes", "voting", "poll", "candidate",
                "candidates", "election", "suggestion", "suggestions", "suggested", "chart",
                "charts", "top", "popular", "trending", "recommended", "recommendation",
                "recommendations", "featured", "favorite", "favorites", "favourite", "favourites",
                "library", "search", "results", "playlist", "playlists", "similar", "related",
                "hits", "votacion", "peticion", "peticiones", "pedidos",
            ]
        ),
        (
            .now,
            [
                "now", "current", "currently", "playing", "onair", "air", "present", "actual",
                "active", "ongoing", "aktuell", "aktuelle", "aktueller", "aktuelles", "jetzt",
                "gerade", "lauft", "laeuft", "laufend", "laufende", "momentan", "cours", "encours",
                "actuel", "actuelle", "maintenant", "ahora", "sonando", "aire",
                "vivo", "adesso", "ora", "onda", "inonda", "attuale", "nu", "huidig", "huidige",
                "teraz", "grane", "obecnie", "aktualni", "hraje", "prave", "agora", "tocando",
                "spelas", "spilles", "nyt", "nykyinen", "soi", "szol", "acum", "simdi",
                "caliyor", "сейчас", "эфир", "эфире", "играет",
            ]
        ),
    ]

    private static let subjects: [(subject: Subject, words: Set<String>)] = [
        (
            .interruption,
            [
                "ad", "ads", "advert", "adverts", "advertisement", "advertisements", "commercial",
                "commercials", "spot", "spots", "sponsor", "sponsors", "promo", "promos",
                "promotion", "jingle", "jingles", "ident", "sweeper", "liner", "break", "adbreak",
                "banner", "campaign", "werbung", "werbespot", "reklame", "reklama", "reklam",
                "publicite", "pub", "publicidad", "anuncio", "anuncios", "pubblicita", "anuncis",
                "news", "weather", "traffic", "nachrichten", "verkehr", "wetter", "реклама",
            ]
        ),
        (
            .talk,
            [
                "chat", "comment", "comments", "user", "users", "shout", "shoutbox", "alert",
                "announcement", "welcome", "hello", "dj", "djs", "host", "hosts", "presenter",
                "presenters", "moderator",
                "moderators", "moderation", "moderatorin", "streamer", "speaker", "announcer",
                "anchor", "animateur", "locutor", "conductor", "conduttore", "listener",
                "listeners", "post", "article", "contest", "gig",
            ]
        ),
        (
            .show,
            [
                "show", "shows", "program", "programs", "programme", "programmes", "broadcast",
                "broadcasts", "episode", "episodes", "podcast", "slot", "sendung", "sendungen",
                "emission", "emissions", "programa", "programas", "trasmissione", "programma",
                "uitzending", "audycja", "audycje", "porad", "porady", "ohjelma", "передача",
                "schedule", "epg", "segment", "series",
            ]
        ),
        (
            .music,
            [
                "song", "songs", "track", "tracks", "music", "musik", "musique", "musica", "tune",
                "piece", "recording", "cancion", "canciones", "chanson", "chansons", "morceau",
                "lied", "lieder", "brano", "brani", "utwor", "utwory", "piosenka", "skladba",
                "skladby", "kappale", "lat", "sang", "nummer", "musiktitel", "песня", "трек",
            ]
        ),
        (
            .station,
            [
                "station", "stations", "channel", "channels", "radio", "stream", "streams",
                "server", "brand", "sender", "kanal", "emisora", "emittente", "chaine", "zender",
                "stacja", "stanice", "network", "site", "page", "app", "mount", "станция",
            ]
        ),
    ]

    /// If a name has words of several fields, the first here counts: `album_art` is a picture.
    private static let fields: [(field: TrackPart, words: Set<String>)] = [
        (
            .duration,
            [
                "duration", "length", "dauer", "lange", "laenge", "duree", "duracion", "durata",
                "runtime", "seconds", "playtime", "len", "duur", "dlugosc", "delka",
            ]
        ),
        (
            .artwork,
            [
                "artwork", "art", "cover", "covers", "image", "images", "img", "picture",
                "pictures", "thumbnail", "thumb", "pochette", "bild", "photo", "caratula",
                "portada", "copertina", "hoes", "okladka",
            ]
        ),
        (
            .artist,
            [
                "artist", "artists", "artiste", "artistes", "interpret", "interpreten",
                "performer", "performers", "kunstler", "kuenstler", "interprete", "interpretes",
                "artista", "artisti", "artistas", "creator", "band", "singer", "author",
                "wykonawca", "umelec", "esittaja", "artiest", "eloado", "musician", "исполнитель",
                "артист",
            ]
        ),
        (.album, ["album", "albums", "release", "disc", "platte", "disco"]),
        (.text, ["text", "line", "display", "metadata"]),
        (
            .title,
            [
                "title", "titel", "titre", "titulo", "titolo", "tytul", "nazev", "nazov", "cim",
                "otsikko", "name", "nom", "nombre", "song", "track", "tune", "cancion", "chanson",
                "morceau", "lied", "brano", "utwor", "piosenka", "skladba", "kappale", "lat",
                "sang", "musiktitel", "название", "песня", "трек",
            ]
        ),
    ]

    private static let beginnings: Set<String> = [
        "start", "started", "starts", "starting", "begin", "began", "begins", "beginning",
        "beginn", "debut", "inicio", "inizio", "anfang", "startzeit", "since", "from", "airdate",
    ]
    private static let ends: Set<String> = [
        "end", "ends", "ending", "until", "till", "ende", "fin", "fine", "expires", "stop", "stops",
        "endzeit",
    ]
    private static let clocks: Set<String> = [
        "at", "on", "time", "timestamp", "ts", "date", "utc", "unix", "datetime",
    ]
    /// Words of names that are about a thing and do not contain it.
    private static let references: Set<String> = [
        "id", "ids", "uuid", "guid", "isrc", "hash", "key", "slug", "count", "total", "number",
        "no", "index", "type", "rating", "score", "genre", "year", "code", "mbid", "length",
        "artistid", "trackid", "songid", "albumid", "spotify", "youtube", "elapsed", "remaining",
        "position", "progress", "lyrics", "tags",
    ]
    private static let addresses: Set<String> = ["url", "uri", "link", "href", "src"]

    private static func time(_ words: Set<String>) -> Time? {
        // A name such as `nowAndNext` belongs to an object that has both.
        let found = times.filter { !$0.words.isDisjoint(with: words) }.map(\.time)
        let isOfBoth = words.contains("now") && found.contains(.next)
        return isOfBoth ? nil : found.first
    }

    private static func field(_ words: Set<String>) -> TrackPart? {
        if !words.isDisjoint(with: beginnings) { return .start }
        if words.contains("played"), !words.isDisjoint(with: clocks) { return .start }
        if !words.isDisjoint(with: ends) { return .end }
        if words.isSuperset(of: ["album", "artist"]) { return nil }
        let found = fields.first { !$0.words.isDisjoint(with: words) }?.field
        if found == .duration { return found }
        guard words.isDisjoint(with: references) else { return nil }
        return found == .artwork || words.isDisjoint(with: addresses) ? found : nil
    }
}

// MARK: Division

extension MemberName {
    private static let known: Set<String> =
        times.reduce(into: Set<String>()) { $0.formUnion($1.words) }
        .union(subjects.flatMap(\.words)).union(fields.flatMap(\.words))
        .union(beginnings).union(ends).union(clocks).union(references).union(addresses)
        .union(["up", "is", "the", "info", "data", "item", "items", "en", "el", "in", "list"])
    /// The length of the shortest piece: shorter ones occur in too many words.
    private static let shortestPiece = 2
    /// The length of the longest name: longer ones are texts.
    private static let longestName = 64

    /// The words of a name, in small letters without marks.
    static func words(in name: String) -> [String] {
        guard name.utf8.count <= longestName else { return [] }
        var words: [String] = []
        var word = ""
        var wasSmall = false
        for character in name {
            if !character.isLetter || (character.isUppercase && wasSmall) {
                words.append(word)
                word = ""
            }
            wasSmall = character.isLowercase
            if character.isLetter { word += character.lowercased() }
        }
        words.append(word)
        return words.filter { !$0.isEmpty }.flatMap { divided(plain($0)) }
    }

    /// The parts of a compound word, such as `nowplaying`.
    private static func divided(_ word: String) -> [String] {
        known.contains(word) ? [word] : pieces(of: word[...], depth: 0) ?? [word]
    }

    private static func pieces(of rest: Substring, depth: Int) -> [String]? {
        if rest.isEmpty { return [] }
        guard depth < 4, rest.count >= shortestPiece else { return nil }
        for length in stride(from: rest.count, through: shortestPiece, by: -1) {
            let piece = String(rest.prefix(length))
            guard known.contains(piece),
                let others = pieces(of: rest.dropFirst(length), depth: depth + 1)
            else { continue }
            return [piece] + others
        }
        return nil
    }

    private static let unmarked: [Character: String] = [
        "ä": "a", "à": "a", "á": "a", "â": "a", "ã": "a", "å": "a", "ą": "a", "æ": "ae",
        "ö": "o", "ò": "o", "ó": "o", "ô": "o", "õ": "o", "ø": "o", "ő": "o", "ü": "u", "ù": "u",
        "ú": "u", "û": "u", "ů": "u", "ű": "u", "è": "e", "é": "e", "ê": "e", "ë": "e", "ę": "e",
        "ě": "e", "ì": "i", "í": "i", "î": "i", "ï": "i", "ı": "i", "ç": "c", "ć": "c", "č": "c",
        "ñ": "n", "ń": "n", "ł": "l", "ś": "s", "š": "s", "ş": "s", "ß": "ss", "ź": "z", "ż": "z",
        "ž": "z", "ý": "y", "ř": "r", "ț": "t", "ď": "d", "ť": "t", "ğ": "g",
    ]

    private static func plain(_ word: String) -> String {
        word.reduce(into: "") { $0 += unmarked[$1] ?? String($1) }
    }
}
