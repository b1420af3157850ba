import Expectations
import NowPlaying
import Testing
import Views

/// The track that a station announced, in a car's *up next*.
struct NextTrackTests {
    private static func scene(
        _ next: UpcomingTrack?, _ change: (inout SessionSnapshot) -> Void = { _ in }
    ) -> SessionSnapshot {
        let station = Sample.station("one") {
            $0.track = Sample.track("e0", "Element 0")
            $0.next = next
        }
        return Sample.listening(to: station) { scene in
            scene.timeline.elements = (0..<40 as Range<Int64>).map {
                Sample.element("e\($0)", "Element \($0)", ago: $0 * 6)
            }
            scene.timeline.current = "e0"
            change(&scene)
        }
    }

    private static func announced(
        _ title: String = "Spring Tide", by artist: String? = "Mara Ebb"
    ) -> UpcomingTrack {
        var next = UpcomingTrack(title: title)
        next.artist = artist
        next.startsAt = Sample.now + Sample.minutes(3)
        next.details.artworkURL = "https://one.example/2.jpg"
        return next
    }

    @Test func `it is the first row of up next, and cannot be tapped`() {
        let list = Sample.carPlay(Self.scene(Self.announced())).list("rewind")
        expect(list?.sections.first?.header, is: "Next")
        expect(
            list?.sections.map(\.id), is: ["rewind#next", "rewind#programmes", "rewind#elements"])
        let row = list?.items.first
        expect(row?.text, is: "Spring Tide")
        expect(row?.detailText, is: "14:33 · Mara Ebb")
        expect(row?.image?.url, is: "https://one.example/2.jpg")
        expect(row?.isEnabled, is: false)
        expect(row?.action, is: nil)
        expect(row?.push, is: nil)
    }

    @Test func `another announced track changes the row in place`() {
        let change = CarPlayChange.from(
            Sample.carPlay(Self.scene(Self.announced())),
            to: Sample.carPlay(Self.scene(Self.announced("Neap", by: nil))))
        guard case .rows(let rows) = change else {
            Issue.record("\(String(describing: change))")
            return
        }
        expect(rows.parts.map(\.id), is: ["rewind#next/row"])
    }

    @Test func `it takes no row from what can be sought to without being counted`() {
        for next in [nil, Self.announced()] {
            let list = Sample.carPlay(Self.scene(next)).list("rewind")
            expect((list?.items.count ?? 0) + (list?.imageRows.count ?? 0), is: 12)
            expect(list?.leftOut, is: 0)
        }
        let before = Sample.carPlay(Self.scene(nil)).texts(of: "programmes")
        expect(Sample.carPlay(Self.scene(Self.announced())).texts(of: "programmes"), is: before)
    }

    @Test func `a listener who has rewound to an earlier element is not told of it`() {
        let scene = Self.scene(Self.announced()) {
            $0.rewind(by: 15, in: $0.timeline.elements[3])
            $0.presented?.next = Self.announced()
        }
        expect(Sample.carPlay(scene).list("rewind")?.sections.first?.id, is: "rewind#programmes")
        // In the element on air the listener is before the same track.
        let near = Self.scene(Self.announced()) {
            $0.rewind(by: 0, in: $0.timeline.elements[0])
            $0.presented?.next = Self.announced()
        }
        expect(Sample.carPlay(near).list("rewind")?.sections.first?.id, is: "rewind#next")
    }

    @Test func `cars that show few rows or sections need them for what can be sought to`() {
        let scene = Self.scene(Self.announced())
        let few = Sample.carPlay(scene) { $0.limits.listItems = 3 }
        let narrow = Sample.carPlay(scene) { $0.limits.listSections = 2 }
        for document in [few, narrow] {
            expect(document.list("rewind")?.sections.contains { $0.id == "rewind#next" }, is: false)
        }
    }

    @Test func `up next is enabled where a track was announced or can be sought to`() {
        func isEnabled(_ next: UpcomingTrack?, played: Bool) -> Bool {
            let document = Sample.carPlay(
                Self.scene(next) { if !played { $0.timeline = StationTimeline(current: "e0") } })
            return document.nowPlaying?.properties[.isUpNextButtonEnabled] == .flag(true)
        }
        #expect(isEnabled(nil, played: true))
        #expect(isEnabled(Self.announced(), played: false))
        #expect(!isEnabled(nil, played: false))
    }
}
