import NowPlaying
import Support
import TestSupport
import Views

@testable import FanOut
@testable import Hub

/// A consumer of a session that knows nothing but records, and keeps what they make of its
/// document.
struct Onlooker {
    /// The view that it subscribes to, with its options.
    struct Wish {
        let view: String
        var options = ""
        var interval = 0.0
    }

    static let wishes = [
        Wish(view: "carPlay"),
        Wish(view: "carPlay", options: #""patch":true"#),
        Wish(
            view: "carPlay",
            options: #""patch":true,"options":{"category":"parking","limits":{"tabs":1}}"#,
            interval: 1),
        Wish(
            view: "carPlay",
            options: #""options":{"locale":"de","style":"light","limits":{"listItems":2,"tabs":2}}"#
        ),
        Wish(
            view: "carPlay",
            options: #""options":{"category":"charging","limits":{"templateDepth":2}}"#,
            interval: 5),
        Wish(view: "lockScreen"), Wish(view: "lockScreen", interval: 10),
        Wish(view: "line"), Wish(view: "nowPlaying", interval: 1),
    ]

    let wish: Wish
    let follower: Follower
    let place: Int
    private let subscription: SubscriptionID
    private var document: Tree?
    /// The station that it was told of last, where it follows that of the session.
    private var station: Tree?
    private(set) var updates = 0
    private(set) var rows = 0

    init(_ wish: Wish, in world: World, place: Int) throws {
        self.wish = wish
        self.place = place
        follower = Follower(world)
        let rest = [#""minInterval":\#(wish.interval)"#, wish.options].filter { !$0.isEmpty }
        let number = try follower.follow(wish.view, rest.joined(separator: ","))
        subscription = SubscriptionID(number: number)
    }

    var name: String { "\(wish.view) \(place)" }

    /// Returns true if it was given all that was pending for it.
    func isUpToDate(in world: World) -> Bool {
        let fanOut = world.hub.fanOut
        guard let slot = fanOut.slot(of: subscription) else { return false }
        var subscription = fanOut.subscriptions[slot]
        return subscription.resume(at: fanOut.revision) == fanOut.revision
    }

    /// Takes what came.
    ///
    /// - Returns: The faults in the records.
    mutating func read() throws -> [String] {
        var complaints: [String] = []
        for record in try follower.records() {
            updates += 1
            let before = document
            let isOfSameStation = record["station"] == station
            take(record)
            if document?.sortedLists == before?.sortedLists, isOfSameStation {
                complaints.append("\(name) was given the same again")
            }
            guard wish.view == "carPlay", let document else { continue }
            let screens = [document["root"] ?? .null] + (document["lists"]?.elements ?? [])
            if screens.contains(where: { $0.playingRows > 1 }) {
                complaints.append("\(name): several rows play")
            }
            if record["rows"] == nil || record["templates"] != nil, let before,
                before.skeleton == document.skeleton
            {
                complaints.append("\(name) was given everything anew for texts")
            }
        }
        return complaints
    }

    private mutating func take(_ record: Tree) {
        station = record["station"]
        if record["rows"] != nil || record["templates"] != nil {
            rows += record["templates"] == nil ? 1 : 0
            document = document?.changed(by: record)
        } else {
            document = record[wish.view]
        }
    }

    /// Returns the first difference between its document and `expected`; `nil` if there is none.
    func difference(from expected: Tree?) -> String? {
        guard let document, let expected else {
            let isSame = document == nil && expected == nil
            return isSame ? nil : "\(Tree.words(for: document)) for \(Tree.words(for: expected))"
        }
        if wish.view == "lockScreen", document.moves(like: expected) { return nil }
        return document.sortedLists.difference(from: expected.sortedLists, at: "")
    }
}

extension Tree {
    /// The number of rows that play.
    fileprivate var playingRows: Int {
        switch self {
        case .null, .bool, .number, .string: 0
        case .array(let elements): elements.reduce(0) { $0 + $1.playingRows }
        case .object(let members):
            members.values.reduce(members["isPlaying"] == .bool(true) ? 1 : 0) {
                $0 + $1.playingRows
            }
        }
    }

    /// The document without the properties that can change in place.
    fileprivate var skeleton: Tree {
        switch self {
        case .null, .bool, .number, .string: return self
        case .array(let elements): return .array(elements.map(\.skeleton))
        case .object(let members):
            return .object(
                members.filter { !Self.isProperty($0.key, $0.value) }.mapValues(\.skeleton))
        }
    }

    /// The items of a section are parts of their own, those of a place's information are not.
    private static func isProperty(_ name: String, _ value: Tree) -> Bool {
        properties.contains(name) && (name != "items" || value.elements.first?["id"] == nil)
    }

    private static let properties = Set(RowProperty.allCases.map { "\($0.key)" })

    /// Returns true if a lock screen shows the same as another that was made later.
    fileprivate func moves(like other: Tree) -> Bool {
        guard let elapsed, let rate, let asOf = self["asOf"]?.number,
            let otherElapsed = other.elapsed, let otherAsOf = other["asOf"]?.number
        else { return false }
        let predicted = max(elapsed + rate * (otherAsOf - asOf), 0)
        return abs(predicted - otherElapsed) < 0.06 && withoutPosition == other.withoutPosition
    }

    private var withoutPosition: Tree {
        let moving = [
            "asOf", "MPNowPlayingInfoPropertyElapsedPlaybackTime",
            "MPNowPlayingInfoPropertyCurrentPlaybackDate",
            // It is the position at the same moment, as a part of the length.
            "MPNowPlayingInfoPropertyPlaybackProgress",
        ]
        return .object(members.filter { !moving.contains($0.key) })
    }

    fileprivate static func words(for tree: Tree?) -> String {
        tree.map { "\($0)" } ?? "nothing"
    }

    /// The first place where it differs from another.
    fileprivate func difference(from other: Tree, at place: String) -> String? {
        switch (self, other) {
        case (.object(let own), .object(let others)):
            for name in Set(own.keys).union(others.keys).sorted() {
                guard let left = own[name], let right = others[name] else {
                    let words = [own[name], others[name]].map(Self.words)
                    return "\(place)/\(name): " + words.joined(separator: " for ")
                }
                if let found = left.difference(from: right, at: "\(place)/\(name)") { return found }
            }
            return nil
        case (.array(let own), .array(let others)) where own.count == others.count:
            for (index, pair) in zip(own, others).enumerated() {
                let found = pair.0.difference(from: pair.1, at: "\(place)/\(index)")
                if let found { return found }
            }
            return nil
        default:
            return self == other ? nil : "\(place): \(self) for \(other)"
        }
    }
}
