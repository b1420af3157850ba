/// The difference of a title from the one that it replaces. A correction keeps most of the old
/// text; another track does not.
struct TitleEdit {
    /// Longer texts are compared by their beginnings.
    private static let longestComparison = 100
    /// A shorter beginning may be that of any title.
    private static let shortestBeginning = 4

    private let title: String
    private let artist: String?

    init(from title: String, by artist: String?) {
        self.title = title.lowercased()
        self.artist = artist?.lowercased()
    }

    /// True if the title or the artist is kept, if need be in the other's place, or all but a
    /// quarter of the letters of both.
    func isCorrection(to title: String, by artist: String?) -> Bool {
        let old = [self.artist, self.title].compactMap { $0 }
        let new = [artist?.lowercased(), title.lowercased()].compactMap { $0 }
        if old.contains(where: new.contains) { return true }
        return Self.isNearly(old.joined(separator: " "), new.joined(separator: " "))
    }

    private static func isNearly(_ old: String, _ new: String) -> Bool {
        let isCut = old.hasPrefix(new) || new.hasPrefix(old)
        if isCut, min(old.count, new.count) >= shortestBeginning { return true }
        let (old, new) = (
            Array(old.prefix(longestComparison)), Array(new.prefix(longestComparison))
        )
        return distance(old, new) * 4 <= max(old.count, new.count)
    }

    /// The Levenshtein distance, a row at a time.
    private static func distance(_ old: [Character], _ new: [Character]) -> Int {
        var row = Array(0...new.count)
        for (place, character) in old.enumerated() {
            var diagonal = row[0]
            row[0] = place + 1
            for column in new.indices {
                let replaced = diagonal + (new[column] == character ? 0 : 1)
                diagonal = row[column + 1]
                row[column + 1] = min(replaced, diagonal + 1, row[column] + 1)
            }
        }
        return row[new.count]
    }
}
