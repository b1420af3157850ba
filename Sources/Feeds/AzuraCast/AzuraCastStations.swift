import JSON
import NowPlaying

/// The publications of an AzuraCast server about its stations.
///
/// The server answers the first frame with its cached publications, then pushes each station's
/// whole state every few seconds, changed or not. Four shapes of the same `np` object have been in
/// use:
///
/// - `connect.subs.CHANNEL.publications[].data.np`, then pushes (since 0.20.2),
/// - `connect.data[].pub.data.np`, then pushes (December 2023 to May 2024),
/// - pushes alone, `pub.data.np` (since 0.17.6),
/// - the bare object, on a URL of the station's own and without a first frame (before).
struct AzuraCastStations: CentrifugoContent {
    /// The channel of one short code, and the stations that are configured with it.
    private struct Channel: Sendable {
        let name: String
        /// The first bytes of a publication in it, as Centrifugo writes them.
        let opening: [UInt8]
        var stations: [Int]
        var reader = AzuraCastReader()

        init(_ name: String, of station: Int) {
            self.name = name
            opening = Array("{\"channel\":\"\(name)\",\"pub\":".utf8)
            stations = [station]
        }
    }

    static let isPublishedInReply = true

    private var channels: [Channel] = []
    private var hasHeardStation = false

    private init(_ feeds: [Feed]) {
        for (station, feed) in feeds.enumerated() {
            guard let shortcode = feed[text: "shortcode"] else { continue }
            let name = "station:" + shortcode
            if let known = channels.firstIndex(where: { $0.name == name }) {
                channels[known].stations.append(station)
            } else {
                channels.append(Channel(name, of: station))
            }
        }
    }

    /// A machine for stations on one server, or for one station on a URL of its own.
    static func machine(for feeds: [Feed]) -> any FeedMachine {
        let stations = AzuraCastStations(feeds)
        if let url = feeds.first?.url, isOfOneStation(url) { return stations }
        return Centrifugo(
            stations, channels: stations.channels.map(\.name), isUnidirectional: true)
    }

    /// Releases before 0.17.5 have `…/nowplaying/SHORTCODE` where later ones have `…/websocket`.
    private static func isOfOneStation(_ url: String) -> Bool {
        let path = url.prefix { $0 != "?" && $0 != "#" }
        let steps = path.split(separator: "/")
        return steps.suffix(4).dropLast() == ["api", "live", "nowplaying"]
            && steps.last != "websocket"
    }
}

// MARK: Publications

extension AzuraCastStations {
    /// The place of the history that the last publication in the same channel had; `nil` if this
    /// one has another, or is not written as Centrifugo writes it.
    func knownRange(in message: ArraySlice<UInt8>) -> Range<Int>? {
        // The channels are searched by index: a channel or reader in a variable is a copy.
        for index in channels.indices where message.span.starts(with: channels[index].opening) {
            return channels[index].reader.history.range(in: message)
        }
        return nil
    }

    mutating func published(
        _ publication: CentrifugoPublication, in channel: Int, into events: inout [FeedEvent]
    ) {
        if !publication.isCached,
            let clock = publication.payload?["current_time"].flatMap(Self.clock)
        {
            events.append(.serverClock(clock))
        }
        guard let value = publication.payload?["np"] else {
            let detail = "a publication in `\(channels[channel].name)` has no np"
            return events.append(.rejected(.unexpectedShape(detail)))
        }
        read(value, of: publication.text, in: channel, into: &events)
    }

    mutating func confirmed(_ channel: Int, into events: inout [FeedEvent]) {
        guard let report = channels[channel].reader.confirmedReport() else { return }
        append(report, of: channel, to: &events)
    }

    func apply(_ news: SubscriptionNews, of channel: Int, into events: inout [FeedEvent]) {
        for station in channels[channel].stations {
            events.append(.subscription(station: station, news))
        }
    }

    /// `current_time` is cut down to whole seconds.
    private static func clock(_ value: JSONValue) -> ServerClock? {
        guard let seconds = value.lenientDouble, seconds > 0,
            let time = Timestamp(seconds: seconds)
        else { return nil }
        return ServerClock(time: time, resolution: .seconds(1))
    }

    private mutating func read(
        _ value: JSONValue, of text: CentrifugoText?, in channel: Int,
        into events: inout [FeedEvent]
    ) {
        do {
            let report = try channels[channel].reader.report(from: value, of: text)
            append(report, of: channel, to: &events)
        } catch {
            events.append(.rejected(error))
        }
    }

    private func append(
        _ report: Box<Report>, of channel: Int, to events: inout [FeedEvent]
    ) {
        for station in channels[channel].stations {
            events.append(.report(station: station, report))
        }
    }
}

// MARK: One station on a URL of its own

/// The server sends the station's objects bare and without a request.
extension AzuraCastStations: FeedMachine {
    mutating func opened(at now: Moment, into events: inout [FeedEvent]) {
        hasHeardStation = false
    }

    mutating func received(
        _ message: FeedMessage, at now: Moment, using parser: JSONParser,
        into events: inout [FeedEvent]
    ) {
        CentrifugoFrame(message.bytes).forEachMessage(using: parser) { text, value in
            guard channels.count == 1, AzuraCastReader.isNowPlaying(value) else {
                let detail = "the message is of no known kind"
                return events.append(.rejected(.unexpectedShape(detail)))
            }
            if !hasHeardStation { events.append(.accepted) }
            hasHeardStation = true
            read(value, of: text, in: 0, into: &events)
        } failed: { rejection in
            events.append(.rejected(rejection))
        }
    }
}
