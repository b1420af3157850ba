import Expectations
import NowPlaying
import TestSupport
import Testing

@testable import FanOut
@testable import Hub

/// Documents that come as merge patches (RFC 7396).
struct PatchTests {
    private let world = World()
    private static let patches = #"{"view":"nowPlaying","patch":true,"minInterval":0}"#

    init() {
        world.open()
        world.publish(Publication(title: "First Light", artist: "Aurora", row: 1))
    }

    private func subscribed(_ parameters: String = patches) throws -> (ClientID, Tree) {
        let client = world.connect()
        let updates = try world.call("subscribe", parameters, as: client)
            .compactMap(Update.init)
        return (client, try #require(updates.first?.document))
    }

    @Test func `the first record is whole, the next are patches of the one before`() throws {
        let client = world.connect()
        var updates = try world.call("subscribe", Self.patches, as: client)
            .compactMap(Update.init)
        for row in 2...6 { world.publish(Publication(title: "Song \(row)", row: row)) }
        updates += try world.updates(client)
        expect(updates.count, is: 6)
        var document = try #require(updates.first?.document)
        for (place, update) in updates.enumerated().dropFirst() {
            expect(update.record["base"]?.int, is: updates[place - 1].revision)
            expect(update.record["nowPlaying"], is: nil)
            document = document.patched(with: try #require(update.record["patch"]))
        }
        try expect(document, is: world.present())
    }

    @Test func `a patch has only what changed, and null where something went`() throws {
        let (client, _) = try subscribed()
        world.publish(Publication(title: "First Light", row: 1, next: "Night"))
        let patch = try #require(try world.updates(client).first?.record["patch"])
        expect(patch["track"], is: .object(["artist": .null]))
        expect(patch["next"]?["title"]?.string, is: "Night")
        expect(patch["station"], is: nil)
    }

    @Test func `several changes are one patch of what was delivered last`() throws {
        let slow = #"{"view":"nowPlaying","patch":true,"minInterval":5}"#
        let (client, first) = try subscribed(slow)
        for row in 2...6 {
            world.run(for: .milliseconds(500))
            world.publish(Publication(title: "Song \(row)", row: row))
        }
        world.run(for: .seconds(5))
        let updates = try world.updates(client)
        expect(updates.count, is: 1)
        let patch = try #require(updates.first?.record["patch"])
        try expect(first.patched(with: patch), is: world.present())
    }

    @Test func `others who take the same whole do not cost other clients the patches`() throws {
        let others = try (0..<2).map { _ in
            try subscribed(#"{"view":"nowPlaying","minInterval":0}"#).0
        }
        let (client, first) = try subscribed()
        world.publish(Publication(title: "Night", row: 2))
        world.publish(Publication(title: "Dawn", row: 3))
        for other in others {
            #expect(try world.updates(other).allSatisfy { $0.document != nil })
        }
        let patches = try world.updates(client).map { try #require($0.record["patch"]) }
        expect(patches.count, is: 2)
        try expect(patches.reduce(first) { $0.patched(with: $1) }, is: world.present())
    }

    @Test func `a reader that is far behind is given one patch to what it holds`() throws {
        let slow = #"{"view":"nowPlaying","patch":true,"minInterval":600}"#
        let (late, held) = try subscribed(slow)
        let (quick, _) = try subscribed()
        for row in 2...30 { world.publish(Publication(title: "Song \(row)", row: row)) }
        let patches = try world.updates(quick)
        #expect(patches.allSatisfy { $0.record["patch"] != nil })
        for _ in 0..<60 {
            world.run(for: .seconds(10))
            world.publish(Publication(title: "Song 30", row: 30))
        }
        let update = try #require(try world.updates(late).first)
        let patch = try #require(update.record["patch"])
        expect(held.patched(with: patch)["track"]?["title"]?.string, is: "Song 30")
    }
}
