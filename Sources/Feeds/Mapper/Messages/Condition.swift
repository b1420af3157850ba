import JSON

/// The required value at one place of a message, for a rule to hold.
///
/// In a config: a value, or a list of alternatives, or a mapping of tests that must all hold. An
/// absent value counts as `null`.
struct Condition: Hashable, Sendable {
    private enum Test: Hashable, Sendable {
        case among([Scalar])
        case notAmong([Scalar])
        case exists(Bool)
        case startsWith(NamedText)
        case contains(NamedText)
        case above(Double)
        case below(Double)
    }

    /// A plain value, or a text in which names stand in braces.
    fileprivate enum Scalar: Hashable, Sendable {
        case plain(Feed.Value)
        case named(NamedText)

        init(_ value: Feed.Value) {
            if case .text(let text) = value {
                self = .named(NamedText(text))
            } else {
                self = .plain(value)
            }
        }

        func matches(_ value: JSONValue, _ names: NameTexts) -> Bool {
            switch self {
            case .plain(let known): known.matches(value)
            case .named(let text): value.says(text.filled(by: names))
            }
        }
    }

    private static let keys = ["is", "not", "exists", "startsWith", "contains", "above", "below"]

    private let pointer: ValuePointer
    private let tests: [Test]

    init?(at place: String, _ value: SettingValue) {
        guard let pointer = ValuePointer(place) else {
            value.note(
                "a key of `when` is not a JSON pointer", remedy: "begin it with a `/`")
            return nil
        }
        guard value.hasKnownNames(place) else { return nil }
        self.pointer = pointer
        guard case .object = value.value else {
            tests = [.among(value.namedScalars())]
            return
        }
        guard let section = value.section(Self.keys) else { return nil }
        var tests: [Test] = []
        if let value = section["is"] { tests.append(.among(value.namedScalars())) }
        if let value = section["not"] { tests.append(.notAmong(value.namedScalars())) }
        if let flag = section["exists"]?.flag() { tests.append(.exists(flag)) }
        if let text = section["startsWith"]?.text() { tests.append(.startsWith(NamedText(text))) }
        if let text = section["contains"]?.text() { tests.append(.contains(NamedText(text))) }
        if let number = section["above"]?.number() { tests.append(.above(number)) }
        if let number = section["below"]?.number() { tests.append(.below(number)) }
        self.tests = tests
    }

    /// True if the condition holds for a message.
    func holds(for root: MappedValue) -> Bool {
        let values = pointer.values(in: root)
        return tests.allSatisfy { Self.holds($0, values, root.names) }
    }

    private static func holds(_ test: Test, _ values: FoundValues, _ names: NameTexts) -> Bool {
        switch test {
        case .among(let known): return isAny(of: values, among: known, names)
        case .notAmong(let known): return !isAny(of: values, among: known, names)
        case .exists(let exists): return values.contains { !$0.isNull } == exists
        case .startsWith(let text):
            let text = text.filled(by: names)
            return values.contains { $0.lenientString?.hasPrefix(text) ?? false }
        case .contains(let text):
            let text = text.filled(by: names)
            return values.contains { $0.lenientString?[...].firstPlace(of: text) != nil }
        case .above(let number):
            return values.contains { $0.lenientDouble.map { $0 > number } ?? false }
        case .below(let number):
            return values.contains { $0.lenientDouble.map { $0 < number } ?? false }
        }
    }

    private static func isAny(
        of values: FoundValues, among known: [Scalar], _ names: NameTexts
    ) -> Bool {
        if values.isEmpty { return known.contains(.plain(.null)) }
        return values.contains { value in known.contains { $0.matches(value, names) } }
    }
}

extension SettingValue {
    /// A plain value or a list of such.
    fileprivate func namedScalars() -> [Condition.Scalar] {
        scalars().map { Condition.Scalar($0) }
    }

    /// Conditions by the places that they are about; all must hold.
    func conditions() -> [Condition] {
        (members?.values ?? []).compactMap { Condition(at: $0.name, $0.value) }
    }
}

extension [Condition] {
    /// True if all of them hold.
    func hold(for root: MappedValue) -> Bool {
        allSatisfy { $0.holds(for: root) }
    }
}
