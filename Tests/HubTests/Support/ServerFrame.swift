/// Frames as a server writes them (RFC 6455 section 5.2).
enum ServerFrame {
    static func text(_ text: String) -> [UInt8] { frame(opcode: 1, Array(text.utf8)) }

    static func ping(_ payload: [UInt8] = []) -> [UInt8] { frame(opcode: 9, payload) }

    static func pong() -> [UInt8] { frame(opcode: 10, []) }

    static func close(_ code: UInt16, _ reason: String = "") -> [UInt8] {
        frame(opcode: 8, [UInt8(code >> 8), UInt8(code & 0xFF)] + reason.utf8)
    }

    private static func frame(opcode: UInt8, _ payload: [UInt8]) -> [UInt8] {
        let extra = payload.count < 126 ? 0 : payload.count < 65_536 ? 2 : 8
        let short: UInt8 = extra == 0 ? UInt8(payload.count) : extra == 2 ? 126 : 127
        var bytes: [UInt8] = [0x80 | opcode, short]
        for place in (0..<extra).reversed() {
            bytes.append(UInt8(truncatingIfNeeded: payload.count >> (place * 8)))
        }
        return bytes + payload
    }
}

/// A frame as our client writes it: masked (RFC 6455 section 5.3).
struct ClientFrame: Equatable {
    let opcode: UInt8
    let payload: [UInt8]

    /// The frames in what a client sent.
    static func all(in bytes: [UInt8]) -> [ClientFrame] {
        var rest = bytes[...]
        var frames: [ClientFrame] = []
        while let frame = ClientFrame(taking: &rest) { frames.append(frame) }
        return frames
    }

    private init?(taking bytes: inout ArraySlice<UInt8>) {
        guard bytes.count >= 6, let first = bytes.popFirst(), let second = bytes.popFirst(),
            second & 0x80 != 0
        else { return nil }
        let extra = second & 0x7F == 126 ? 2 : second & 0x7F == 127 ? 8 : 0
        var length = extra == 0 ? Int(second & 0x7F) : 0
        for _ in 0..<extra { length = length << 8 | Int(bytes.popFirst() ?? 0) }
        let mask = Array(bytes.prefix(4))
        let masked = bytes.dropFirst(4).prefix(length)
        guard mask.count == 4, masked.count == length else { return nil }
        opcode = first & 0x0F
        payload = masked.enumerated().map { $1 ^ mask[$0 % 4] }
        bytes = bytes.dropFirst(4 + length)
    }

    var text: String? { opcode == 1 ? String(decoding: payload, as: UTF8.self) : nil }

    /// The code of a close frame.
    var closeCode: Int? {
        guard opcode == 8, payload.count >= 2 else { return nil }
        return Int(payload[0]) << 8 | Int(payload[1])
    }
}
