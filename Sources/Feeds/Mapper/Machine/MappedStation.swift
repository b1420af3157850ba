import NowPlaying

/// One station of a mapped feed: what its settings are and what is known of it.
struct MappedStation: Sendable {
    private let placeholders: [String: Feed.Value]
    /// Its channel, where the layer has channels.
    let channel: String?
    var state = MappedState()
    /// Parts of the state were remembered and not told yet.
    var isOwed = false
    /// A message said that nothing plays; this is when to believe it.
    var emptyAt: Instant?
    /// It was reported since the connection began.
    var isReported = false

    init(_ feed: Feed, in layers: LayerSettings) {
        let placeholders = feed.placeholders
        self.placeholders = placeholders
        channel = layers.channel { placeholders[$0]?.plainText }
    }

    /// The name that messages call it by.
    var name: String? { placeholders["station"]?.plainText }

    /// What stands for a setting's placeholder: a text, or the number that the config has there.
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
