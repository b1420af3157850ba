/// A user's text in a message: on one line, and only the beginning of a long one.
public func quote(_ text: String) -> String {
    let beginning = text.unicodeScalars.prefix(60)
    let isWhole = beginning.endIndex == text.unicodeScalars.endIndex
    return "`\(String(beginning).escapingControls())\(isWhole ? "" : "…")`"
}

/// The remedy for an unknown word: the nearest known one, if it is within two edits and shares
/// something with it; else all known ones.
///
/// - Parameter list: A replacement for the list of known words, if they are too many for a message.
public func suggestion(
    for word: String, among known: [String], listedBy list: String? = nil
) -> String {
    let all = list ?? "known here: " + known.map { "`\($0)`" }.joined(separator: ", ")
    // A long word cannot be near, and the distance costs the product of the lengths.
    guard word.unicodeScalars.count <= 64 else { return all }
    let nearest =
        known
        .map { (word: $0, distance: editDistance(word.lowercased(), $0.lowercased())) }
        .min { $0.distance < $1.distance }
    guard let nearest, nearest.distance <= 2,
        nearest.distance < min(word.unicodeScalars.count, nearest.word.unicodeScalars.count)
    else { return known.isEmpty ? "nothing is known here" : all }
    return "did you mean `\(nearest.word)`?"
}

/// The number of insertions, deletions, substitutions and swaps of neighbours that turn one word
/// into another (Damerau–Levenshtein, each place edited at most once).
private func editDistance(_ left: String, _ right: String) -> Int {
    let left = Array(left.unicodeScalars)
    let right = Array(right.unicodeScalars)
    var beforePrevious: [Int] = []
    var previous = Array(0...right.count)
    for row in 0..<left.count {
        var current = [row + 1]
        for column in 0..<right.count {
            let isSame = left[row] == right[column]
            var cost = min(
                previous[column] + (isSame ? 0 : 1),
                previous[column + 1] + 1,
                current[column] + 1)
            if row > 0, column > 0, left[row] == right[column - 1],
                left[row - 1] == right[column]
            {
                cost = min(cost, beforePrevious[column - 1] + 1)
            }
            current.append(cost)
        }
        (beforePrevious, previous) = (previous, current)
    }
    return previous[right.count]
}
