import NowPlaying
import TestSupport
import Testing

@testable import FanOut
@testable import Hub

/// A client on the socket that follows sessions, commands them and plays for them.
///
/// Keeps what it was told until the test reads it.
final class Follower {
    /// The error that refused a request.
    struct Refusal: Equatable {
        let code: Int
        /// The subject that `data` names.
        let subject: String?
        let message: String
    }

    private let world: World
    let client: ClientID
    private var unread: [Tree] = []
    /// The car's document that it holds, where it follows one.
    private var document: Tree?
    private var lastRequest = 0

    init(_ world: World) {
        self.world = world
        client = world.connect()
    }

    // MARK: Requests

    /// Sends a request, and gives the whole answer.
    private func answer(_ method: String, _ parameters: String) throws -> Tree {
        lastRequest += 1
        let id = lastRequest
        world.write(
            #"{"jsonrpc":"2.0","id":\#(id),"method":"\#(method)","params":\#(parameters)}"# + "\n",
            as: client)
        try listen()
        let place = try #require(unread.firstIndex { $0["id"]?.int == id })
        return unread.remove(at: place)
    }

    /// Sends a request that is to succeed, and gives its result.
    @discardableResult
    func ask(
        _ method: String, _ parameters: String = "{}",
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> Tree {
        let answer = try answer(method, parameters)
        return try #require(
            answer["result"], "\(answer)", sourceLocation: sourceLocation)
    }

    /// Sends a request that is to be refused, and says why it was.
    func refusal(
        _ method: String, _ parameters: String, sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> Refusal {
        let answer = try answer(method, parameters)
        let error = try #require(
            answer["error"], "\(answer)", sourceLocation: sourceLocation)
        let data = error["data"]
        return Refusal(
            code: try #require(error["code"]?.int),
            subject: data?.names.first.flatMap { data?[$0]?.string },
            message: try #require(error["message"]?.string))
    }

    /// Asks something of a session.
    @discardableResult
    func command(
        _ action: String, _ rest: String = "", sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> Tree {
        try ask("command", Self.command(action, rest), sourceLocation: sourceLocation)
    }

    /// Returns the screen that the client shows after a command.
    func destination(after action: String, _ rest: String = "") throws -> String? {
        try command(action, rest)["then"]?.string
    }

    /// Asks something of a session that is to be refused.
    func refusal(
        of action: String, _ rest: String = "", sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> Refusal {
        try refusal("command", Self.command(action, rest), sourceLocation: sourceLocation)
    }

    private static func command(_ action: String, _ rest: String) -> String {
        #"{"action":"\#(action)"\#(rest.isEmpty ? "" : ",")\#(rest)}"#
    }

    /// Says what it plays, as a session's player.
    func report(_ state: String, _ rest: String = "") throws {
        let session = rest.contains(#""session""#) ? "" : #""session":"main","#
        try ask(
            "report",
            #"{\#(session)"state":"\#(state)"\#(rest.isEmpty ? "" : ",")\#(rest)}"#)
    }

    /// Subscribes to a view of a session; the number of the subscription.
    @discardableResult
    func follow(_ view: String, _ rest: String = "") throws -> Int {
        let session = rest.contains(#""session""#) ? "" : #","session":"main""#
        let result = try ask(
            "subscribe",
            #"{"view":"\#(view)"\#(session)\#(rest.isEmpty ? "" : ",")\#(rest)}"#)
        return try #require(result["subscription"]?.int)
    }

    /// Ends the connection.
    func leave() {
        world.handle(.clientDisconnected(client))
    }

    /// The kernel takes nothing more for it, or takes all again.
    func block(_ isBlocked: Bool = true) {
        world.handle(isBlocked ? .sinkFull(client) : .sinkReady(client))
    }

    // MARK: What it was told

    private func listen() throws { unread += try world.receive(client) }

    private func take<Value>(_ read: (Tree) -> Value?) throws -> [Value] {
        try listen()
        let taken = unread.compactMap(read)
        unread.removeAll { read($0) != nil }
        return taken
    }

    /// The updates since it looked last.
    func updates() throws -> [Update] { try take(Update.init) }

    /// The documents among them, or changes of documents.
    func records() throws -> [Tree] {
        let records = try updates().map(\.record)
        for record in records {
            document = record["carPlay"] ?? document?.changed(by: record)
        }
        return records
    }

    /// Returns the part of its car's document with this id, as it is now.
    func shown(_ id: String) throws -> Tree? {
        _ = try records()
        return document?.part(id)
    }

    /// The newest update since it looked last, which there must be.
    func latest(sourceLocation: SourceLocation = #_sourceLocation) throws -> Tree {
        try #require(try records().last, sourceLocation: sourceLocation)
    }

    /// The events since it looked last.
    func events() throws -> [Tree] {
        try take { $0["method"]?.string == "event" ? $0["params"] : nil }
    }

    /// Returns the number of invitations to show what plays, since the last call.
    func invitations() throws -> Int { try events().count { $0["present"] != nil } }

    /// Returns the requests to play that it was sent since the last call.
    func requested() throws -> [Tree] { try events().compactMap { $0["requested"] } }
}

/// Records of sessions, as tests speak of them.
extension Tree {
    var lockScreen: Tree? { self["lockScreen"] }
    var title: String? { self["MPMediaItemPropertyTitle"]?.string }
    var state: String? { self["playbackState"]?.string }
    var rate: Double? { self["MPNowPlayingInfoPropertyPlaybackRate"]?.number }
    var elapsed: Double? { self["MPNowPlayingInfoPropertyElapsedPlaybackTime"]?.number }
    var isLive: Bool? { self["MPNowPlayingInfoPropertyIsLiveStream"]?.bool }
    var queueIndex: Int? { self["MPNowPlayingInfoPropertyPlaybackQueueIndex"]?.int }
    /// The time at which the audible part was broadcast, in seconds after the start.
    var heard: Double? {
        self["MPNowPlayingInfoPropertyCurrentPlaybackDate"]?.number.map {
            ($0 - Timestamp.at(0).seconds)
        }
    }

    func isEnabled(_ command: String) -> Bool? { self["commands"]?[command]?["isEnabled"]?.bool }

    /// The part with this id, wherever it is.
    func part(_ id: String) -> Tree? {
        switch self {
        case .null, .bool, .number, .string: return nil
        case .array(let elements):
            return elements.lazy.compactMap { $0.part(id) }.first
        case .object(let members):
            if members["id"] == .string(id) { return self }
            return members.keys.sorted().lazy.compactMap { members[$0]?.part(id) }.first
        }
    }
}
