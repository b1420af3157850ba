import NowPlaying

/// One reading of a mapping's settings: collects every mistake.
///
/// A class, because the parts that are being read all note their mistakes here.
final class MappingReading {
    private(set) var mistakes: [FeedMistake] = []
    /// The names that may stand in braces in pointers; `nil` where they were checked before.
    let names: [String]?

    init(names: [String]? = []) {
        self.names = names
    }

    /// A mistake was found.
    func note(_ problem: FeedMistake.Problem, at path: [FeedMistake.Step]) {
        mistakes.append(FeedMistake(path: path, problem: problem))
    }
}

/// A setting, or a part of one: asked what it is, it answers or notes why it cannot.
struct SettingValue {
    let value: Feed.Value
    /// The way to it.
    let path: [FeedMistake.Step]
    let reading: MappingReading

    /// Notes that it is not `expected`.
    func note(mustBe expected: String) {
        reading.note(.wrongValue(mustBe: expected), at: path)
    }

    /// Notes that a part of it is wrong.
    func note(_ problem: String, remedy: String) {
        reading.note(.wrongPart(problem, remedy: remedy), at: path)
    }

    /// Notes that it is not `expected`, and gives nothing.
    func refuse<Answer>(mustBe expected: String) -> Answer? {
        note(mustBe: expected)
        return nil
    }

    /// Notes that a part of it is wrong, and gives nothing.
    func refuse<Answer>(_ problem: String, remedy: String) -> Answer? {
        note(problem, remedy: remedy)
        return nil
    }

    /// Its members, whatever they are called.
    var members: SettingSection? {
        guard case .object(let members) = value else {
            return refuse(mustBe: "a mapping (`key: value`)")
        }
        return SettingSection(members: members, path: path, reading: reading)
    }

    /// Its members, which may be only those that `keys` tells.
    func section(_ keys: [String]) -> SettingSection? {
        let section = members
        section?.refuseKeys(besides: keys)
        return section
    }

    /// Its elements.
    var elements: [SettingValue]? {
        guard case .list(let elements) = value else {
            return refuse(mustBe: "a list (`- …` or `[…]`)")
        }
        return elements.enumerated().map { place, element in
            SettingValue(value: element, path: path + [.element(place)], reading: reading)
        }
    }

    /// Its elements, or itself where it is not a list.
    var oneOrMore: [SettingValue] {
        if case .list = value { return elements ?? [] }
        return [self]
    }
}

extension SettingValue {
    /// Its elements, of which there must be one, or itself where it is not a list.
    func filledList(_ expected: String) -> [SettingValue] {
        let elements = oneOrMore
        if elements.isEmpty { note(mustBe: expected) }
        return elements
    }

    /// A text; numbers and truth values count as what they are written as.
    func text(_ expected: String = "a text") -> String? {
        guard let text = value.plainText, !text.isEmpty else { return refuse(mustBe: expected) }
        return text
    }

    /// Any text, an empty one too.
    func anyText() -> String? {
        value.plainText ?? refuse(mustBe: "a text or a number")
    }

    /// A number.
    func number() -> Double? {
        guard case .number(let number) = value else {
            return refuse(mustBe: "a number, without quotes")
        }
        return number
    }

    /// A whole number within bounds.
    func whole(in bounds: ClosedRange<Int>) -> Int? {
        guard case .number(let number) = value, let whole = Int(exactly: number),
            bounds.contains(whole)
        else {
            return refuse(
                mustBe: "a whole number from \(bounds.lowerBound) to \(bounds.upperBound)")
        }
        return whole
    }

    /// A truth value.
    func flag() -> Bool? {
        guard case .flag(let flag) = value else {
            return refuse(mustBe: "`true` or `false`, without quotes")
        }
        return flag
    }

    /// A length of time, by default one that servers are asked for.
    func duration(in bounds: ClosedRange<Interval> = LayerLimits.intervals) -> Interval? {
        guard let length = value.plainText.flatMap({ Interval(inUnits: $0) }),
            bounds.contains(length)
        else {
            return refuse(
                mustBe: "a number of seconds or a text like `500ms`, `2s`, `5m`, from "
                    + "\(bounds.lowerBound.inUnits) to \(bounds.upperBound.inUnits)")
        }
        return length
    }

    /// One of some words.
    func word<Meaning>(_ meanings: [(String, Meaning)]) -> Meaning? {
        let text = value.plainText
        if let known = meanings.first(where: { $0.0 == text }) { return known.1 }
        let words = meanings.map { "`\($0.0)`" }.joined(separator: ", ")
        return refuse(mustBe: "one of \(words)")
    }

    /// A plain value or a list of such.
    func scalars() -> [Feed.Value] {
        oneOrMore.compactMap { element in
            element.value.isScalar
                ? element.value : element.refuse(mustBe: "a text, a number, a flag or `null`")
        }
    }
}

/// A mapping in a feed's settings.
struct SettingSection {
    let members: [Feed.Member]
    let path: [FeedMistake.Step]
    let reading: MappingReading

    /// The value of a key, if it is there.
    subscript(key: String) -> SettingValue? {
        members.first { $0.name == key }.map(value)
    }

    /// The value of a key without which the section makes no sense.
    func required(_ key: String, example: String) -> SettingValue? {
        if let value = self[key] { return value }
        reading.note(.missingKey(key, example: example), at: path)
        return nil
    }

    /// All members with their names, as they stand there.
    var values: [(name: String, value: SettingValue)] {
        members.map { ($0.name, value(of: $0)) }
    }

    /// Notes every key that cannot stand in braces.
    func refuseUnusableNames() {
        for member in members
        where Placeholders.parts(of: "{\(member.name)}") != [
            .placeholder(member.name)
        ] || member.name.hasPrefix("/") {
            value(of: member).note(
                "the name cannot stand in braces",
                remedy: "it must be letters and digits, the first one a small letter")
        }
    }

    /// Notes every key that is not one of `keys`.
    func refuseKeys(besides keys: [String]) {
        for member in members where !keys.contains(member.name) {
            reading.note(.unknownKey(known: keys), at: path + [.key(member.name)])
        }
    }

    private func value(of member: Feed.Member) -> SettingValue {
        SettingValue(value: member.value, path: path + [.key(member.name)], reading: reading)
    }
}
