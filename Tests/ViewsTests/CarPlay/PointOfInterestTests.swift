import NowPlaying
import Testing
import Views

struct PointOfInterestTests {
    private static let munich = Location(latitude: 48.14, longitude: 11.58)

    /// Stations so many degrees east of the Greenwich meridian, at Munich's latitude.
    private static func scene(at longitudes: [Double]) -> ListeningScene {
        Sample.scene(
            longitudes.enumerated().map { index, longitude in
                var station = Sample.station("s\(index)")
                station.location = Location(latitude: munich.latitude, longitude: longitude)
                return station
            })
    }

    private static func document(
        _ scene: ListeningScene, around center: Location? = nil, max: Int = 12
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
        #expect((document.pointOfInterest != nil) == mayShow)
        #expect((document.nowPlaying != nil) == category.templates.contains(.nowPlaying))
    }

    @Test func `the nearest to the middle of the map come first`() {
        let scene = Self.scene(at: [13, 11.5, -20, 179, 10])
        #expect(
            Self.points(Self.document(scene, around: Self.munich))
                == ["Radio s1", "Radio s0", "Radio s4", "Radio s2", "Radio s3"])
    }

    @Test func `the way across the date line is short`() {
        let scene = Self.scene(at: [170, -179.5])
        let fiji = Location(latitude: -18, longitude: 179.5)
        #expect(Self.points(Self.document(scene, around: fiji)) == ["Radio s1", "Radio s0"])
    }

    @Test func `distances are those on a sphere`() {
        // At 80° north a degree of longitude is a fifth of one of latitude.
        var scene = Self.scene(at: [0, 0])
        scene.stations[0].location = Location(latitude: 80, longitude: 5)
        scene.stations[1].location = Location(latitude: 78, longitude: 0)
        let center = Location(latitude: 80, longitude: 0)
        #expect(Self.points(Self.document(scene, around: center)) == ["Radio s0", "Radio s1"])
    }

    @Test func `those that do not fit are left out, and counted`() {
        let document = Self.document(
            Self.scene(at: [13, 11.5, 10]), around: Self.munich, max: 2)
        #expect(Self.points(document) == ["Radio s1", "Radio s0"])
        #expect(document.pointOfInterest?.leftOut == 1)
    }

    @Test func `moving the region keeps the models that stay`() throws {
        let scene = Self.scene(at: [0, 10, 20, 30])
        func points(near longitude: Double) -> [String: PointOfInterestTemplate.PointOfInterest] {
            let center = Location(latitude: 48.14, longitude: longitude)
            let found = Self.document(scene, around: center, max: 2).pointOfInterest?.points ?? []
            return Dictionary(uniqueKeysWithValues: found.map { ($0.id, $0) })
        }
        let (west, east) = (points(near: 4), points(near: 12))
        #expect(Set(west.keys) == ["nearby/s0", "nearby/s1"])
        #expect(Set(east.keys) == ["nearby/s1", "nearby/s2"])
        #expect(west["nearby/s1"] == east["nearby/s1"])
    }

    @Test func `a point has a title, a subtitle, a summary and a button that selects`() {
        var scene = Self.scene(at: [11])
        scene.stations[0].nowPlaying.station.description = "By the river."
        scene.stations[0].nowPlaying.track = Sample.track("t", "First Light", by: "Aurora")
        let point = Self.document(scene).pointOfInterest?.points.first
        #expect(point?.title == "Radio s0")
        #expect(point?.subtitle == "Aurora – First Light")
        #expect(point?.summary == "By the river.")
        #expect(point?.buttonTitle == "Select")
        #expect(point?.action == .select(station: "s0"))
    }

    @Test func `the session's station is the selected one`() {
        var scene = Self.scene(at: [11, 12])
        #expect(Self.document(scene).pointOfInterest?.selectedIndex == nil)
        scene.session.station = "s1"
        #expect(Self.document(scene).pointOfInterest?.selectedIndex == 1)
    }

    @Test func `without located stations there is no map`() {
        #expect(Self.document(Sample.scene()).pointOfInterest == nil)
    }
}
