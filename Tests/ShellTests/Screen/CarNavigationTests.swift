import Expectations
import Foundation
import TestSupport
import Testing

@testable import HubClient
@testable import Shell

/// The stack of templates, which is the client's own.
struct CarNavigationTests {
    private func send(_ text: String) throws -> ScreenScene.Outcome {
        .send(try CarFixtures.read(text))
    }

    private func pressed(_ keys: ScreenKey...) throws -> (ScreenScene, [ScreenScene.Outcome?]) {
        var scene = try ScreenScene.fixture()
        let requests = keys.map { scene.press($0) }
        return (scene, requests)
    }

    @Test func `it begins at the first tab, and keys lead to the others`() throws {
        try expect(ScreenScene.fixture().navigation.top, is: "stations")
        try expect(pressed(.tab).0.navigation.top, is: "recent")
        try expect(pressed(.tab, .tab).0.navigation.top, is: "stations")
        try expect(pressed(.backTab).0.navigation.top, is: "recent")
        try expect(pressed(.character("2")).0.navigation.top, is: "recent")
        try expect(pressed(.character("7"), .character("0")).0.navigation.top, is: "stations")
    }

    @Test func `a tap sends the row's command, unless the row is not enabled`() throws {
        let select = try send(#"{"action":"select","station":"one"}"#)
        try expect(pressed(.enter).1, is: [select])
        try expect(pressed(.down, .enter).1, is: [nil, nil])
        try expect(pressed(.end, .pageUp, .enter).1.last, is: select)
        try expect(pressed(.space).1, is: [try send(#"{"action":"toggle"}"#)])
        try expect(pressed(.character("q")).1, is: [.leave])
    }

    @Test func `lists are put on top and gone back from`() throws {
        let (scene, _) = try pressed(.character("n"), .end, .enter)
        expect(scene.navigation.stack, is: ["nowPlaying", "rewind"])
        let (deeper, _) = try pressed(.character("n"), .end, .enter, .down, .enter)
        expect(deeper.navigation.stack, is: ["nowPlaying", "rewind", "streams/one"])
        let (back, _) = try pressed(.character("n"), .end, .enter, .escape, .backspace, .escape)
        #expect(back.navigation.stack.isEmpty)
        try expect(
            pressed(.character("n"), .end, .enter, .character("n")).0.navigation.stack,
            is: [
                "nowPlaying"
            ])
    }

    @Test func `the answer to a command leads on`() throws {
        var scene = try ScreenScene.fixture()
        scene.follow("push:streams/one")
        expect(scene.navigation.stack, is: ["streams/one"])
        scene.follow("pop")
        scene.follow("pop")
        scene.follow("present:nowPlaying")
        expect(scene.navigation.stack, is: ["nowPlaying"])
        for nonsense in ["push:nowhere", "push", "", ":", "fly:away", "pop:twice"] {
            scene.follow(nonsense)
        }
        expect(scene.navigation.stack, is: ["nowPlaying"])
    }

    @Test func `a chosen stream leads to what plays, wherever its list was opened`() throws {
        var scene = try ScreenScene.fixture()
        scene.follow("push:streams/one")
        scene.follow("present:nowPlaying")
        expect(scene.navigation.top, is: "nowPlaying")
        scene.follow("push:streams/one")
        scene.follow("present:nowPlaying")
        expect(scene.navigation.top, is: "nowPlaying")
    }

    @Test func `what plays leaves the pages on which it was chosen`() {
        var navigation = CarNavigation()
        for id in ["stations#more", "stations#more/0", "nowPlaying", "rewind", "nowPlaying"] {
            navigation.push(id)
        }
        expect(navigation.stack, is: ["nowPlaying"])
    }

    @Test func `what is chosen stays chosen while rows come and go`() throws {
        var scene = try ScreenScene.fixture()
        _ = scene.press(.down)
        expect(scene.chosenPlace, is: 1)
        scene.document?.root.templates?[0].sections?[0].items.insert(
            CarItem(id: "stations/new", text: "New"), at: 0)
        expect(scene.chosenPlace, is: 2)
        scene.document?.root.templates?[0].sections?[0].items.removeLast(2)
        expect(scene.chosenPlace, is: 0)
    }

    @Test func `a template that is gone is left`() throws {
        var (scene, _) = try pressed(.character("2"), .character("n"), .end, .enter)
        var document = try CarFixtures.car()
        document.lists = []
        document.root.templates?.removeLast()
        scene.document = document
        expect(scene.navigation.tab, is: "stations")
        expect(scene.navigation.stack, is: ["nowPlaying"])
        document.nowPlaying = nil
        scene.document = document
        #expect(scene.navigation.stack.isEmpty)
    }

    @Test func `what lies on top of a list that is gone is left with it`() throws {
        var (scene, _) = try pressed(.character("n"), .end, .enter, .down, .enter)
        expect(scene.navigation.stack, is: ["nowPlaying", "rewind", "streams/one"])
        var document = try CarFixtures.car()
        document.lists.removeAll { $0.id == "rewind" }
        scene.document = document
        expect(scene.navigation.stack, is: ["nowPlaying"])
    }

    @Test func `showing a tab with a badge sends that it was seen`() throws {
        var scene = try ScreenScene.fixture()
        var document = try CarFixtures.car()
        document.root.templates?[1].action = try CarFixtures.read(
            #"{"action":"seen","list":"recent"}"#)
        scene.document = document
        let seen = try send(#"{"action":"seen","list":"recent"}"#)
        expect(scene.press(.tab), is: seen)
        expect(scene.press(.tab), is: nil)
        expect(scene.press(.character("2")), is: seen)
    }

    @Test func `the stack is never deeper than a car's`() {
        var navigation = CarNavigation()
        for number in 0..<9 { navigation.push("list/\(number)") }
        expect(navigation.stack.count, is: 4)
    }

    @Test func `an alert stands before everything until a key is pressed`() throws {
        var scene = try ScreenScene.fixture()
        scene.alert = ScreenScene.Alert(titles: ["Not possible now", "Not possible"])
        expect(scene.alert?.titles.last, is: "Not possible")
        expect(scene.press(.enter), is: nil)
        expect(scene.alert, is: nil)
    }
}
