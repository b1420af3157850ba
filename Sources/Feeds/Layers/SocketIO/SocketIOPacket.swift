import Support

/// A packet of Socket.IO, cut but not parsed (https://socket.io/docs/v4/socket-io-protocol/):
/// `TYPE[ATTACHMENTS-][NAMESPACE,][ACK]JSON`.
struct SocketIOPacket {
    enum Kind: UInt8 {
        case connect = 0x30
        case disconnect, event, ack, connectError, binaryEvent, binaryAck
    }

    let kind: Kind
    /// The number of binary messages that follow and belong to it.
    let attachments: Int
    /// `/` where none is said.
    let namespace: String
    /// The number by which the server wants it confirmed.
    let ack: Int?
    /// The JSON; may be empty.
    let data: ArraySlice<UInt8>

    /// More attachments are not metadata.
    private static let maximumAttachments = 64

    /// The packet in a text; `nil` where it is none.
    init?(_ bytes: ArraySlice<UInt8>) {
        guard let kind = bytes.first.flatMap(Kind.init) else { return nil }
        self.kind = kind
        var rest = bytes.dropFirst()
        attachments = Self.attachments(&rest, of: kind)
        guard attachments <= Self.maximumAttachments else { return nil }
        namespace = Self.namespace(&rest)
        let digits = rest.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        ack = digits.word.flatMap { Int($0) }
        data = rest[digits.endIndex...]
    }

    private static func attachments(_ rest: inout ArraySlice<UInt8>, of kind: Kind) -> Int {
        guard kind == .binaryEvent || kind == .binaryAck,
            let dash = rest.firstIndex(of: UInt8(ascii: "-")),
            let count = rest[..<dash].word.flatMap({ Int($0) }), count >= 0
        else { return 0 }
        rest = rest[(dash + 1)...]
        return count
    }

    /// The namespace may carry a query, which is the server's own affair.
    private static func namespace(_ rest: inout ArraySlice<UInt8>) -> String {
        guard rest.first == UInt8(ascii: "/") else { return "/" }
        let end = rest.firstIndex(of: UInt8(ascii: ",")) ?? rest.endIndex
        let name = rest[..<end].prefix { $0 != UInt8(ascii: "?") }
        rest = rest[end...].dropFirst()
        return name.readable
    }
}
