import Expectations
import Testing

@testable import HubClient

/// Lines out of bytes that come in pieces.
struct LineCodecTests {
    private var codec = LineCodec(path: "/run/nphub.sock")

    private mutating func lines(_ text: String) throws -> [String] {
        try codec.read(Array(text.utf8)).messages.map { String(decoding: $0, as: UTF8.self) }
    }

    @Test mutating func `lines are read however they come`() throws {
        #expect(try lines(#"{"id""#).isEmpty)
        try expect(lines(":1}\n\n{}\n{"), is: [#"{"id":1}"#, "{}"])
        try expect(lines("}\n"), is: ["{}"])
    }

    @Test mutating func `a line that never ends is refused`() {
        let piece = [UInt8](repeating: UInt8(ascii: "a"), count: HubMessage.lengthMax)
        #expect(throws: Never.self) { try codec.read(piece) }
        #expect(throws: HubClientError.self) { try codec.read([UInt8(ascii: "a")]) }
    }
}
