import Expectations
import NowPlaying
import Support
import TestSupport
import Testing
import Views

/// Hours where a station has no programmes; `Sample.now` is half past two.
struct HoursTests {
    /// A station with an element every so many minutes, as far back as five hours.
    private static func scene(
        every minutes: Int64, _ change: (inout SessionSnapshot) -> Void = { _ in }
    ) -> SessionSnapshot {
        Sample.listening { scene in
            scene.timeline.elements = (0...300 / minutes).map { index in
                Sample.element("e\(index)", "Element \(index)", ago: index * minutes)
            }
            change(&scene)
        }
    }

    /// The elements of a scene that lie in the rewind window.
    private static func seekable(_ scene: SessionSnapshot, at now: Timestamp) -> Set<String> {
        let edge = now - scene.session.rewindWindow
        return Set(
            scene.timeline.elements.filter { $0.startedAt.map { $0 >= edge } ?? false }.map(\.id))
    }

    @Test func `up next opens hours where there are no programmes`() {
        let document = Sample.carPlay(Self.scene(every: 6))
        let list = document.list("rewind")
        let row = list?.imageRows.first
        expect(row?.text, is: "By the hour")
        expect(row?.push, is: "programmes")
        expect(
            row?.elements.map(\.title),
            is: [
                "14:00–15:00", "13:00–14:00", "12:00–13:00", "11:00–12:00", "10:00–11:00",
                "09:00–10:00",
            ])
        expect(list?.items.map(\.text), is: (0..<11).map { "Element \($0)" })
        expect(list?.sections.last?.header, is: "Played before")
        expect(document.list("programmes")?.title, is: "By the hour")
        expect(document.texts(of: "programmes"), is: row?.elements.map(\.title))
    }

    @Test func `an hour begins with its beginning, and says what was played`() {
        let document = Sample.carPlay(Self.scene(every: 6))
        let row = document.list("programmes")?.items[1]
        expect(row?.detailText, is: "Element 15, Element 14, Element 13 …")
        let hour = row?.push.flatMap { document.list($0) }
        expect(hour?.items.count, is: 11)
        expect(hour?.items.first?.text, is: "13:00–14:00")
        expect(hour?.items.first?.detailText, is: "From the beginning")
        expect(hour?.items.first?.action, is: .seekToElement("e15"))
        expect(hour?.items.dropFirst().map(\.text), is: (6...15).reversed().map { "Element \($0)" })
    }

    @Test func `an hour that has more than a list shows is in parts`() {
        let document = Sample.carPlay(Self.scene(every: 4))
        expect(
            document.texts(of: "programmes").prefix(3),
            is: [
                "14:00–15:00", "13:46–14:00", "13:00–13:46",
            ])
        let parts = document.list("programmes")?.items.compactMap(\.push) ?? []
        expect(
            document.texts(of: parts[1]),
            is: ["Element 11", "Element 10", "Element 9", "Element 8"])
        expect(document.texts(of: parts[2]).count, is: 12)
    }

    @Test func `hours are those of the listener's clocks`() {
        let document = Sample.carPlay(
            Self.scene(every: 6) { $0.offsetFromUTC = Sample.minutes(345) })
        expect(document.texts(of: "programmes").first, is: "20:00–21:00")
        expect(document.list("programmes")?.items[0].push, is: "programme/h-1735740900")
    }

    @Test func `what fits into one list needs no hours`() {
        let scene = Self.scene(every: 6) { $0.timeline.elements.removeLast(39) }
        let document = Sample.carPlay(scene)
        expect(document.list("rewind")?.imageRows.isEmpty, is: true)
        expect(document.list("programmes"), is: nil)
        expect(document.texts(of: "rewind").count, is: 12)
    }

    @Test func `the list of what was played leads on to the hours`() {
        let document = Sample.carPlay(Self.scene(every: 6))
        let row = document.list("recent")?.items.last
        expect(row?.text, is: "Rewind")
        expect(row?.push, is: "rewind")
        expect(document.list("recent")?.leftOut, is: 0)
    }

    @Test func `what belongs to no programme is in hours between them`() {
        let scene = Self.scene(every: 6) { scene in
            let onAir = Sample.programme("On Air", from: -20, to: 40)
            scene.timeline.onAir = AiredProgramme(id: "p0", programme: onAir)
            scene.timeline.past = [
                AiredProgramme(id: "p1", programme: Sample.programme("Noon", from: -150, to: -90))
            ]
        }
        let document = Sample.carPlay(scene)
        expect(document.list("rewind")?.imageRows.first?.text, is: "Past programmes")
        expect(
            document.texts(of: "programmes"),
            is: [
                "14:00–15:00", "13:00–14:00", "Noon", "11:00–12:00", "10:00–11:00", "09:00–10:00",
            ])
        expect(document.list("programmes")?.items[0].detailText, is: "Element 5, Element 4")
        #expect(Driver(document).elements.isSuperset(of: Self.seekable(scene, at: Sample.now)))
    }

    @Test(arguments: [Int64(1), 2, 3, 4, 10, 60], [false, true])
    func `all of the window is within reach`(minutes: Int64, isShow: Bool) {
        let scene = Self.scene(every: minutes) { scene in
            guard isShow else { return }
            let show = Sample.programme("All Day", from: -290, to: 60)
            scene.timeline.onAir = AiredProgramme(id: "p0", programme: show)
            let past = Sample.programme("Before", from: -299, to: -290)
            scene.timeline.past = [AiredProgramme(id: "p1", programme: past)]
        }
        let document = Sample.carPlay(scene)
        let driver = Driver(document)
        #expect(driver.elements.isSuperset(of: Self.seekable(scene, at: Sample.now)))
        #expect(driver.depth <= 5)
        #expect(Document.encode(document).count <= Document.maximumSize)
        #expect(
            CarPlayValidator.violations(of: document, category: .audio, limits: .init()).isEmpty)
    }

    @Test(arguments: UInt64(0)..<60)
    func `whatever a car takes and a station plays, what is out of reach is counted`(
        seed: UInt64
    ) {
        var generator = SeededGenerator(seed: seed)
        var life = RandomScene(seed: seed)
        life.scene.session.station = "s0"
        if life.scene.stations.isEmpty { life.scene.stations = [Sample.station("s0")] }
        life.scene.session.rewindWindow = Sample.minutes(generator.pick([30, 300]))
        life.scene.offsetFromUTC = Sample.minutes(generator.number(-48...56) * 15)
        for _ in 0..<Int(generator.pick([0, 50, 400])) { life.liveOn() }
        var limits = CarPlayLimits()
        limits.listItems = Int(generator.number(1...30))
        limits.listSections = Int(generator.number(1...3))
        limits.rowImages = Int(generator.number(0...8))
        limits.templateDepth = Int(generator.number(3...6))
        let document = Sample.carPlay(life.scene, at: life.now) { $0.limits = limits }
        #expect(
            CarPlayValidator.violations(of: document, category: .audio, limits: limits).isEmpty)
        let driver = Driver(document)
        let missing = Self.seekable(life.scene, at: life.now).subtracting(driver.elements)
        // Cut pictures explain missing elements where only pictures open a list.
        let told = driver.cut.filter { id in
            limits.templateDepth < 5 && id == "rewind#programmes/row"
                || ["rewind", "programme"].contains { id.hasPrefix($0) && !id.hasSuffix("row") }
        }
        #expect(missing.isEmpty || !told.isEmpty)
        let isSmall = life.scene.timeline.elements.count <= 100
        if limits.listItems >= 12, limits.templateDepth >= 5, isSmall { #expect(missing.isEmpty) }
    }
}
