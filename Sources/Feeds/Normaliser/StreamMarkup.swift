/// What automation and ad servers write into a stream's title for machines to read.
///
/// There is no standard. These are the forms that listeners have complained of:
/// `Artist - text="Title" song_spot="M" MediaBaseId="…"`, `title="…",artist="…",url="…"`, and the
/// parameters of an ad, such as `adw_ad='true';durationMilliseconds='30000'`.
enum StreamMarkup: Equatable {
    /// An ad plays, or something else that is not a song.
    case spot
    /// A song, by its names.
    case song(title: String, artist: String?)

    /// Keys that only ads have.
    private static let adKeys = [
        "adw_ad", "adcreativeid", "adcontext", "adid", "insertiontype", "durationmilliseconds",
    ]

    /// Reads a text; `nil` where it is not of these forms.
    init?(_ text: String) {
        guard text.utf8Span.span.contains(UInt8(ascii: "=")) else { return nil }
        let attributes = Attributes(text)
        if Self.adKeys.contains(where: { attributes[$0] != nil }) {
            self = .spot
        } else if let spot = attributes["song_spot"], spot != "M" {
            self = .spot
        } else if let title = attributes["title"], attributes["artist"] != nil {
            self = .song(title: title, artist: attributes["artist"])
        } else if let title = attributes["text"], attributes["song_spot"] != nil {
            self = .song(title: title, artist: Self.artist(before: attributes.lead))
        } else {
            return nil
        }
    }

    private static func artist(before lead: Substring) -> String? {
        let artist = lead.trimmed { $0 == " " || $0 == "-" }
        return artist.isEmpty ? nil : String(artist)
    }
}

/// `key="value"` or `key='value'`, in any number, with anything between them.
private struct Attributes {
    /// What stands before the first.
    private(set) var lead: Substring
    private var values: [String: String] = [:]

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
            if values.isEmpty { lead = text[..<key.startIndex] }
            let name = key.lowercased()
            values[name] = values[name] ?? String(value.dropFirst()[..<end])
            // Values have attributes inside, too: `url="song_spot=\"M\" …"`.
            rest = value.dropFirst()
        }
    }

    subscript(key: String) -> String? { values[key] }
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
