public import NowPlaying
import Support

/// The stations of a hub in a table: what is known of them, and which part of it is looked at.
public struct StationTable: Sendable {
    /// The reason why nothing of this is certain at present.
    public var problem: String?
    /// A line above the table, such as the address of the web pages.
    public var banner: String?
    /// The hub has told everything that it has.
    public var isWhole = false

    private var order: [String] = []
    private var states: [String: NowPlaying] = [:]
    /// Apart from the states, which are large to look at one after the other.
    private var standings: [String: StationStanding] = [:]
    /// The beginnings of the titles that are on air, and of the times without one.
    private var titles: [String: Timestamp] = [:]
    private var unconfirmed: Set<String> = []
    private var counts: [StationStanding: Int] = [:]
    /// The messages beside the table, the newest last.
    private(set) var notes: [String] = []
    /// The number of rows above the first one shown.
    private(set) var offset = 0
    /// Only stations are shown that are not live, or stuck.
    private(set) var showsOnlyTrouble = false
    /// The widest name until now, in columns.
    private(set) var nameWidth = 0

    /// The number of notes that are kept: more have no room.
    private static let notesMax = 4

    /// A table without stations.
    public init() {}

    /// The number of stations.
    var count: Int { order.count }

    /// The stations that are seen in so many rows.
    func rows(atMost room: Int) -> [Row] {
        shown.dropFirst(offset).prefix(room).compactMap { station in
            states[station].map {
                Row(
                    state: $0, standing: standings[station] ?? $0.standing,
                    titleSince: titles[station])
            }
        }
    }

    /// A station in the table.
    struct Row {
        let state: NowPlaying
        let standing: StationStanding
        /// The beginning of its title, or of the time without one.
        let titleSince: Timestamp?
    }

    /// The stations that can be scrolled to: those that need care, the most urgent first, then the
    /// others; the same ones in the hub's order.
    private var shown: [String] {
        let careful = order.filter { standings[$0]?.needsCare == true }
        if careful.isEmpty, !showsOnlyTrouble { return order }
        let urgent = StationStanding.urgent.flatMap { standing in
            careful.filter { standings[$0] == standing }
        }
        let others = order.filter { standings[$0]?.needsCare == false }
        return urgent + (showsOnlyTrouble ? others.filter { standings[$0] != .live } : others)
    }

    /// The number of stations that can be scrolled to.
    var shownCount: Int { showsOnlyTrouble ? count - count(of: .live) : count }

    /// The number of stations with this standing.
    func count(of standing: StationStanding) -> Int { counts[standing, default: 0] }

    // MARK: The hub

    /// A station's state came; `nil` where the station is gone.
    public mutating func update(_ station: String, to state: NowPlaying?, at now: Timestamp) {
        unconfirmed.remove(station)
        guard let state else { return remove(station) }
        titles[station] = state.beginningOfTitle(
            after: states[station], since: titles[station], at: now)
        if states.updateValue(state, forKey: station) == nil { order.append(station) }
        place(station, at: now)
        nameWidth = max(nameWidth, state.station.name.cleanedForTerminal.columns)
    }

    /// Counts a station by its standing at a moment.
    private mutating func place(_ station: String, at now: Timestamp) {
        guard var standing = states[station]?.standing else { return }
        if standing == .live, let since = titles[station], since + NowPlaying.stuckAfter <= now {
            standing = .stuck
        }
        if let before = standings.updateValue(standing, forKey: station) {
            counts[before, default: 0] -= 1
        }
        counts[standing, default: 0] += 1
    }

    /// Counts the stations anew that have become stuck by now.
    mutating func advance(to now: Timestamp) {
        for (station, since) in titles
        where since + NowPlaying.stuckAfter <= now && standings[station] == .live {
            place(station, at: now)
        }
    }

    /// The next time at which a live station becomes stuck.
    var nextStuck: Timestamp? {
        titles.lazy.filter { standings[$0.key] == .live }.map(\.value).min()
            .map { $0 + NowPlaying.stuckAfter }
    }

    private mutating func remove(_ station: String) {
        guard let before = standings.removeValue(forKey: station) else { return }
        (states[station], titles[station]) = (nil, nil)
        counts[before, default: 0] -= 1
        order.removeAll { $0 == station }
    }

    /// The hub will tell everything again: what it leaves out is gone.
    public mutating func begin() {
        isWhole = false
        unconfirmed = Set(order)
    }

    /// The hub has told everything.
    public mutating func complete() {
        isWhole = true
        problem = nil
        for station in order where unconfirmed.contains(station) { remove(station) }
        unconfirmed = []
    }

    /// Something is to be said beside the table.
    public mutating func note(_ text: String) {
        notes = (notes + [text]).suffix(Self.notesMax)
    }

    // MARK: The user

    /// Does what a key stands for.
    ///
    /// - Parameter room: How many rows are shown.
    /// - Returns: Whether the user has seen enough.
    mutating func press(_ key: ScreenKey, room: Int) -> Bool {
        switch key {
        case .down, .character("j"): scroll(by: 1, room: room)
        case .up, .character("k"): scroll(by: -1, room: room)
        case .pageDown, .space: scroll(by: max(1, room - 1), room: room)
        case .pageUp, .character("b"): scroll(by: -max(1, room - 1), room: room)
        case .home, .character("g"): offset = 0
        case .end, .character("G"): scroll(by: count, room: room)
        case .character("f"):
            showsOnlyTrouble.toggle()
            offset = 0
        case .character("q"): return true
        default: break
        }
        return false
    }

    private mutating func scroll(by step: Int, room: Int) {
        offset += step
        settle(room: room)
    }

    /// Keeps the last rows at the bottom.
    mutating func settle(room: Int) {
        offset = min(max(0, offset), max(0, shownCount - room))
    }
}

/// The state of a station, in a word.
enum StationStanding: String, CaseIterable {
    case live, stuck, offline, stale, connecting, failing, stopped

    /// Drawn before the word.
    var symbol: String {
        switch self {
        case .live: "●"
        case .stuck: "◉"
        case .offline: "○"
        case .stale: "◐"
        case .connecting: "◌"
        case .failing: "✕"
        case .stopped: "■"
        }
    }

    /// Those that need care, the most urgent first. A station that connects will be like another in
    /// a moment.
    static let urgent: [StationStanding] = [.failing, .stopped, .stuck, .stale, .offline]

    /// The station should be looked at.
    var needsCare: Bool { Self.urgent.contains(self) }

    /// The style in which it is shown.
    var style: ScreenLine.Style {
        switch self {
        case .live: .playing
        case .stuck, .offline, .stale: .wrong
        case .connecting: .dim
        case .failing, .stopped: .bad
        }
    }
}

extension NowPlaying {
    /// The beginning of the title, or of the time without one; `nil` where none is needed.
    ///
    /// - Parameters:
    ///   - before: The state until now.
    ///   - since: The beginning of the title in that state.
    fileprivate func beginningOfTitle(
        after before: NowPlaying?, since: Timestamp?, at now: Timestamp
    ) -> Timestamp? {
        if isUntitled { return before?.isUntitled == true ? since : now }
        guard let track, isPlaying else { return nil }
        if let since, before?.track?.id == track.id { return since }
        // It may have begun before this program.
        let known = before?.track == nil ? playback?.anchor?.startedAt : nil
        return min(known ?? now, now)
    }

    /// The state of the station's connection, in a word.
    var standing: StationStanding {
        switch connection.state {
        case .live: online == false ? .offline : .live
        case .stale: .stale
        case .connecting: .connecting
        case .failing: .failing
        case .stopped: .stopped
        }
    }
}
