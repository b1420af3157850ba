/// A value of many parts that is handed on more often than it is made: a copy is one reference.
@dynamicMemberLookup
struct Shared<Value: Sendable>: Sendable {
    private final class Box: Sendable {
        let value: Value

        init(_ value: consuming Value) {
            self.value = value
        }
    }

    private let box: Box

    init(_ value: consuming Value) {
        box = Box(value)
    }

    /// The value, all of it; lent, so that whoever wants a part of it copies no more than that.
    var value: Value {
        _read { yield box.value }
    }

    subscript<Part>(dynamicMember part: KeyPath<Value, Part>) -> Part {
        _read { yield box.value[keyPath: part] }
    }
}
