/// A value with members, each described once: by this table it is published, exchanged between
/// hubs, read by the client library, and compared with the schemas.
///
/// Absent members keep their defaults and unknown ones are ignored, so that programs of different
/// versions understand each other.
///
/// Key paths cost some hundred instructions a member. The writers of views on the way of a title
/// are therefore written by hand, and a test compares what they write with this table.
public protocol DocumentObject: DocumentValue {
    /// The value before any member is read.
    static var blank: Self { get }
    /// Its members, in the order in which they are written.
    static var members: [DocumentMember<Self>] { get }
}

extension DocumentObject {
    /// An object with the members that are published.
    public static var shape: DocumentShape {
        var shapes: [String: DocumentShape] = [:]
        var required: Set<String> = []
        for member in members { member.describe(&shapes, &required) }
        return .object(shapes, required: required)
    }

    /// Writes an object.
    public func write(to writer: inout any DocumentWriter) {
        writer.beginObject()
        writeMembers(to: &writer)
        writer.endObject()
    }

    /// Writes the members, into an object that has begun.
    public func writeMembers(to writer: inout any DocumentWriter) {
        for member in Self.members { member.write(self, &writer) }
    }

    /// Reads an object; `nil` where a required member is missing.
    public static func read(_ value: any DocumentReader) -> Self? { readMembers(value) }

    /// Reads the members of an object; `nil` where a required one is missing.
    static func readMembers(_ value: any DocumentReader) -> Self? {
        guard value.isObject else { return nil }
        var whole = blank
        for member in members where !member.read(&whole, value) { return nil }
        return whole
    }
}

/// A member of an object.
public struct DocumentMember<Whole: Sendable>: Sendable {
    /// Writes the member, if it is present.
    let write: @Sendable (Whole, inout any DocumentWriter) -> Void
    /// Reads the member; false where a required one is missing.
    let read: @Sendable (inout Whole, any DocumentReader) -> Bool
    /// Adds the published member to the names and their shapes.
    let describe: @Sendable (inout [String: DocumentShape], inout Set<String>) -> Void
}

extension DocumentMember {
    /// A member with a default, which is kept where the member is absent.
    public init<Part: DocumentValue>(
        _ name: StaticString, _ path: any WritableKeyPath<Whole, Part> & Sendable
    ) {
        self.init(name, path, isRequired: false)
    }

    /// A member without which the object cannot be read.
    public static func required<Part: DocumentValue>(
        _ name: StaticString, _ path: any WritableKeyPath<Whole, Part> & Sendable
    ) -> Self {
        Self(name, path, isRequired: true)
    }

    private init<Part: DocumentValue>(
        _ name: StaticString, _ path: any WritableKeyPath<Whole, Part> & Sendable, isRequired: Bool
    ) {
        self.init(
            write: { whole, writer in
                writer.key(name)
                whole[keyPath: path].write(to: &writer)
            },
            read: { whole, value in
                guard let part = value.member(name).flatMap({ Part.read($0) }) else {
                    return !isRequired
                }
                whole[keyPath: path] = part
                return true
            },
            describe: { shapes, required in
                shapes[name.description] = Part.shape
                required.insert(name.description)
            })
    }

    /// A member that is absent where its value is unknown.
    public init<Part: DocumentValue>(
        _ name: StaticString, _ path: any WritableKeyPath<Whole, Part?> & Sendable
    ) {
        self.init(
            write: { whole, writer in
                guard let part = whole[keyPath: path] else { return }
                writer.key(name)
                part.write(to: &writer)
            },
            read: { whole, value in
                whole[keyPath: path] = value.member(name).flatMap { Part.read($0) }
                return true
            },
            describe: { shapes, _ in shapes[name.description] = Part.shape })
    }

    /// A list; an empty one is absent from the published form.
    public init<Part: DocumentValue>(
        list name: StaticString, _ path: any WritableKeyPath<Whole, [Part]> & Sendable
    ) {
        self.init(
            write: { whole, writer in
                let parts = whole[keyPath: path]
                guard !parts.isEmpty || writer.form == .exchanged else { return }
                writer.key(name)
                parts.write(to: &writer)
            },
            read: { whole, value in
                whole[keyPath: path] = value.member(name).flatMap { [Part].read($0) } ?? []
                return true
            },
            describe: { shapes, _ in shapes[name.description] = [Part].shape })
    }

    /// A member for other hubs alone.
    public static func exchanged<Part: DocumentValue>(
        _ name: StaticString, _ path: any WritableKeyPath<Whole, Part> & Sendable
    ) -> Self {
        Self(exchanging: Self(name, path))
    }

    /// A member for other hubs alone, absent where its value is unknown.
    public static func exchanged<Part: DocumentValue>(
        _ name: StaticString, _ path: any WritableKeyPath<Whole, Part?> & Sendable
    ) -> Self {
        Self(exchanging: Self(name, path))
    }

    private init(exchanging member: Self) {
        self.init(
            write: { whole, writer in
                if writer.form == .exchanged { member.write(whole, &writer) }
            },
            read: { whole, value in value.form == .published || member.read(&whole, value) },
            describe: { _, _ in })
    }

    /// A part whose members stand among those of the whole in the published form.
    public init<Part: DocumentObject>(
        inlined name: StaticString, _ path: any WritableKeyPath<Whole, Part> & Sendable
    ) {
        let nested = Self(name, path)
        self.init(
            write: { whole, writer in
                switch writer.form {
                case .published: whole[keyPath: path].writeMembers(to: &writer)
                case .exchanged: nested.write(whole, &writer)
                }
            },
            read: { whole, value in
                guard value.form == .published else { return nested.read(&whole, value) }
                guard let part = Part.read(value) else { return false }
                whole[keyPath: path] = part
                return true
            },
            describe: { shapes, required in
                for member in Part.members { member.describe(&shapes, &required) }
            })
    }

    /// A part that may be unknown, whose members stand among those of the whole in the published
    /// form.
    public init<Part: DocumentObject>(
        inlined name: StaticString, _ path: any WritableKeyPath<Whole, Part?> & Sendable
    ) {
        let nested = Self(name, path)
        self.init(
            write: { whole, writer in
                switch writer.form {
                case .published: whole[keyPath: path]?.writeMembers(to: &writer)
                case .exchanged: nested.write(whole, &writer)
                }
            },
            read: { whole, value in
                guard value.form == .published else { return nested.read(&whole, value) }
                whole[keyPath: path] = Part.read(value)
                return true
            },
            describe: { shapes, _ in
                var optional: Set<String> = []
                for member in Part.members { member.describe(&shapes, &optional) }
            })
    }
}
