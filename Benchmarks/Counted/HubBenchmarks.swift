import Feeds
import Hub
import Stations

extension Benchmark {
    /// The shortest message that a server can send, from the socket to the station's state, which
    /// no subscription asks for: nearly all of it is the link and the reducer.
    static let reduce = [
        Benchmark(name: "reduce/new title", passes: 64) {
            try Broadcast(.lines) { #"{"title":"Mara Ebb - Låg Tide \#($0)"}"# }
        },
        Benchmark(name: "reduce/new title after 300", passes: 16) {
            try Broadcast(.lines, titlesBefore: 300) {
                #"{"title":"Mara Ebb - Låg Tide \#($0)"}"#
            }
        },
        Benchmark(name: "reduce/new title after 3000", passes: 16) {
            try Broadcast(.lines, titlesBefore: 3_000) {
                #"{"title":"Mara Ebb - Låg Tide \#($0)"}"#
            }
        },
        Benchmark(name: "reduce/repeat", passes: 64) {
            try Broadcast(.lines, publicationsByTitle: .max) { _ in
                #"{"title":"Mara Ebb - Låg Tide 0"}"#
            }
        },
    ]

    /// A publication of AzuraCast, from socket to socket, for one subscription.
    static let publication = [
        Benchmark(name: "publication/new title", passes: 64) {
            try Broadcast(.azuraCast(), subscribers: 1, to: .nowPlaying)
        },
        Benchmark(name: "publication/repeat", passes: 64) {
            try Broadcast(.azuraCast(), publicationsByTitle: .max, subscribers: 1, to: .nowPlaying)
            {
                AzuraCastServer(station: "s0").repeated(at: $0)
            }
        },
        // As stations are: a title in some minutes, and twenty publications with nothing else.
        Benchmark(name: "publication/1 title, 20 repeats", passes: 63) {
            let server = AzuraCastServer(station: "s0", publicationsByTitle: 21)
            return try Broadcast(
                .azuraCast(stations: 20), titlesBefore: 21, publicationsByTitle: 21, subscribers: 1,
                to: .nowPlaying, saying: server.publication)
        },
        Benchmark(name: "publication/patch", passes: 64) {
            try Broadcast(.azuraCast(), subscribers: 1, to: .patches)
        },
    ]

    /// A new title for many, who all want the same.
    static let fanOut = [1, 100, 1_000].map { count in
        Benchmark(name: "fan-out/\(count)", passes: count > 100 ? 16 : 64) {
            try Broadcast(.lines, subscribers: count, to: .nowPlaying) {
                #"{"title":"Mara Ebb - Låg Tide \#($0)"}"#
            }
        }
    }

    /// A new title of the station that a session listens to, one of twenty.
    static let session = [
        Benchmark(name: "session/lock screen", passes: 32) {
            try Broadcast(.azuraCast(stations: 20), subscribers: 1, to: .lockScreen)
        },
        Benchmark(name: "session/car", passes: 32) {
            try Broadcast(.azuraCast(stations: 20), subscribers: 1, to: .carPlay)
        },
    ]
}

/// The parameters of a subscription.
private enum Request: String {
    case nowPlaying = #"{"view":"nowPlaying","minInterval":0}"#
    case patches = #"{"view":"nowPlaying","minInterval":0,"patch":true}"#
    case lockScreen = #"{"view":"lockScreen"}"#
    case carPlay = #"{"view":"carPlay","patch":true}"#

    var line: String { Self.call("subscribe", rawValue) }

    static func call(_ method: String, _ parameters: String) -> String {
        #"{"jsonrpc":"2.0","id":1,"method":"\#(method)","params":\#(parameters)}"#
    }
}

/// Stations on one server, and what it says when it is asked first.
private struct Studio {
    var stations: [StationConfiguration]
    var greeting: String?

    /// AzuraCast's `s0` and so on.
    static func azuraCast(stations count: Int = 1) throws -> Studio {
        let ids = (0..<count).map { "s\($0)" }
        let stations = try ids.map { id in
            var feed = Feed(
                type: "azuracast", url: "wss://radio.example/api/live/nowplaying/websocket")
            feed.settings["shortcode"] = .text(id)
            return try StationConfiguration(id: id, feed: feed)
        }
        let greeting = AzuraCastServer.connected(ids.map { AzuraCastServer(station: $0) })
        return Studio(stations: stations, greeting: greeting)
    }

    /// A station that sends lines of text in the shortest JSON.
    static var lines: Studio {
        get throws {
            var feed = Feed(type: "json", url: "wss://radio.example/live")
            feed.settings["track"] = .object([.init(name: "text", value: .text("/title"))])
            return Studio(stations: [try StationConfiguration(id: "s0", feed: feed)])
        }
    }
}

/// A server that says something in each pass, and the clients that hear of it.
private final class Broadcast: Work {
    private let hub: BenchmarkHub
    private let frames: [[UInt8]]
    private let publicationsByTitle: Int
    private let subscribers: Int
    private let titlesBefore: Int
    private var linesBefore = 0

    /// As many messages are made, whatever the number of passes.
    private static let passesMax = 128

    /// - Parameter span: The number of messages with one title.
    init(
        _ studio: Studio, titlesBefore: Int = 1, publicationsByTitle span: Int = 1,
        subscribers: Int = 0, to request: Request = .nowPlaying,
        saying message: (Int) -> String = AzuraCastServer(station: "s0").publication
    ) throws {
        frames = (0..<titlesBefore + Self.passesMax).map {
            ServerFrame.text(Array(message($0).utf8))
        }
        self.titlesBefore = titlesBefore
        publicationsByTitle = span
        self.subscribers = subscribers
        hub = try BenchmarkHub(studio.stations)
        if let greeting = studio.greeting { hub.say(ServerFrame.text(Array(greeting.utf8))) }
        hub.connect(asking: Request.call("command", #"{"action":"select","station":"s0"}"#))
        for _ in 0..<subscribers { hub.connect(asking: request.line) }
        // The first message brings more news than those after it.
        for frame in frames.prefix(titlesBefore) { say(frame) }
        linesBefore = hub.lines
    }

    private func say(_ frame: [UInt8]) {
        hub.wait(AzuraCastServer.step)
        hub.say(frame)
    }

    func pass(_ number: Int) { say(frames[titlesBefore + number]) }

    func complaint(after passes: Int) -> String? {
        let lines = hub.lines - linesBefore
        let state = hub.answer(to: Request.call("get", #"{"view":"line"}"#))
        let first = (titlesBefore - 1) / publicationsByTitle
        let last = (titlesBefore - 1 + passes) / publicationsByTitle
        let title = AzuraCastServer(station: "s0").title(last)
        guard state.contains(title) else { return "at the end plays \(state)" }
        return lines == (last - first) * subscribers ? nil : "\(lines) lines were sent"
    }
}
