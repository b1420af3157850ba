import Expectations
import JSON
import Testing

/// An array that need not be parsed again.
struct RepeatedArrayTests {
    private static let long = "[" + String(repeating: #"{"a":"]\\\"[","b":[1]},"#, count: 20) + "0]"
    private var rows = RepeatedArray(named: "rows")

    private func left(of text: String) throws -> String? {
        let bytes = Array(text.utf8)
        guard let range = rows.range(in: bytes[...]) else { return nil }
        return String(
            decoding: bytes[..<range.lowerBound] + bytes[range.upperBound...], as: UTF8.self)
    }

    private mutating func learn(_ text: String) {
        rows.learn(nil)
        try? JSONParser().parse(Array(text.utf8)) { rows.learn($0["rows"]) }
    }

    @Test mutating func `it is found again where it stands, whatever surrounds it`() throws {
        learn(#"{"t":1,"rows":\#(Self.long)}"#)
        try expect(
            left(of: #"{"t":22,"rows":\#(Self.long),"u":3}"#), is: #"{"t":22,"rows":,"u":3}"#)
    }

    @Test mutating func `its brackets inside strings do not end it`() throws {
        learn(#"{"rows":\#(Self.long),"after":[]}"#)
        try expect(left(of: #"{"rows":\#(Self.long)}"#), is: #"{"rows":}"#)
    }

    @Test mutating func `another array is not taken for it`() throws {
        learn(#"{"rows":\#(Self.long)}"#)
        let other = Self.long.replacing("1", with: "2")
        try expect(left(of: #"{"rows":\#(other)}"#), is: nil)
        try expect(left(of: #"{"rows":\#(Self.long.dropLast())"#), is: nil)
        try expect(left(of: #"{"lines":\#(Self.long)}"#), is: nil)
        try expect(left(of: #"{"rows": \#(Self.long)}"#), is: nil)
    }

    @Test mutating func `a name inside a string is not a member`() throws {
        learn(#"{"rows":\#(Self.long)}"#)
        let text = #"{"t":"\"rows\":[","rows":\#(Self.long)}"#
        try expect(left(of: text), is: #"{"t":"\"rows\":[","rows":}"#)
    }

    @Test(arguments: [
        #"{"rows":[1,2]}"#, #"{"rows":null}"#, #"{"rows":[["#, #"{"rows":"[]"}"#, "{}", "", "[",
    ])
    mutating func `what is short, no array or no more there is forgotten`(text: String) throws {
        learn(#"{"rows":\#(Self.long)}"#)
        learn(text)
        try expect(left(of: #"{"rows":\#(Self.long)}"#), is: nil)
        try expect(left(of: text), is: nil)
    }

    @Test mutating func `a text is parsed without it as if it were null`() throws {
        learn(#"{"rows":\#(Self.long)}"#)
        let text = Array(#"{"t":[1],"rows":\#(Self.long),"u":2}"#.utf8)
        let range = rows.range(in: text[...])
        try text.withUnsafeBytes { bytes in
            try JSONParser().parse(bytes, without: range) { value in
                expect(value["rows"]?.isNull, is: true)
                expect(value["t"]?.isArray, is: true)
                expect(value["u"]?.int, is: 2)
            }
        }
    }

    @Test(arguments: [0..<2, 3..<40, -1..<9])
    func `a range that is not of the text is refused`(range: Range<Int>) {
        let text = Array(#"{"t":[1,2,3,4]}"#.utf8)
        #expect(throws: JSONError.self) {
            try text.withUnsafeBytes { bytes in
                try JSONParser().parse(bytes, without: range) { _ in }
            }
        }
    }
}
