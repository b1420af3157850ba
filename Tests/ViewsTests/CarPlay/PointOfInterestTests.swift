import Expectations
import NowPlaying
import Testing
import Views

struct PointOfInterestTests {
    private static let munich = Location(latitude: 48.14, longitude: 11.58)

    /// Stations so many degrees east of the Greenwich meridian, at Munich's latitude.
    private static func scene(at longitudes: [Double]) -> SessionSnapshot {
        Sample.scene(
            longitudes.enumerated().map { index, longitude in
                var station = Sample.station("s\(index)")
                station.location = Location(latitude: munich.latitude, longitude: longitude)
                return station
            })
    }

    private static func document(
        _ scene: SessionSnapshot, around center: Location? = nil, max: Int = 12
    ) -> CarPlayDocument {
        Sample.carPlay(scene) {
            $0.category = .charging
            $0.region = center.map { .init(center: $0) }
            $0.limits.pointsOfInterest = max
        }
    }

    private static func points(_ document: CarPlayDocument) -> [String] {
        document.pointOfInterest?.points.map(\.title) ?? []
    }

    @Test(arguments: CarPlayCategory.allCases)
    func `only categories that may show a map get one`(category: CarPlayCategory) {
        let document = Sample.carPlay(Self.scene(at: [11])) { $0.category = category }
        let mayShow = category.templates.contains(.pointOfInterest)
        expect(document.pointOfInterest != nil, is: mayShow)
        expect(document.nowPlaying != nil, is: category.templates.contains(.nowPlaying))
    }

    @Test func `the nearest to the middle of the map come first`() {
        let scene = Self.scene(at: [13, 11.5, -20, 179, 10])
        expect(
            Self.points(Self.document(scene, around: Self.munich)),
            is: ["Radio s1", "Radio s0", "Radio s4", "Radio s2", "Radio s3"])
    }

    @Test func `the way across the date line is short`() {
        let scene = Self.scene(at: [170, -179.5])
        let fiji = Location(latitude: -18, longitude: 179.5)
        expect(Self.points(Self.document(scene, around: fiji)), is: ["Radio s1", "Radio s0"])
    }

    @Test func `distances are those on a sphere`() {
        // At 80° north a degree of longitude is a fifth of one of latitude.
        var scene = Self.scene(at: [0, 0])
        scene.stations[0].location = Location(latitude: 80, longitude: 5)
        scene.stations[1].location = Location(latitude: 78, longitude: 0)
        let center = Location(latitude: 80, longitude: 0)
        expect(Self.points(Self.document(scene, around: center)), is: ["Radio s0", "Radio s1"])
    }

    @Test func `those that do not fit are left out, and counted`() {
        let document = Self.document(
            Self.scene(at: [13, 11.5, 10]), around: Self.munich, max: 2)
        expect(Self.points(document), is: ["Radio s1", "Radio s0"])
        expect(document.pointOfInterest?.leftOut, is: 1)
    }

    @Test func `moving the region keeps the models that stay`() throws {
        let scene = Self.scene(at: [0, 10, 20, 30])
        func points(near longitude: Double) -> [String: PointOfInterestTemplate.PointOfInterest] {
            let center = Location(latitude: 48.14, longitude: longitude)
            let found = Self.document(scene, around: center, max: 2).pointOfInterest?.points ?? []
            return Dictionary(uniqueKeysWithValues: found.map { ($0.id, $0) })
        }
        let (west, east) = (points(near: 4), points(near: 12))
        expect(Set(west.keys), is: ["nearby/s0", "nearby/s1"])
        expect(Set(east.keys), is: ["nearby/s1", "nearby/s2"])
        expect(west["nearby/s1"], is: east["nearby/s1"])
    }

    @Test func `a point has a title, a subtitle, a summary and a button that selects`() {
        var scene = Self.scene(at: [11])
        scene.stations[0].nowPlaying.station.description = "By the river."
        scene.stations[0].nowPlaying.track = Sample.track("t", "First Light", by: "Aurora")
        let point = Self.document(scene).pointOfInterest?.points.first
        expect(point?.title, is: "Radio s0")
        expect(point?.subtitle, is: "Aurora – First Light")
        expect(point?.summary, is: "By the river.")
        expect(point?.buttonTitle, is: "Select")
        expect(point?.action, is: .select(station: "s0"))
    }

    @Test func `a selected pin stands out where the station has a logo for either style`() {
        var scene = Self.scene(at: [11])
        scene.stations[0].nowPlaying.station.logo = Station.Logo(
            light: "https://a.example/l.png", dark: "https://a.example/d.png")
        let point = Self.document(scene).pointOfInterest?.points.first
        expect(point?.image?.url, is: "https://a.example/d.png")
        expect(point?.selectedPinImage?.url, is: "https://a.example/l.png")
        scene.stations[0].nowPlaying.station.logo?.light = nil
        expect(Self.document(scene).pointOfInterest?.points.first?.selectedPinImage, is: nil)
    }

    @Test func `the second button tells more of the station, and what can be done with it`() {
        var scene = Self.scene(at: [11])
        scene.stations[0].nowPlaying.track = Sample.track("t", "First Light", by: "Aurora")
        scene.stations[0].nowPlaying.programme = Sample.programme("Dawn", from: -30, to: 30)
        scene.stations[0].nowPlaying.station.description = "By the river."
        let point = Self.document(scene).pointOfInterest?.points.first
        let information = point?.information
        expect(information?.id, is: "information/s0")
        expect(information?.title, is: "Radio s0")
        expect(information?.items.map(\.title), is: ["On air now", "Programme", "About"])
        expect(
            information?.items.map(\.detail),
            is: ["Aurora – First Light", "Dawn · 14:00–15:00", "By the river."])
        expect(information?.actions.map(\.title), is: ["Select", "Add to favourites"])
        expect(
            information?.actions.map(\.action),
            is: [.select(station: "s0"), .favourite(station: "s0", isOn: true)])
        let text = String(decoding: Document.encode(Self.document(scene)), as: UTF8.self)
        #expect(
            text.contains(
                #""secondaryButton":{"title":"Information","style":"normal","push":"information/s0"},"#
                    + #""information":{"id":"information/s0","type":"information","title":"Radio s0","items":[{"#
            ))
    }

    @Test func `a favourite changes the button of its information in place`() {
        var scene = Self.scene(at: [11])
        scene.favourites = ["s0"]
        let before = Self.document(scene)
        scene.stations[0].nowPlaying.track = Sample.track("t", "First Light")
        scene.favourites = []
        // The list of favourites is another one; the map is not.
        let change = CarPlayChange.from(before, to: Self.document(scene), templatesAlone: true)
        guard case .templates(let templates) = change else {
            Issue.record("not the list alone")
            return
        }
        expect(templates.changed.map(\.id), is: ["favourites"])
        let rows = String(decoding: Document.encode(templates.rows), as: UTF8.self)
        #expect(rows.contains(#""information/s0":{"items":[{"title":"On air now","#), "\(rows)")
        #expect(rows.contains(#""title":"Add to favourites","style":"normal""#))
    }

    @Test func `a station of which nothing is known has information all the same`() {
        let information = Self.document(Self.scene(at: [11])).pointOfInterest?.points[0].information
        expect(information?.items.map(\.detail), is: ["Live radio"])
    }

    @Test func `a car that puts nothing on top of the map has one button`() {
        let document = Sample.carPlay(Self.scene(at: [11])) {
            $0.category = .parking
            $0.limits.templateDepth = 1
        }
        expect(document.pointOfInterest?.points.count, is: 1)
        expect(document.pointOfInterest?.points.first?.information, is: nil)
    }

    @Test func `a map of very many stations fits into a record`() {
        let text = String(repeating: "By the river. ", count: 90)
        var scene = Self.scene(at: (0..<900).map { Double($0) / 10 })
        for index in scene.stations.indices {
            scene.stations[index].nowPlaying.station.description = text
        }
        let document = Self.document(scene, max: 1_000)
        #expect(Document.encode(document).count <= Document.maximumSize)
        let map = document.pointOfInterest
        expect((map?.points.count ?? 0) + (map?.leftOut ?? 0), is: 900)
    }

    @Test func `the session's station is the selected one`() {
        var scene = Self.scene(at: [11, 12])
        expect(Self.document(scene).pointOfInterest?.selectedIndex, is: nil)
        scene.session.station = "s1"
        expect(Self.document(scene).pointOfInterest?.selectedIndex, is: 1)
    }

    @Test func `without located stations there is no map`() {
        expect(Self.document(Sample.scene()).pointOfInterest, is: nil)
    }
}
