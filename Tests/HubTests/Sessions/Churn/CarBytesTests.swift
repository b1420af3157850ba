import Foundation
import JSON
import NowPlaying
import Testing

@testable import Hub

/// The bytes that a car is sent in hours of one station, with whole documents and with the
/// templates that changed.
///
/// `NPHUB_CAR_HOURS=7 swift test --filter CarBytesTests` prints the table of
/// `docs/maintainers/churn.md`.
struct CarBytesTests {
    private static let hours =
        ProcessInfo.processInfo.environment["NPHUB_CAR_HOURS"].flatMap(Int.init) ?? 3

    /// The size of the updates that one car was sent.
    private struct Tally {
        var updates = 0
        var bytes = 0
        var longest = 0

        mutating func add(_ count: Int) {
            updates += 1
            bytes += count
            longest = max(longest, count)
        }
    }

    private static func isUpdate(_ line: [UInt8]) throws -> Bool {
        try JSONParser().parse(line[...]) { $0["method"]?.string(equals: "update") == true }
    }

    /// Hours of half-hour programmes, or of music alone, with a track every three minutes.
    private static func broadcast(hasProgrammes: Bool) throws -> (whole: Tally, alone: Tally) {
        let world = World(HubConfiguration(stations: [.program("one")]))
        world.open("one")
        let cars = [Follower(world), Follower(world)]
        try cars[0].follow("carPlay")
        try cars[1].follow("carPlay", #""patch":true"#)
        try cars[0].command("select", #""station":"one""#)
        var tallies = [Tally(), Tally()]
        for track in 0..<(hours * 20) {
            let time = Double(track) * 180 + 10
            world.run(to: time)
            var report = ProgramReport("Track \(track)", at: time, for: 180)
            report.kind = "music"
            let begun = (time / 1_800).rounded(.down) * 1_800
            if hasProgrammes {
                report.programme = ("Show \(Int(begun / 1_800))", begun, begun + 1_800)
            }
            world.say(report, from: "one")
            for place in cars.indices {
                for delivery in world.deliveries(to: cars[place].client) {
                    guard try Self.isUpdate(delivery.bytes) else { continue }
                    tallies[place].add(delivery.bytes.count)
                }
            }
        }
        return (tallies[0], tallies[1])
    }

    @Test(arguments: [false, true])
    func `templates alone take fewer bytes than whole documents`(
        hasProgrammes: Bool
    ) throws {
        let (whole, alone) = try Self.broadcast(hasProgrammes: hasProgrammes)
        for (name, tally) in [("whole documents", whole), ("templates", alone)] {
            print(
                "| \(hasProgrammes ? "programmes" : "music") | \(name) | \(tally.updates) |",
                "\(tally.bytes / 1_000) | \(tally.longest) |")
        }
        #expect(whole.updates > Self.hours * 20)
        // The more hours a car can go back, the less of its document changes.
        #expect(alone.bytes < whole.bytes * 3 / 5)
    }
}
