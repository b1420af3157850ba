import Loop
import FanOut
import Hub
public import NowPlaying
import Support
import Views

/// A table of the stations on a terminal.
public struct TableRequest {
    /// The terminal.
    public var terminal: Terminal
    /// It shows colours.
    public var isColoured: Bool
    /// The least time between two changes of a station.
    public var minInterval: Interval
    /// The log that is written to the same terminal; `nil` where it is written elsewhere.
    public var log: LogOutput?

    /// A table with its parts.
    public init(
        on terminal: Terminal, isColoured: Bool, minInterval: Interval, log: LogOutput?
    ) {
        self.terminal = terminal
        self.isColoured = isColoured
        self.minInterval = minInterval
        self.log = log
    }
}

/// The table of the program, with the log below it as long as it stands.
final class TableHosting {
    private let request: TableRequest
    private let sink: TableSink

    /// Takes the terminal.
    ///
    /// - Parameters:
    ///   - lost: What to do when the terminal is gone.
    ///   - enough: What to do when the user has seen enough.
    init(
        _ request: TableRequest, of service: HubService, on loop: EventLoop,
        lost: @escaping (Int32) -> Void, enough: @escaping () -> Void
    ) throws(ProgramFailure) {
        self.request = request
        let clock = SystemClock()
        do throws(EventLoopError) {
            sink = try TableSink(
                on: request.terminal, isColoured: request.isColoured, loop: loop,
                clock: { clock.now }, lost: lost, enough: enough)
        } catch {
            throw ProgramFailure(.internalError, "\(error)")
        }
        let lines = loop.makeMailbox { [weak sink] (line: String) in sink?.note(line) }
        request.log?.divert { lines.post($0) }
        service.connect(
            { _ in sink },
            OutputRequest(
                options: DocumentOptions(view: .state), minInterval: request.minInterval))
    }

    /// Shows a line above the table.
    func show(banner: String) {
        sink.show(banner: banner)
    }

    /// Gives the terminal back, and the log its place.
    func finish(by deadline: Deadline) {
        sink.finish(by: deadline)
        request.log?.endDiversion()
    }
}
