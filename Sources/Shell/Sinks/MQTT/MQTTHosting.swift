import Hub
import Stations
import Support

/// The MQTT broker to which the program publishes.
final class MQTTHosting: Component {
    private let sink: MQTTSink
    private let configuration: ProgramConfiguration

    /// `nil` if there is no broker.
    init?(_ context: ComponentContext) {
        guard context.configuration.mqtt != nil else { return nil }
        configuration = context.configuration
        let clock = SystemClock()
        sink = MQTTSink(
            of: context.hub, on: context.loop, log: context.log,
            isDiscovering: !configuration.discoveries.isEmpty,
            seed: .random(in: .min ... .max)
        ) { clock.now }
    }

    func begin() { reconfigure(configuration) }

    func reconfigure(_ configuration: ProgramConfiguration) {
        guard let settings = configuration.mqtt else { return }
        sink.configure(settings, stations: configuration.hub.stations.map(\.id))
    }

    func measure(into status: inout ProcessStatus) { status.mqtt = sink.status }

    func finish(by deadline: Deadline) { sink.finish(by: deadline) }
}
