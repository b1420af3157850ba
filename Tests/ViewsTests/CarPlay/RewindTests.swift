import Expectations
import NowPlaying
import TestSupport
import Testing
import Views

struct RewindTests {
    /// Past programmes from two hours back on, of half an hour each, with two elements each.
    private static func scene(
        programmes count: Int64 = 4, _ change: (inout SessionSnapshot) -> Void = { _ in }
    ) -> SessionSnapshot {
        Sample.listening { scene in
            let onAir = Sample.programme("On Air", from: -15, to: 45, kicker: "Now")
            scene.stations[0].nowPlaying.programme = onAir
            scene.timeline.onAir = AiredProgramme(id: "p0", programme: onAir)
            scene.programme = scene.timeline.onAir
            scene.timeline.past = (0..<count).map { index in
                AiredProgramme(
                    id: "p\(index + 1)",
                    programme: Sample.programme(
                        "Past \(index + 1)", from: -45 - 30 * index, to: -15 - 30 * index))
            }
            scene.timeline.elements = (0...(2 * count + 1)).map { index in
                Sample.element("e\(index)", "Element \(index)", ago: 15 * index)
            }
            change(&scene)
        }
    }

    @Test func `up next opens past programmes, then what is on air, newest first`() {
        let list = Sample.carPlay(Self.scene()).list("rewind")
        expect(list?.title, is: "Rewind")
        expect(list?.imageRows.first?.text, is: "Past programmes")
        expect(
            list?.imageRows.first?.elements.map(\.title),
            is: ["Past 1", "Past 2", "Past 3", "Past 4"])
        expect(list?.sections.last?.header, is: "On air now · On Air")
        expect(list?.items.map(\.text), is: ["Element 0", "Element 1"])
    }

    @Test func `what is on air when a programme begins is among its elements while it is heard`() {
        func scene(lasting length: Int64?) -> SessionSnapshot {
            Self.scene { scene in
                let hour = Sample.programme("Evening", from: -1, to: 59)
                scene.timeline.onAir = AiredProgramme(id: "p9", programme: hour)
                scene.programme = scene.timeline.onAir
                scene.timeline.elements = [
                    Sample.element("e0", "Element 0", ago: 3, minutes: length),
                    Sample.element("e1", "Element 1", ago: 7, minutes: 4),
                ]
                scene.timeline.current = "e0"
            }
        }
        // Its announced length is known, not known, or over.
        for length in [4, nil, 1] as [Int64?] {
            let document = Sample.carPlay(scene(lasting: length))
            expect(document.texts(of: "elements"), is: ["Element 0"])
            expect(document.texts(of: "rewind"), is: ["Element 0"])
            expect(document.item("elements/e0")?.isPlaying, is: true)
        }
    }

    @Test func `what was on air when a programme began stays among its elements`() {
        let document = Sample.carPlay(
            Self.scene { scene in
                scene.timeline.elements[2].duration = Sample.minutes(20)
                scene.timeline.current = "e0"
            })
        expect(document.texts(of: "elements"), is: ["Element 0", "Element 1", "Element 2"])
    }

    @Test func `a programme that the window's edge cuts keeps its id for what is left of it`() {
        func document(window minutes: Int64) -> CarPlayDocument {
            Sample.carPlay(Self.scene { $0.session.rewindWindow = Sample.minutes(minutes) })
        }
        // The fourth began 135 minutes ago, with an element, and has one 15 minutes later.
        let whole = document(window: 140)
        expect(whole.texts(of: "programme/p4"), is: ["Past 4", "Element 9", "Element 8"])
        let cut = document(window: 125)
        expect(cut.texts(of: "programme/p4"), is: ["Element 8"])
        expect(cut.item("programme/p4/e8")?.action, is: .seekToElement("e8"))
        expect(cut.item("programmes/p4")?.push, is: "programme/p4")
        expect(document(window: 110).list("programme/p4"), is: nil)
    }

    @Test func `what leaves the window makes no document by itself`() {
        let scene = Sample.listening { scene in
            scene.timeline.elements = (0..<110 as Range<Int64>).map {
                Sample.element("e\($0)", "Element \($0)", ago: 3 * $0)
            }
        }
        let first = Sample.carPlay(scene)
        #expect(first.allLists.flatMap(\.items).contains { $0.id.hasSuffix("/e100") })
        for step in 1..<20 as Range<Int64> {
            let later = Sample.carPlay(scene, at: Sample.now + .seconds(30 * step))
            expect(later, is: first, "after \(30 * step) s")
        }
        // Of a station of which nothing new is heard, what has left goes after a while.
        #expect(Sample.carPlay(scene, at: Sample.now + Sample.minutes(10)) != first)
        var next = scene
        next.timeline.elements.insert(Sample.element("new", "New", ago: -4), at: 0)
        let change = Sample.carPlay(next, at: Sample.now + Sample.minutes(4))
        #expect(!change.allLists.flatMap(\.items).contains { $0.id.hasSuffix("/e100") })
    }

    @Test func `a car that takes no pictures is given a row for past programmes`() {
        let document = Sample.carPlay(Self.scene(programmes: 7)) { $0.limits.rowImages = 0 }
        let list = document.list("rewind")
        expect(list?.imageRows.isEmpty, is: true)
        expect(list?.items.first?.push, is: "programmes")
        expect(list?.items.first?.text, is: "10:45–13:45")
        expect(document.texts(of: "programmes").count, is: 7)
    }

    @Test func `the image row's title opens the list of all past programmes`() {
        let document = Sample.carPlay(Self.scene(programmes: 7)) { $0.limits.rowImages = 2 }
        let row = document.list("rewind")?.imageRows.first
        expect(row?.push, is: "programmes")
        expect(row?.elements.count, is: 2)
        expect(row?.leftOut, is: 5)
        expect(document.texts(of: "programmes").count, is: 7)
        expect(document.item("programmes/p1")?.detailText, is: "Past 1 · 13:45–14:15")
    }

    @Test func `the first row of a past programme starts it from its beginning`() {
        let document = Sample.carPlay(Self.scene())
        let list = document.list(TemplateID.programme("p1"))
        expect(list?.items.first?.text, is: "Past 1")
        expect(list?.items.first?.detailText, is: "From the beginning · 13:45–14:15")
        expect(list?.items.first?.action, is: .seekToElement("p1"))
        expect(list?.items.dropFirst().map(\.text), is: ["Element 3", "Element 2"])
        expect(document.item("programmes/p1")?.push, is: "programme/p1")
        expect(document.list("rewind")?.imageRows[0].elements[0].push, is: "programme/p1")
    }

    @Test func `the elements of a programme stand below its title`() {
        let document = Sample.carPlay(Self.scene())
        expect(document.list("elements")?.sections.map(\.header), is: ["On Air"])
        let without = Sample.carPlay(Self.scene { $0.programme = nil })
        expect(without.list("elements")?.sections.map(\.header), is: [nil])
    }

    @Test func `what is heard is marked in each list of elements, while it is paused too`() {
        let marked = ["rewind/e0", "elements/e0"]
        for state in [PlaybackState.playing, .paused] {
            let scene = Self.scene {
                $0.session.state = state
                $0.timeline.current = "e0"
            }
            expect(Self.playing(scene), is: marked)
        }
        let stopped = Self.scene {
            $0.session.state = .stopped
            $0.timeline.current = "e0"
        }
        expect(Self.playing(stopped), is: [])
    }

    @Test func `the mark follows a listener who rewinds, in place`() {
        let live = Self.scene { $0.timeline.current = "e0" }
        var rewound = live
        rewound.rewind(by: 40, in: rewound.timeline.elements[3], of: rewound.timeline.onAir)
        expect(Self.playing(rewound), is: ["programme/p1/e3"])
        let change = CarPlayChange.from(Sample.carPlay(live), to: Sample.carPlay(rewound))
        guard case .rows = change else {
            Issue.record("the structure changed")
            return
        }
    }

    @Test func `where nothing is known of what is heard nothing is marked`() {
        var gap = Self.scene { $0.timeline.current = "e0" }
        gap.rewind(by: 40, of: gap.timeline.onAir)
        expect(Self.playing(gap), is: [])
    }

    /// The marked rows of the lists on top of the tabs.
    private static func playing(_ scene: SessionSnapshot) -> [String] {
        Sample.carPlay(scene).lists.flatMap(\.items).filter(\.isPlaying).map(\.id)
    }

    @Test func `album and artist open the elements of the programme that is heard`() {
        expect(Sample.carPlay(Self.scene()).texts(of: "elements"), is: ["Element 0", "Element 1"])
        let rewound = Self.scene { scene in
            let past = scene.timeline.past[1]
            scene.rewind(
                by: 70, in: scene.timeline.elements[5], of: past)
        }
        let document = Sample.carPlay(rewound)
        expect(document.texts(of: "elements"), is: ["Element 4", "Element 5"])
        expect(document.texts(of: "rewind"), is: ["Element 0", "Element 1"])
    }

    @Test func `what cannot be sought to is left out`() {
        let scene = Self.scene { scene in
            scene.session.rewindWindow = Sample.minutes(80)
            scene.timeline.elements[1].startedAt = nil
            scene.timeline.past[0].programme.startsAt = nil
        }
        let document = Sample.carPlay(scene)
        expect(document.texts(of: "rewind"), is: ["Element 0"])
        expect(document.texts(of: "programmes"), is: ["14:00–15:00", "Past 2", "13:00–14:00"])
        expect(document.texts(of: "elements"), is: ["Element 0"])
    }

    @Test func `without programmes the played tracks take the place of elements`() {
        let scene = Sample.listening {
            $0.timeline.elements = [
                Sample.element("e2", "Second", ago: 2), Sample.element("e1", "First", ago: 6),
            ]
        }
        let document = Sample.carPlay(scene)
        expect(document.texts(of: "rewind"), is: ["Second", "First"])
        expect(document.list("rewind")?.imageRows.isEmpty, is: true)
        expect(document.list("rewind")?.sections.last?.header, is: "Played before")
        expect(document.texts(of: "elements"), is: ["Second", "First"])
        expect(document.list("programmes"), is: nil)
        expect(document.item("rewind/e1")?.detailText, is: "14:24")
        expect(document.item("rewind/e1")?.action, is: .seekToElement("e1"))
    }

    @Test func `where there is nothing to rewind to a row says so`() {
        let document = Sample.carPlay(Sample.listening())
        for list in ["rewind", "elements"] {
            expect(document.texts(of: list), is: ["Nothing to rewind to"])
            expect(document.list(list)?.items.map(\.isEnabled), is: [false])
        }
    }

    @Test func `without a rewind window there is nothing to rewind to`() {
        let document = Sample.carPlay(Self.scene { $0.session.rewindWindow = .zero })
        expect(document.texts(of: "rewind"), is: ["Nothing to rewind to"])
        expect(document.list("programmes"), is: nil)
    }

    @Test(arguments: 1...6)
    func `templates lie no deeper than the car takes`(depth: Int) {
        let document = Sample.carPlay(Self.scene()) { $0.limits.templateDepth = depth }
        var limits = CarPlayLimits()
        limits.templateDepth = depth
        #expect(
            CarPlayValidator.violations(of: document, category: .audio, limits: limits).isEmpty)
        expect(document.nowPlaying != nil, is: depth >= 2)
        expect(document.list("rewind") != nil, is: depth >= 3)
        expect(document.list("programmes") != nil, is: depth >= 4)
        let opens = document.item("programmes/p1")?.push != nil
        expect(opens, is: depth >= 5)
        if depth == 4 {
            expect(document.item("programmes/p1")?.action, is: .seekToElement("p1"))
        }
        if depth == 3 {
            let picture = document.list("rewind")?.imageRows.first?.elements.first
            expect(picture?.action, is: .seekToElement("p1"))
        }
    }

    @Test func `an id that the hub would not make is left out, and so is one that comes twice`() {
        let scene = Sample.listening {
            $0.timeline.elements = [
                Sample.element("a/b", "Slash", ago: 1), Sample.element("", "None", ago: 2),
                Sample.element("a", "First", ago: 3), Sample.element("a", "Again", ago: 4),
                Sample.element(String(repeating: "x", count: 65), "Long", ago: 5),
            ]
        }
        expect(Sample.carPlay(scene).texts(of: "rewind"), is: ["First"])
    }
}
