import TestSupport
import Testing

/// All tests of this target: one after the other, because each has a loop of its own.
@Suite(.serialized) enum BusTests {
    /// A bus, and a player that is on it, for as long as `body` takes.
    static func withPlayer(_ body: (PrivateBus, RunningPlayer) throws -> Void) throws {
        let bus = try PrivateBus()
        let player = try RunningPlayer.published(on: bus)
        defer { player.stop() }
        try body(bus, player)
    }
}
