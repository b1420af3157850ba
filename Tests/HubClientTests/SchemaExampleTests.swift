import Expectations
import Foundation
import HubClient
import NowPlaying
import Testing

/// The examples of the published schemas, read by the client library.
struct SchemaExampleTests {
    private static func examples(of schema: String) throws -> [JSONTree] {
        let file = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../schemas/\(schema).json").standardized
        let tree = JSONTree(Array(try Data(contentsOf: file)))
        guard case .array(let examples)? = tree?["examples"] else { return [] }
        return examples
    }

    /// Returns true if a document loses nothing when it is read and written again.
    private func comesBack<Document: Codable>(
        _ example: JSONTree, as type: Document.Type
    ) throws -> Bool {
        let document = try #require(example.read(as: type))
        return JSONTree(Array(try JSONEncoder().encode(document))) == example
    }

    @Test func `nothing of a car's document or a lock screen is lost`() throws {
        let cars = try Self.examples(of: "car-play")
        let cards = try Self.examples(of: "lock-screen")
        #expect(cars.count > 1 && cards.count > 1)
        for car in cars { #expect(try comesBack(car, as: CarDocument.self)) }
        for card in cards { #expect(try comesBack(card, as: LockCard.self)) }
    }

    @Test func `every record is read`() throws {
        let records = try Self.examples(of: "record").map { $0.read(as: HubRecord.self) }
        #expect(records.count > 7 && !records.contains(nil))
        let views = Set(records.compactMap { $0?.view })
        #expect(views.isSuperset(of: HubView.typed.map(\.rawValue)))
    }

    @Test func `every answer and every notification is read`() throws {
        let lines = try Self.examples(of: "response") + Self.examples(of: "notification")
        #expect(lines.count > 12)
        // This client numbers its calls.
        for line in lines where line["id"]?.string == nil {
            let message = try HubMessage(line.text)
            if case .unknown(let method) = message { Issue.record("\(method)") }
        }
    }

    @Test func `a status is read`() throws {
        let example = try #require(try Self.examples(of: "status").first)
        let status = try #require(example.read(as: HubStatus.self))
        expect(status.links.map(\.phase), is: ["open", "waiting"])
        expect(status.history?.state, is: "ok")
        expect(status.links[1].stations[0].reason, is: "localhost refused the connection")
        expect(status.counters.losses, is: ["refused": 4])
    }
}
