/// The change that a message makes to a field.
enum FieldPatch<Value: Sendable>: Sendable {
    /// None: no pointer leads anywhere.
    case absent
    /// The field is empty: `null`, an empty text, a placeholder, or a value of no use.
    case nothing
    /// The field has this value.
    case value(Value)

    /// True if the message mentions the field, even as empty.
    var isPresent: Bool {
        switch self {
        case .absent: false
        case .nothing, .value: true
        }
    }

    /// The value, if there is one.
    var known: Value? {
        if case .value(let value) = self { value } else { nil }
    }

    /// The same with a converted value.
    func map<Other>(_ transform: (Value) -> Other) -> FieldPatch<Other> {
        switch self {
        case .absent: .absent
        case .nothing: .nothing
        case .value(let value): .value(transform(value))
        }
    }

    /// Applies the change to the known value.
    func merge(into known: inout Value?) {
        switch self {
        case .absent: break
        case .nothing: known = nil
        case .value(let value): known = value
        }
    }
}
