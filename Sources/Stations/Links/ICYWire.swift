import Feeds
package import NowPlaying
import Protocols
package import Support

/// An audio stream with titles in it: each new title is a message.
///
/// It asks for the stream, or for a playlist and then for the streams in it, one after another. It
/// opens with the answer that is sound with titles. The sound must be received, and is dropped.
package struct ICYWire: Wire {
    /// The longest playlist, in bytes.
    private static let playlistSize = 64 << 10
    /// The time that an address has while others wait.
    private static let impatience = Interval.seconds(3)
    private static let fields = ["content-type"] + ICYTitles.fields

    private let limits: Box<Limits>
    private let encoding: String?
    /// The address of the config.
    private let first: String
    /// The address that was asked for.
    private var address: String
    /// The streams of the playlist that were not asked for yet, the next one last.
    private var others: [String] = []
    private var isResolved = false
    private var awaitsPlaylist = false
    private var titles: ICYTitles?
    private var reader: ICYReader?
    /// Events that were found and not taken yet, the next one last.
    private var events: [WireEvent] = []
    /// The reason why the first stream of a playlist cannot be read.
    private var loss: LinkLoss?

    init(_ address: String, encoding: String?, limits: Box<Limits>) {
        first = address
        self.address = address
        self.encoding = encoding
        self.limits = limits
    }

    package mutating func open(using generator: inout SeededGenerator) -> [UInt8] {
        ask(for: address)
        return []
    }

    package mutating func receive(_ bytes: [UInt8]) {
        let blocks = reader?.receive(bytes) ?? []
        let messages = blocks.compactMap { titles?.message(for: $0) }
        events = messages.reversed().map { .message($0) } + events
    }

    package mutating func next(using generator: inout SeededGenerator) -> WireEvent? {
        events.popLast()
    }

    package mutating func answered(
        _ answer: PollAnswer, at now: Instant, using generator: inout SeededGenerator
    ) {
        guard answer.status == 200 else { return fail(answer.loss(within: limits)) }
        if awaitsPlaylist { return take(playlist: answer.body) }
        let type = answer.contentType
        if StreamPlaylist.isAnnounced(by: type, at: address) {
            guard !isResolved else { return fail(LinkLoss("playlist", Self.nested)) }
            return askForPlaylist()
        }
        let titles = ICYTitles(answer.fields, encoding: encoding)
        guard let interval = titles.interval else { return fail(.noTitles(in: type)) }
        self.titles = titles
        reader = ICYReader(interval: interval)
        events = [.opened]
    }

    package mutating func retries(after reason: StationConnection.Reason) -> Bool {
        fail(LinkLoss(reason))
        return true
    }

    package var silence: LinkLoss { LinkLoss("streamSilent", "the stream brings no sound") }

    package var soundPerHour: Int? { titles.map { $0.bytesPerHour ?? 0 } }
}

extension ICYWire {
    private static let nested = "the playlist leads to another playlist, which is not followed"

    private mutating func ask(for address: String) {
        self.address = address
        var request = PollRequest(
            url: address, known: PollAnswer.Version(), sizeLimit: limits.messageSize,
            timeLimit: others.isEmpty ? limits.pollAnswer : Self.impatience)
        request.fields = [PollRequest.titles]
        request.wantedFields = Self.fields
        request.isElsewhere = Self.server(of: address) != Self.server(of: first)
        request.isEndless = true
        events = [.ask(request)]
    }

    /// The scheme and the authority of an address.
    private static func server(of address: String) -> [String] {
        let url = try? ServerURL(address, among: LinkScheme.overHTTP)
        return url.map { [$0.scheme.name, $0.authority] } ?? []
    }

    private mutating func askForPlaylist() {
        awaitsPlaylist = true
        let request = PollRequest(
            url: address, known: PollAnswer.Version(), sizeLimit: Self.playlistSize,
            timeLimit: limits.pollAnswer)
        events = [.ask(request)]
    }

    private mutating func take(playlist text: [UInt8]) {
        awaitsPlaylist = false
        isResolved = true
        let playlist = StreamPlaylist(text, at: address)
        guard !playlist.isOfPieces else { return fail(.noTitles(in: "HLS")) }
        others = playlist.addresses.reversed()
        guard let first = others.popLast() else {
            return fail(LinkLoss("playlist", "the playlist has no address of a stream in it"))
        }
        ask(for: first)
    }

    /// Goes on with the next stream of the playlist; if there is none, the first one's loss counts.
    private mutating func fail(_ loss: LinkLoss) {
        let loss = self.loss ?? loss
        self.loss = loss
        guard let next = others.popLast() else { return events = [.failed(loss)] }
        ask(for: next)
    }
}

extension LinkLoss {
    /// The answer is no stream with titles, by the type of its content.
    fileprivate static func noTitles(in type: String) -> LinkLoss {
        let words =
            switch type {
            case "application/ogg", "audio/ogg", "audio/opus", "audio/vorbis":
                "it is an Ogg stream, whose titles are in the sound and are not read: take another "
                    + "mount of the server, or poll its status-json.xsl"
            case "HLS":
                "it is HLS, pieces of sound without titles between them: take another address"
            case let type where type.hasPrefix("text/html"):
                "it is a web page, not an audio stream"
            case let type where type.hasPrefix("text/event-stream"):
                "it sends events, not sound: a feed of type `json` with `layer: sse` reads them"
            case let type where type.hasPrefix("application/") && type.hasSuffix("json"):
                "it answers with JSON, not with sound: a feed of type `json` polls it"
            default: "the station sends no titles in its stream (there is no `icy-metaint`)"
            }
        return LinkLoss("noTitles", words)
    }
}

extension PollAnswer {
    /// The type of the content, in small letters and without its parameters.
    package var contentType: String {
        let type = (fields["content-type"] ?? "").prefix { $0 != ";" }
        return type.filter { $0 != " " }.lowercased()
    }
}

extension ICYWire {
    /// Audio streams with titles in them.
    static let scheme = LinkScheme(
        schemes: LinkScheme.overHTTP, httpUse: .titles,
        refusals: [
            .fingerprint(of: "a stream's server")
        ],
        check: { _, dial, _ throws(RouteError) in try LinkScheme.checkHTTP(dial) },
        makeWire: { route, limits, generator in
            ICYWire(
                LinkScheme.addressOverHTTP(route.feed.url, using: &generator),
                encoding: route.feed[text: "encoding"], limits: limits)
        })
}
