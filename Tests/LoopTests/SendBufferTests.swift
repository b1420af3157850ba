import Expectations
import Testing

@testable import Loop

/// Bytes that wait for a peer that does not read.
struct SendBufferTests {
    private static func buffer(holding count: Int, of total: Int) -> SendBuffer {
        var buffer = SendBuffer()
        for start in stride(from: 0, to: total, by: 1_000) {
            let bytes = (start..<min(start + 1_000, total)).map { UInt8(truncatingIfNeeded: $0) }
            bytes.withUnsafeBytes { buffer.append($0) }
        }
        buffer.drain { _ in total - count }
        return buffer
    }

    @Test(arguments: [(1, 70_000), (30_000, 70_000), (40_000, 70_000), (70_000, 70_000)])
    func `what is not taken needs little more memory than its bytes`(count: Int, total: Int) {
        var buffer = Self.buffer(holding: count, of: total)
        buffer.trim()
        expect(buffer.count, is: count)
        #expect(buffer.capacity <= count + LoopLimits.keptBufferBytes)
        var rest: [UInt8] = []
        buffer.drain {
            rest = Array($0)
            return $0.count
        }
        expect(rest, is: (total - count..<total).map { UInt8(truncatingIfNeeded: $0) })
    }

    @Test func `an empty buffer keeps little`() {
        let buffer = Self.buffer(holding: 0, of: 70_000)
        #expect(buffer.isEmpty && buffer.capacity <= LoopLimits.keptBufferBytes)
    }
}
