/// A value of many parts that is handed on more often than it is made: a copy is one reference.
///
/// Other modules can see its layout; otherwise they have to ask at run time for the layout of each
/// value that they look into.
@frozen
@dynamicMemberLookup
public struct Box<Value: Sendable>: Sendable {
    @usableFromInline
    final class Storage: Sendable {
        @usableFromInline let value: Value

        @inlinable
        init(_ value: consuming Value) {
            self.value = value
        }
    }

    @usableFromInline let storage: Storage

    /// Takes a value, from now on unchanged.
    @inlinable
    public init(_ value: consuming Value) {
        storage = Storage(value)
    }

    /// The whole value, borrowed: reading one part of it copies that part alone.
    @inlinable public var value: Value {
        _read { yield storage.value }
    }

    /// True if both are copies of one box, and so of the same value.
    @inlinable
    public func isIdentical(to other: Box) -> Bool { storage === other.storage }

    /// A part of the value.
    @inlinable
    public subscript<Part>(dynamicMember part: KeyPath<Value, Part>) -> Part {
        _read { yield storage.value[keyPath: part] }
    }
}

extension Box: Hashable where Value: Hashable {
    /// Feeds the value to a hasher.
    @inlinable
    public func hash(into hasher: inout Hasher) { hasher.combine(value) }
}

extension Box: Equatable where Value: Equatable {
    /// True if the values are the same. Copies of one box are not looked into.
    @inlinable
    public static func == (left: Box, right: Box) -> Bool {
        left.isIdentical(to: right) || left.value == right.value
    }
}
