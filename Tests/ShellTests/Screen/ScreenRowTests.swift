import Expectations
import TestSupport
import Testing

@testable import HubClient
@testable import Shell

/// The rows that a terminal draws of a car's templates.
struct ScreenRowTests {
    @Test func `a row of pictures is followed by its pictures`() throws {
        let rows = try #require(try CarFixtures.car().template("rewind")).rows
        expect(rows.map(\.text), is: ["Past programmes", "The Long Shift", "Sluice"])
        expect(rows.map(\.isPicture), is: [false, true, false])
        #expect(rows[0].leftOut == 2 && rows[1].tap == .push("streams/one"))
    }

    @Test func `a map is a list of its places`() throws {
        let map: CarTemplate = try CarFixtures.read(
            """
            {"id":"nearby","type":"pointOfInterest","title":"Nearby","selectedIndex":1,
             "pointsOfInterest":[{"id":"a","title":"A","subtitle":"x","summary":"y"},
              {"id":"b","title":"B","subtitle":"z","action":{"action":"play"}}]}
            """)
        expect(map.rows.map(\.detail), is: ["x · y", "z"])
        expect(map.rows.map(\.accessory), is: [nil, "checkmark"])
    }

    @Test func `a template of a kind that is not known has no rows`() throws {
        let template: CarTemplate = try CarFixtures.read(#"{"id":"a","type":"wheel"}"#)
        #expect(template.rows.isEmpty)
    }
}

extension ScreenScene {
    /// A car's screen and a lock screen, both known.
    static func fixture(lock: String = CarFixtures.lock()) throws -> ScreenScene {
        var scene = ScreenScene(device: .car)
        scene.document = try CarFixtures.car()
        scene.card = try CarFixtures.card(lock)
        return scene
    }
}
