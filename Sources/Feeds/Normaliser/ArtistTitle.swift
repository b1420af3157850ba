/// The rules for splitting a line such as `Artist - Title`.
public struct ArtistTitleSplitting: Hashable, Sendable {
    /// The order of artist and title.
    public enum Order: Hashable, Sendable {
        case artistFirst, titleFirst
    }

    /// The choice among several separators in a line.
    public enum Occurrence: Hashable, Sendable {
        case first, last
    }

    /// The separators between the two; each occurrence of any of them counts. Without any, lines
    /// are not split.
    public var separators = [" - ", " – ", " — "]
    /// The order of artist and title.
    public var order = Order.artistFirst
    /// The occurrence that counts.
    public var occurrence = Occurrence.first

    /// The default rules.
    public init() {}
}

/// The names of a track.
struct ArtistTitle: Equatable {
    var title: String
    var artist: String?

    /// The best names from clean parts; `nil` if there are none.
    ///
    /// Fields take precedence over the line. The line is split only if a field is missing, and is
    /// not evaluated if none is.
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

    /// Handles stations that put the whole line into the title, though they have the artist, too,
    /// or into both.
    private init(title: String, artist: String, splitting: ArtistTitleSplitting) {
        if title == artist, let names = ArtistTitle(text: title, splitting: splitting) {
            self = names.artist == nil ? ArtistTitle(title: title, artist: artist) : names
            return
        }
        self.init(title: title.removing(artist, splitting) ?? title, artist: artist)
    }

    /// Takes the title from the line, without the artist. An artist alone is shown as the title.
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

    /// The parts before and after the separator that counts. Trimming may have left one half empty,
    /// as in `- Title`.
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
    /// The rest of a line without the artist and a separator; `nil` if it lacks either.
    fileprivate func removing(_ artist: String, _ splitting: ArtistTitleSplitting) -> String? {
        guard mayHave(artist, splitting.order) else { return nil }
        return splitting.separators.lazy.compactMap {
            removing(artist, and: $0, splitting.order)
        }.first
    }

    /// True if the artist's bytes are at the required place. Clean texts are composed, so equal
    /// texts have equal bytes.
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

    /// False if the first byte of a separator, except spaces, does not occur.
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
