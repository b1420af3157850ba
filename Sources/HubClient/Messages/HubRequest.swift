public import NowPlaying

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A shape in which the hub gives state out, by its name. A hub may have more of them than this
/// library has types for.
public struct HubView: RawRepresentable, Hashable, Codable, Sendable {
    /// The whole state of a station.
    public static let nowPlaying = HubView(rawValue: "nowPlaying")
    /// One line of text.
    public static let line = HubView(rawValue: "line")
    /// A session as a lock screen shows it.
    public static let lockScreen = HubView(rawValue: "lockScreen")
    /// A session as a car shows it.
    public static let carPlay = HubView(rawValue: "carPlay")

    /// The views whose documents this library reads.
    public static let typed = [nowPlaying, line, lockScreen, carPlay]

    /// The name.
    public let rawValue: String

    /// The view of a name.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// It shows a listening session, not stations.
    public var isOfSession: Bool { self == .lockScreen || self == .carPlay }
}

/// The records that a client wants, as the hub's `get` and `subscribe` take it.
public struct HubQuery: Hashable, Sendable {
    /// The shape.
    public var view: HubView
    /// The stations; `nil` for all, those added later included.
    public var stations: [String]?
    /// The session that is wanted, or whose station is, in place of stations.
    public var session: String?
    /// The number of played tracks that are included, newest first.
    public var historyCount = 0
    /// True if listener counts are included.
    public var includesListeners = false
    /// The options of the view, as the hub's documentation lists them, such as `locale`.
    public var options: [String: JSONTree] = [:]

    /// A query for all stations, with nothing that must be asked for.
    public init(_ view: HubView) {
        self.view = view
    }

    /// The session that is meant where a session is.
    public var sessionName: String { session ?? "main" }

    /// The parameters of `get`. What is not asked for is left out, so that the hub's defaults hold.
    public var parameters: [String: JSONTree] {
        var parameters: [String: JSONTree] = ["view": .string(view.rawValue)]
        parameters["stations"] = stations.map { .array($0.map { .string($0) }) }
        parameters["session"] = session.map { .string($0) }
        if historyCount > 0 { parameters["history"] = .number(Double(historyCount)) }
        if includesListeners { parameters["listeners"] = true }
        if !options.isEmpty { parameters["options"] = .object(options) }
        return parameters
    }
}

/// A client's subscription.
public struct HubSubscription: Hashable, Sendable {
    /// The records.
    public var query: HubQuery
    /// The least time between two records of a station; `nil` for what is usual.
    public var minInterval: Interval?
    /// After a first document, the hub sends only what changed.
    public var wantsPatches = false

    /// A subscription to whole records, at the usual pace.
    public init(_ query: HubQuery) {
        self.query = query
    }

    /// The parameters of `subscribe`.
    ///
    /// - Parameter since: The position up to which everything is held, from an earlier connection.
    func parameters(since: HubPosition?) -> [String: JSONTree] {
        var parameters = query.parameters
        parameters["minInterval"] = minInterval.map { .number($0.seconds) }
        if wantsPatches { parameters["patch"] = true }
        if let since {
            parameters["since"] = [
                "epoch": .string(since.epoch), "revision": .number(Double(since.revision)),
            ]
        }
        return parameters
    }
}

/// The position up to which a client holds everything.
struct HubPosition: Hashable, Sendable {
    /// The epoch that the revision belongs to.
    var epoch: String
    /// The last `resume` of that life.
    var revision: Int
}

/// A method of the hub with its parameters.
public struct HubCall: Hashable, Sendable {
    /// The method.
    public var method: String
    /// Its parameters.
    public var parameters: [String: JSONTree]

    /// A call with its parts.
    public init(_ method: String, _ parameters: [String: JSONTree] = [:]) {
        self.method = method
        self.parameters = parameters
    }

    /// A command to a session; `nil` for the one that always is.
    public static func command(_ action: SessionAction, to session: String?) -> HubCall {
        var parameters = action.members
        parameters["session"] = session.map { .string($0) }
        return HubCall("command", parameters)
    }

    /// The report of a session's player.
    public static func report(_ report: PlayerReport) -> HubCall {
        HubCall("report", report.parameters)
    }
}

/// A call of one of the hub's methods (JSON-RPC 2.0, section 4).
public struct HubRequest: Hashable, Sendable {
    /// The number by which the answer is known.
    public var id: Int
    /// The method.
    public var method: String
    /// Its parameters.
    public var parameters: [String: JSONTree]

    /// A call with its parts.
    public init(id: Int, _ method: String, _ parameters: [String: JSONTree]) {
        self.id = id
        self.method = method
        self.parameters = parameters
    }

    /// The line that is sent, with its end.
    public var line: [UInt8] {
        let tree: JSONTree = [
            "jsonrpc": "2.0", "id": .number(Double(id)), "method": .string(method),
            "params": .object(parameters),
        ]
        return tree.text + [UInt8(ascii: "\n")]
    }
}

extension JSONTree {
    /// The value that is written there; `nil` where it is not JSON.
    public init?(_ text: [UInt8]) {
        guard let tree = try? JSONDecoder().decode(JSONTree.self, from: Data(text)) else {
            return nil
        }
        self = tree
    }

    /// The value as JSON; the members of objects in the order of their names.
    public var text: [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        // Of a tree only numbers could be refused that JSON does not have.
        return (try? encoder.encode(self)).map(Array.init) ?? Array("null".utf8)
    }

    /// The value as another type reads it; `nil` where it is none of that type.
    public func read<Value: Decodable>(as type: Value.Type) -> Value? {
        try? JSONDecoder().decode(Value.self, from: Data(text))
    }
}
