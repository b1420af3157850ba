import Expectations
import Hub
import NowPlaying
import Testing

@testable import FanOut
@testable import Views

/// A view of sessions whose documents time alone changes, and which shows no other station.
struct TimedViewTests {
    private final class Minute: ViewDocument {
        let number: Int64
        var hash: UInt64? { nil }

        init(of time: Timestamp) {
            number = time.milliseconds / 60_000
        }

        func change(from held: (any ViewDocument)?, asPatches: Bool) -> DocumentChange? {
            (held as? Minute)?.number == number ? nil : DocumentChange(.value(number))
        }
    }

    private static let client = ClientID(number: 1_000)
    private static let view = View(
        ViewDefinition(
            name: "minutes", subject: .session, isEncoded: false,
            nextStep: { Timestamp(milliseconds: (Minute(of: $0).number + 1) * 60_000) },
            parts: { _ in [] }, render: { _, _, now in Minute(of: now) }))

    @Test func `each step of time makes a document of another revision`() throws {
        let world = World(.make(["one"]))
        let request = OutputRequest(
            options: DocumentOptions(view: Self.view), session: "main", minInterval: .zero)
        world.handle(.outputConnected(Self.client, request))
        world.run(for: .seconds(300))
        let records = world.effects.compactMap { effect -> Record? in
            guard case .deliver(Self.client, .record(let record, _, _, _)) = effect else {
                return nil
            }
            return record
        }
        let numbers = records.compactMap { $0.value as? Int64 }
        let first = try #require(numbers.first)
        expect(numbers, is: Array(first...first + 5))
        expect(Set(records.map(\.head.revision)).count, is: 6)
    }
}
