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
    private var unconfirmed: Set<String> = []
    private var counts: [StationStanding: Int] = [:]
    /// The messages beside the table, the newest last.
    private(set) var notes: [String] = []
    /// The number of rows above the first one shown.
    private(set) var offset = 0
    /// Only stations that are not live are shown.
    private(set) var showsOnlyFailing = false
    /// The widest name until now, in columns.
    private(set) var nameWidth = 0

    /// The number of notes that are kept: more have no room.
    private static let notesMax = 4

    /// A table without stations.
    public init() {}

    /// The number of stations.
    var count: Int { order.count }

    /// The stations that are seen in so many rows.
    func rows(atMost room: Int) -> [NowPlaying] {
        shown.dropFirst(offset).prefix(room).compactMap { states[$0] }
    }

    /// The stations that can be scrolled to: those that need care, the most urgent first, then the
    /// others; the same ones in the hub's order.
    private var shown: [String] {
        let careful = order.filter { standings[$0]?.needsCare == true }
        if careful.isEmpty, !showsOnlyFailing { return order }
        let urgent = StationStanding.urgent.flatMap { standing in
            careful.filter { standings[$0] == standing }
        }
        let others = order.filter { standings[$0]?.needsCare == false }
        return urgent + (showsOnlyFailing ? others.filter { standings[$0] != .live } : others)
    }

    /// The number of stations with this standing.
    func count(of standing: StationStanding) -> Int { counts[standing, default: 0] }

    // MARK: The hub

    /// A station's state came; `nil` where the station is gone.
    public mutating func update(_ station: String, to state: NowPlaying?) {
        unconfirmed.remove(station)
        guard let state else { return remove(station) }
        let standing = state.standing
        states[station] = state
        if let before = standings.updateValue(standing, forKey: station) {
            counts[before, default: 0] -= 1
        } else {
            order.append(station)
        }
        counts[standing, default: 0] += 1
        nameWidth = max(nameWidth, state.station.name.cleanedForTerminal.columns)
    }

    private mutating func remove(_ station: String) {
        guard let before = standings.removeValue(forKey: station) else { return }
        states[station] = nil
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
            showsOnlyFailing.toggle()
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
        let shown = showsOnlyFailing ? count - count(of: .live) : count
        offset = min(max(0, offset), max(0, shown - room))
    }
}

/// The state of a station, in a word.
enum StationStanding: String, CaseIterable {
    case live, offline, stale, connecting, failing, stopped

    /// Drawn before the word.
    var symbol: String {
        switch self {
        case .live: "●"
        case .offline: "○"
        case .stale: "◐"
        case .connecting: "◌"
        case .failing: "✕"
        case .stopped: "■"
        }
    }

    /// Those that need care, the most urgent first. A station that connects will be like another in
    /// a moment.
    static let urgent: [StationStanding] = [.failing, .stopped, .stale, .offline]

    /// The station should be looked at.
    var needsCare: Bool { Self.urgent.contains(self) }

    /// The style in which it is shown.
    var style: ScreenLine.Style {
        switch self {
        case .live: .playing
        case .offline, .stale: .wrong
        case .connecting: .dim
        case .failing, .stopped: .bad
        }
    }
}

extension NowPlaying {
    /// The state of the station, in a word.
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
