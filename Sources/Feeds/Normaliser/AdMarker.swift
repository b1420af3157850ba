/// Markers that automation and ad servers write in place of a title while they play ads, or for
/// parts of a programme that are no tracks: `START_AD_BREAK`, `Spot Block End`, `Werbung`.
///
/// A marker consists of such words alone, in any order, with numbers. A name that only has one
/// of them, such as The Adverts, is none, and where an artist is told, a title of plain words is
/// meant.
enum AdMarker {
    /// Longer lines are for people.
    private static let maximumBytes = 80

    /// True if a whole line is a marker.
    static func isLine(_ line: String) -> Bool {
        guard line.utf8.count <= maximumBytes else { return false }
        // A divided line has an artist, who may be called so.
        if line[...].firstPlace(of: " - ") != nil { return false }
        return isMarker(line) || isNumbered(line) || isPart(line)
    }

    /// True if a title is a marker with any artist: people do not write titles in this form.
    static func isTitle(_ title: String) -> Bool {
        title.utf8.count <= maximumBytes && Words(title)?.isOfMachines == true
    }

    /// `AD 2`, `AD_12`: the second of a break.
    private static func isNumbered(_ line: String) -> Bool {
        guard line.hasPrefix("AD") else { return false }
        let number = line.dropFirst(2).drop { " _-".contains($0) }
        return !number.isEmpty && number.allSatisfy { $0.isASCII && $0.isNumber }
    }

    private static func isPart(_ line: String) -> Bool {
        line.utf8.count <= longestPart && parts.contains(line.lowercased())
    }

    private static let longestPart = 11
    /// The words of automation for parts of a programme.
    private static let parts: Set<String> = [
        "ads", "spot", "spots", "liner", "liners", "sweeper", "jingle", "jingles", "station id",
        "legal id", "voicetrack", "voice track", "imaging",
    ]

    private static func isMarker(_ line: String) -> Bool { Words(line)?.isMarker == true }

    /// The words of a text that has no others than markers have.
    private struct Words {
        private var words: [String] = []
        /// Joined as programs join words.
        private let isJoined: Bool

        /// `nil` at the first other word: nearly all titles begin with one.
        init?(_ text: String) {
            var rest = text[...]
            while !rest.isEmpty {
                let word = rest.unicodeScalars.prefix { $0.isOfWord }
                rest = text[word.endIndex...]
                rest.unicodeScalars = rest.unicodeScalars.dropFirst()
                if word.allSatisfy(\.isDigit) { continue }
                let small = Substring(word).lowercased()
                guard AdMarker.any.contains(small) else { return nil }
                words.append(small)
            }
            isJoined = text.utf8.contains { $0 == UInt8(ascii: "_") || $0 == UInt8(ascii: "=") }
        }

        var isMarker: Bool { words.contains(where: AdMarker.ads.contains) || isBreak }

        /// A word that says little by itself, with one that says that it is of a programme.
        private var isBreak: Bool {
            let isOfAds = words.contains { ["ad", "ads", "spot", "spots"].contains($0) }
            return isOfAds && words.contains(where: AdMarker.sections.contains)
        }

        var isOfMachines: Bool {
            guard isMarker else { return false }
            let isEnd = words.contains { ["start", "stop", "end", "begin"].contains($0) }
            let isBlock = words.contains("spot") && words.contains("block")
            return isJoined || isBlock || isEnd && isBreak
        }
    }

    /// Sections of a programme.
    private static let sections: Set<String> = [
        "block", "break", "breaks", "set", "start", "stop", "end", "begin", "insertion", "insert",
        "marker", "trigger", "preroll", "midroll", "postroll", "roll", "cue",
    ]

    /// Words that stand beside those for ads.
    private static let around: Set<String> = sections.union([
        "ad", "ads", "spot", "spots", "length", "duration", "in", "out", "pre", "mid", "post",
        "local", "national", "network", "ais", "sec", "secs", "seconds", "ms", "s", "id", "type",
        "pause", "started", "ended", "starts", "ends", "minute", "minutes",
    ])

    /// All of these.
    private static let any = ads.union(around)

    /// Words for ads, in the languages of those who send them.
    private static let ads: Set<String> = [
        "advertisement", "advertisements", "advertising", "advert", "adverts", "adbreak",
        "adbreaks", "adblock", "adspot", "adstart", "adstop", "adend", "commercial", "commercials",
        "commercialbreak", "spotblock", "spotbreak", "stopset", "targetspot",
        "werbung", "werbeblock", "werbepause", "werbespot", "werbespots", "werbeunterbrechung",
        "reklama", "reklamy", "reklame", "reklamen", "reklam", "reklamlar", "reklám", "reklaam",
        "reclame", "reclameblok", "reclamă", "publicité", "publicite", "publicités", "publicidad",
        "publicidade", "pubblicità", "pubblicita", "anuncios", "anúncios", "mainos", "mainokset",
        "mainoskatko", "реклама", "рекламы", "διαφήμιση", "διαφημίσεις", "פרסומת", "פרסומות",
        "إعلان", "إعلانات", "広告", "广告", "廣告", "광고",
    ]
}

extension Unicode.Scalar {
    fileprivate var isDigit: Bool { ("0"..."9").contains(self) }

    /// A letter or a digit.
    fileprivate var isOfWord: Bool {
        isASCII
            ? isDigit || ("a"..."z").contains(self) || ("A"..."Z").contains(self)
            : properties.isAlphabetic
    }
}
