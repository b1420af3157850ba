package import FanOut
package import Hub
import Logging
import Loop
import NowPlaying
import Support

/// The hooks of the config as a client: it takes the newest state of each station, and has programs
/// run and requests sent on its changes. It is never full, since what waits is bounded.
package final class HookSink: Sink {
    private let rules: [HookRule]
    private let loop: EventLoop
    private let log: Logger
    private let clock: () -> Moment
    private let settled: () -> Void
    private lazy var client = HTTPClient(on: loop)
    private var machine: HookMachine
    private var runs: [HookMachine.RunID: Run] = [:]
    private var alarm: LoopTimer?
    private var isClosing = false

    /// A run under way.
    private enum Run {
        case program(ProgramRun)
        case request(RequestRun)
    }

    /// - Parameter settled: What to do when the last run has ended that was under way at the end.
    init(
        _ rules: [HookRule], on loop: EventLoop, log: Logger, clock: @escaping () -> Moment,
        settled: @escaping () -> Void
    ) {
        self.rules = rules
        self.loop = loop
        self.log = log
        self.clock = clock
        self.settled = settled
        machine = HookMachine(rules, seed: .random(in: .min ... .max))
        alarm = loop.makeTimer { [weak self] in self?.tell(.woke) }
    }

    package var transport: ClientTransport { .hooks }

    package func offer(_ delivery: Delivery) -> Credit {
        guard case .record(let record, _, _, _) = delivery,
            case .station(let station) = record.head.subject
        else { return .more }
        guard let state = record.value as? NowPlaying else {
            tell(.removed(station))
            return .more
        }
        let head = record.head
        tell(.updated(HookRecord(state: state, epoch: head.epoch, revision: Int(head.revision))))
        return .more
    }

    /// The hooks for the status.
    var status: [HubStatus.Hook] { machine.status(at: clock()) }

    /// A run is under way.
    var isBusy: Bool { machine.runningCount > 0 }

    /// Begins nothing more.
    func close() {
        isClosing = true
        tell(.stopping)
    }

    /// Ends what is under way.
    package func abort() {
        for run in runs.values { abort(run) }
    }

    // MARK: The machine

    private func tell(_ input: HookMachine.Input) {
        var actions: [HookMachine.Action] = []
        let now = clock()
        machine.apply(input, at: now, into: &actions)
        for action in actions { execute(action.action, of: action.hook, at: now) }
        guard let deadline = machine.nextDeadline else { return alarm?.disarm() ?? () }
        let left = (deadline - now.monotonic).milliseconds
        alarm?.arm(afterMilliseconds: UInt64(clamping: left))
    }

    private func execute(_ action: RunAction<HookOccasion>, of hook: Int, at now: Moment) {
        switch action {
        case .start(let number, let occasion):
            start(.init(hook: hook, number: number), occasion, at: now.wall)
        case .abort(let number):
            runs[.init(hook: hook, number: number)].map(abort)
        case .failing(let owner, let reason):
            log.warning(
                "hook fails",
                metadata: [
                    "hub-hook": "\(rules[hook].name)", "hub-station": "\(owner)",
                    "hub-reason": "\(reason)",
                ])
        case .recovered(let failures, let time):
            log.notice(
                "hook works again",
                metadata: [
                    "hub-hook": "\(rules[hook].name)", "hub-failures": "\(failures)",
                    "hub-seconds": "\(time.milliseconds / 1_000)",
                ])
        }
    }

    private func start(_ id: HookMachine.RunID, _ occasion: HookOccasion, at now: Timestamp) {
        let rule = rules[id.hook]
        let ended = { [weak self] (outcome: RunOutcome) in self?.ended(id, outcome) ?? () }
        switch rule.action {
        case .program(let program):
            let values = occasion.values(at: now)
            runs[id] = .program(
                ProgramRun(
                    program.arguments.map { $0.text(values) }, input: occasion.json,
                    variables: occasion.variables(of: rule), on: loop, ended: ended))
        case .request(let request):
            runs[id] = .request(
                RequestRun(
                    request, on: occasion, at: now, within: rule.limits.timeLimit, by: client,
                    ended: ended))
        }
    }

    private func abort(_ run: Run) {
        switch run {
        case .program(let run): run.abort()
        // Its end is told at once, which the machine does not expect.
        case .request(let run): loop.atEndOfTurn { run.abort() }
        }
    }

    private func ended(_ id: HookMachine.RunID, _ outcome: RunOutcome) {
        runs[id] = nil
        tell(.ended(id, outcome))
        if isClosing, !isBusy { settled() }
    }
}

extension HookOccasion {
    /// The variables of a program's environment that say what has happened.
    fileprivate func variables(of rule: HookRule) -> [String] {
        let state = record.state
        let values: [(String, String?)] = [
            ("HOOK", rule.name), ("EVENT", event.rawValue),
            ("STATE", condition ?? state.playback?.state.rawValue),
            ("STATION", state.station.id), ("STATION_NAME", state.station.name),
            ("TITLE", state.track?.title), ("ARTIST", state.track?.artist),
        ]
        return values.compactMap { name, value in
            value.map { "NPHUB_\(name)=\($0.withoutControls)" }
        }
    }
}

extension ClientTransport {
    /// Hooks, which count as no client.
    static let hooks = ClientTransport("hooks", isOutput: true)
}
