/// A client's frame as a server reads it, by the letter of RFC 6455 section 5.2.
struct ClientFrame: Equatable {
    var opcode: UInt8
    var mask: [UInt8]
    var payload: [UInt8]

    /// Reads exactly one frame; `nil` where the bytes are anything else.
    init?(_ bytes: [UInt8]) {
        guard bytes.count >= 6, bytes[0] & 0xF0 == 0x80, bytes[1] & 0x80 != 0 else { return nil }
        let short = Int(bytes[1] & 0x7F)
        let extra = short == 127 ? 8 : short == 126 ? 2 : 0
        let spelt = bytes.dropFirst(2).prefix(extra).reduce(0) { $0 << 8 | Int($1) }
        let length = extra == 0 ? short : spelt
        let rest = bytes.dropFirst(2 + extra)
        guard rest.count == 4 + length else { return nil }
        if extra == 2, length < 126 { return nil }
        if extra == 8, length < 65536 { return nil }
        let key = Array(rest.prefix(4))
        opcode = bytes[0] & 0x0F
        mask = key
        payload = rest.dropFirst(4).enumerated().map { $1 ^ key[$0 % 4] }
    }

    /// The code in a close frame.
    var closeCode: UInt16? {
        opcode == 8 && payload.count >= 2 ? UInt16(payload[0]) << 8 | UInt16(payload[1]) : nil
    }
}
