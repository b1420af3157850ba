import Feeds
import Loop
import NowPlaying
import Stations

/// The kind of an address over HTTP, by the head of its server's answer.
enum AddressKind: Equatable {
    /// A stream with titles in it; its sound in an hour in bytes, if it says so.
    case titles(bytesPerHour: Int?)
    /// A playlist, of streams perhaps.
    case playlist
    /// An audio stream without titles in it, of this type.
    case sound(String)
    /// Server-sent events.
    case events
    /// JSON.
    case json
    /// A page of an Icecast server, which lists its streams elsewhere.
    case icecast
    /// Something else, or nothing.
    case other

    /// The kind of an answer.
    init(_ answer: PollAnswer, at url: String) {
        let type = answer.contentType
        let titles = ICYTitles(answer.fields, encoding: nil)
        let server = answer.fields["server"]?.lowercased() ?? ""
        if answer.status != 200 {
            self = server.hasPrefix("icecast") ? .icecast : .other
        } else if titles.interval != nil {
            self = .titles(bytesPerHour: titles.bytesPerHour)
        } else if StreamPlaylist.isAnnounced(by: type, at: url) {
            self = .playlist
        } else if type.hasPrefix("audio/") || type == "application/ogg" {
            self = .sound(type)
        } else if type == "text/event-stream" {
            self = .events
        } else if type.hasPrefix("application/"), type.hasSuffix("json") {
            self = .json
        } else {
            self = server.hasPrefix("icecast") ? .icecast : .other
        }
    }
}

/// One request for the kind of an address. It ends with the head of the answer.
final class AddressLook {
    private let client: HTTPClient
    private let done: (AddressKind) -> Void
    private var transfer: HTTPTransfer?
    private var limit: LoopTimer?

    /// Asks.
    ///
    /// - Parameters:
    ///   - milliseconds: How long to wait for the head.
    ///   - done: What to do with what was found; in a turn of its own.
    init(
        at url: String, for milliseconds: UInt64, on loop: EventLoop,
        done: @escaping (AddressKind) -> Void
    ) {
        client = HTTPClient(on: loop, for: .streams)
        self.done = done
        let request = PollRequest.look(at: url, within: Limits())
        let transfer = HTTPTransfer(request, to: url, by: StationConfiguration.Dial()) {
            [weak self] _ in self?.end(.other)
        }
        transfer.arrived = { [weak self] part in
            if case .head(let answer) = part { self?.end(AddressKind(answer, at: url)) }
        }
        self.transfer = transfer
        limit = loop.makeTimer { [weak self] in self?.end(.other) }
        limit?.arm(afterMilliseconds: milliseconds)
        client.begin(transfer)
    }

    private func end(_ kind: AddressKind) {
        guard let transfer else { return }
        self.transfer = nil
        limit?.disarm()
        client.cancel(transfer)
        done(kind)
    }
}
