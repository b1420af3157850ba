package import Loop
package import FanOut
package import Hub
package import NowPlaying
import Views

/// A session on the desktop's session bus, where there is one: MPRIS shows its newest state, and
/// passes on what users do there.
package final class MediaPlayerSink: Sink {
    private let session: String
    private let address: String?
    private let hub: any HubPort
    private let now: () -> Timestamp
    private var player: MediaPlayerService?
    private var client: ClientID?

    /// - Parameter address: The bus in D-Bus's notation; `nil` for the user's session bus.
    package init(
        session: String, of hub: any HubPort, at address: String? = nil,
        now: @escaping () -> Timestamp
    ) {
        self.session = session
        self.address = address
        self.hub = hub
        self.now = now
    }

    /// Goes on the bus, and subscribes once that has worked.
    ///
    /// - Parameter noticed: What to do with what becomes of it.
    package func start(on loop: EventLoop, noticed: @escaping (MediaPlayerNotice) -> Void) {
        let player = MediaPlayerService(on: loop, address: address, now: now) {
            [weak self] notice in
            noticed(notice)
            self?.note(notice)
        } onCommand: { [hub, session] command in
            hub.post(.commanded(command, session: session, sender: "mpris"))
        }
        self.player = player
        player.start()
    }

    package var transport: ClientTransport { .desktop }

    package func offer(_ delivery: Delivery) -> Credit {
        if case .record(let record, _, _, _) = delivery, let state = record.value as? MediaPlayer {
            player?.show(state, at: now())
        }
        return .more
    }

    package func finish() {
        player?.end()
    }

    private func note(_ notice: MediaPlayerNotice) {
        switch notice {
        case .published: subscribe()
        case .lost: client.map { hub.post(.clientDisconnected($0)) }
        case .unavailable: break
        }
    }

    private func subscribe() {
        let request = OutputRequest(
            options: DocumentOptions(view: .mediaPlayer), session: session, minInterval: .zero,
            isFollower: false)
        client = hub.connect({ _ in self }, request)
    }
}

extension ClientTransport {
    /// A player on the desktop's session bus.
    static let desktop = ClientTransport("desktop")
}
