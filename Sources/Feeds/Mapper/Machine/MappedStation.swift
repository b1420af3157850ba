import NowPlaying

/// One station of a mapped feed: its settings and its state.
struct MappedStation: Sendable {
    private let placeholders: [String: Feed.Value]
    /// Its channel, if the layer has channels.
    let channel: String?
    var state = MappedState()
    /// Parts of the state were remembered and not reported yet.
    var isOwed = false
    /// The time at which to believe a message that nothing plays.
    var emptyAt: Instant?
    /// It was reported since the connection began.
    var isReported = false

    init(_ feed: Feed, in layers: LayerSettings) {
        let placeholders = feed.placeholders
        self.placeholders = placeholders
        channel = layers.channel { placeholders[$0]?.plainText }
    }

    /// The name of the station in messages.
    var name: String? { placeholders["station"]?.plainText }

    /// The value of a setting's placeholder: a text, or the number of the config.
    func filling(_ name: String) -> MessageTemplate.Filling? {
        switch placeholders[name] {
        case .number, .flag: placeholders[name]?.plainText.map { .json($0) }
        case .text(let text): .text(text)
        case .null, .list, .object, nil: nil
        }
    }

    /// A text with the station's settings in it.
    func filled(_ text: String) -> String {
        Placeholders.filled(text) { placeholders[$0]?.plainText }
    }
}
