import Glibc
import Shell
import Support

/// stdout, for commands that have nothing else to do than to wait for its reader.
enum StandardOutput {
    /// The reader has gone.
    struct ReaderLeft: Error {}

    /// Writes all of it; to a terminal, with the controls escaped that lines are not made of.
    ///
    /// - Parameter isColoured: It has codes for a terminal in it, and no other controls.
    static func write(_ bytes: [UInt8], isColoured: Bool = false) throws {
        var rest = (isColoured || !isTerminal ? bytes : bytes.escapedForTerminal)[...]
        while !rest.isEmpty {
            let written = rest.withUnsafeBytes {
                Glibc.write(STDOUT_FILENO, $0.baseAddress, $0.count)
            }
            if written >= 0 {
                rest = rest.dropFirst(written)
            } else {
                try recover(from: errno)
            }
        }
    }

    /// It is a terminal, and the user has nothing against colours (no-color.org).
    static var takesColour: Bool {
        let refusal = getenv("NO_COLOR").map { String(cString: $0) } ?? ""
        let terminal = getenv("TERM").map { String(cString: $0) } ?? "dumb"
        return refusal.isEmpty && terminal != "dumb" && isTerminal
    }

    /// The terminal, where it can move its cursor.
    static var terminal: Terminal? { Terminal(input: STDIN_FILENO, output: STDOUT_FILENO) }

    /// The number of columns; `nil` where it is no terminal.
    static var width: Int? { terminal?.size.columns }

    /// The layout of JSON for people; `nil` where it is for programs.
    static var layout: JSONLayout? {
        width.map { JSONLayout(width: $0, isColoured: takesColour) }
    }

    /// It is a terminal, whatever that can do.
    static var isTerminal: Bool { isatty(STDOUT_FILENO) == 1 }

    /// Waits where another attempt can succeed.
    private static func recover(from error: Int32) throws {
        switch error {
        case EINTR:
            break
        case EAGAIN:
            // A program that shares the descriptor may have made it non-blocking.
            var waiting = pollfd(fd: STDOUT_FILENO, events: Int16(POLLOUT), revents: 0)
            poll(&waiting, 1, -1)
        case EPIPE:
            throw ReaderLeft()
        default:
            let reason = systemMessage(error)
            throw ProgramFailure(.inputOutput, "cannot write to stdout: \(reason)")
        }
    }
}

/// stderr, for everything that is not data.
enum StandardError {
    /// The terminal, where it can move its cursor.
    static var terminal: Terminal? { Terminal(input: STDIN_FILENO, output: STDERR_FILENO) }

    /// Writes codes that a terminal is drawn with.
    static func draw(_ codes: String) {
        _ = Array(codes.utf8).withUnsafeBytes {
            Glibc.write(STDERR_FILENO, $0.baseAddress, $0.count)
        }
    }

    /// Writes a text in one call, so that it does not mix with what others write there.
    static func write(_ text: String) {
        // Some of it may be a server's words.
        _ = Array(text.utf8).escapedForTerminal.withUnsafeBytes {
            Glibc.write(STDERR_FILENO, $0.baseAddress, $0.count)
        }
    }
}
