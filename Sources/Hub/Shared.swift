/// A value of many parts that is handed on more often than it is made: a copy is one reference.
@dynamicMemberLookup
struct Shared<Value: Sendable>: Sendable {
    private final class Box: Sendable {
        let value: Value

        init(_ value: Value) {
            self.value = value
        }
    }

    private let box: Box

    init(_ value: Value) {
        box = Box(value)
    }

    /// The value, all of it.
    var value: Value { box.value }

    subscript<Part>(dynamicMember part: KeyPath<Value, Part>) -> Part {
        box.value[keyPath: part]
    }
}
