import Foundation
import Testing

/// Histories in which everything happens that can happen to a session.
///
/// A failure names its seed; `NPHUB_HISTORY_SEED=17 swift test --filter SessionHistoryTests` plays
/// that history alone, and `NPHUB_HISTORY_COUNT=2000` plays so many.
struct SessionHistoryTests {
    private static let seeds: [UInt64] = {
        let environment = ProcessInfo.processInfo.environment
        if let seed = environment["NPHUB_HISTORY_SEED"].flatMap(UInt64.init) { return [seed] }
        let count = environment["NPHUB_HISTORY_COUNT"].flatMap(UInt64.init) ?? 6
        return Array(0..<count)
    }()

    @Test(arguments: seeds)
    func `whatever happens, all hold what a newcomer is given, and nothing twice`(
        seed: UInt64
    ) throws {
        var history = try SessionHistory(seed: seed)
        try history.run(steps: 60)
        for complaint in history.complaints { Issue.record("\(complaint)") }
        #expect(history.counts.updates > 30 && history.counts.rows > 3)
    }

    @Test(arguments: seeds)
    func `at each moment a subscription without an interval holds what get answers`(
        seed: UInt64
    ) throws {
        var history = try SessionHistory(seed: seed, comparing: .answers)
        try history.run(steps: 60)
        for complaint in history.complaints { Issue.record("\(complaint)") }
        #expect(history.counts.updates > 15)
    }
}
