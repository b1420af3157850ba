/// What a message says of a field.
enum FieldPatch<Value: Sendable>: Sendable {
    /// Nothing: no pointer leads anywhere.
    case absent
    /// That there is none: `null`, an empty text, a placeholder, or something of no use.
    case nothing
    /// This.
    case value(Value)

    /// It is said, be it that there is none.
    var isPresent: Bool {
        switch self {
        case .absent: false
        case .nothing, .value: true
        }
    }

    /// The value, where there is one.
    var known: Value? {
        if case .value(let value) = self { value } else { nil }
    }

    /// The same of what is made of the value.
    func map<Other>(_ transform: (Value) -> Other) -> FieldPatch<Other> {
        switch self {
        case .absent: .absent
        case .nothing: .nothing
        case .value(let value): .value(transform(value))
        }
    }

    /// Replaces what was known by what is said; what nothing is said of stays.
    func merge(into known: inout Value?) {
        switch self {
        case .absent: break
        case .nothing: known = nil
        case .value(let value): known = value
        }
    }
}
