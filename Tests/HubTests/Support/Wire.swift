import Hub
import NowPlaying
import Testing

@testable import Stations
@testable import Protocols

/// The servers' side of a hub's links, byte for byte.
///
/// It reads a world's effects as they come, one link after another, and says what a test wants
/// the server to say.
final class Wire {
    private let world: World
    private var read = 0
    private var sent: [LinkID: [UInt8]] = [:]
    private var asked: [LinkID: [PollRequest]] = [:]
    /// Links that were dialled and have not been asked about yet, in order.
    private var dialled: [LinkID] = []
    /// Links whose connection the hub has ended, in order.
    private var ended: [LinkID] = []
    /// Links from which the hub reads nothing at present.
    private var paused: Set<LinkID> = []

    init(_ world: World) {
        self.world = world
    }

    private func catchUp() {
        for effect in world.effects[read...] {
            switch effect {
            case .link(let link, .dial): dialled.append(link)
            case .link(let link, .transmit(let bytes)): sent[link, default: []] += bytes
            case .link(let link, .ask(let request)): asked[link, default: []].append(request)
            case .link(let link, .hangUp): ended.append(link)
            case .link(let link, .pauseReading): paused.insert(link)
            case .link(let link, .resumeReading): paused.remove(link)
            case .deliver, .reply, .disconnect, .takeTurn, .state, .propose, .journal,
                .finish:
                break
            }
        }
        read = world.effects.count
    }

    // MARK: What the hub did

    /// The links that were dialled since this was asked last.
    func dials() -> [LinkID] {
        catchUp()
        defer { dialled = [] }
        return dialled
    }

    /// The links that the hub hung up since this was asked last.
    func hangUps() -> [LinkID] {
        catchUp()
        defer { ended = [] }
        return ended
    }

    /// Returns true if the hub leaves the bytes on a link unread.
    func isPaused(_ link: LinkID) -> Bool {
        catchUp()
        return paused.contains(link)
    }

    /// The frames that the hub sent on a link since this was asked last.
    func frames(from link: LinkID) -> [ClientFrame] {
        ClientFrame.all(in: bytes(from: link))
    }

    private func bytes(from link: LinkID) -> [UInt8] {
        catchUp()
        return sent.removeValue(forKey: link) ?? []
    }

    /// The requests that the hub made on a link, whose server is polled, since this was asked last.
    func requests(of link: LinkID) -> [PollRequest] {
        catchUp()
        return asked.removeValue(forKey: link) ?? []
    }

    // MARK: What the server does

    /// Is found, takes the connection, and gives the upgrade request.
    func accept(_ link: LinkID) -> String {
        world.handle(.linkResolved(link))
        world.handle(.linkConnected(link))
        return String(decoding: bytes(from: link), as: UTF8.self)
    }

    /// Takes the connection and agrees to the upgrade.
    func open(_ link: LinkID) throws {
        let request = accept(link)
        let field = "Sec-WebSocket-Key: "
        let line = try #require(
            request.split(separator: "\r\n").first { $0.hasPrefix(field) })
        let proof = HandshakeKey.accept(for: String(line.dropFirst(field.count)))
        say(
            "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                + "Sec-WebSocket-Accept: \(proof)\r\n\r\n", on: link)
    }

    /// Takes the connection and refuses the upgrade.
    func refuse(_ link: LinkID, status: Int, fields: String...) {
        _ = accept(link)
        let header = fields.map { $0 + "\r\n" }.joined()
        say("HTTP/1.1 \(status) No\r\n\(header)\r\n", on: link)
    }

    func say(_ text: String, on link: LinkID) { say(Array(text.utf8), on: link) }

    func say(_ bytes: [UInt8], on link: LinkID) {
        world.handle(.linkReceived(link, bytes))
    }

    func push(_ text: String, on link: LinkID) { say(ServerFrame.text(text), on: link) }

    /// The connection ends, or cannot be made.
    func drop(_ link: LinkID, code: String = "reset") {
        let reason = StationConnection.Reason(code: code, text: "it was \(code)")
        world.handle(.linkDisconnected(link, reason))
    }
}
