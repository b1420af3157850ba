import Hub
import Logging
import Loop
import Support

/// A part of the program that serves beside the hub: a server, an output, a player on the desktop.
///
/// A new one is a folder in `Sinks`, a line in `Program.components`, and its section of the config.
protocol Component: AnyObject {
    /// Begins to serve: listens, or connects its sink.
    func begin() throws(ProgramFailure)

    /// Tells the user where it serves, when all components do.
    func announce()

    /// Reads its files again.
    func reload()

    /// Another config is in force.
    func reconfigure(_ configuration: ProgramConfiguration)

    /// Adds its part of the status.
    func measure(into status: inout ProcessStatus)

    /// Takes no clients any more: the program is about to end.
    func close()

    /// It is to be waited for at the end, for a moment; see `ComponentContext.Stage.settled`.
    var isBusy: Bool { get }

    /// Ends what is under way by a deadline, or gives it up.
    func finish(by deadline: Deadline)
}

extension Component {
    func announce() {}
    func reload() {}
    func reconfigure(_ configuration: ProgramConfiguration) {}
    func measure(into status: inout ProcessStatus) {}
    func close() {}
    var isBusy: Bool { false }
    func finish(by deadline: Deadline) {}
}

/// The program, as its components see it.
struct ComponentContext {
    let configuration: ProgramConfiguration
    let options: Program.Options
    let hub: any HubPort
    let inherited: InheritedSockets
    let loop: EventLoop
    let log: Logger
    let stage: Stage

    /// The program's reactions to its components.
    final class Stage {
        /// An output has lost its reader, for this reason (errno).
        var outputLost: (Int32) -> Void = { _ in }
        /// The user has seen enough.
        var end: () -> Void = {}
        /// The hub has finished what was pending.
        var isHubFinished = false
        /// A component that was busy when the program was about to end has finished.
        var settled: () -> Void = {}
        /// Shows a line above the table; `nil` without a table.
        var banner: ((String) -> Void)?
    }
}
