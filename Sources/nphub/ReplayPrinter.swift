/// Prints what a replay gives out, and remembers why it could not.
final class ReplayPrinter {
    private var failure: (any Error)?

    /// Prints a line, unless one before could not be.
    func print(_ line: [UInt8]) {
        guard failure == nil else { return }
        do {
            try StandardOutput.write(line)
        } catch {
            failure = error
        }
    }

    /// Throws what went wrong since it was made.
    func check() throws {
        if let failure { throw failure }
    }
}
