internal import CUtf8proc

extension String {
    /// In Normalization Form C (UAX #15). It takes linear time for the Stream-Safe Text Format.
    var composed: String {
        // No scalar below U+0300 composes with another or is composed differently.
        if utf8.allSatisfy({ $0 < 0xCC }) { return self }
        var text = self
        return text.withUTF8 { Self.composed($0) } ?? self
    }

    private static func composed(_ text: UnsafeBufferPointer<UInt8>) -> String? {
        let form = utf8proc_option_t(UTF8PROC_STABLE.rawValue | UTF8PROC_COMPOSE.rawValue)
        // No byte becomes more than 1.5 scalars; the library ends what it encodes with a zero.
        let room = 2 * text.count + 1
        return withUnsafeTemporaryAllocation(of: Int32.self, capacity: room) { scalars in
            let count = utf8proc_decompose(
                text.baseAddress, text.count, scalars.baseAddress, room, form)
            guard count >= 0, count < room else { return nil }
            let length = utf8proc_reencode(scalars.baseAddress, count, form)
            guard length >= 0 else { return nil }
            return String(decoding: UnsafeRawBufferPointer(scalars).prefix(length), as: UTF8.self)
        }
    }
}
