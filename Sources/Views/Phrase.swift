/// The hub's own words: the one table of them, in every language that it has.
enum Phrase: CaseIterable {
    case offline
    case stations, favourites, recent, nearby, streams, rewind, programmes, elements
    case moreStations
    case onAirNow, playedBefore, fromTheBeginning, hours
    case noStations, noStationsDetail, noFavourites, noFavouritesDetail
    case nothingPlayed, nothingPlayedDetail, nothingToRewind, nothingToRewindDetail
    case connecting, failing, stopped, offAir, stale, liveRadio
    case chosen, chooseStream
    case select, notPossible, noAnswer, dismiss, tryAgain
    case information, programme, about, addFavourite, removeFavourite
    case newsButton, liveButton, streamsButton, rateButton, favouriteButton
    case reconnectButton, repeatButton, shuffleButton
    case next
}

extension Locale {
    /// The words of this language.
    subscript(_ phrase: Phrase) -> String {
        switch self {
        case .english: phrase.english
        case .german: phrase.german
        }
    }
}

extension Phrase {
    fileprivate var english: String {
        switch self {
        case .offline: "offline"
        case .stations: "Stations"
        case .favourites: "Favourites"
        case .recent: "Recent"
        case .nearby: "Nearby"
        case .streams: "Streams"
        case .rewind: "Rewind"
        case .programmes: "Past programmes"
        case .elements: "On this programme"
        case .onAirNow: "On air now"
        case .playedBefore: "Played before"
        case .fromTheBeginning: "From the beginning"
        case .moreStations: "More stations"
        case .hours: "By the hour"
        case .noStations: "No stations"
        case .noStationsDetail: "None are set up yet"
        case .noFavourites: "No favourites yet"
        case .noFavouritesDetail: "The heart adds the station that plays"
        case .nothingPlayed: "Nothing played yet"
        case .nothingPlayedDetail: "What was on air appears here"
        case .nothingToRewind: "Nothing to rewind to"
        case .nothingToRewindDetail: "What was on air appears here"
        case .connecting: "Connecting …"
        case .failing: "Titles not reachable"
        case .stopped: "Titles switched off"
        case .offAir: "Off air"
        case .stale: "not up to date"
        case .liveRadio: "Live radio"
        case .chosen: "Chosen"
        case .chooseStream: "Tap to listen"
        case .select: "Select"
        case .notPossible: "Not possible now"
        case .noAnswer: "The player does not answer"
        case .dismiss: "OK"
        case .tryAgain: "Try again"
        case .information: "Information"
        case .programme: "Programme"
        case .about: "About"
        case .addFavourite: "Add to favourites"
        case .removeFavourite: "Remove from favourites"
        case .newsButton: "News"
        case .liveButton: "Live"
        case .streamsButton: "Streams"
        case .rateButton: "Playback rate"
        case .favouriteButton: "Favourite"
        case .reconnectButton: "Reconnect"
        case .repeatButton: "Repeat"
        case .shuffleButton: "Shuffle"
        case .next: "Next"
        }
    }

    fileprivate var german: String {
        switch self {
        case .offline: "nicht auf Sendung"
        case .stations: "Sender"
        case .favourites: "Favoriten"
        case .recent: "Zuletzt"
        case .nearby: "In der Nähe"
        case .streams: "Streams"
        case .rewind: "Zurückspulen"
        case .programmes: "Vergangene Sendungen"
        case .elements: "In dieser Sendung"
        case .onAirNow: "Jetzt auf Sendung"
        case .playedBefore: "Zuvor gespielt"
        case .fromTheBeginning: "Von Anfang an"
        case .moreStations: "Weitere Sender"
        case .hours: "Nach Stunden"
        case .noStations: "Keine Sender"
        case .noStationsDetail: "Es sind noch keine eingerichtet"
        case .noFavourites: "Noch keine Favoriten"
        case .noFavouritesDetail: "Das Herz fügt den laufenden Sender hinzu"
        case .nothingPlayed: "Noch nichts gespielt"
        case .nothingPlayedDetail: "Was lief, erscheint hier"
        case .nothingToRewind: "Nichts zum Zurückspulen"
        case .nothingToRewindDetail: "Was lief, erscheint hier"
        case .connecting: "Verbindung wird hergestellt …"
        case .failing: "Titel nicht erreichbar"
        case .stopped: "Titel abgeschaltet"
        case .offAir: "Nicht auf Sendung"
        case .stale: "nicht aktuell"
        case .liveRadio: "Live-Radio"
        case .chosen: "Ausgewählt"
        case .chooseStream: "Antippen zum Hören"
        case .select: "Auswählen"
        case .notPossible: "Gerade nicht möglich"
        case .noAnswer: "Der Player antwortet nicht"
        case .dismiss: "OK"
        case .tryAgain: "Erneut versuchen"
        case .information: "Informationen"
        case .programme: "Sendung"
        case .about: "Über den Sender"
        case .addFavourite: "Zu den Favoriten"
        case .removeFavourite: "Aus den Favoriten"
        case .newsButton: "Nachrichten"
        case .liveButton: "Live"
        case .streamsButton: "Streams"
        case .rateButton: "Geschwindigkeit"
        case .favouriteButton: "Favorit"
        case .reconnectButton: "Neu verbinden"
        case .repeatButton: "Wiederholen"
        case .shuffleButton: "Zufällige Reihenfolge"
        case .next: "Als Nächstes"
        }
    }
}

/// The languages in which the hub has words of its own.
public enum Locale: String, CaseIterable, Hashable, Sendable {
    case english = "en"
    case german = "de"

    /// The language for a tag of BCP 47, such as `de-AT`; English where the hub has no better.
    public init(tag: String) {
        let language = tag.split(whereSeparator: { $0 == "-" || $0 == "_" }).first ?? ""
        self = Locale(rawValue: language.lowercased()) ?? .english
    }
}
