/// Markup for machines that automation and ad servers write into a stream's title.
///
/// There is no standard. These are forms that listeners have reported:
/// `Artist - text="Title" song_spot="M" MediaBaseId="…"`, `title="…",artist="…",url="…"`, the rest
/// of these after a player has cut them, `StreamTitle='…';StreamUrl='…'`, and the parameters of an
/// ad, such as `adw_ad='true';durationMilliseconds='30000'`.
enum StreamMarkup: Equatable {
    /// An ad plays, or something else that is not a song.
    case spot
    /// A song, by its names.
    case song(title: String, artist: String?)
    /// A line, freed from the markup around it.
    case line(String)

    /// Keys that only ads have.
    private static let adKeys = [
        "adw_ad", "adcreativeid", "adcontext", "adid", "ad_id", "adtype", "ad_type", "adbreakid",
        "insertiontype", "durationmilliseconds",
    ]
    /// Keys of a cart: of any item that automation plays, a song or a spot.
    private static let cartKeys = [
        "song_spot", "mediabaseid", "itunestrackid", "amgtrackid", "amgartistid", "taid", "tpid",
        "cartcutid", "amgartworkurl", "unsid", "spotinstanceid", "speventid", "digitalads",
    ]

    /// Reads a text; `nil` if it has none of these forms.
    init?(_ text: String) {
        guard text.utf8Span.span.contains(UInt8(ascii: "=")) else { return nil }
        let plain = Self.withoutStream(text)
        let attributes = Attributes(plain)
        if Self.adKeys.contains(where: { attributes[$0] != nil }) {
            self = .spot
        } else if let markup = Self.titled(attributes) ?? Self.cart(attributes) {
            self = markup
        } else if plain != text {
            self = .line(plain)
        } else {
            return nil
        }
    }

    /// `title="…",artist="…"`, or the title alone, which may be a whole line.
    private static func titled(_ attributes: Attributes) -> StreamMarkup? {
        guard let title = attributes["title"] else { return nil }
        if let artist = attributes["artist"] {
            let isTold = !isBlank(title) && !isBlank(artist)
            return isTold || isOfSong(attributes) ? .song(title: title, artist: artist) : .spot
        }
        guard let artist = artist(before: attributes.lead) else { return .line(title) }
        return attributes.hasArtistInLead ? .song(title: title, artist: artist) : nil
    }

    /// `text="…"` with the keys of a cart, whose beginning may be cut off.
    private static func cart(_ attributes: Attributes) -> StreamMarkup? {
        let isCart = cartKeys.contains { attributes[$0] != nil }
        let artist = artist(before: attributes.lead)
        if let title = attributes["text"], isCart || artist == nil {
            guard isOfSong(attributes) else { return .spot }
            return artist.map { .song(title: title, artist: $0) } ?? .line(title)
        }
        guard isCart else { return nil }
        let lead = attributes.lead.prefix { $0 != "\"" }
        let isLine = lead[...].firstPlace(of: " - ") != nil && isOfSong(attributes)
        return isLine ? .line(String(lead)) : .spot
    }

    /// `M` and `F` are songs, `T` is talk or a spot.
    private static func isOfSong(_ attributes: Attributes) -> Bool {
        attributes["song_spot"].map { $0 != "T" } ?? true
    }

    private static func isBlank(_ text: String) -> Bool { text.allSatisfy(\.isWhitespace) }

    private static func artist(before lead: Substring) -> String? {
        let artist = lead.trimmed { $0 == " " || $0 == "-" }
        return artist.isEmpty ? nil : String(artist)
    }

    /// A text without the other fields of a stream: `StreamTitle='A - B';StreamUrl='…';`, or a part
    /// of that.
    private static func withoutStream(_ text: String) -> String {
        var plain = text[...]
        if let title = plain.firstPlace(of: "StreamTitle="), title.lowerBound == plain.startIndex {
            plain = plain[title.upperBound...].drop { $0 == "'" || $0 == "\"" }
        }
        if let url = plain.firstPlace(of: "StreamUrl=") { plain = plain[..<url.lowerBound] }
        guard plain != text[...] else { return text }
        while let last = plain.last, ";'\" ,".contains(last) { plain.removeLast() }
        return String(plain)
    }
}

/// `key="value"` or `key='value'`, in any number, with anything between them.
private struct Attributes {
    /// The text before the first.
    private(set) var lead: Substring
    private var values: [String: String] = [:]
    private var isEmpty = true

    init(_ escaped: String) {
        let text = escaped.replacing("\\\"", with: "\"")
        lead = text[...]
        var rest = text[...]
        while let equals = rest.firstIndex(of: "=") {
            let key = rest[..<equals].suffix(while: { $0.isASCII && ($0.isLetter || $0 == "_") })
            let value = rest[rest.index(after: equals)...]
            guard let quote = value.first, quote == "\"" || quote == "'", !key.isEmpty,
                let end = value.dropFirst().firstIndex(of: quote)
            else {
                rest = value
                continue
            }
            if isEmpty { lead = text[..<key.startIndex] }
            isEmpty = false
            let name = key.lowercased()
            let told = String(value.dropFirst()[..<end])
            // A value that begins a key was wrapped twice: `text="text="…""`.
            if !told.hasSuffix("=") { values[name] = values[name] ?? told }
            // Values have attributes inside, too: `url="song_spot=\"M\" …"`.
            rest = value.dropFirst()
        }
    }

    subscript(key: String) -> String? { values[key] }

    /// True if the text before the first is an artist's name, divided from the rest.
    var hasArtistInLead: Bool { lead.trimmed { $0 == " " }.hasSuffix(" -") }
}

extension Substring {
    fileprivate func suffix(while predicate: (Character) -> Bool) -> Substring {
        guard let last = lastIndex(where: { !predicate($0) }) else { return self }
        return self[index(after: last)...]
    }

    fileprivate func trimmed(_ predicate: (Character) -> Bool) -> Substring {
        var rest = drop(while: predicate)
        while let last = rest.last, predicate(last) { rest.removeLast() }
        return rest
    }
}
