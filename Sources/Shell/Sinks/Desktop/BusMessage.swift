internal import CSystemd
import Support
internal import Views

/// A message of the bus: what it says is appended or read in order.
struct BusMessage {
    private let message: OpaquePointer?

    /// A message that its sender holds.
    init(_ message: OpaquePointer?) {
        self.message = message
    }

    /// The method that is called.
    var member: String {
        sd_bus_message_get_member(message).map { String(cString: $0) } ?? ""
    }

    /// Answers a call: it was done.
    func reply() throws(BusFailure) {
        var answer: OpaquePointer?
        try BusFailure.check(sd_bus_message_new_method_return(message, &answer))
        defer { sd_bus_message_unref(answer) }
        try BusFailure.check(sd_bus_message_send(answer))
    }

    // MARK: Reading

    func int64() throws(BusFailure) -> Int64 {
        var value: Int64 = 0
        try BusFailure.check(sd_bus_message_read_basic(message, Self.type("x"), &value))
        return value
    }

    func double() throws(BusFailure) -> Double {
        var value = 0.0
        try BusFailure.check(sd_bus_message_read_basic(message, Self.type("d"), &value))
        return value
    }

    func uint32() throws(BusFailure) -> UInt32 {
        var value: UInt32 = 0
        try BusFailure.check(sd_bus_message_read_basic(message, Self.type("u"), &value))
        return value
    }

    func bool() throws(BusFailure) -> Bool {
        var value: Int32 = 0
        try BusFailure.check(sd_bus_message_read_basic(message, Self.type("b"), &value))
        return value != 0
    }

    func objectPath() throws(BusFailure) -> String { try text(as: "o") }

    func string() throws(BusFailure) -> String { try text(as: "s") }

    private func text(as type: Unicode.Scalar) throws(BusFailure) -> String {
        var text: UnsafePointer<CChar>?
        try BusFailure.check(sd_bus_message_read_basic(message, Self.type(type), &text))
        // A client on the bus may say anything.
        return text.map { String(cString: $0).readable } ?? ""
    }

    // MARK: Appending

    func append(_ value: DBusValue) throws(BusFailure) {
        switch value {
        case .string(let text): try append(text: text, as: "s")
        case .objectPath(let path): try append(text: path, as: "o")
        case .strings(let texts):
            try container("a", of: "s") { () throws(BusFailure) in
                for text in texts { try append(text: text, as: "s") }
            }
        case .bool(let flag):
            var number: Int32 = flag ? 1 : 0
            try BusFailure.check(sd_bus_message_append_basic(message, Self.type("b"), &number))
        case .int64(var number):
            try BusFailure.check(sd_bus_message_append_basic(message, Self.type("x"), &number))
        case .double(var number):
            try BusFailure.check(sd_bus_message_append_basic(message, Self.type("d"), &number))
        case .map(let entries): try append(entries)
        }
    }

    /// Appends a map of type `a{sv}`.
    func append(_ entries: [DBusValue.Entry]) throws(BusFailure) {
        try container("a", of: "{sv}") { () throws(BusFailure) in
            for entry in entries {
                try container("e", of: "sv") { () throws(BusFailure) in
                    try append(text: entry.key, as: "s")
                    try container("v", of: entry.value.signature) { () throws(BusFailure) in
                        try append(entry.value)
                    }
                }
            }
        }
    }

    private func append(text: String, as type: Unicode.Scalar) throws(BusFailure) {
        let text = text.withoutNoncharacters
        try BusFailure.check(sd_bus_message_append_basic(message, Self.type(type), text))
    }

    private func container(
        _ type: Unicode.Scalar, of contents: String, _ body: () throws(BusFailure) -> Void
    ) throws(BusFailure) {
        let type = Self.type(type)
        try BusFailure.check(sd_bus_message_open_container(message, type, contents))
        try body()
        try BusFailure.check(sd_bus_message_close_container(message))
    }

    private static func type(_ scalar: Unicode.Scalar) -> CChar {
        CChar(truncatingIfNeeded: scalar.value)
    }
}

extension String {
    /// sd-bus refuses a message with a code point that is not a character (Unicode, 23.7),
    /// and C ends a text at the first NUL.
    fileprivate var withoutNoncharacters: String {
        guard unicodeScalars.contains(where: \.isUnfit) else { return self }
        return String(String.UnicodeScalarView(unicodeScalars.filter { !$0.isUnfit }))
    }
}

extension Unicode.Scalar {
    fileprivate var isUnfit: Bool { value == 0 || properties.isNoncharacterCodePoint }
}
