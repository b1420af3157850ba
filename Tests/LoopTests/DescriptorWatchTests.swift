import Expectations
import Loop
import Glibc
import Testing

extension LoopTests {
    struct DescriptorWatchTests {
        @Test func `a pipe is writable, then readable, then silent`() throws {
            var ends: [Int32] = [0, 0]
            try #require(pipe(&ends) == 0)
            defer { ends.forEach { close($0) } }
            var log: [String] = []
            try runLoop { loop in
                var reading: DescriptorWatch?
                var writing: DescriptorWatch?
                reading = try loop.watch(descriptor: ends[0], for: .readable) { events in
                    log.append("readable")
                    expect(events, is: .readable)
                    reading?.cancel()
                    loop.atEndOfTurn { loop.atEndOfTurn { loop.stop() } }
                }
                writing = try loop.watch(descriptor: ends[1], for: .writable) { events in
                    log.append("writable")
                    expect(events, is: .writable)
                    writing?.watch(for: [])
                    _ = write(ends[1], "x", 1)
                }
                return { withExtendedLifetime((reading, writing)) {} }
            }
            expect(log, is: ["writable", "readable"])
        }

        @Test func `what cannot be watched is an error`() throws {
            try runLoop { loop in
                #expect(throws: EventLoopError.self) {
                    _ = try loop.watch(descriptor: -1, for: .readable) { _ in }
                }
                loop.atEndOfTurn { loop.stop() }
            }
        }
    }
}
