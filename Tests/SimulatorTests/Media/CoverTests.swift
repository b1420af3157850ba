import Expectations
import JSON
import Testing

@testable import Simulator

struct CoverTests {
    private static let seeds = (0..<200).map { UInt64($0) &* 0x9E37_79B9_7F4A_7C15 }

    private static var pictures: [[UInt8]] {
        seeds.map { Cover(seed: $0).document }
            + seeds.prefix(20).map {
                StreamerPicture(seed: $0).document
            }
            + ["kanalrand", "weltempfang", "nachtschicht", "wackelkontakt", "station_0004"].flatMap
        {
            [
                StationLogo(shortcode: $0, isForDark: false).document,
                StationLogo(shortcode: $0, isForDark: true).document,
            ]
        }
    }

    /// Checks that start tags have end tags; these documents have no comments and no entities.
    private func expectWellFormed(_ document: String) {
        var open: [Substring] = []
        for tag in document.split(separator: "<") {
            guard let end = tag.firstIndex(of: ">") else {
                Issue.record("\(tag) has no end")
                return
            }
            let inside = tag[..<end]
            expect(inside.filter { $0 == "\"" }.count % 2, is: 0)
            let name = inside.prefix { $0 != " " && $0 != "/" }
            if inside.hasPrefix("/") {
                expect(open.popLast(), is: inside.dropFirst())
            } else if !inside.hasSuffix("/") {
                open.append(name)
            }
        }
        #expect(open.isEmpty)
    }

    @Test func `every picture is a well-formed document with finite numbers`() {
        for picture in Self.pictures {
            let text = String(decoding: picture, as: UTF8.self)
            #expect(text.hasPrefix("<svg xmlns=\"http://www.w3.org/2000/svg\" "))
            expectWellFormed(text)
            #expect(!text.contains("nan") && !text.contains("inf"))
            #expect(picture.count < 40_000)
        }
    }

    @Test func `each paint that is named is defined`() {
        for picture in Self.pictures {
            let text = String(decoding: picture, as: UTF8.self)
            for use in text.split(separator: "url(#").dropFirst() {
                let name = use.prefix { $0 != ")" }
                #expect(text.contains("id=\"\(name)\""))
            }
        }
    }

    @Test func `a cover follows from its seed, and differs from others`() {
        let covers = Self.seeds.map { Cover(seed: $0).document }
        expect(covers, is: Self.seeds.map { Cover(seed: $0).document })
        expect(Set(covers).count, is: covers.count)
    }

    @Test func `a shelf of covers has all styles`() {
        let styles = Set(Self.seeds.map { Cover(seed: $0).style })
        expect(styles.count, is: CoverStyle.allCases.count)
    }

    @Test func `the tracks of a station have covers of their own`() throws {
        let station = SimulatedStation.embedded(seed: 1)[0]
        let repertoire = Repertoire(writingSystems: station.writingSystems, seed: station.seed)
        let pictures = try (0..<repertoire.count).map { index in
            var writer = JSONWriter()
            AzuraCastSong(track: repertoire.track(at: index), station: station)
                .write(into: &writer)
            let address = try withJSON(String(decoding: writer.bytes, as: UTF8.self)) {
                try #require($0["art"]?.readable)
            }
            let path = String(address.dropFirst(station.mediaURL.count))
            return FarmMedia(path: path, shortcodes: [station.shortcode])?.picture
        }
        #expect(!pictures.contains(nil))
        expect(Set(pictures).count, is: repertoire.count)
    }

    @Test(arguments: [
        (0, "0"), (1.5, "1.5"), (-0.25, "-0.25"), (2.05, "2.05"), (-3, "-3"), (0.999, "1"),
        (-0.001, "0"), (399.994, "399.99"),
    ])
    func `numbers have at most two digits behind the point`(number: Double, text: String) {
        expect(number.short, is: text)
    }
}
