import Expectations
import NowPlaying
import Testing
import Views

struct TabTests {
    private static func tabs(_ document: CarPlayDocument) -> [String] {
        document.root.tabs.map { tab in
            switch tab {
            case .list(let list): list.id
            case .grid(let grid): grid.id
            case .pointOfInterest(let map): map.id
            }
        }
    }

    @Test func `there are tabs for stations, favourites and what was played`() {
        let document = Sample.carPlay(Sample.scene())
        expect(Self.tabs(document), is: ["stations", "favourites", "recent"])
        expect(document.list("stations")?.tab?.title, is: "Stations")
        expect(document.list("favourites")?.tab?.image, is: "heart")
    }

    @Test func `the system has tabs for favourites and for what was played`() {
        let document = Sample.carPlay(Sample.scene())
        expect(document.list("stations")?.tab?.systemItem, is: nil)
        expect(document.list("favourites")?.tab?.systemItem, is: .favorites)
        expect(document.list("recent")?.tab?.systemItem, is: .recents)
    }

    @Test func `one tab only means no tab bar`() {
        let document = Sample.carPlay(Sample.scene()) { $0.limits.tabs = 1 }
        guard case .template(.list(let list)) = document.root else {
            Issue.record("\(document.root)")
            return
        }
        expect(list.id, is: "stations")
    }

    @Test func `tabs that do not fit are left out, and counted`() {
        let document = Sample.carPlay(Sample.scene()) { $0.limits.tabs = 2 }
        guard case .tabBar(let tabBar) = document.root else {
            Issue.record("\(document.root)")
            return
        }
        expect(Self.tabs(document), is: ["stations", "favourites"])
        expect(tabBar.leftOut, is: 1)
    }

    @Test func `favourites are in their own order`() {
        let document = Sample.carPlay(Sample.scene { $0.favourites = ["three", "gone", "one"] })
        expect(document.texts(of: "favourites"), is: ["Radio three", "Radio one"])
    }

    @Test func `without favourites a row says so`() {
        let items = Sample.carPlay(Sample.scene()).list("favourites")?.items
        expect(items?.map(\.text), is: ["No favourites yet"])
        expect(items?.map(\.isEnabled), is: [false])
    }

    @Test func `what was played is newest first, without what is on air`() {
        let scene = Sample.listening(
            to: Sample.station("one") { $0.track = Sample.track("e3", "Now") }
        ) {
            $0.timeline.elements = [
                Sample.element("e3", "Now", ago: 1), Sample.element("e2", "Before", ago: 4),
                Sample.element("e1", "Long Before", ago: 8),
            ]
            $0.timeline.current = "e3"
        }
        let document = Sample.carPlay(scene)
        expect(document.texts(of: "recent"), is: ["Before", "Long Before"])
        expect(document.item("recent/e2")?.detailText, is: "14:26")
        expect(document.item("recent/e2")?.action, is: .seekToElement("e2"))
    }

    @Test func `what was played and cannot be sought to is shown, but cannot be tapped`() {
        let scene = Sample.listening {
            $0.session.rewindWindow = Sample.minutes(60)
            var untimed = Sample.element("e1", "Sometime", ago: 1)
            untimed.startedAt = nil
            $0.timeline.elements = [untimed, Sample.element("e0", "Too Long Ago", ago: 61)]
        }
        let items = Sample.carPlay(scene).list("recent")?.items
        expect(items?.map(\.text), is: ["Sometime", "Too Long Ago"])
        expect(items?.map(\.isEnabled), is: [false, false])
        expect(items?.map(\.action), is: [nil, nil])
        expect(items?.map(\.detailText), is: ["Radio one", "13:29"])
    }

    @Test func `where nothing was played a row says so`() {
        let items = Sample.carPlay(Sample.listening()).list("recent")?.items
        expect(items?.map(\.text), is: ["Nothing played yet"])
        expect(items?.map(\.isEnabled), is: [false])
    }

    @Test func `a tab has a badge where something new is in it`() {
        let document = Sample.carPlay(Sample.scene { $0.news = [.recent] })
        expect(document.list("recent")?.properties[.showsTabBadge], is: .flag(true))
        expect(document.list("recent")?.action, is: .seen(.recent))
        expect(document.list("favourites")?.properties[.showsTabBadge], is: nil)
        expect(document.list("favourites")?.action, is: nil)
    }

    @Test func `an empty list has no badge`() {
        let document = Sample.carPlay(Sample.scene { $0.news = [.favourites] })
        expect(document.list("favourites")?.properties[.showsTabBadge], is: nil)
    }

    @Test func `a badge comes and goes in place`() {
        let change = CarPlayChange.from(
            Sample.carPlay(Sample.scene { $0.favourites = ["one"] }),
            to: Sample.carPlay(
                Sample.scene {
                    $0.favourites = ["one"]
                    $0.news = [.favourites]
                }))
        guard case .rows(let rows) = change else {
            Issue.record("\(String(describing: change))")
            return
        }
        expect(
            String(decoding: Document.encode(rows), as: UTF8.self),
            is:
                #"{"favourites":{"action":{"action":"seen","list":"favourites"},"showsTabBadge":true}}"#
        )
    }
}
