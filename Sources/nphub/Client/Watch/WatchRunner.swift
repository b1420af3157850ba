import Loop
import NowPlaying
public import Shell
import Support

/// The program of `watch --exec`, and the arguments with which it is run.
public struct WatchProgram: Hashable, Sendable {
    /// A word of its command line.
    private enum Word: Hashable, Sendable {
        case text(String)
        case template(Template)
    }

    private let words: [Word]

    /// Its arguments have fields: it is run when one of them has another text.
    let hasFields: Bool

    /// Reads its name and its arguments, of which those with a brace are templates.
    public init(_ words: [String]) throws(TemplateError) {
        self.words = try words.enumerated().map { (place, word) throws(TemplateError) in
            place > 0 && word.contains("{") ? .template(try Template(word)) : .text(word)
        }
        hasFields = self.words.contains { if case .template = $0 { true } else { false } }
    }

    /// The name and the arguments for a state.
    fileprivate func arguments(of state: NowPlaying?, at now: Timestamp) -> [String] {
        words.map { word in
            switch word {
            case .text(let text): text
            case .template(let template): state.map { template.text(for: $0, at: now) } ?? ""
            }
        }
    }
}

/// A run of that program.
public struct WatchJob: Equatable, Sendable {
    /// The station or the session.
    var owner: String
    /// The name and the arguments.
    var arguments: [String]
    /// The record, as a line.
    var input: [UInt8]

    /// A run with its parts.
    public init(owner: String, arguments: [String], input: [UInt8]) {
        (self.owner, self.arguments, self.input) = (owner, arguments, input)
    }
}

/// Makes runs of records: none for the present state, unless that is all that is wanted.
struct WatchJobs {
    private let program: WatchProgram
    private var isRunning: Bool
    private var last: [String: [String]] = [:]

    init(_ program: WatchProgram, runsAtStart: Bool) {
        self.program = program
        isRunning = runsAtStart
    }

    /// All that was there has been told.
    mutating func synced() { isRunning = true }

    /// The run for a record; `nil` for none.
    mutating func job(for record: WatchedRecord, _ line: [UInt8], at now: Moment) -> WatchJob? {
        let arguments = program.arguments(of: record.state, at: now.wall)
        if program.hasFields {
            guard record.state != nil,
                last.updateValue(arguments, forKey: record.owner) != arguments
            else { return nil }
        }
        guard isRunning else { return nil }
        return WatchJob(owner: record.owner, arguments: arguments, input: line)
    }
}

/// Runs the program of `watch --exec`: one at a time for each station or session, the newest next.
final class WatchRunner {
    private let loop: EventLoop
    private let clock: () -> Moment
    private let say: (String) -> Void
    private let idle: () -> Void
    private var queue = NewestRuns<WatchJob>(RunLimits(), seed: .random(in: .min ... .max))
    private var runs: [Int: ProgramRun] = [:]
    private var alarm: LoopTimer?

    /// - Parameter idle: Hears when nothing runs and nothing waits any more.
    init(
        on loop: EventLoop, clock: @escaping () -> Moment, say: @escaping (String) -> Void,
        idle: @escaping () -> Void
    ) {
        (self.loop, self.clock, self.say, self.idle) = (loop, clock, say, idle)
        alarm = loop.makeTimer { [weak self] in self?.advance() }
    }

    /// Something runs or waits.
    var isBusy: Bool { !runs.isEmpty || queue.waitingCount > 0 }

    /// Runs a program, or has it wait for the one before.
    func offer(_ job: WatchJob) {
        queue.offer(job, of: job.owner)
        advance()
    }

    /// Begins nothing more.
    func close() { queue.dropWaiting() }

    private func advance() {
        var actions: [RunAction<WatchJob>] = []
        var room = Int.max
        queue.advance(at: clock().monotonic, room: &room, into: &actions)
        execute(actions)
    }

    private func execute(_ actions: [RunAction<WatchJob>]) {
        for action in actions {
            switch action {
            case .start(let number, let job): start(number, job)
            case .abort(let number): runs[number]?.abort()
            case .failing(_, let reason): say("the program fails: \(reason)")
            case .recovered: say("the program works again")
            }
        }
        guard let deadline = queue.nextDeadline else { return alarm?.disarm() ?? () }
        let left = (deadline - clock().monotonic).milliseconds
        alarm?.arm(afterMilliseconds: UInt64(clamping: left))
    }

    private func start(_ number: Int, _ job: WatchJob) {
        runs[number] = ProgramRun(
            job.arguments, input: job.input, variables: ["NPHUB_STATION=\(job.owner)"], on: loop
        ) { [weak self] in self?.ended(number, $0) }
    }

    private func ended(_ number: Int, _ outcome: RunOutcome) {
        runs[number] = nil
        var actions: [RunAction<WatchJob>] = []
        queue.ended(number, outcome, at: clock().monotonic, into: &actions)
        execute(actions)
        advance()
        if !isBusy { idle() }
    }
}
