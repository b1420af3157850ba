import Loop
import Glibc

/// A terminal, taken for a screen and given back as it was.
public final class Terminal {
    /// The descriptor from which its keys are read.
    public let input: Int32
    private let output: Int32
    private var keyboard: RawTerminalMode?
    private var isActive = false

    /// `nil` where the output is not a terminal, or one that cannot move its cursor.
    public init?(input: Int32, output: Int32) {
        let kind = getenv("TERM").map { String(cString: $0) } ?? "dumb"
        guard isatty(output) == 1, kind != "dumb" else { return nil }
        (self.input, self.output) = (input, output)
    }

    deinit {
        end()
    }

    /// It has a keyboard.
    public var hasKeys: Bool { isatty(input) == 1 }

    /// The size, as the terminal says it; that of a VT100 where it does not.
    public var size: ScreenSize {
        var size = winsize()
        guard ioctl(output, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else {
            return ScreenSize(columns: 80, rows: 24)
        }
        return ScreenSize(columns: Int(size.ws_col), rows: Int(size.ws_row))
    }

    /// Shows another screen without a cursor.
    public func begin() {
        guard !isActive else { return }
        isActive = true
        if hasKeys { keyboard = RawTerminalMode(at: input) }
        write("\u{1B}[?1049h\u{1B}[?25l")
    }

    /// Shows the screen from before.
    public func end() {
        guard isActive else { return }
        isActive = false
        write("\u{1B}[0m\u{1B}[?25h\u{1B}[?1049l")
        keyboard = nil
    }

    /// The keys that were pressed since the last time; `nil` at the end of the input.
    public func readKeys() -> [ScreenKey]? {
        var bytes = [UInt8](repeating: 0, count: 1_024)
        let count = bytes.withUnsafeMutableBytes { read(input, $0.baseAddress, $0.count) }
        if count == 0 || count < 0 && errno != EINTR && errno != EAGAIN { return nil }
        return ScreenKeyReader.keys(in: Array(bytes.prefix(max(0, count))))
    }

    private func write(_ codes: String) {
        _ = Array(codes.utf8).withUnsafeBytes { Glibc.write(output, $0.baseAddress, $0.count) }
    }
}
