/// The two shapes that a document has outside of the program.
public enum DocumentForm: Sendable {
    /// For consumers, as `schemas/` describes it: times in Unix seconds, lengths in seconds,
    /// inlined parts, empty lists absent.
    case published
    /// For the other hubs of a cluster: times and lengths in milliseconds, each part an object, and
    /// members that only hubs need.
    case exchanged
}

/// A format that documents are written in, member by member.
public protocol DocumentWriter {
    /// The shape that it writes.
    var form: DocumentForm { get }

    /// Begins an object: the next element, or the value of the key.
    mutating func beginObject()
    /// Ends the object that was begun last.
    mutating func endObject()
    /// Begins an array: the next element, or the value of the key.
    mutating func beginArray()
    /// Ends the array that was begun last.
    mutating func endArray()
    /// Begins a member; its value must follow.
    mutating func key(_ name: StaticString)
    /// Begins a member whose name is data; its value must follow.
    mutating func key(named name: String)
    /// Writes a text.
    mutating func string(_ value: String)
    /// Writes a whole number.
    mutating func int(_ value: Int)
    /// Writes a number.
    mutating func double(_ value: Double)
    /// Writes a truth value.
    mutating func bool(_ value: Bool)
    /// Writes a point in time.
    mutating func time(_ value: Timestamp)
    /// Writes a length of time.
    mutating func length(_ value: Interval)
}

/// A value of a document in some format. A value of another kind reads as `nil`.
public protocol DocumentReader {
    /// The shape that it reads.
    var form: DocumentForm { get }
    /// A text.
    var string: String? { get }
    /// A whole number.
    var int: Int? { get }
    /// A number.
    var double: Double? { get }
    /// A truth value.
    var bool: Bool? { get }
    /// A point in time.
    var time: Timestamp? { get }
    /// A length of time.
    var length: Interval? { get }
    /// The elements of an array.
    var elements: [any DocumentReader]? { get }
    /// The members of an object whose names are data.
    var members: [(name: String, value: any DocumentReader)]? { get }
    /// True for an object.
    var isObject: Bool { get }

    /// A member of an object; `nil` where it is absent.
    func member(_ name: StaticString) -> (any DocumentReader)?
}
