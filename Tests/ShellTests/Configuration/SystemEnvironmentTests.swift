import Expectations
import Shell
import Glibc
import Testing

/// Files as the machine has them.
struct SystemEnvironmentTests {
    private func withPipe(_ body: (_ path: String) throws -> Void) throws {
        let path = "/tmp/nphub-pipe-\(UInt64.random(in: 0 ... .max))"
        try #require(mkfifo(path, 0o600) == 0)
        defer { unlink(path) }
        try body(path)
    }

    @Test func `a pipe that has no writer is not waited for`() throws {
        try withPipe { path in
            let contents = try SystemEnvironment().contents(ofFile: path, limit: 100)
            #expect(contents.isEmpty)
        }
    }

    @Test func `a pipe that has more than is allowed is refused`() throws {
        try withPipe { path in
            let held = open(path, O_RDWR | O_CLOEXEC | O_NONBLOCK)
            expect(write(held, "stations", 8), is: 8)
            #expect(throws: FileReadError.tooLarge(limit: 7)) {
                try SystemEnvironment().contents(ofFile: path, limit: 7)
            }
            close(held)
        }
    }
}
