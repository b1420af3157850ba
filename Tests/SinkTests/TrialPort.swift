import FanOut
import Hub
import NowPlaying

/// A port to no hub: it hands on what a sink tells, and knows one client.
final class TrialPort: HubPort {
    private let posted: (Event) -> Void
    private let connected: (any Sink) -> Void

    init(_ posted: @escaping (Event) -> Void, connected: @escaping (any Sink) -> Void = { _ in }) {
        self.posted = posted
        self.connected = connected
    }

    let now = Moment(monotonic: Instant(milliseconds: 0), wall: Timestamp(milliseconds: 0))
    let limits = Box(Limits())
    var health: Health { Health(checks: []) }
    var configuredSessions: [String] { [] }

    func post(_ event: Event) { posted(event) }

    func later(_ work: @escaping () -> Void) { work() }

    func connect(_ origin: ClientOrigin, _ sink: (ClientID) -> any Sink) -> ClientID {
        connected(sink(ClientID(number: 1)))
        return ClientID(number: 1)
    }

    func connect(_ sink: (ClientID) -> any Sink, _ request: OutputRequest) -> ClientID {
        connect(.local, sink)
    }

    func status(after start: Int) -> HubStatus { HubStatus() }
}
