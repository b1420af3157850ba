import Expectations
import NowPlaying
import Support
import Testing

@testable import Feeds

/// Local times of places, by the system's time zone database and by files made here.
struct LocalZoneTests {
    private func utc(_ text: String) throws -> Timestamp {
        try #require(TimeText.iso(text, zone: LocalZone(offset: .zero)))
    }

    @Test(arguments: [
        ("Europe/Amsterdam", "2026-05-09 08:54:01", "2026-05-09 06:54:01"),
        ("Europe/Amsterdam", "2026-01-09 08:54:01", "2026-01-09 07:54:01"),
        // Skipped, and shown twice.
        ("Europe/Berlin", "2026-03-29 01:59:59", "2026-03-29 00:59:59"),
        ("Europe/Berlin", "2026-03-29 02:30:00", "2026-03-29 01:30:00"),
        ("Europe/Berlin", "2026-03-29 03:00:00", "2026-03-29 01:00:00"),
        ("Europe/Berlin", "2026-10-25 01:59:59", "2026-10-24 23:59:59"),
        ("Europe/Berlin", "2026-10-25 02:30:00", "2026-10-25 00:30:00"),
        ("Europe/Berlin", "2026-10-25 03:00:00", "2026-10-25 02:00:00"),
        // After the last change that the file has.
        ("Europe/Berlin", "2061-07-01 12:00:00", "2061-07-01 10:00:00"),
        ("Europe/Berlin", "2061-12-31 23:30:00", "2061-12-31 22:30:00"),
        ("Australia/Sydney", "2061-01-01 00:30:00", "2060-12-31 13:30:00"),
        ("Australia/Sydney", "2061-07-01 12:00:00", "2061-07-01 02:00:00"),
        ("America/New_York", "2026-07-04 12:00:00", "2026-07-04 16:00:00"),
        ("Asia/Kolkata", "2026-07-04 12:00:00", "2026-07-04 06:30:00"),
        ("Asia/Kathmandu", "2026-07-04 12:00:00", "2026-07-04 06:15:00"),
        ("America/St_Johns", "2026-07-04 12:00:00", "2026-07-04 14:30:00"),
        ("Europe/Dublin", "2061-07-04 12:00:00", "2061-07-04 11:00:00"),
        ("UTC", "2026-07-04 12:00:00", "2026-07-04 12:00:00"),
        ("+05:45", "2026-07-04 12:00:00", "2026-07-04 06:15:00"),
    ])
    func `a place's clocks are read`(zone: String, local: String, time: String) throws {
        let zone = try #require(LocalZone(zone))
        try expect(zone.time(ofLocal: try utc(local)), is: utc(time))
    }

    @Test func `a rule gives what the changes of the same zone give`() throws {
        let rules = [
            "Europe/Berlin": "CET-1CEST,M3.5.0,M10.5.0/3",
            "America/New_York": "EST5EDT,M3.2.0,M11.1.0",
            "Australia/Sydney": "AEST-10AEDT,M10.1.0,M4.1.0/3",
            "Asia/Kolkata": "IST-5:30", "Europe/Dublin": "IST-1GMT0,M10.5.0,M3.5.0/1",
        ]
        for (name, text) in rules {
            let zone = try #require(LocalZone(name))
            let rule = try #require(ZoneRule(text))
            let ruled = LocalZone(changes: [.min / 2], offsets: [0, 0], rule: rule)
            var time = try utc("2010-01-01 00:30:00")
            while time < (try utc("2030-01-01 00:30:00")) {
                expect(zone.time(ofLocal: time), is: ruled.time(ofLocal: time), "\(name) \(time)")
                time = time + .seconds(3_601 * 5)
            }
        }
    }

    @Test(
        arguments: [
            ("<+03>-3", "2026-07-01 12:00:00", "2026-07-01 09:00:00"),
            ("<-02>2<-01>,M3.5.0/-1,M10.5.0/0", "2026-07-01 12:00:00", "2026-07-01 13:00:00"),
            ("IST-2IDT,M3.4.4/26,M10.5.0", "2026-03-26 12:00:00", "2026-03-26 10:00:00"),
            ("IST-2IDT,M3.4.4/26,M10.5.0", "2026-03-27 12:00:00", "2026-03-27 09:00:00"),
            ("XST1:30:15YDT0:30,M3.2.0/2:30,M11.1.0", "2026-01-01 00:00:00", "2026-01-01 01:30:15"),
        ])
    func `rules have signs, names in brackets, and hours of other days`(
        rule: String, local: String, time: String
    ) throws {
        let rule = try #require(ZoneRule(rule))
        let zone = LocalZone(changes: [], offsets: [0], rule: rule)
        try expect(zone.time(ofLocal: try utc(local)), is: utc(time))
    }

    @Test(arguments: [
        "", "CET", "CET-", "CET-1x", "CET-999", "CET-1CEST", "CET-1CEST,M3.5.0", "<CET-1",
        "CET-1CEST,J60,J300", "CET-1CEST,M13.5.0,M10.5.0", "CET-1CEST,M3.6.0,M10.5.0",
        "CET-1CEST,M3.5.7,M10.5.0", "CET-1CEST,M3.5.0,M10.5.0/3x", "CET-1CEST,M3.5.0/,M10.5.0",
    ])
    func `what is not a rule of today's zones is none`(text: String) {
        expect(ZoneRule(text), is: nil)
    }

    /// A zone that was an hour ahead until 2001, then two.
    private static func file(
        version: Character = "2", types: [UInt8] = [1], ending: String = "\n\n"
    ) -> [UInt8] {
        func header(_ counts: [UInt8]) -> [UInt8] {
            Array("TZif\(version)".utf8) + [UInt8](repeating: 0, count: 15)
                + counts.flatMap { [0, 0, 0, $0] }
        }
        let change: [UInt8] = [0, 0, 0, 0, 0x3A, 0x4F, 0xC8, 0x80]
        let offsets: [UInt8] = [0, 0, 0x0E, 0x10, 0, 0, 0, 0, 0x1C, 0x20, 0, 0]
        return header([0, 0, 0, 0, 1, 1]) + [UInt8](repeating: 0, count: 7)
            + header([0, 0, 0, UInt8(types.count), 2, 4])
            + types.flatMap { _ in change } + types + offsets + Array("ABC\0".utf8)
            + Array(ending.utf8)
    }

    @Test func `a file is read`() throws {
        let zone = try #require(LocalZone(file: Self.file()))
        let (old, new) = (try utc("2000-06-01 12:00:00"), try utc("2002-06-01 12:00:00"))
        expect(zone.time(ofLocal: old), is: old - .seconds(3_600))
        expect(zone.time(ofLocal: new), is: new - .seconds(7_200))
    }

    @Test func `a file that is cut off, old or wrong is not a zone, and never more than that`() {
        let good = Self.file()
        for count in 0..<(good.count - 2) {
            expect(LocalZone(file: Array(good.prefix(count))), is: nil, "\(count)")
        }
        expect(LocalZone(file: Self.file(version: "\0")), is: nil)
        expect(LocalZone(file: Self.file(types: [2])), is: nil)
        expect(LocalZone(file: Self.file(types: [1, 1])), is: nil)
        var generator = SeededGenerator(seed: 3)
        for _ in 0..<20_000 {
            var bytes = good
            for _ in 0..<Int.random(in: 1...4, using: &generator) {
                bytes[Int.random(in: 0..<bytes.count, using: &generator)] = .random(
                    in: 0...255, using: &generator)
            }
            let zone = LocalZone(file: bytes)
            _ = zone?.time(ofLocal: Timestamp(milliseconds: 1_700_000_000_000))
        }
    }
}
