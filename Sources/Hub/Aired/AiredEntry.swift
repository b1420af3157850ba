import NowPlaying

/// An element of a station's log. What is compared often lies side by side; the rest is shared.
struct AiredEntry: Sendable {
    /// When it began, else when it was noticed: elements are in this order.
    private(set) var order: Timestamp
    /// Its length is only that until the next element.
    var hasInferredLength = false
    /// It was noted in an earlier life of the hub, by the clock of then.
    private(set) var isRestored = false
    /// Tells most ids apart without a look at them.
    private let idHash: Int
    /// Tells most texts apart in the same way.
    private(set) var textHash: Int
    private var content: Shared<TimelineElement>

    /// An element that was noticed at this time.
    init(_ element: consuming TimelineElement, noticed: Timestamp, isRestored: Bool = false) {
        let textHash = Self.textHash(of: element.track.title, by: element.track.artist)
        self.init(element, idHash: element.id.hashValue, textHash: textHash, noticed: noticed)
        self.isRestored = isRestored
    }

    /// The same, where the hash values of its id and its texts are known.
    init(_ element: consuming TimelineElement, idHash: Int, textHash: Int, noticed: Timestamp) {
        order = element.startedAt ?? noticed
        self.idHash = idHash
        self.textHash = textHash
        content = Shared(element)
    }

    var element: TimelineElement {
        _read { yield content.value }
    }
    var startedAt: Timestamp? { content.value.startedAt }
    /// When it ended, as far as that is known, else when it began.
    var end: Timestamp {
        guard let start = startedAt, let length = content.value.duration else { return order }
        return start + length
    }

    /// Whether it has this id, of which `hash` is the hash value.
    func goesBy(_ id: String, hash: Int) -> Bool {
        idHash == hash && content.value.id == id
    }

    /// The hash value of a track's texts.
    static func textHash(of title: String, by artist: String?) -> Int {
        var hasher = Hasher()
        hasher.combine(title)
        hasher.combine(artist)
        return hasher.finalize()
    }

    /// Whether it says the same as a track with this title and artist.
    func says(_ title: String, by artist: String?) -> Bool {
        content.value.track.title == title && content.value.track.artist == artist
    }

    /// Takes what is known better of it; its id stays.
    mutating func become(_ element: consuming TimelineElement) {
        order = element.startedAt ?? order
        textHash = Self.textHash(of: element.track.title, by: element.track.artist)
        content = Shared(element)
    }

    /// The wall clock was set forward (or, if negative, back) by `step`.
    mutating func shift(by step: Interval) {
        order = order + step
        content = Shared(element.shifted(by: step))
    }
}
