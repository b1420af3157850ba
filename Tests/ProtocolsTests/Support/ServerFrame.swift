/// A frame as a server writes it, or as it should not.
struct ServerFrame {
    var opcode: UInt8
    var payload: [UInt8] = []
    var isFinal = true
    var reservedBits: UInt8 = 0
    /// The number of bytes that encode the length: 0, 2 or 8; `nil` for as many as needed.
    var lengthBytes: Int?
    var mask: [UInt8]?

    static func text(_ text: String, isFinal: Bool = true) -> [UInt8] {
        ServerFrame(opcode: 1, payload: Array(text.utf8), isFinal: isFinal).bytes
    }

    static func text(bytes: [UInt8], isFinal: Bool = true) -> [UInt8] {
        ServerFrame(opcode: 1, payload: bytes, isFinal: isFinal).bytes
    }

    static func binary(_ payload: [UInt8], isFinal: Bool = true) -> [UInt8] {
        ServerFrame(opcode: 2, payload: payload, isFinal: isFinal).bytes
    }

    static func continuation(_ payload: [UInt8], isFinal: Bool) -> [UInt8] {
        ServerFrame(opcode: 0, payload: payload, isFinal: isFinal).bytes
    }

    static func ping(_ payload: [UInt8] = []) -> [UInt8] {
        ServerFrame(opcode: 9, payload: payload).bytes
    }

    static func pong(_ payload: [UInt8] = []) -> [UInt8] {
        ServerFrame(opcode: 10, payload: payload).bytes
    }

    static func close(_ payload: [UInt8] = []) -> [UInt8] {
        ServerFrame(opcode: 8, payload: payload).bytes
    }

    static func close(code: UInt16, reason: String = "") -> [UInt8] {
        close([UInt8(code >> 8), UInt8(code & 0xFF)] + reason.utf8)
    }

    var bytes: [UInt8] {
        let maskBit: UInt8 = mask == nil ? 0 : 0x80
        let extra = lengthBytes ?? (payload.count < 126 ? 0 : payload.count < 65536 ? 2 : 8)
        let short: UInt8 = extra == 0 ? UInt8(payload.count) : extra == 2 ? 126 : 127
        let finalBit: UInt8 = isFinal ? 0x80 : 0
        var bytes: [UInt8] = [finalBit | reservedBits << 4 | opcode, maskBit | short]
        for place in (0..<extra).reversed() {
            bytes.append(UInt8(truncatingIfNeeded: payload.count >> (place * 8)))
        }
        bytes += mask ?? []
        return bytes + payload
    }
}
