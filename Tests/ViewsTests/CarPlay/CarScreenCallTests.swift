import Expectations
import Foundation
import HubClient
import NowPlaying
import Support
import Testing
import Views

/// Calls of CarPlay for documents of sessions that do what they like.
struct CarScreenCallTests {
    @Test(arguments: 0..<30 as Range<UInt64>)
    func `calls lead to the screen that the document makes anew, and none is in vain`(
        seed: UInt64
    ) throws {
        var random = RandomScene(seed: seed)
        var (screen, shown) = (CarScreen(), ShownCar())
        for _ in 0..<40 {
            random.live()
            let document = try document(of: random)
            shown.apply(screen.apply(.updated(document, revision: 1)))
            tapSomething(in: document, &random.generator, &screen, &shown)
            expect(shown, is: fresh(document, stack: shown.stackedIDs))
        }
    }

    @Test(arguments: 0..<10 as Range<UInt64>)
    func `the beginning of a part's id tells the subject of its picture`(seed: UInt64) throws {
        var random = RandomScene(seed: seed)
        for _ in 0..<40 {
            random.live()
            let document = try document(of: random)
            let rows = (document.tabs + document.lists).flatMap { $0.sections ?? [] }
                .flatMap(\.items)
            let parts =
                rows.map { ($0.id, $0.placeholder) }
                + rows.flatMap { $0.elements ?? [] }.map { ($0.id, $0.placeholder) }
            // Rows that open a page, or begin a programme, have a word of their own.
            for (id, subject) in parts where !id.contains("#more") && !id.hasSuffix("#start") {
                guard let subject, subject != "list" else { continue }
                let told = CarImage.subject(of: id)
                expect(told, is: subject == "hour" ? "programme" : subject, "\(id)")
            }
        }
    }

    private func document(of random: RandomScene) throws -> CarDocument {
        let bytes = Document.encode(Sample.carPlay(random.scene, at: random.now))
        return try JSONDecoder().decode(CarDocument.self, from: Data(bytes))
    }

    private func tapSomething(
        in document: CarDocument, _ generator: inout SeededGenerator, _ screen: inout CarScreen,
        _ shown: inout ShownCar
    ) {
        let shownLists = document.tabs + shown.stackedIDs.compactMap { document.template($0) }
        let rows = shownLists.flatMap { $0.sections ?? [] }.flatMap(\.items)
        let row = rows.randomElement(using: &generator)?.id ?? ""
        let calls = generator.pick([
            screen.after(.tapped(row)), screen.after(.tappedUpNext),
            screen.after(.happened(HubEvent(session: "main", id: 1, present: "nowPlaying"))),
            screen.after(.answered(HubAnswer(then: "present:nowPlaying"), from: row)),
            screen.after(.stacked(shown.stackedIDs)),
        ])
        screen = calls.screen
        shown.apply(calls.calls)
    }

    /// A car that shows nothing but this document, and these of its templates.
    private func fresh(_ document: CarDocument, stack: [String]) -> ShownCar {
        var (screen, shown) = (CarScreen(), ShownCar())
        shown.apply(screen.apply(.updated(document, revision: 1)))
        for id in stack {
            let verb = id == document.nowPlaying?.id ? "present" : "push"
            shown.apply(screen.apply(.answered(HubAnswer(then: "\(verb):\(id)"), from: "")))
        }
        return shown
    }
}

extension CarScreen {
    /// The calls of an event, and the screen after it.
    fileprivate func after(_ event: Event) -> (screen: CarScreen, calls: [CarCall]) {
        var screen = self
        let calls = screen.apply(event)
        return (screen, calls)
    }
}
