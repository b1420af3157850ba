import Expectations
import NowPlaying
import TestSupport
import Testing

@testable import HubClient

/// Documents, taps and events, and the calls of CarPlay that they lead to.
struct CarScreenTests {
    private var screen = CarScreen()
    private let document: CarDocument

    init() throws {
        document = try CarFixtures.car()
        _ = screen.apply(.updated(document, revision: 1))
    }

    /// The calls after rows of the document changed, as records say it.
    private mutating func change(_ rows: JSONTree, revision: Int = 1) throws -> [CarCall] {
        screen.apply(.updated(try changed { $0.apply(rows: rows) }, revision: revision))
    }

    private func changed(_ change: (inout JSONTree) -> Void) throws -> CarDocument {
        var tree = try #require(JSONTree(Array(CarFixtures.document.utf8)))
        change(&tree)
        return try #require(tree.read(as: CarDocument.self))
    }

    private func answer(then: String? = nil) -> HubAnswer {
        HubAnswer(then: then)
    }

    // MARK: Documents

    @Test func `the first document sets the root and the whole now-playing template`() {
        var screen = CarScreen()
        expect(
            screen.apply(.updated(document, revision: 1)),
            is: [
                .setRoot(document.root),
                .updateNowPlayingButtons(document.nowPlaying?.buttons ?? []),
                .setUpNext(title: "Rewind", isEnabled: true), .setAlbumArtist(isEnabled: false),
            ])
    }

    @Test mutating func `the same document calls nothing`() {
        #expect(screen.apply(.updated(document, revision: 1)).isEmpty)
    }

    @Test mutating func `of a row is set what changed, and nothing else`() throws {
        try expect(
            change([
                "stations/one": ["detailText": "Mara Ebb – Sluice", "playbackProgress": .null],
                "stations/two": ["isEnabled": .null, "accessory": "cloud", "isPlaying": true],
            ]),
            is: [
                .setDetailText("Mara Ebb – Sluice", row: "stations/one"),
                .setProgress(0, row: "stations/one"),
                .setAccessory("cloud", row: "stations/two"),
                .setPlaying(true, row: "stations/two"), .setEnabled(true, row: "stations/two"),
            ])
    }

    @Test mutating func `a badge is set on its tab`() throws {
        let calls = try change(["recent": ["showsTabBadge": .null]])
        #expect(calls == [.updateTab(screenTab("recent", calls))])
    }

    private func screenTab(_ id: String, _ calls: [CarCall]) -> CarTemplate {
        if case .updateTab(let tab)? = calls.first { return tab }
        return document.tabs[0]
    }

    @Test mutating func `buttons are set only when one of them changed`() throws {
        #expect(try change(["nowPlaying": ["leftOut": 2]]).isEmpty)
        let calls = try change(["nowPlaying": ["buttons": .null, "isUpNextButtonEnabled": .null]])
        expect(
            calls,
            is: [.updateNowPlayingButtons([]), .setUpNext(title: "Rewind", isEnabled: false)])
    }

    @Test mutating func `lists that are not shown call nothing, and are whole when they are`()
        throws
    {
        #expect(try change(["rewind/9f": ["text": "Ferry"]]).isEmpty)
        guard case .push(let list)? = screen.apply(.tappedUpNext).first else {
            Issue.record("no list")
            return
        }
        expect(list.sections?[1].items[0].text, is: "Ferry")
        #expect(screen.shownRows.isSuperset(of: ["rewind/9f", "stations/one"]))
        try expect(
            change(["rewind/9f": ["text": "Lock"]]), is: [.setText("Lock", row: "rewind/9f")])
    }

    @Test mutating func `a list that is gone is popped with all on top of it`() throws {
        _ = screen.apply(.tappedUpNext)
        _ = screen.apply(.tapped("rewind#row"))
        expect(screen.stack, is: ["rewind", "streams/one"])
        let gone = try changed { $0.apply(templates: ["rewind": .null]) }
        expect(screen.apply(.updated(gone, revision: 2)), is: [.pop(to: nil)])
        #expect(screen.stack.isEmpty)
    }

    @Test mutating func `another root takes everything from the stack`() throws {
        _ = screen.apply(.tappedUpNext)
        var other = document
        other.root.id = "others"
        expect(screen.apply(.updated(other, revision: 2)).first, is: .setRoot(other.root))
        #expect(screen.stack.isEmpty)
    }

    // MARK: Taps

    @Test mutating func `a row's handler ends when what was asked for is not busy any more`() throws
    {
        let action = try CarFixtures.read(#"{"action":"select","station":"one"}"#) as SessionAction
        expect(
            screen.apply(.tapped("stations/one")), is: [.send(action, from: "stations/one")])
        // The answer is there before the document that follows from the command.
        let answer = HubAnswer(then: "present:nowPlaying", revision: 5)
        expect(screen.apply(.answered(answer, from: "stations/one")), is: [.pushNowPlaying])
        #expect(try change(["stations/one": ["busy": true]], revision: 5).isEmpty)
        #expect(screen.apply(.waited(from: "stations/one")).isEmpty)
        expect(
            screen.apply(.updated(document, revision: 7)), is: [.finish(row: "stations/one")])
        #expect(screen.apply(.updated(document, revision: 8)).isEmpty)
    }

    @Test mutating func `a command that changes nothing on the screen ends a little later`() {
        _ = screen.apply(.tapped("stations/one"))
        let answer = HubAnswer(then: nil, revision: 5)
        #expect(screen.apply(.answered(answer, from: "stations/one")).isEmpty)
        expect(
            screen.apply(.waited(from: "stations/one")), is: [.finish(row: "stations/one")])
        #expect(screen.apply(.waited(from: "stations/one")).isEmpty)
    }

    @Test mutating func `it ends at once where the row is not busy, or the hub refused`() {
        _ = screen.apply(.tapped("stations/one"))
        expect(
            screen.apply(.answered(answer(), from: "stations/one")),
            is: [.finish(row: "stations/one")])
        _ = screen.apply(.tapped("stations/one"))
        expect(
            screen.apply(.answered(nil, from: "stations/one")),
            is: [.finish(row: "stations/one")])
    }

    @Test mutating func `a row that pushes shows its list, and ends at once`() throws {
        _ = screen.apply(.tappedUpNext)
        let streams = try #require(document.template("streams/one"))
        expect(
            screen.apply(.tapped("rewind#row")),
            is: [.push(streams), .finish(row: "rewind#row")])
    }

    @Test mutating func `a tab that has been seen says so while it has a badge`() throws {
        #expect(screen.apply(.selectedTab("recent")).isEmpty)
        let seen: JSONTree = ["action": "seen", "list": "recent"]
        let action = try #require(seen.read(as: SessionAction.self))
        try expect(change(["recent": ["action": seen]]), is: [.send(action, from: "recent")])
        #expect(try change(["recent": ["action": seen, "leftOut": 1]]).isEmpty)
        expect(
            screen.apply(.answered(answer(), from: "recent")), is: [.finish(row: "recent")])
        expect(screen.apply(.selectedTab("recent")), is: [.send(action, from: "recent")])
    }

    @Test mutating func `a badge is seen when what was on top of its tab is gone`() throws {
        _ = screen.apply(.selectedTab("recent"))
        _ = screen.apply(.tappedUpNext)
        let seen: JSONTree = ["action": "seen", "list": "recent"]
        let action = try #require(seen.read(as: SessionAction.self))
        #expect(try change(["recent": ["action": seen]]).isEmpty)
        expect(screen.apply(.stacked([])), is: [.send(action, from: "recent")])
    }

    @Test mutating func `what is not there any more does nothing but end`() {
        expect(screen.apply(.tapped("stations/gone")), is: [.finish(row: "stations/gone")])
    }

    @Test mutating func `an answer leads on, back, or nowhere`() {
        _ = screen.apply(.tappedUpNext)
        expect(screen.apply(.answered(answer(then: "pop"), from: "x")), is: [.pop(to: nil)])
        #expect(screen.apply(.answered(answer(then: "pop"), from: "x")).isEmpty)
        #expect(screen.apply(.answered(answer(then: "dance:slowly"), from: "x")).isEmpty)
        _ = screen.apply(.answered(answer(then: "push:streams/one"), from: "x"))
        expect(screen.stack, is: ["streams/one"])
    }

    // MARK: The stack

    @Test mutating func `an invitation shows now playing once, and does not interrupt`() throws {
        let invitation = HubEvent(session: "main", id: 1, present: "nowPlaying")
        expect(screen.apply(.happened(invitation)), is: [.pushNowPlaying])
        #expect(screen.apply(.happened(invitation)).isEmpty)
        _ = screen.apply(.tappedUpNext)
        #expect(screen.apply(.happened(invitation)).isEmpty)
        expect(screen.stack, is: ["nowPlaying", "rewind"])
        let answer = answer(then: "present:nowPlaying")
        expect(screen.apply(.answered(answer, from: "x")), is: [.pop(to: "nowPlaying")])
    }

    @Test mutating func `now playing is put on the root, whatever is on top`() throws {
        _ = screen.apply(.tappedUpNext)
        expect(
            screen.apply(.answered(answer(then: "present:nowPlaying"), from: "x")),
            is: [.pop(to: nil), .pushNowPlaying])
        expect(screen.stack, is: ["nowPlaying"])
    }

    @Test mutating func `a list on now playing leaves the pages below it`() throws {
        let rewind = try #require(document.template("rewind"))
        #expect(screen.apply(.stacked(["streams/one", "nowPlaying"])).isEmpty)
        expect(
            screen.apply(.tappedUpNext), is: [.pop(to: nil), .pushNowPlaying, .push(rewind)])
        expect(screen.stack, is: ["nowPlaying", "rewind"])
    }

    @Test mutating func `a list that comes after the answer is shown when it is there`() throws {
        let streams = try #require(document.template("streams/one"))
        let without = try changed { $0.apply(templates: ["streams/one": .null]) }
        func push(_ screen: inout CarScreen) {
            _ = screen.apply(.updated(without, revision: 2))
            _ = screen.apply(.tapped("stations/one"))
            let answer = HubAnswer(then: "push:streams/one", revision: 3)
            #expect(screen.apply(.answered(answer, from: "stations/one")).isEmpty)
        }
        push(&screen)
        expect(
            screen.apply(.updated(document, revision: 3)),
            is: [.push(streams), .finish(row: "stations/one")])
        _ = screen.apply(.stacked([]))
        push(&screen)
        _ = screen.apply(.waited(from: "stations/one"))
        #expect(screen.apply(.updated(document, revision: 3)).isEmpty)
    }

    @Test mutating func `a picture that cannot be loaded has a subject`() throws {
        let row = try #require(document.template("stations")?.sections?.first?.items.first)
        var pictured = row
        pictured.image = Artwork(url: "https://one.example/logo.png")
        pictured.placeholder = nil
        expect(pictured.picture.placeholder, is: "station")
        pictured.image = nil
        expect(pictured.picture.placeholder, is: nil)
    }

    @Test mutating func `what the user went back from can be pushed again`() {
        _ = screen.apply(.tappedUpNext)
        #expect(screen.apply(.stacked([])).isEmpty)
        #expect(!screen.apply(.tappedUpNext).isEmpty)
    }

    @Test mutating func `an alert is presented, and its button asks again`() throws {
        let alert: CarAlert = try CarFixtures.read(
            """
            {"id":"alert","type":"alert","titleVariants":["Not possible"],"actions":[
             {"id":"alert#again","title":"Again","style":"default","action":{"action":"play"}},
             {"id":"alert#dismiss","title":"OK","style":"cancel"}]}
            """)
        let event = HubEvent(session: "main", id: 2, present: "alert", alert: alert)
        expect(screen.apply(.happened(event)), is: [.present(alert)])
        expect(
            screen.apply(.tapped("alert#again")),
            is: [.send(SessionAction(.play), from: "alert#again")])
        expect(screen.apply(.tapped("alert#dismiss")), is: [.finish(row: "alert#dismiss")])
    }
}
