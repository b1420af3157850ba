/// A value of many parts that is handed on more often than it is made: a copy is one reference.
///
/// It can be seen through by other modules, which otherwise would have to ask at run time for the
/// layout of each value that they look into.
@frozen
@dynamicMemberLookup
public struct Shared<Value: Sendable>: Sendable {
    @usableFromInline
    final class Box: Sendable {
        @usableFromInline let value: Value

        @inlinable
        init(_ value: consuming Value) {
            self.value = value
        }
    }

    @usableFromInline let box: Box

    /// Takes a value, from now on unchanged.
    @inlinable
    public init(_ value: consuming Value) {
        box = Box(value)
    }

    /// The whole value, borrowed: reading one part of it copies that part alone.
    @inlinable public var value: Value {
        _read { yield box.value }
    }

    /// A part of the value.
    @inlinable
    public subscript<Part>(dynamicMember part: KeyPath<Value, Part>) -> Part {
        _read { yield box.value[keyPath: part] }
    }
}

extension Shared: Hashable where Value: Hashable {
    /// Feeds the value to a hasher.
    @inlinable
    public func hash(into hasher: inout Hasher) { hasher.combine(value) }
}

extension Shared: Equatable where Value: Equatable {
    /// Whether the values are the same.
    @inlinable
    public static func == (left: Shared, right: Shared) -> Bool { left.value == right.value }
}
