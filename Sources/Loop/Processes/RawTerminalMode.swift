internal import CLibwebsockets
internal import Glibc

/// A terminal that gives each key as it is pressed, unseen, until `end` gives it back as it was.
///
/// The keys that suspend or kill the program are off meanwhile, since the program could not give
/// the terminal back, and so are those that stop the output. Ctrl-C stays what it is.
public final class RawTerminalMode {
    private let descriptor: Int32
    private var before: termios?

    /// Begins; does nothing where the descriptor is not a terminal.
    public init(at descriptor: Int32) {
        self.descriptor = descriptor
        var state = termios()
        guard tcgetattr(descriptor, &state) == 0 else { return }
        before = state
        state.c_lflag &= ~tcflag_t(ICANON | ECHO)
        state.c_iflag &= ~tcflag_t(IXON)
        withUnsafeMutableBytes(of: &state.c_cc) { characters in
            for (place, value) in [(VMIN, 1), (VTIME, 0), (VQUIT, 0), (VSUSP, 0)] {
                characters[Int(place)] = UInt8(value)
            }
        }
        tcsetattr(descriptor, TCSAFLUSH, &state)
    }

    deinit {
        end()
    }

    /// Gives the terminal back. Unread keys are dropped.
    public func end() {
        guard var state = before else { return }
        before = nil
        tcsetattr(descriptor, TCSAFLUSH, &state)
    }
}
