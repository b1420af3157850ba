/// A WAV file without an end, as a stream: 16 bits, left and right in turn.
enum WAVStream {
    /// The media type.
    static let type = "audio/wav"
    /// The number of bytes in a second.
    static let bytesPerSecond = StationSound.rate * StationSound.channels * 2

    /// The longest length that players take for a number with a sign: about three hours.
    private static let endless: UInt32 = 0x7FFF_FFFF

    /// The bytes before the sound.
    static var head: [UInt8] {
        let (rate, channels) = (UInt32(StationSound.rate), UInt16(StationSound.channels))
        return Array("RIFF".utf8) + bytes(of: endless) + Array("WAVEfmt ".utf8)
            + bytes(of: UInt32(16)) + bytes(of: UInt16(1)) + bytes(of: channels)
            + bytes(of: rate) + bytes(of: UInt32(bytesPerSecond)) + bytes(of: channels * 2)
            + bytes(of: UInt16(16)) + Array("data".utf8) + bytes(of: endless - 36)
    }

    /// The bytes of samples.
    static func encode(_ samples: [Int16]) -> [UInt8] { samples.flatMap { bytes(of: $0) } }

    private static func bytes(of number: some FixedWidthInteger) -> [UInt8] {
        withUnsafeBytes(of: number.littleEndian) { Array($0) }
    }
}
