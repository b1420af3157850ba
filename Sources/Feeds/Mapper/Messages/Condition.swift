import JSON

/// What a message must say at one place for a rule to hold.
///
/// In a config: a value or a list of values of which it must be one, or a mapping of tests, all of
/// which must hold. What is not there counts as `null`.
struct Condition: Hashable, Sendable {
    private enum Test: Hashable, Sendable {
        case among([Feed.Value])
        case notAmong([Feed.Value])
        case exists(Bool)
        case startsWith(String)
        case contains(String)
        case above(Double)
        case below(Double)
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
            tests = [.among(value.scalars())]
            return
        }
        guard let section = value.section(Self.keys) else { return nil }
        var tests: [Test] = []
        if let value = section["is"] { tests.append(.among(value.scalars())) }
        if let value = section["not"] { tests.append(.notAmong(value.scalars())) }
        if let flag = section["exists"]?.flag() { tests.append(.exists(flag)) }
        if let text = section["startsWith"]?.text() { tests.append(.startsWith(text)) }
        if let text = section["contains"]?.text() { tests.append(.contains(text)) }
        if let number = section["above"]?.number() { tests.append(.above(number)) }
        if let number = section["below"]?.number() { tests.append(.below(number)) }
        self.tests = tests
    }

    /// Whether a message says so.
    func holds(for root: JSONValue) -> Bool {
        let values = pointer.values(in: root)
        return tests.allSatisfy { Self.holds($0, values) }
    }

    private static func holds(_ test: Test, _ values: [JSONValue]) -> Bool {
        switch test {
        case .among(let known): isAny(of: values, among: known)
        case .notAmong(let known): !isAny(of: values, among: known)
        case .exists(let exists): values.contains { !$0.isNull } == exists
        case .startsWith(let text):
            values.contains { $0.lenientString?.hasPrefix(text) ?? false }
        case .contains(let text):
            values.contains { $0.lenientString?[...].firstPlace(of: text) != nil }
        case .above(let number): values.contains { $0.lenientDouble.map { $0 > number } ?? false }
        case .below(let number): values.contains { $0.lenientDouble.map { $0 < number } ?? false }
        }
    }

    private static func isAny(of values: [JSONValue], among known: [Feed.Value]) -> Bool {
        if values.isEmpty { return known.contains(.null) }
        return values.contains { value in known.contains { $0.matches(value) } }
    }
}

extension SettingValue {
    /// Conditions by the places that they are about; all must hold.
    func conditions() -> [Condition] {
        (members?.values ?? []).compactMap { Condition(at: $0.name, $0.value) }
    }
}

extension [Condition] {
    /// Whether all of them hold.
    func hold(for root: JSONValue) -> Bool {
        allSatisfy { $0.holds(for: root) }
    }
}
