public import Testing

/// Records an issue, with both values, unless a value is the expected one.
///
/// `#expect(value == expected)` says the same, and the tests compare thousands of times: what the
/// macro makes of one comparison takes the compiler about 17 ms, and up to 50 in an expression that
/// it has to think about; a call of this function takes it less than 1 ms. Both values are
/// therefore plain ones and no closures, and the place is four literals and not the macro for it.
/// Conditions that compare nothing stay with `#expect`, which shows their parts.
public func expect<Value: Equatable>(
    _ value: Value, is expected: Value,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: Int = #line, column: Int = #column
) {
    guard value != expected else { return }
    Issue.record(
        difference(between: value, and: expected),
        sourceLocation: place(fileID, filePath, line, column))
}

/// The same with a comment, which is made only if it is needed.
public func expect<Value: Equatable>(
    _ value: Value, is expected: Value, _ comment: @autoclosure () -> Comment,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: Int = #line, column: Int = #column
) {
    guard value != expected else { return }
    Issue.record(
        "\(difference(between: value, and: expected))\n\(comment())",
        sourceLocation: place(fileID, filePath, line, column))
}

/// Both values, one below the other; of long ones, where the difference begins.
private func difference<Value>(between value: Value, and expected: Value) -> Comment {
    var texts = [value, expected].map { String(describingForTest: $0) }
    if texts[0] == texts[1] { texts = [value, expected].map { String(reflecting: $0) } }
    var lines = ["it is     \(texts[0])", "and not   \(texts[1])"]
    if texts.contains(where: { $0.count > 80 }) {
        let same = zip(texts[0], texts[1]).prefix { $0 == $1 }.count
        let rests = texts.map { $0.dropFirst(same).prefix(40) }
        lines.append("beginning with “\(rests[0])” and not “\(rests[1])”")
    }
    return Comment(rawValue: lines.joined(separator: "\n"))
}

private func place(
    _ fileID: StaticString, _ filePath: StaticString, _ line: Int, _ column: Int
) -> SourceLocation {
    SourceLocation(fileID: "\(fileID)", filePath: "\(filePath)", line: line, column: column)
}
