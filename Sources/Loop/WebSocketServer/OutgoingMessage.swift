internal import CLibwebsockets

/// A message on its way to a WebSocket peer, with the room before it that the library writes the
/// frame's head into.
struct OutgoingMessage {
    private static let padding = clws_write_padding()

    private var bytes: [UInt8]
    private let kind: lws_write_protocol

    /// The length of the message itself.
    var count: Int { bytes.count - Self.padding }

    static func text(_ payload: some Collection<UInt8>) -> OutgoingMessage {
        OutgoingMessage(payload, kind: LWS_WRITE_TEXT)
    }

    static func binary(_ payload: some Collection<UInt8>) -> OutgoingMessage {
        OutgoingMessage(payload, kind: LWS_WRITE_BINARY)
    }

    /// A ping that is not empty: its answer has its payload (RFC 6455, section 5.5.3), and the
    /// library does not tell of pongs without one.
    static let ping = OutgoingMessage("ping".utf8, kind: LWS_WRITE_PING)

    private init(_ payload: some Collection<UInt8>, kind: lws_write_protocol) {
        self.kind = kind
        bytes = []
        bytes.reserveCapacity(Self.padding + payload.count)
        bytes.append(contentsOf: repeatElement(0, count: Self.padding))
        bytes.append(contentsOf: payload)
    }

    /// Gives the message to the library, which takes it whole or breaks the connection; false
    /// means that it is broken.
    mutating func write(to wsi: OpaquePointer) -> Bool {
        let count = count
        return bytes.withUnsafeMutableBufferPointer { bytes in
            lws_write(wsi, bytes.baseAddress.map { $0 + Self.padding }, count, kind) >= count
        }
    }
}
