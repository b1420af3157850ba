/// How a line such as `Artist - Title` is split.
public struct ArtistTitleSplitting: Hashable, Sendable {
    /// Which comes first.
    public enum Order: Hashable, Sendable {
        case artistFirst, titleFirst
    }

    /// Which of several separators in a line divides it.
    public enum Occurrence: Hashable, Sendable {
        case first, last
    }

    /// What stands between the two; one place where any of them occurs counts. None: lines are not
    /// split.
    public var separators = [" - ", " – ", " — "]
    /// Which comes first.
    public var order = Order.artistFirst
    /// Which place counts.
    public var occurrence = Occurrence.first

    /// The usual way.
    public init() {}
}

/// What a track is called.
struct ArtistTitle: Equatable {
    var title: String
    var artist: String?

    /// The best names that can be made of clean parts; `nil` where there are none.
    ///
    /// Fields are believed before the line, and the line is split only where there is no field;
    /// where there are all fields it is not even asked for.
    init?(
        title: String?, artist: String?, text: @autoclosure () -> String?,
        splitting: ArtistTitleSplitting
    ) {
        if let title, let artist {
            self.init(title: title, artist: artist, splitting: splitting)
        } else if let title {
            self.init(title: title, artist: nil)
        } else if let artist {
            self.init(artist: artist, text: text(), splitting: splitting)
        } else if let text = text() {
            self.init(text: text, splitting: splitting)
        } else {
            return nil
        }
    }

    /// The names of a track that is clean.
    init?(_ clean: ReportedTrack) {
        guard let title = clean.title else { return nil }
        self.init(title: title, artist: clean.artist)
    }

    private init(title: String, artist: String?) {
        self.title = title
        self.artist = artist
    }

    /// Some stations put the whole line into the title, though they give the artist, too, or into
    /// both.
    private init(title: String, artist: String, splitting: ArtistTitleSplitting) {
        if title == artist, let names = ArtistTitle(text: title, splitting: splitting) {
            self = names.artist == nil ? ArtistTitle(title: title, artist: artist) : names
            return
        }
        self.init(title: title.removing(artist, splitting) ?? title, artist: artist)
    }

    /// The title is what the line has beside the artist. An artist alone is all that can be shown.
    private init(artist: String, text: String?, splitting: ArtistTitleSplitting) {
        guard let text = text.flatMap({ Placeholder.removed(from: $0) }), text != artist else {
            self.init(title: artist, artist: nil)
            return
        }
        self.init(title: text.removing(artist, splitting) ?? text, artist: artist)
    }

    private init?(text: String, splitting: ArtistTitleSplitting) {
        let (first, second) = Self.halves(of: text, splitting) ?? ("", text)
        let isArtistFirst = splitting.order == .artistFirst
        let artist = Placeholder.removed(from: isArtistFirst ? first : second)
        let title = Placeholder.removed(from: isArtistFirst ? second : first)
        guard let known = title ?? artist else { return nil }
        self.init(title: known, artist: title == nil ? nil : artist)
    }

    /// What stands before and after the separator that counts. Around it, trimming may have left
    /// one half empty, as in `- Title`.
    private static func halves(
        of text: String, _ splitting: ArtistTitleSplitting
    ) -> (String, String)? {
        let separators = splitting.separators.filter(text.mayHave)
        guard !separators.isEmpty else { return nil }
        let padded = " \(text) "
        let found = separators.flatMap { padded.occurrences(of: $0) }
        let isEarlier = { (left: Range<String.Index>, right: Range<String.Index>) in
            left.lowerBound < right.lowerBound
        }
        let place =
            switch splitting.occurrence {
            case .first: found.min(by: isEarlier)
            case .last: found.max(by: isEarlier)
            }
        guard let place else { return nil }
        return (
            String(padded[..<place.lowerBound].drop { $0 == " " }),
            String(padded[place.upperBound...].dropLast(while: { $0 == " " }))
        )
    }
}

extension String {
    /// What is left of a line after the artist and a separator; `nil` without either.
    fileprivate func removing(_ artist: String, _ splitting: ArtistTitleSplitting) -> String? {
        guard mayHave(artist, splitting.order) else { return nil }
        return splitting.separators.lazy.compactMap {
            removing(artist, and: $0, splitting.order)
        }.first
    }

    /// Whether the artist's bytes are where the artist has to be: texts that were cleaned are
    /// composed, so that what is the same has the same bytes.
    private func mayHave(_ artist: String, _ order: ArtistTitleSplitting.Order) -> Bool {
        let (line, artist) = (utf8Span.span, artist.utf8Span.span)
        guard line.count > artist.count else { return false }
        let start = order == .artistFirst ? 0 : line.count - artist.count
        return line.extracting(droppingFirst: start).starts(with: artist)
    }

    private func removing(
        _ artist: String, and separator: String, _ order: ArtistTitleSplitting.Order
    ) -> String? {
        let left =
            switch order {
            case .artistFirst:
                hasPrefix(artist + separator) ? dropFirst(artist.count + separator.count) : ""
            case .titleFirst:
                hasSuffix(separator + artist) ? dropLast(artist.count + separator.count) : ""
            }
        return left.isEmpty ? nil : String(left)
    }

    /// False where the first byte of a separator, but for spaces, does not occur.
    fileprivate func mayHave(_ separator: String) -> Bool {
        let byte = separator.utf8.first { $0 != UInt8(ascii: " ") }
        return byte.map { utf8Span.span.contains($0) } ?? true
    }

    fileprivate func occurrences(of part: String) -> [Range<Index>] {
        var found: [Range<Index>] = []
        var rest = self[...]
        while !part.isEmpty, let place = rest.firstPlace(of: part) {
            found.append(place)
            rest = rest[place.upperBound...]
        }
        return found
    }
}

extension Substring {
    fileprivate func dropLast(while predicate: (Character) -> Bool) -> Substring {
        var rest = self
        while let last = rest.last, predicate(last) { rest.removeLast() }
        return rest
    }
}
