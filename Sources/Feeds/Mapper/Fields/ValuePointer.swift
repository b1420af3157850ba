import JSON
import Support

/// A JSON pointer (RFC 6901) with additional steps:
///
/// - `*`: every element or member. `/songs/0/artists/*/name` leads to all artists of a song.
/// - `-1`: the last element of a list, `-2` the one before it.
/// - `[name=text]`: the first element whose member `name` is that text, number or truth value.
///   `/properties/[key=TITLE]/value` leads to the value beside a key; in a list of pairs the name
///   is an index, as in `/ids/[0=isrc]/1`.
/// - `[max:name]`: the element whose member `name` is the largest number.
/// - `[name|other]`: the first of these members with a value. `/artists/*/[name|alias]` leads to a
///   name for each artist.
///
/// Names in braces stand for texts, which are never steps themselves.
struct ValuePointer: Hashable, Sendable {
    private enum Step: Hashable, Sendable {
        case member(NamedText)
        case every
        case lookUp(NamedText, equals: NamedText)
        case firstOf([NamedText])
        case greatest(NamedText)
    }

    /// The largest number of values of `*`: more names than any track has artists.
    private static let maximumValues = 256

    private let steps: [Step]

    /// The pointer in a text; `nil` if the text is none. The empty one leads to the whole.
    init?(_ text: String) {
        guard text.isEmpty || text.utf8.first == UInt8(ascii: "/") else { return nil }
        // The first part stands before the first slash.
        steps = text.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
            .dropFirst().map { Self.step(Substring($0)) }
    }

    private static func step(_ token: Substring) -> Step {
        if token == "*" { return .every }
        let plain = unescaped(token)
        guard plain.hasPrefix("["), plain.hasSuffix("]") else { return .member(NamedText(plain)) }
        if plain.hasPrefix("[max:") {
            return .greatest(NamedText(String(plain.dropFirst(5).dropLast())))
        }
        guard let sign = plain.firstIndex(of: "=") else {
            let names = plain.dropFirst().dropLast().split(separator: "|")
            return names.count > 1
                ? .firstOf(names.map { NamedText(String($0)) }) : .member(NamedText(plain))
        }
        let name = plain[..<sign].dropFirst()
        let text = plain[sign...].dropFirst().dropLast()
        return .lookUp(NamedText(String(name)), equals: NamedText(String(text)))
    }

    /// A text as a part of a pointer's step.
    static func escaped(_ text: String) -> String {
        text.reduce(into: "") { escaped, character in
            escaped += character == "~" ? "~0" : character == "/" ? "~1" : String(character)
        }
    }

    /// RFC 6901, section 4: first `~1`, then `~0`.
    private static func unescaped(_ token: Substring) -> String {
        guard token.utf8.contains(UInt8(ascii: "~")) else { return String(token) }
        var plain = ""
        var isEscaped = false
        for character in token {
            if isEscaped {
                plain += character == "1" ? "/" : character == "0" ? "~" : "~\(character)"
                isEscaped = false
            } else if character == "~" {
                isEscaped = true
            } else {
                plain.append(character)
            }
        }
        return isEscaped ? plain + "~" : plain
    }

    /// All values at the pointer; none if it leads nowhere.
    func values(in root: MappedValue) -> FoundValues {
        var value = root.json
        for (place, step) in steps.enumerated() {
            if value.isNull { break }
            if case .every = step {
                return FoundValues(Self.values(of: steps[place...], from: root.with(value)))
            }
            guard let next = Self.resolve(step, from: value, root.names) else {
                return FoundValues(nil)
            }
            value = next
        }
        return FoundValues(value)
    }

    /// The first value at the pointer.
    func value(in root: MappedValue) -> JSONValue? { values(in: root).first }

    /// The elements of the list at the pointer; none in a `null`; `nil` if it leads to no list.
    ///
    /// These are all values of a `*`, else the elements of an array. The members of an object count
    /// as elements if all their names are numbers, as PHP writes lists with gaps, or if all are
    /// structures. Any other object is the only element.
    func rows(in root: MappedValue) -> [JSONValue]? {
        let values = values(in: root)
        guard let value = values.first else { return nil }
        if steps.contains(.every) { return values.filter { !$0.isNull } }
        if value.isNull { return [] }
        guard value.isObject else { return value.isArray ? value.inner : nil }
        let isList =
            value.hasNumberedMembers
            || value.members.allSatisfy { $0.value.isObject || $0.value.isArray }
        return isList ? value.inner : [value]
    }

    /// The values of steps of which some lead to several.
    private static func values(of steps: ArraySlice<Step>, from root: MappedValue) -> [JSONValue] {
        steps.reduce([root.json]) { values, step in
            let next = values.flatMap { value -> [JSONValue] in
                if value.isNull { return [value] }
                if case .every = step { return Array(value.inner.prefix(maximumValues)) }
                return resolve(step, from: value, root.names).map { [$0] } ?? []
            }
            return Array(next.prefix(maximumValues))
        }
    }

    /// The value of a step that leads to one value at most. The way ends at a `null`, which
    /// contains nothing.
    private static func resolve(
        _ step: Step, from value: JSONValue, _ names: NameTexts
    ) -> JSONValue? {
        switch step {
        case .member(let name): return member(name.filled(by: names), of: value)
        case .every: return value.inner.first
        case .lookUp(let name, let text):
            let (name, text) = (name.filled(by: names), text.filled(by: names))
            return value.firstInner { member(name, of: $0)?.isWritten(text) ?? false }
        case .firstOf(let others):
            return first(of: others.compactMap { value[named: $0.filled(by: names)] })
        case .greatest(let name): return greatest(name.filled(by: names), in: value)
        }
    }

    private static func member(_ name: String, of value: JSONValue) -> JSONValue? {
        value.isArray ? element(name, of: value) : value[named: name]
    }

    /// The element with the largest number; the first of several equal ones.
    private static func greatest(_ name: String, in value: JSONValue) -> JSONValue? {
        let sized = value.inner.compactMap { element in
            member(name, of: element)?.lenientDouble.map { (size: $0, element: element) }
        }
        guard let largest = sized.map(\.size).max() else { return nil }
        return sized.first { $0.size == largest }?.element
    }

    private static func first(of values: [JSONValue]) -> JSONValue? {
        values.first { !$0.isNull && !$0.string(equals: "" as StaticString) } ?? values.first
    }

    /// A number of digits alone, without a zero in front; behind a minus it counts from the end.
    private static func element(_ name: String, of value: JSONValue) -> JSONValue? {
        let isFromEnd = name.utf8.first == UInt8(ascii: "-")
        let digits = name.dropFirst(isFromEnd ? 1 : 0)
        guard digits == "0" || digits.utf8.first != UInt8(ascii: "0"),
            digits.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
            let place = Int(digits)
        else { return nil }
        guard isFromEnd else { return value.elements.dropFirst(place).first { _ in true } }
        let last = value.elements.suffix(place)
        return last.count == place ? last.first : nil
    }
}

extension JSONValue {
    /// True if the text, or the number or truth value in its written form, is this.
    func isWritten(_ text: String) -> Bool {
        if let bool { return String(bool) == text }
        return says(text)
    }

    /// True if the text, or the number in its written form, is this.
    func says(_ text: String) -> Bool {
        guard let utf8 else { return lenientString == text }
        if string(equals: text) { return true }
        // A text has several encodings only beyond ASCII.
        return !utf8.allSatisfy { $0 < 0x80 } && lenientString == text
    }

    /// The elements of an array, or the values of an object: in numeric order if all names are
    /// numbers, as PHP writes arrays with gaps, else in their own order.
    var inner: [JSONValue] {
        if isArray { return Array(elements) }
        guard hasNumberedMembers else { return members.map(\.value) }
        let numbered = members.map { (number: $0.name.number ?? 0, value: $0.value) }
        return numbered.sorted { $0.number < $1.number }.map(\.value)
    }

    /// The first of these for which a condition holds.
    fileprivate func firstInner(where isMeant: (JSONValue) -> Bool) -> JSONValue? {
        if isArray { return elements.first(where: isMeant) }
        if hasNumberedMembers { return inner.first(where: isMeant) }
        return members.first { isMeant($0.value) }?.value
    }

    /// True if all members of the object have numbers for names.
    fileprivate var hasNumberedMembers: Bool { members.allSatisfy { $0.name.number != nil } }
}

extension ForeignText {
    /// The whole number that the text is.
    fileprivate var number: Int? {
        guard let first = bytes.first, first <= UInt8(ascii: "9") else { return nil }
        return bounded(20).flatMap { Int($0) }
    }
}
