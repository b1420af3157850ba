import Expectations
import JSON
import TestSupport
import Testing

struct JSONWriterTests {
    private func written(_ write: (inout JSONWriter) -> Void) -> String {
        var writer = JSONWriter()
        write(&writer)
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    @Test func `commas are put where they belong`() {
        let text = written { writer in
            writer.beginObject()
            writer.member("title", "A")
            writer.beginArray("list")
            writer.int(1)
            writer.beginObject()
            writer.endObject()
            writer.beginArray()
            writer.endArray()
            writer.null()
            writer.endArray()
            writer.beginObject("inner")
            writer.member("yes", true)
            writer.member("no", false)
            writer.endObject()
            writer.key(named: "näme")
            writer.double(0.5)
            writer.member("raw", raw: Array("[1,2]".utf8))
            writer.endObject()
        }
        expect(
            text,
            is: #"{"title":"A","list":[1,{},[],null],"inner":{"yes":true,"no":false},"#
                + #""näme":0.5,"raw":[1,2]}"#)
    }

    @Test func `a member without a value is left out, comma and all`() {
        let text = written { writer in
            writer.beginObject()
            writer.member("a", nil as String?)
            writer.member("b", 1)
            writer.member("c", nil as Int?)
            writer.member("d", nil as Double?)
            writer.member("e", nil as Bool?)
            writer.member("f", milliseconds: nil)
            writer.member("g", raw: nil)
            writer.member("h", 2)
            writer.endObject()
        }
        expect(text, is: #"{"b":1,"h":2}"#)
    }

    @Test func `a writer appends to what is there`() {
        var writer = JSONWriter(appendingTo: Array("x".utf8))
        writer.raw(Array("[]".utf8)[...])
        expect(writer.bytes, is: Array("x[]".utf8))
    }

    @Test(arguments: [
        ("", #""""#),
        ("plain text of more than eight bytes", #""plain text of more than eight bytes""#),
        (#"a"b\c/d"#, #""a\"b\\c/d""#),
        ("\n\r\t", #""\n\r\t""#),
        ("\u{0}\u{1}\u{8}\u{1F}\u{7F}", "\"\\u0000\\u0001\\u0008\\u001f\u{7F}\""),
        ("\u{2028}\u{2029}é日🎵", "\"\u{2028}\u{2029}é日🎵\""),
        ("12345678\"", #""12345678\"""#),
        ("1234567\"9abcdefgh\\", #""1234567\"9abcdefgh\\""#),
        ("ÿþýüûúùø!#[]", #""ÿþýüûúùø!#[]""#),
    ])
    func `strings are escaped where they must be and nowhere else`(
        value: String, expected: String
    ) throws {
        expect(written { $0.string(value) }, is: expected)
        try expect(Tree(expected), is: .string(value))
    }

    @Test func `every scalar below 256 survives at every place in a word`() throws {
        for scalar in (0..<256).compactMap({ UnicodeScalar(UInt32($0)) }) {
            for place in 0..<17 {
                let padding = String(repeating: "x", count: place)
                let value = padding + String(Character(scalar)) + padding
                try expect(Tree(written { $0.string(value) }), is: .string(value))
            }
        }
    }

    @Test(arguments: [
        (0, "0"), (7, "7"), (-1, "-1"), (10, "10"), (1_734_713_887, "1734713887"),
        (Int.max, "9223372036854775807"), (Int.min, "-9223372036854775808"),
    ])
    func `whole numbers are written in full`(value: Int, expected: String) {
        expect(written { $0.int(value) }, is: expected)
    }

    @Test(arguments: [
        (0, "0"), (-0.0, "0"), (1, "1"), (1.25, "1.25"), (0.1, "0.1"), (-2.5, "-2.5"),
        (1e15, "1000000000000000"), (1e16, "10000000000000000"), (1e17, "1e+17"), (1e300, "1e+300"),
        (.leastNonzeroMagnitude, "5e-324"),
        (1e-5, "1e-05"), (9_007_199_254_740_994, "9007199254740994"),
    ])
    func `numbers are the shortest that read back as the same`(
        value: Double, expected: String
    ) throws {
        expect(written { $0.double(value) }, is: expected)
        try expect(Tree(expected), is: .number(value))
    }

    @Test(arguments: [
        (0, "0"), (12_500, "12.5"), (-250, "-0.25"), (1, "0.001"), (10, "0.01"), (-1_001, "-1.001"),
        (1_734_713_887_000, "1734713887"), (1_734_713_887_120, "1734713887.12"),
        (Int64.max, "9223372036854775.807"), (Int64.min, "-9223372036854775.808"),
    ])
    func `milliseconds become seconds exactly`(value: Int64, expected: String) {
        expect(written { $0.seconds(milliseconds: value) }, is: expected)
    }

    @Test func `what was read is written as it was`() throws {
        let text = #"{"a":[1,-2,18446744073709551615,1.5,true,false,null],"b":{"é\n":""},"c":[]}"#
        try JSONParser().parse(Array(text.utf8)) { value in
            expect(written { $0.value(value) }, is: text)
        }
    }
}
