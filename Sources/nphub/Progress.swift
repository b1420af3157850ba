import Shell
import NowPlaying
import Support

/// Shows on stderr what a command waits for, where that is a terminal.
///
/// It has a thread of its own, since the wait may be one long call.
final class Progress {
    private struct State {
        var line: ProgressLine
        var isOver = false
    }

    private let state: Monitor<State>
    private let isShown: Bool

    /// Begins; a wait of less than a second shows nothing.
    init(_ text: String) {
        state = Monitor(State(line: ProgressLine(text, at: SystemClock().now.monotonic)))
        isShown = StandardError.terminal != nil
        guard isShown else { return }
        let state = state
        _ = startThread("nphub-progress") { Self.show(state) }
    }

    deinit {
        end()
    }

    /// Runs `body`, and shows meanwhile what it is.
    static func during<Result, Failure: Error>(
        _ text: String, _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let progress = Progress(text)
        defer { progress.end() }
        return try body()
    }

    /// Replaces the text of the present wait.
    func update(_ text: @autoclosure () -> String) {
        guard isShown else { return }
        state.withLock { $0.line.text = text() }
    }

    /// Takes the line away before something else is written to the terminal.
    func makeRoom() {
        guard isShown else { return }
        state.withLock { StandardError.draw($0.line.remove(at: SystemClock().now.monotonic)) }
    }

    /// The same before something is written to stdout, which may be the same terminal.
    func makeRoomForOutput() {
        if isShown, StandardOutput.isTerminal { makeRoom() }
    }

    /// Takes the line away for good.
    func end() {
        makeRoom()
        state.withLock { $0.isOver = true }
        state.notify()
    }

    private static func show(_ state: Monitor<State>) {
        while true {
            let isOver = state.wait(until: .after(.milliseconds(250))) { $0.isOver ? true : nil }
            if isOver == true { return }
            state.withLock { state in
                guard !state.isOver else { return }
                let width = StandardError.terminal?.size.columns ?? 0
                StandardError.draw(
                    state.line.paint(width: width, at: SystemClock().now.monotonic))
            }
        }
    }
}
