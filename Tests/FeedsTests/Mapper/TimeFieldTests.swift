import Expectations
import NowPlaying
import Testing

@testable import Feeds

struct TimeFieldTests {
    private func time(_ options: String, _ value: String) throws -> String {
        let field = "{\"at\":\"/v\"\(options)}"
        let read = try FieldReading.of(TimeFormat.self, field, in: "{\"v\":\(value)}")
        return read.hasPrefix("Timestamp") ? String(read.dropFirst(24).dropLast()) : read
    }

    private func length(_ options: String, _ value: String) throws -> String {
        let field = "{\"at\":\"/v\"\(options)}"
        let read = try FieldReading.of(LengthFormat.self, field, in: "{\"v\":\(value)}")
        return read.hasPrefix("Interval") ? String(read.dropFirst(23).dropLast()) : read
    }

    @Test(arguments: [
        (#""2023-11-14""#, #""23:13:20""#, "1700000000000"),
        (#""14.11.2023""#, #""23:13:20""#, "1700000000000"),
        (#""2023-11-14""#, #""23:13""#, "1699999980000"), (#""2023-11-14""#, "7", "nothing"),
        (#""soon""#, #""23:13:20""#, "nothing"), ("null", #""23:13:20""#, "nothing"),
    ])
    func `a date and a time of day may stand apart`(day: String, time: String, expected: String)
        throws
    {
        let field = #"{"at":"/t","day":"/d","zone":"+01:00"}"#
        let read = try FieldReading.of(TimeFormat.self, field, in: "{\"d\":\(day),\"t\":\(time)}")
        #expect(read == expected || read == "Timestamp(milliseconds: \(expected))")
    }

    @Test(arguments: [
        ("200", "200000"), ("6480", "6480000"), ("\"245\"", "245000"), ("200.5", "200500"),
        ("20000", "20000"), ("1500000", "1500000"), ("9000", "nothing"), ("15000", "nothing"),
    ])
    func `seconds and milliseconds are told apart, or none is told`(value: String, expected: String)
        throws
    {
        try expect(length(#","unit":"auto""#, value), is: expected)
    }

    @Test(
        arguments: [
            ("", "1700000000", "1700000000000"), ("", "1700000000.25", "1700000000250"),
            ("", "\"1700000000\"", "1700000000000"), ("", "1700000000123", "1700000000123"),
            ("", "1700000000123456", "1700000000123"), ("", "0", "nothing"), ("", "-1", "nothing"),
            ("", "1e300", "nothing"), ("", "null", "nothing"), ("", "true", "nothing"),
            ("", "{}", "nothing"), ("", "\"\"", "nothing"), ("", "\"soon\"", "nothing"),
            ("", #""2023-11-14T22:13:20Z""#, "1700000000000"),
            ("", #""2023-11-14T23:13:20.5+01:00""#, "1700000000500"),
            ("", #""2023-11-14 22:13:20+0000""#, "1700000000000"),
            ("", #""2023-11-14T22:13Z""#, "1699999980000"),
            ("", #""2023-11-14T14:43:20-0730""#, "1700000000000"),
            ("", #""2023-11-14T22:13:20""#, "nothing"),
            (#","zone":"+01:00""#, #""2023-11-14T23:13:20""#, "1700000000000"),
            (#","zone":"+01:00""#, #""2023-11-14T22:13:20Z""#, "1700000000000"),
            (#","zone":"+01:00""#, #""14.11.2023 23:13:20""#, "1700000000000"),
            ("", #""14.11.2023 23:13:20""#, "nothing"),
            ("", #""/Date(1700000000123)/""#, "1700000000123"),
            ("", #""/Date(1700000000123+0100)/""#, "1700000000123"),
            ("", #""/Date(x)/""#, "nothing"), ("", #""/Date(0)/""#, "nothing"),
            ("", #""2024-02-29T00:00:00Z""#, "1709164800000"),
            ("", #""2023-02-29T00:00:00Z""#, "nothing"),
            ("", #""2023-13-01T00:00:00Z""#, "nothing"),
            ("", #""2023-01-01T24:00:00Z""#, "nothing"),
            ("", #""2023-01-01T00:60:00Z""#, "nothing"),
            ("", #""2023-01-01T00:00:00+15:00""#, "nothing"), ("", #""2023-01-01""#, "nothing"),
            (#","unit":"s""#, "1700000000123", "nothing"),
            (#","unit":"ms""#, "\"1700000000123\"", "1700000000123"),
            (#","unit":"us""#, "1700000000123456", "1700000000123"),
            (#","unit":"iso""#, "1700000000", "nothing"),
            (#","unit":"s""#, #""2023-11-14T22:13:20Z""#, "nothing"),
            (#","unit":"date","zone":"Z""#, #""2023-11-14T22:13:20Z""#, "nothing"),
            (#","unit":"dotnet""#, #""/Date(1700000000123)/""#, "1700000000123"),
            (#","none":1700000000"#, "1700000000", "nothing"),
            (#","unit":"min""#, "1", "mistake"), (#","zone":"Europe/Berlni""#, "1", "mistake"),
            (#","zone":"../zone.tab""#, "1", "mistake"),
            (#","zone":"/etc/passwd""#, "1", "mistake"),
            (#","zone":"Europe""#, "1", "mistake"), (#","zone":"""#, "1", "mistake"),
            (#","zone":"Europe/Berlin""#, #""2023-11-14 23:13:20""#, "1700000000000"),
            (#","zone":"Europe/Berlin""#, #""14.07.2023 00:13:20""#, "1689286400000"),
            (#","zone":"Europe/Berlin""#, #""2023-11-14T22:13:20Z""#, "1700000000000"),
        ] as [(String, String, String)])
    func `a point in time is read`(options: String, value: String, expected: String) throws {
        try expect(time(options, value), is: expected)
    }

    @Test(
        arguments: [
            ("", "12", "12000"), ("", "12.5", "12500"), ("", "\"12\"", "12000"), ("", "0", "0"),
            ("", "-1", "nothing"), ("", "1e300", "nothing"), ("", "null", "nothing"),
            ("", "\"3:07\"", "187000"), ("", "\"1:02:03\"", "3723000"),
            ("", "\"61:00\"", "3660000"),
            ("", "\"0:00.5\"", "500"), ("", "\"1:60\"", "nothing"), ("", "\"1:2:3:4\"", "nothing"),
            ("", "\"-1:00\"", "nothing"), ("", "\"1:\"", "nothing"), ("", "\"1:-2\"", "nothing"),
            ("", #"{"hours":1,"minutes":2,"seconds":3,"milliseconds":4}"#, "3723004"),
            ("", #"{"minutes":"2"}"#, "120000"), ("", #"{"minutes":-2}"#, "nothing"),
            ("", "{}", "nothing"), ("", #"{"minutes":"x"}"#, "nothing"),
            ("", #"{"minutes":5,"seconds":-30}"#, "nothing"),
            (#","unit":"parts""#, #"{"hours":1,"minutes":-1}"#, "nothing"),
            (#","unit":"ms""#, "1500", "1500"), (#","unit":"ms""#, "\"1500\"", "1500"),
            (#","unit":"us""#, "1500000", "1500"), (#","unit":"s""#, "\"3:07\"", "nothing"),
            (#","unit":"clock""#, "\"3:07\"", "187000"), (#","unit":"clock""#, "187", "nothing"),
            (#","unit":"ticks""#, "3870000000", "387000"), (#","unit":"ticks""#, "\"25000\"", "3"),
            (#","scale":0.01"#, "1250", "12500"), (#","unit":"ms","scale":10"#, "150", "1500"),
            (#","scale":0.01"#, "\"3:07\"", "187000"), (#","scale":0"#, "1", "mistake"),
            (#","scale":"2""#, "1", "mistake"), (#","unit":"clock","scale":2"#, "1", "mistake"),
            (#","unit":"parts""#, "187", "nothing"), (#","unit":"iso""#, "1", "mistake"),
        ] as [(String, String, String)])
    func `a length of time is read`(options: String, value: String, expected: String) throws {
        try expect(length(options, value), is: expected)
    }

    @Test func `every day of four centuries is a day after the one before`() throws {
        var previous = try #require(TimeText.iso("1899-12-31T00:00:00Z", zone: nil))
        for year in 1900..<2300 {
            for month in 1...12 {
                for day in 1...31 {
                    let text = "\(year)-\(two(month))-\(two(day))T00:00:00Z"
                    guard let time = TimeText.iso(text, zone: nil) else { continue }
                    expect(time - previous, is: .seconds(86_400), "\(text)")
                    previous = time
                }
            }
        }
        expect(previous, is: TimeText.iso("2299-12-31T00:00:00Z", zone: nil))
        expect(TimeText.iso("1970-01-01T00:00:00Z", zone: nil)?.milliseconds, is: 0)
    }

    private func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
