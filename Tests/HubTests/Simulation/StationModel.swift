import Hub
import NowPlaying

@testable import Stations

/// A simulated station, what the config says of it, and the line that is to be shown of it,
/// reckoned without the hub.
struct StationModel {
    /// A message, as far as it decides the line.
    private enum Saying: Equatable {
        case title(String)
        case offline
    }

    private struct Said {
        let received: Instant
        /// The time at which it becomes audible.
        var from: Instant
        let saying: Saying
    }

    let id: String
    private let place: Int
    /// It is in the config.
    private(set) var isPresent: Bool
    private(set) var delay: Interval
    /// The station's name in the config.
    private var name: String?
    /// The number of its server's moves, and the number of its changes of the short code.
    private var moves = 0
    private var recodings = 0

    private(set) var isOpen = false
    private var row = 0
    private var offset = 0
    private var serverLife = 0
    private var last: Publication?
    private var lastButOne: Publication?
    /// The hub has read the last message, in this life of the server.
    private var isLastRead = false
    private var said: [Said] = []

    init(place: Int, delay: Interval, isPresent: Bool) {
        id = "s\(place)"
        self.place = place
        self.delay = delay
        self.isPresent = isPresent
    }

    private var shortcode: String { recodings == 0 ? id : "\(id)-\(recodings)" }

    /// Its configuration. Two neighbours have one server, as long as neither moves.
    var configuration: StationConfiguration {
        var station = StationConfiguration.make(
            shortcode, server: "\(place / 2)-\(moves).example")
        station.id = id
        station.name = name
        station.delay = delay
        return station
    }

    /// The line to be shown at an instant.
    func line(at now: Instant) -> String {
        switch said.last(where: { $0.from <= now })?.saying {
        case .title(let title): title
        case .offline: "\(name ?? "Station \(shortcode)") (offline)"
        case nil: name ?? id
        }
    }

    /// The hub starts anew and knows nothing.
    mutating func forget() {
        said = []
        relink()
    }

    mutating func open() { isOpen = true }

    mutating func lose() { isOpen = false }

    // MARK: The config

    /// Its link was ended; the next is yet to be opened.
    mutating func relink() {
        isOpen = false
        isLastRead = false
    }

    mutating func remove() {
        isPresent = false
        forget()
    }

    mutating func add() { isPresent = true }

    mutating func rename(to name: String?) { self.name = name }

    mutating func move() { moves += 1 }

    /// Another short code is another station.
    mutating func recode() {
        recodings += 1
        forget()
    }

    mutating func delay(by delay: Interval, at now: Instant) {
        self.delay = delay
        for index in said.indices where said[index].from > now {
            said[index].from = said[index].received + delay
        }
    }

    // MARK: What it says; `nil` where no link would receive it

    mutating func publish(at now: Instant) -> Publication? {
        row += 1
        return say(Publication(title: "Song \(row)", row: row), at: now)
    }

    mutating func signOff(at now: Instant) -> Publication? {
        say(Publication(title: nil, isOnline: false), at: now)
    }

    mutating func repeated(at now: Instant) -> Publication? {
        guard let last else { return nil }
        return say(last, at: now)
    }

    /// Repeats the message before the last.
    mutating func recall(at now: Instant) -> Publication? {
        guard let lastButOne else { return nil }
        return say(lastButOne, at: now)
    }

    /// The last message once more, as it was.
    func duplicate() -> Publication? { isOpen && isLastRead ? last : nil }

    /// A message, and the one before it, which comes too late to be read.
    mutating func reordered(at now: Instant) -> [Publication] {
        guard isOpen else { return [] }
        offset += 1
        let late = Publication(
            station: shortcode, title: "Too late", row: 1_000_000, offset: offset)
        return [publish(at: now), late].compactMap { $0 }
    }

    /// The reply of a server that has begun a new life.
    mutating func restartServer() -> String {
        isOpen = true
        offset = 0
        isLastRead = false
        serverLife += 1
        return Publication.connect(
            subscriptions: #""station:\#(shortcode)":{"epoch":"life \#(serverLife)"}"#)
    }

    private mutating func say(_ publication: Publication, at now: Instant) -> Publication? {
        guard isOpen else { return nil }
        offset += 1
        var publication = publication
        publication.station = shortcode
        publication.offset = offset
        if last?.row != publication.row || last?.title != publication.title {
            lastButOne = last
        }
        last = publication
        isLastRead = true
        let saying = publication.title.map { Saying.title($0) } ?? .offline
        // The first of all is heard at once; a repeat is nothing new.
        if said.isEmpty { said.append(Said(received: now, from: now, saying: saying)) }
        if said.last?.saying != saying {
            said.append(Said(received: now, from: now + delay, saying: saying))
        }
        return publication
    }
}
