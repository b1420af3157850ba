import Expectations
import NowPlaying
import Support
import TestSupport
import Testing
import Views

/// Stations beyond a car's limit of rows.
struct PagesTests {
    private static func scene(
        _ count: Int, _ change: (inout SessionSnapshot) -> Void = { _ in }
    ) -> SessionSnapshot {
        Sample.scene((0..<count).map { Sample.station("s\($0)") }, change)
    }

    @Test func `the last row opens the stations for which there is no other`() {
        let document = Sample.carPlay(Self.scene(20))
        let list = document.list("stations")
        expect(list?.items.count, is: 12)
        expect(list?.leftOut, is: 0)
        let row = list?.items.last
        expect(row?.text, is: "More stations")
        expect(row?.detailText, is: "Radio s11 – Radio s19")
        expect(row?.push, is: "stations#more")
        expect(row?.accessory, is: .disclosureIndicator)
        let page = document.list("stations#more")
        expect(page?.title, is: "Stations")
        expect(page?.items.map(\.id), is: (11..<20).map { "stations/s\($0)" })
        expect(page?.items.map(\.action), is: (11..<20).map { .select(station: "s\($0)") })
    }

    @Test func `where one page is too short, it has ranges that open their own`() {
        let document = Sample.carPlay(Self.scene(60))
        let ranges = document.list("stations#more")?.items
        expect(
            ranges?.map(\.text),
            is: [
                "Radio s11 – Radio s22", "Radio s23 – Radio s34", "Radio s35 – Radio s46",
                "Radio s47 – Radio s58", "Radio s59",
            ])
        expect(ranges?.map(\.detailText), is: ["12–23", "24–35", "36–47", "48–59", "60"])
        expect(document.texts(of: "stations#more/4"), is: ["Radio s59"])
        expect(document.list("stations#more/0")?.items.count, is: 12)
        expect(Driver(document).depth, is: 3)
    }

    @Test(arguments: [1, 12, 13, 23, 24, 60, 149, 150])
    func `every station is within reach`(count: Int) {
        let document = Sample.carPlay(Self.scene(count))
        let driver = Driver(document)
        #expect(
            driver.commands.isSuperset(of: (0..<count).map { .select(station: "s\($0)") }))
        expect(document.list("stations")?.leftOut, is: 0)
        #expect(driver.depth <= 5)
    }

    @Test func `as many favourites have pages, too`() {
        let scene = Self.scene(60) { $0.favourites = $0.stations.map(\.id).reversed() }
        let document = Sample.carPlay(scene)
        let rows = Driver(document).rows
        #expect(rows.isSuperset(of: (0..<60).map { "favourites/s\($0)" }))
        expect(document.list("favourites#more")?.title, is: "Favourites")
        expect(document.texts(of: "favourites").last, is: "More stations")
    }

    @Test func `a station on a page changes in place, and is marked there`() {
        let before = Self.scene(60)
        var after = before
        after.session.station = "s50"
        after.session.state = .playing
        after.stations[50].nowPlaying.track = Sample.track("t", "First Light")
        after.stations[50].nowPlaying.playback = Sample.playback(for: 60, of: 120)
        let document = Sample.carPlay(after)
        guard case .rows(let rows) = CarPlayChange.from(Sample.carPlay(before), to: document)
        else {
            Issue.record("structural")
            return
        }
        let changes = rows.parts.first { $0.id == "stations/s50" }?.changes
        expect(changes?[.detailText], is: .set(.text("First Light")))
        expect(changes?[.playbackProgress], is: .set(.twentieths(10)))
        expect(changes?[.isPlaying], is: .set(.flag(true)))
    }

    @Test func `a station more changes the last page, and those that lead to it`() {
        let change = CarPlayChange.from(
            Sample.carPlay(Self.scene(59)), to: Sample.carPlay(Self.scene(60)), templatesAlone: true
        )
        guard case .templates(let templates) = change else {
            Issue.record("\(String(describing: change))")
            return
        }
        expect(templates.changed.map(\.id), is: ["stations#more", "stations#more/4"])
        expect(templates.rows.parts.map(\.id), is: ["stations#more#row"])
    }

    @Test func `streams of a station on a page lie within the depth, too`() {
        let scene = Sample.scene(
            (0..<30).map { Sample.station("s\($0)", streams: $0 == 29 ? ["a", "b"] : []) })
        for depth in 2...6 {
            var limits = CarPlayLimits()
            limits.listItems = 3
            limits.templateDepth = depth
            let document = Sample.carPlay(scene) { $0.limits = limits }
            #expect(
                CarPlayValidator.violations(of: document, category: .audio, limits: limits)
                    .isEmpty)
            // Five deep there are pages of 3 × 3 × 3 stations, beside two in the list.
            expect(document.list("stations")?.leftOut, is: [27, 25, 19, 1, 0][depth - 2])
        }
    }

    /// Cars of all sorts: what they have no room for at any depth is counted.
    @Test(arguments: UInt64(0)..<60)
    func `whatever a car takes, what is out of reach is counted`(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        var limits = CarPlayLimits()
        limits.listItems = Int(generator.number(1...30))
        limits.templateDepth = Int(generator.number(1...6))
        let count = Int(generator.number(0...250))
        let withStreams = generator.oneIn(3)
        let stations = (0..<count).map {
            Sample.station("s\($0)", streams: withStreams && $0 % 40 == 7 ? ["a", "b"] : [])
        }
        let document = Sample.carPlay(Sample.scene(stations)) { $0.limits = limits }
        #expect(
            CarPlayValidator.violations(of: document, category: .audio, limits: limits).isEmpty)
        let driver = Driver(document)
        let leftOut = document.list("stations")?.leftOut ?? 0
        expect(driver.stations.count + leftOut, is: count)
        // A page of ranges opens as many pages as it has rows, and streams need a level.
        if limits.listItems > 1, limits.templateDepth > 3 {
            let pages = limits.listItems - 1 + limits.listItems * limits.listItems
            #expect(driver.stations.count >= min(count, pages, 130))
        }
    }
}
