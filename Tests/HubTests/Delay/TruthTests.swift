import Expectations
import Hub
import NowPlaying
import Support
import TestSupport
import Testing

@testable import FanOut
@testable import Sessions
@testable import Stations

/// An hour of each kind of feed, and what consumers show of it each second, against what can be
/// heard then: `swift test --filter TruthTests` prints how much of it is right.
struct TruthTests {
    /// A message that comes too late cannot be shown in time, except with a delay or an
    /// announcement.
    @Test(arguments: DelayedFeed.all, [0.0, 8])
    func `each second, consumers show what is heard`(kind: DelayedFeed, delay: Double) throws {
        var hour = try Hour(kind, delay: delay, seed: 1)
        try hour.play()
        let tellsTimes = kind.abilities.contains(.positions)
        for (consumer, score) in hour.scores.sorted(by: { $0.key < $1.key }) {
            print("truth: \(kind.testDescription), delay \(delay) s, \(consumer): \(score)")
            #expect(score.seconds > 1_000)
            #expect(score.share >= (tellsTimes && delay > 0 ? 0.999 : 0.996), "\(consumer)")
            #expect(score.error <= (tellsTimes ? 0.3 : Hour.latenessMax), "\(consumer)")
        }
        expect(hour.scores.count, is: 4)
    }
}

/// The share of a consumer's display that was right.
private struct Score: CustomStringConvertible {
    var seconds = 0
    var right = 0
    var error = 0.0

    var share: Double { Double(right) / Double(max(seconds, 1)) }

    var description: String {
        let percent = (share * 100_000).rounded() / 1_000
        return
            "\(percent) % of \(seconds) s right, positions within \((error * 1_000).rounded() / 1_000) s"
    }
}

/// An hour of a station whose metadata runs ahead of its audio, and further ahead of one stream.
private struct Hour {
    /// The maximum lateness of a message, in seconds.
    static let latenessMax = 1.5
    private static let streamDelay = 12.0
    /// The seconds by which the server's clock is ahead of the hub's.
    private static let skew = 7.0

    private let kind: DelayedFeed
    private let delay: Double
    private let world: World
    private let start: Double
    private let plain: ClientID
    private let live: Screen
    private let behind: Screen
    private let rewound: Screen
    private var record: Tree?
    private var generator: SeededGenerator
    /// The start of each song in the station's studio, in seconds after the start.
    private var songs: [(title: String, start: Double)] = []
    private(set) var scores: [String: Score] = [:]

    init(_ kind: DelayedFeed, delay: Double, seed: UInt64) throws {
        self.kind = kind
        self.delay = delay
        generator = SeededGenerator(seed: seed)
        var station = kind.station(delay: .milliseconds(Int64(delay * 1_000)))
        var slow = StationConfiguration.Stream(
            id: "slow", name: "Slow", url: "https://radio.example/slow")
        slow.delay = .milliseconds(Int64(Self.streamDelay * 1_000))
        station.streams = [
            .init(id: "main", name: "Main", url: "https://radio.example/main"), slow,
        ]
        let session = SessionConfiguration.make(rates: [1], window: .seconds(3_600))
        world = World(
            HubConfiguration(
                stations: [station],
                sessions: ["live": session, "behind": session, "rewound": session]))
        start = world.now.wall.seconds
        plain = world.connect()
        try world.call("subscribe", #"{"view":"nowPlaying","minInterval":0}"#, as: plain)
        live = try Screen(world, "live", stream: "main")
        behind = try Screen(world, "behind", stream: "slow")
        rewound = try Screen(world, "rewound", stream: "main")
        var time = -100.0
        while time < 3_700 {
            songs.append((title: "Song \(songs.count)", start: time))
            time += Double(Int.random(in: 60_000...240_000, using: &generator)) / 1_000
        }
    }

    mutating func play() throws {
        world.open()
        for greeting in kind.greetings { world.hear(greeting) }
        if kind.hasClock {
            world.hear(Publication.connect(time: Int((start + Self.skew) * 1_000)))
        }
        var told = 0
        var due = 0.0
        for second in 0..<3_600 {
            let now = Double(second)
            while told < songs.count, due < now + 1 {
                world.run(until: .at(max(due, now)))
                tell(songs[told], key: told)
                told += 1
                due = told < songs.count ? max(songs[told].start + lateness(), due) : .infinity
            }
            world.run(until: .at(now + 1))
            if second == 900 { try rewound.ask("seek", #""by":-600"#) }
            if second % 300 == 150 { try rewound.ask("pause") }
            if second % 300 == 170 { try rewound.ask("play") }
            if second > 300 { try compare(at: now + 1) }
        }
    }

    /// Returns the time from a song's beginning to its message: mostly a little, now and then more,
    /// and about 5 s before it from a server that announces.
    private mutating func lateness() -> Double {
        let isLate = Int.random(in: 0..<5, using: &generator) == 0
        let milliseconds = Int.random(
            in: 0...(isLate ? Int(Self.latenessMax * 1_000) : 300), using: &generator)
        return Double(milliseconds) / 1_000 - (kind.hasClock && !isLate ? 5 : 0)
    }

    /// The station tells of a song, by its own clock.
    private func tell(_ song: (title: String, start: Double), key: Int) {
        world.hear(
            kind.message(
                DelayedFeed.Song(
                    title: song.title, key: key,
                    startedAt: start + song.start + (kind.hasClock ? Self.skew : 0),
                    elapsed: max(0, world.now.wall.seconds - start - song.start))))
    }

    // MARK: What is heard, and what is shown

    private mutating func compare(at now: Double) throws {
        record = try world.updates(plain).last?.document ?? record
        let playback = record?["playback"]
        let shown = Shown(
            title: record?["track"]?["title"]?.string,
            position: position(
                playback?["elapsed"]?.number, playback?["asOf"]?.number,
                playback?["rate"]?.number, now))
        judge("nowPlaying", shown, heard: now - delay)
        try judge("lock screen, live", live, at: now, heard: now - delay)
        try judge(
            "lock screen, slow stream", behind, at: now,
            heard: now - delay - Self.streamDelay)
        try judge("lock screen, rewound and paused", rewound, at: now, heard: nil)
    }

    private mutating func judge(
        _ name: String, _ screen: Screen, at now: Double, heard: Double?
    ) throws {
        let lockScreen = try screen.lockScreen()
        let shown = Shown(
            title: lockScreen?.title,
            position: position(
                lockScreen?.elapsed, lockScreen?["asOf"]?.number, lockScreen?.rate, now))
        // A listener who has paused hears the moment that the screen names.
        let named = lockScreen?["MPNowPlayingInfoPropertyCurrentPlaybackDate"]?.number
        let asOf = lockScreen?["asOf"]?.number
        let date = named.flatMap { named in
            asOf.map { named + (lockScreen?.rate ?? 0) * (now + start - $0) - start - delay }
        }
        guard let heard = heard ?? date else { return }
        judge(name, shown, heard: heard)
    }

    private func position(
        _ elapsed: Double?, _ asOf: Double?, _ rate: Double?, _ now: Double
    ) -> Double? {
        guard let elapsed, let asOf, let rate else { return nil }
        return max(0, elapsed + rate * (start + now - asOf))
    }

    private struct Shown {
        let title: String?
        let position: Double?
    }

    private mutating func judge(_ name: String, _ shown: Shown, heard: Double) {
        guard let song = songs.last(where: { $0.start <= heard }) else { return }
        var score = scores[name] ?? Score()
        score.seconds += 1
        if shown.title?.hasSuffix(song.title) == true {
            score.right += 1
            if let position = shown.position {
                score.error = max(score.error, abs(position - (heard - song.start)))
            }
        }
        scores[name] = score
    }
}

/// A lock screen of a session.
private final class Screen {
    private let follower: Follower
    private let session: String
    private var newest: Tree?

    init(_ world: World, _ session: String, stream: String) throws {
        self.session = session
        follower = Follower(world)
        try follower.follow("lockScreen", #""session":"\#(session)","minInterval":0"#)
        try ask("select", #""station":"one","stream":"\#(stream)""#)
        try ask("play")
    }

    func ask(_ action: String, _ rest: String = "") throws {
        let parameters = rest.isEmpty ? "" : ",\(rest)"
        try follower.command(action, #""session":"\#(session)"\#(parameters)"#)
    }

    func lockScreen() throws -> Tree? {
        newest = try follower.records().last?.lockScreen ?? newest
        return newest
    }
}

extension DelayedFeed {
    /// Its server tells its clock, and songs before they begin.
    fileprivate var hasClock: Bool { testDescription == "azuracast" }
}
