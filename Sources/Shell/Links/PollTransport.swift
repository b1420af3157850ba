import Hub
import NowPlaying
import Protocols
import Stations

/// Requests to a server over HTTP, one at a time: the core says when. The answer may have no end.
final class PollTransport: LinkTransport {
    private let id: LinkID
    private let url: ServerURL
    private let dialSettings: StationConfiguration.Dial
    private let resources: LinkResources
    private var post: ((Event) -> Void)?
    private var transfer: HTTPTransfer?
    /// The client of the transfer.
    private var client: HTTPClient?

    /// A transport that asks when it is told to.
    init(
        _ id: LinkID, to url: ServerURL, by dial: StationConfiguration.Dial,
        with resources: LinkResources, post: @escaping (Event) -> Void
    ) {
        self.id = id
        self.url = url
        dialSettings = dial
        self.resources = resources
        self.post = post
    }

    /// Each request connects by itself, if there is no connection left from an earlier one.
    func dial() {
        post?(.linkConnected(id))
    }

    func ask(_ request: PollRequest) {
        cancel()
        let transfer = HTTPTransfer(request, to: url.authority, by: dialSettings) {
            [weak self] in self?.ended($0)
        }
        transfer.arrived = { [weak self] in self?.arrived($0) }
        self.transfer = transfer
        client = request.isEndless ? resources.streams : resources.client
        client?.begin(transfer)
    }

    private func arrived(_ part: HTTPTransfer.Part) {
        switch part {
        case .head(let answer): post?(.linkAnswered(id, answer))
        case .body(let bytes): post?(.linkReceived(id, bytes))
        }
    }

    /// A server that is polled is sent no bytes but requests.
    func transmit(_ bytes: [UInt8]) {}

    /// An answer is bounded, and asked for here.
    func setReading(_ isWanted: Bool) {}

    func hangUp() {
        post = nil
        cancel()
    }

    private func cancel() {
        if let transfer { client?.cancel(transfer) }
        transfer = nil
    }

    private func ended(_ outcome: HTTPTransfer.Outcome) {
        transfer = nil
        switch outcome {
        case .answered(let answer): post?(.linkAnswered(id, answer))
        case .failed(let reason): post?(.linkDisconnected(id, reason))
        }
    }
}

extension PollTransport {
    /// For servers that are polled.
    static let opener = LinkOpener(["http", "https"]) { id, destination, resources, post in
        guard case .server(let url, let dial) = destination else { return nil }
        return PollTransport(id, to: url, by: dial, with: resources, post: post)
    }
}
