/// How a line such as `Artist - Title` is split.
public struct ArtistTitleSplitting: Hashable, Sendable {
    /// Which comes first.
    public enum Order: Hashable, Sendable {
        case artistFirst, titleFirst
    }

    /// What stands between the two; the first place where any of them occurs counts. None: lines
    /// are not split.
    public var separators = [" - ", " – ", " — "]
    /// Which comes first.
    public var order = Order.artistFirst

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

    private init(title: String, artist: String?) {
        self.title = title
        self.artist = artist
    }

    /// Some stations put the whole line into the title, though they give the artist, too.
    private init(title: String, artist: String, splitting: ArtistTitleSplitting) {
        let short = splitting.separators.compactMap {
            title.removing(artist, and: $0, splitting.order)
        }
        self.init(title: short.first ?? title, artist: artist)
    }

    /// The title is what the line has beside the artist. An artist alone is all that can be shown.
    private init(artist: String, text: String?, splitting: ArtistTitleSplitting) {
        guard let text = text.flatMap({ Placeholder.removed(from: $0) }), text != artist else {
            self.init(title: artist, artist: nil)
            return
        }
        let title = splitting.separators.compactMap {
            text.removing(artist, and: $0, splitting.order)
        }
        self.init(title: title.first ?? text, artist: artist)
    }

    private init?(text: String, splitting: ArtistTitleSplitting) {
        let (first, second) = Self.halves(of: text, at: splitting.separators) ?? ("", text)
        let isArtistFirst = splitting.order == .artistFirst
        let artist = Placeholder.removed(from: isArtistFirst ? first : second)
        let title = Placeholder.removed(from: isArtistFirst ? second : first)
        guard let known = title ?? artist else { return nil }
        self.init(title: known, artist: title == nil ? nil : artist)
    }

    /// What stands before and after the first separator. Around it, trimming may have left one
    /// half empty, as in `- Title`.
    private static func halves(of text: String, at separators: [String]) -> (String, String)? {
        let padded = " \(text) "
        let found = separators.compactMap { padded.firstOccurrence(of: $0) }
        guard let place = found.min(by: { $0.lowerBound < $1.lowerBound }) else { return nil }
        return (
            String(padded[..<place.lowerBound].drop { $0 == " " }),
            String(padded[place.upperBound...].dropLast(while: { $0 == " " }))
        )
    }
}

extension String {
    /// What is left of a line after the artist and the separator; `nil` without either.
    fileprivate func removing(
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

    fileprivate func firstOccurrence(of part: String) -> Range<Index>? {
        var start = startIndex
        while start < endIndex, !part.isEmpty {
            if self[start...].hasPrefix(part) {
                return start..<index(start, offsetBy: part.count)
            }
            formIndex(after: &start)
        }
        return nil
    }
}

extension Substring {
    fileprivate func dropLast(while predicate: (Character) -> Bool) -> Substring {
        var rest = self
        while let last = rest.last, predicate(last) { rest.removeLast() }
        return rest
    }
}
