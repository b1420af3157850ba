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
    /// A web page with these addresses in it, which may be those of streams.
    case page([String])
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
        } else if type == "text/html", !server.hasPrefix("icecast") {
            self = .page([])
        } else {
            self = server.hasPrefix("icecast") ? .icecast : .other
        }
    }
}

/// One request for the kind of an address. It ends with the head of the answer, or with a page.
final class AddressLook {
    /// The part of a page that is read, in bytes.
    private static let pageSize = 512 << 10

    private let url: String
    private var page: [UInt8] = []
    private var isPage = false
    private let loop: EventLoop
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
        self.url = url
        self.loop = loop
        self.done = done
        let request = PollRequest.look(at: url, within: Limits())
        let transfer = HTTPTransfer(request, to: url, by: StationConfiguration.Dial()) {
            [weak self] _ in self?.end()
        }
        transfer.arrived = { [weak self] in self?.take($0) }
        self.transfer = transfer
        limit = loop.makeTimer { [weak self] in self?.end() }
        limit?.arm(afterMilliseconds: milliseconds)
        client.begin(transfer)
    }

    private func take(_ part: HTTPTransfer.Part) {
        switch part {
        case .head(let answer):
            let kind = AddressKind(answer, at: url)
            isPage = kind == .page([])
            if !isPage { end(kind) }
        case .body(let bytes):
            page += bytes
            if page.count >= Self.pageSize { end() }
        }
    }

    /// There is nothing more to come, or no time for it.
    private func end() {
        end(isPage ? .page(PageStreams.addresses(in: page, at: url)) : .other)
    }

    private func end(_ kind: AddressKind) {
        guard let transfer else { return }
        self.transfer = nil
        limit?.disarm()
        client.cancel(transfer)
        loop.atEndOfTurn { [done] in done(kind) }
    }
}
