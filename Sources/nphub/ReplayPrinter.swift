/// Prints what a replay gives out, and remembers why it could not.
final class ReplayPrinter {
    private let progress: Progress
    private var failure: (any Error)?

    /// Prints beside what says how far the replay is.
    init(_ progress: Progress) {
        self.progress = progress
    }

    /// Prints a line, unless one before could not be.
    func print(_ line: [UInt8]) {
        guard failure == nil else { return }
        progress.makeRoomForOutput()
        do {
            try StandardOutput.write(line)
        } catch {
            failure = error
        }
    }

    /// Tells the user something beside the data.
    func say(_ text: String) {
        progress.makeRoom()
        ProgramExit.say(text)
    }

    /// Throws what went wrong since it was made.
    func check() throws {
        if let failure { throw failure }
    }
}
