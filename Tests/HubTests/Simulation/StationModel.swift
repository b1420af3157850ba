import NowPlaying

/// A simulated station, and the line that is to be shown of it, reckoned without the hub.
struct StationModel {
    let id: String
    let delay: Interval
    private(set) var isOpen = false
    private var row = 0
    private var offset = 0
    private var serverLife = 0
    private var last: Publication?
    /// The hub has read the last message, in this life of the server.
    private var isLastRead = false
    /// What was said, and from when on it is to be heard.
    private var lines: [(from: Instant, line: String)] = []

    init(place: Int, delay: Interval) {
        id = "s\(place)"
        self.delay = delay
    }

    /// The line to be shown at an instant.
    func line(at now: Instant) -> String {
        lines.last { $0.from <= now }?.line ?? id
    }

    /// The hub starts anew and knows nothing.
    mutating func forget() {
        lines = []
        isOpen = false
        isLastRead = false
    }

    mutating func open() { isOpen = true }

    mutating func lose() { isOpen = false }

    // MARK: What it says; `nil` where nobody would hear it

    mutating func publish(at now: Instant) -> Publication? {
        row += 1
        return say(Publication(station: id, title: "Song \(row)", row: row), at: now)
    }

    mutating func signOff(at now: Instant) -> Publication? {
        say(Publication(station: id, title: nil, isOnline: false), at: now)
    }

    mutating func repeated(at now: Instant) -> Publication? {
        guard let last else { return nil }
        return say(last, at: now)
    }

    /// The last message once more, as it was.
    func duplicate() -> Publication? { isOpen && isLastRead ? last : nil }

    /// A message, and the one before it, which comes too late to be read.
    mutating func reordered(at now: Instant) -> [Publication] {
        guard isOpen else { return [] }
        offset += 1
        let late = Publication(station: id, title: "Too late", row: 1_000_000, offset: offset)
        return [publish(at: now), late].compactMap { $0 }
    }

    /// The reply of a server that has begun a new life.
    mutating func restartServer() -> String {
        isOpen = true
        offset = 0
        isLastRead = false
        serverLife += 1
        return Publication.connect(
            subscriptions: #""station:\#(id)":{"epoch":"life \#(serverLife)"}"#)
    }

    private mutating func say(_ publication: Publication, at now: Instant) -> Publication? {
        guard isOpen else { return nil }
        offset += 1
        var publication = publication
        publication.offset = offset
        last = publication
        isLastRead = true
        let line = publication.title ?? "Station \(id) (offline)"
        // The first of all is heard at once; a repeat is nothing new.
        if lines.isEmpty { lines.append((now, line)) }
        if lines.last?.line != line { lines.append((now + delay, line)) }
        return publication
    }
}
