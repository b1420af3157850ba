import Hub
import NowPlaying
import TestSupport

@testable import FanOut

/// A client with one subscription, which holds what it was given and notices broken promises.
struct SimulatedConsumer {
    let place: Int
    var client: ClientID
    private(set) var wish: SimulationScript.Wish
    private(set) var subscription: Int?
    /// The document, or the line, of each station.
    private(set) var held: [String: Tree] = [:]
    /// The stations that are in the config.
    var present: Set<String> = []
    var isBlocked = false
    /// It was cut and does not come back before the hub starts anew.
    var isDead = false
    /// The hub did not know a station that it named.
    private(set) var isRefused = false
    private(set) var resume = 0
    private(set) var epoch = ""
    /// The stations that it has named; `nil` for all.
    private var named: [String]?
    private var sequence = 0
    private var revisions: [String: Int] = [:]
    private var deliveries: [String: Instant] = [:]
    /// Stations of which a document may come again: those held from an earlier connection.
    private var mayRepeat: Set<String> = []
    /// Stations whose next document need not wait for the interval: connecting had an outcome.
    var mayComeEarly: Set<String> = []
    /// It goes on where an earlier connection ended, with which it may have lost something.
    private var hasComeBack = false

    init(place: Int, client: ClientID, wish: SimulationScript.Wish) {
        self.place = place
        self.client = client
        self.wish = wish
    }

    /// The view that it takes.
    var view: String { wish.kind == .line ? "line" : "nowPlaying" }

    /// Returns true if its subscription covers a station.
    func covers(_ station: String) -> Bool { named?.contains(station) ?? true }

    // MARK: Asking

    mutating func wants(_ wish: SimulationScript.Wish) {
        self.wish = wish
        held = [:]
    }

    /// The parameters of a subscription; with `since` where it comes back.
    ///
    /// - Parameter isSameLife: The hub is the one that it had: what it has named is known there.
    mutating func parameters(comesBack: Bool, isSameLife: Bool) -> String {
        isRefused = false
        if !comesBack || !isSameLife {
            named = wish.stations.map { $0.map { "s\($0)" }.filter(present.contains) }
        }
        var members = [#""view":"\#(view)""#, #""minInterval":\#(wish.interval.seconds)"#]
        if wish.kind == .patches { members.append(#""patch":true"#) }
        if let named {
            let ids = named.map { #""\#($0)""# }.joined(separator: ",")
            members.append(#""stations":[\#(ids)]"#)
        }
        if comesBack {
            members.append(#""since":{"epoch":"\#(epoch)","revision":\#(resume)}"#)
        }
        return "{" + members.joined(separator: ",") + "}"
    }

    /// True if it accepts records.
    var takesSomething: Bool { !isBlocked && !isDead }

    /// Returns true if the interval of a station has ended, so that a new document is due.
    func isDue(_ station: String, at now: Instant) -> Bool {
        guard takesSomething else { return false }
        return deliveries[station].map { $0 + wish.interval <= now } ?? true
    }

    // MARK: Being given something

    /// Takes a message, and says which promises it breaks.
    mutating func take(_ message: Tree, at now: Instant) -> [String] {
        if let result = message["result"] { return answered(result) }
        if let update = Update(message) { return updated(update, at: now) }
        if message["method"]?.string == "synced" { return synced(message) }
        if message["error"]?["code"]?.int == -32001, hasGone(named ?? []) {
            isRefused = true
            return []
        }
        return ["an unexpected message: \(message)"]
    }

    private func hasGone(_ stations: [String]) -> Bool {
        !present.isSuperset(of: stations)
    }

    private mutating func answered(_ result: Tree) -> [String] {
        // The answer to `unsubscribe` says nothing.
        guard let number = result["subscription"]?.int else { return [] }
        let isSame = result["epoch"]?.string == epoch
        subscription = number
        epoch = result["epoch"]?.string ?? ""
        sequence = 0
        deliveries = [:]
        revisions = [:]
        hasComeBack = result["recovered"]?.bool == true
        if hasComeBack {
            mayRepeat = Set(held.keys)
            return isSame ? [] : ["recovered although the epoch is another"]
        }
        held = [:]
        mayRepeat = []
        return []
    }

    private mutating func synced(_ message: Tree) -> [String] {
        resume = message["params"]?["resume"]?.int ?? -1
        let missing = present.filter { covers($0) && held[$0] == nil }
        return missing.isEmpty ? [] : ["synced, but nothing came of \(missing.sorted())"]
    }

    private mutating func updated(_ update: Update, at now: Instant) -> [String] {
        guard update.subscription == subscription else {
            return ["an update of subscription \(update.subscription), which has ended"]
        }
        guard let station = update.station, covers(station) else {
            return ["an update of a station that it did not ask for"]
        }
        var complaints: [String] = []
        sequence += 1
        if update.sequence != sequence { complaints.append("a gap before \(update.sequence)") }
        if update.resume < resume, !mayRepeat.contains(station), sequence > 1 {
            complaints.append("resume went from \(resume) back to \(update.resume)")
        }
        resume = update.resume
        if update.record["removed"] != nil { return complaints + drop(station) }
        if !present.contains(station) { complaints.append("\(station) came, which is gone") }
        let mayComeEarly = mayComeEarly.remove(station) != nil
        if let last = deliveries[station], now - last < wish.interval, !mayComeEarly {
            complaints.append("\(station) came again after \((now - last).seconds) s")
        }
        complaints += hold(update, of: station)
        deliveries[station] = now
        return complaints
    }

    private mutating func drop(_ station: String) -> [String] {
        defer { mayRepeat.remove(station) }
        revisions[station] = nil
        let isKnown = held.removeValue(forKey: station) != nil
        if present.contains(station) { return ["\(station) is said to be gone"] }
        return isKnown || hasComeBack
            ? [] : ["told that \(station) is gone, of which it knew nothing"]
    }

    private mutating func hold(_ update: Update, of station: String) -> [String] {
        defer {
            revisions[station] = update.revision
            mayRepeat.remove(station)
        }
        let new: Tree
        if let patch = update.record["patch"] {
            guard let base = held[station], let revision = revisions[station],
                update.record["base"]?.int == revision
            else { return ["a patch of \(station) to something that it does not hold"] }
            new = base.patched(with: patch)
        } else if let document = update.record[view] {
            new = document
        } else {
            return ["a record of \(station) without a document"]
        }
        defer { held[station] = new }
        guard held[station] == new, !mayRepeat.contains(station) else { return [] }
        return ["\(station) came twice as it was"]
    }
}
