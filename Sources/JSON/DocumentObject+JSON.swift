public import NowPlaying
import Support

/// Writes the published form of documents.
extension JSONWriter: DocumentWriter {
    /// The published form.
    public var form: DocumentForm { .published }

    /// Writes Unix seconds.
    public mutating func time(_ value: Timestamp) { seconds(milliseconds: value.milliseconds) }

    /// Writes seconds.
    public mutating func length(_ value: Interval) { seconds(milliseconds: value.milliseconds) }
}

/// Writes the form of documents that hubs exchange.
struct ExchangeWriter: DocumentWriter {
    var json = JSONWriter(capacity: 4_096)

    var form: DocumentForm { .exchanged }

    mutating func beginObject() { json.beginObject() }
    mutating func endObject() { json.endObject() }
    mutating func beginArray() { json.beginArray() }
    mutating func endArray() { json.endArray() }
    mutating func key(_ name: StaticString) { json.key(name) }
    mutating func key(named name: String) { json.key(named: name) }
    mutating func string(_ value: String) { json.string(value) }
    mutating func int(_ value: Int) { json.int(value) }
    mutating func double(_ value: Double) { json.double(value) }
    mutating func bool(_ value: Bool) { json.bool(value) }
    mutating func time(_ value: Timestamp) { json.int(Int(value.milliseconds)) }
    mutating func length(_ value: Interval) { json.int(Int(value.milliseconds)) }
}

/// Reads either form of documents from JSON.
struct JSONDocumentReader: DocumentReader {
    let value: JSONValue
    let form: DocumentForm

    var string: String? { value.readable }
    var int: Int? { value.int }
    var double: Double? { value.double }
    var bool: Bool? { value.bool }
    var time: Timestamp? { length.map { Timestamp(milliseconds: $0.milliseconds) } }

    var length: Interval? {
        switch form {
        case .published: value.double.flatMap { Interval(seconds: $0) }
        case .exchanged: value.int.map { Interval(milliseconds: Int64($0)) }
        }
    }

    var isObject: Bool { value.isObject }

    var elements: [any DocumentReader]? {
        value.isArray ? value.elements.map { Self(value: $0, form: form) } : nil
    }

    var members: [(name: String, value: any DocumentReader)]? {
        guard value.isObject else { return nil }
        return value.members.compactMap { member in
            member.name.word.map { (name: $0, value: Self(value: member.value, form: form)) }
        }
    }

    func member(_ name: StaticString) -> (any DocumentReader)? {
        value[name].map { Self(value: $0, form: form) }
    }
}

extension DocumentObject {
    /// The object as hubs exchange it.
    package var exchanged: [UInt8] {
        var writer: any DocumentWriter = ExchangeWriter()
        write(to: &writer)
        return (writer as? ExchangeWriter)?.json.bytes ?? []
    }

    /// Reads an object that another hub wrote; `nil` for anything else.
    package init?(exchanged bytes: [UInt8], using parser: JSONParser) {
        self.init(bytes, .exchanged, using: parser)
    }

    /// Reads a published document; `nil` for anything else.
    package init?(published bytes: [UInt8], using parser: JSONParser) {
        self.init(bytes, .published, using: parser)
    }

    private init?(_ bytes: [UInt8], _ form: DocumentForm, using parser: JSONParser) {
        let read = try? parser.parse(bytes) { Self.read(JSONDocumentReader(value: $0, form: form)) }
        guard let read = read ?? nil else { return nil }
        self = read
    }
}

extension JSONWriter {
    /// The published form of a value.
    package static func encode(_ value: some DocumentValue) -> [UInt8] {
        var writer = JSONWriter()
        writer.write(document: value)
        return writer.bytes
    }

    /// Writes the published form of a value.
    package mutating func write(document value: some DocumentValue) {
        var writer: any DocumentWriter = self
        bytes = []
        value.write(to: &writer)
        if let written = writer as? JSONWriter { self = written }
    }
}
