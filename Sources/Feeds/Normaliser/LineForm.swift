/// A line that names title and artist in a way of its own, so that no separator need be known.
struct LineForm: Equatable {
    let title: String
    let artist: String

    /// Reads a line; `nil` where it is of none of these forms.
    init?(_ line: String) {
        guard
            let form = Self.quoted(line) ?? Self.byLine(line) ?? Self.labelled(line)
                ?? Self.cart(line)
        else { return nil }
        (title, artist) = form
        if title.isEmpty || artist.isEmpty { return nil }
    }

    private typealias Names = (title: String, artist: String)

    // MARK: "Title" by Artist

    private static let quotes: [Character: Character] = [
        "\"": "\"", "“": "”", "„": "“", "«": "»", "»": "«", "”": "”", "‟": "”",
    ]
    private static let by = [
        "by", "von", "par", "de", "di", "por", "da", "van", "door", "av", "af", "od", "przez", "от",
    ]
    private static let from = [
        "from", "aus", "de l'album", "del álbum", "dall'album", "off", "van",
    ]

    /// `"Title" by Artist from "Album"`. Without the quotes the title's end is unknown.
    private static func quoted(_ line: String) -> Names? {
        guard line.mayBeginWithQuote, let first = line.first, let closing = quotes[first],
            let end = line.dropFirst().firstIndex(where: { $0 == closing || $0 == "”" })
        else { return nil }
        let rest = line[line.index(after: end)...]
        guard let word = by.first(where: { rest.hasPrefix(" \($0) ") }) else { return nil }
        let artist = withoutAlbum(rest.dropFirst(word.count + 2))
        return (String(line.dropFirst()[..<end]), String(unquoted(onAir(artist))))
    }

    private static func withoutAlbum(_ text: Substring) -> Substring {
        let albums = from.compactMap { word -> Substring.Index? in
            guard let place = text.firstPlace(of: " \(word) "),
                let next = text[place.upperBound...].first, quotes[next] != nil
            else { return nil }
            return place.lowerBound
        }
        return albums.min().map { text[..<$0] } ?? text
    }

    /// `… on Some Show on WXYZ`: what stands before a show on a station by its call sign.
    private static func onAir(_ text: Substring) -> Substring {
        guard let last = text.lastWord, (3...5).contains(last.count),
            last.allSatisfy({ $0.isASCII && $0.isUppercase }), text.hasSuffix(" on \(last)"),
            let place = text.firstPlace(of: " on ")
        else { return text }
        return text[..<place.lowerBound]
    }

    private static func unquoted(_ text: Substring) -> Substring {
        guard text.count > 2, let first = text.first, text.last == quotes[first] else {
            return text
        }
        return text.dropFirst().dropLast()
    }

    // MARK: Title By: Artist - station.example

    private static func byLine(_ line: String) -> Names? {
        guard let place = line[...].firstPlace(of: " By: ") ?? line[...].firstPlace(of: " by: ")
        else { return nil }
        let title = line[..<place.lowerBound]
        // `Remixed by: …` is no title.
        let isOfWork = ["ed", "en"].contains { title.lowercased().hasSuffix($0) }
        guard !isOfWork, title.firstPlace(of: " - ") == nil else { return nil }
        return (String(title), String(withoutSite(line[place.upperBound...])))
    }

    /// Without a site's name behind it, ` - station.example`.
    private static func withoutSite(_ text: Substring) -> Substring {
        guard let last = text.lastWord, text.hasSuffix(" - \(last)"), last.isDomain
        else { return text }
        return text.dropLast(last.count + 3)
    }

    // MARK: Artist: A - Title: T

    private static let titleLabels = [
        "title", "titel", "titre", "título", "titulo", "titolo", "song", "track", "titul", "tytuł",
        "название", "песня",
    ]
    private static let artistLabels = [
        "artist", "interpret", "artiste", "artista", "artiest", "künstler", "interprete",
        "wykonawca", "исполнитель",
    ]

    private static func labelled(_ line: String) -> Names? {
        guard let colon = line.utf8.firstIndex(of: UInt8(ascii: ":")) else { return nil }
        let label = line[..<colon].lowercased()
        let body = line[line.index(after: colon)...].drop { $0 == " " }
        if titleLabels.contains(label), let (title, artist) = divided(body, artistLabels) {
            return (title, artist)
        }
        if artistLabels.contains(label), let (artist, title) = divided(body, titleLabels) {
            return (title, artist)
        }
        return nil
    }

    /// The texts before a label and after it.
    private static func divided(_ text: Substring, _ labels: [String]) -> (String, String)? {
        guard let colon = text.lastIndex(of: ":") else { return nil }
        let head = text[..<colon]
        let label = head.split { " ,;|/-–".contains($0) }.last ?? ""
        guard labels.contains(label.lowercased()), head.hasSuffix(label) else { return nil }
        var first = head.dropLast(label.count)
        while let last = first.last, " ,;|/-–".contains(last) { first.removeLast() }
        return (String(first), String(text[colon...].dropFirst().drop { $0 == " " }))
    }

    // MARK: Title~Artist~Album~Year~…

    private static let fewestFields = 5

    /// The fields of a cart, of which one is a number, such as the year.
    private static func cart(_ line: String) -> Names? {
        guard line.utf8Span.span.contains(UInt8(ascii: "~")) else { return nil }
        let fields = line.split(separator: "~", omittingEmptySubsequences: false)
        guard fields.count >= fewestFields,
            fields.dropFirst(2).contains(where: { $0.count >= 2 && $0.allSatisfy(\.isNumber) })
        else { return nil }
        return (String(fields[0]), String(fields[1]))
    }
}

/// Additions of stations behind a line, such as their address or what comes next.
enum LineTail {
    /// A line without its addition; the whole line if it has none.
    ///
    /// - Parameter separators: The rest must have one of them, unless they are `nil`:
    ///   `Visit www.radio.example` is whole.
    static func removed(from line: String, separators: [String]?) -> String {
        var rest = line[...]
        if let next = next(in: rest) { rest = rest[..<next] }
        if let last = rest.lastWord, last.isAddress { rest = rest[..<last.startIndex] }
        guard !rest.isEmpty, rest.endIndex < line.endIndex else { return line }
        while let last = rest.last, " -–—|/*(".contains(last) { rest.removeLast() }
        let isWhole = separators?.contains { rest.firstPlace(of: $0) != nil } ?? !rest.isEmpty
        return isWhole ? String(rest) : line
    }

    /// The beginning of ` *** NEXT: …`.
    private static func next(in line: Substring) -> Substring.Index? {
        guard let place = line.firstPlace(of: " NEXT: ") else { return nil }
        let head = line[..<place.lowerBound]
        return head.last.map { "*|-–".contains($0) } == true ? place.lowerBound : nil
    }
}

extension String {
    /// Quotes of other scripts than ASCII have several bytes.
    fileprivate var mayBeginWithQuote: Bool {
        utf8.first.map { $0 == UInt8(ascii: "\"") || $0 >= 0x80 } ?? false
    }
}

extension Substring {
    /// An address, perhaps in brackets, or a site by its `www`.
    fileprivate var isAddress: Bool {
        guard utf8.contains(where: { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "/") }) else {
            return false
        }
        let text = drop { $0 == "(" || $0 == "[" }.lowercased()
        return text.hasPrefix("http://") || text.hasPrefix("https://")
            || text.hasPrefix("www.") && text.count > 6
    }

    /// `name.example`.
    fileprivate var isDomain: Bool {
        let parts = split(separator: ".", omittingEmptySubsequences: false)
        return parts.count >= 2 && parts.allSatisfy { !$0.isEmpty }
            && utf8.allSatisfy { byte in
                byte == UInt8(ascii: ".") || byte == UInt8(ascii: "-")
                    || Character(UnicodeScalar(byte)).isLetter
                    || Character(UnicodeScalar(byte)).isNumber
            } && (parts.last?.count ?? 0) >= 2 && parts.last?.allSatisfy(\.isLetter) == true
    }
}
