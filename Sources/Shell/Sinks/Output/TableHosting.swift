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
final class TableHosting: Component {
    private let request: TableRequest
    private let context: ComponentContext
    private var sink: TableSink?

    /// `nil` if no table is asked for.
    init?(_ context: ComponentContext) {
        guard let request = context.options.table else { return nil }
        self.request = request
        self.context = context
    }

    /// Takes the terminal.
    func begin() throws(ProgramFailure) {
        let sink = try makeSink()
        self.sink = sink
        let lines = context.loop.makeMailbox { [weak sink] (line: String) in sink?.note(line) }
        request.log?.divert { lines.post($0) }
        context.stage.banner = { [weak sink] in sink?.show(banner: $0) }
        context.hub.connect(
            { _ in sink },
            OutputRequest(
                options: DocumentOptions(view: .state), minInterval: request.minInterval))
    }

    private func makeSink() throws(ProgramFailure) -> TableSink {
        let (stage, clock) = (context.stage, SystemClock())
        do throws(EventLoopError) {
            return try TableSink(
                on: request.terminal, isColoured: request.isColoured, loop: context.loop,
                clock: { clock.now }, lost: { stage.outputLost($0) }, enough: { stage.end() })
        } catch {
            throw ProgramFailure(.internalError, "\(error)")
        }
    }

    /// Gives the terminal back, and the log its place.
    func finish(by deadline: Deadline) {
        sink?.finish(by: deadline)
        request.log?.endDiversion()
    }
}
