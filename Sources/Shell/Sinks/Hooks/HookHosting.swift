import Hub
import NowPlaying
import Support
import Views

/// The hooks of the program.
final class HookHosting: Component {
    private let rules: [HookRule]
    private let context: ComponentContext
    private let sink: HookSink

    /// `nil` if the config has no hooks.
    init?(_ context: ComponentContext) {
        guard let rules = context.configuration.hooks?.rules, !rules.isEmpty else { return nil }
        self.rules = rules
        self.context = context
        let (clock, stage) = (SystemClock(), context.stage)
        sink = HookSink(
            rules, on: context.loop, log: context.log, clock: { clock.now },
            settled: { stage.settled() })
    }

    func begin() {
        context.hub.connect({ [sink] _ in sink }, request)
    }

    func measure(into status: inout ProcessStatus) { status.hooks = sink.status }

    /// Stations that no hook names are not asked for, whatever else happens to them.
    private var request: OutputRequest {
        let named = rules.map(\.stations)
        let stations = named.contains(nil) ? nil : Set(named.compactMap(\.self).joined())
        return OutputRequest(
            options: DocumentOptions(view: .state), stations: stations?.sorted(),
            minInterval: .zero, isFollower: false)
    }

    var isBusy: Bool { sink.isBusy }

    func close() { sink.close() }

    func finish(by deadline: Deadline) { sink.abort() }
}
