import Expectations
import JSON
import Support
import TestSupport
import Testing

struct JSONValueTests {
    private func read<Result>(
        _ text: String, _ body: (JSONValue) throws -> Result
    ) throws -> Result {
        try JSONParser().parse(Array(text.utf8), body)
    }

    @Test(
        arguments: [
            ("1", 1), ("-7", -7), ("3.0", 3), ("3e2", 300), ("-0.0", 0), ("3.5", nil),
            ("true", nil),
            ("\"1\"", nil), ("null", nil), ("9223372036854775807", .max),
            ("-9223372036854775808", .min),
            ("9223372036854775808", nil), ("1e300", nil),
        ] as [(String, Int?)])
    func `a whole number is one however it is written`(text: String, expected: Int?) throws {
        try expect(read(text) { $0.int }, is: expected)
    }

    @Test(
        arguments: [
            ("1", 1), ("1.5", 1.5), ("18446744073709551615", 18_446_744_073_709_551_616),
            ("false", nil),
            ("\"1\"", nil), ("1e-400", 0),
        ] as [(String, Double?)])
    func `any number is a double`(text: String, expected: Double?) throws {
        try expect(read(text) { $0.double }, is: expected)
    }

    @Test(
        arguments: [
            ("1.5", 1.5, "1.5"), ("\"1.5\"", 1.5, "1.5"), ("\" 12 \"", 12, " 12 "),
            ("12", 12, "12"),
            ("\"nan\"", nil, "nan"), ("\"inf\"", nil, "inf"), ("\"0x10\"", nil, "0x10"),
            ("\"\"", nil, ""), ("\"1e999\"", nil, "1e999"), ("\"1,5\"", nil, "1,5"),
            ("\"-3e2\"", -300, "-3e2"), ("true", nil, nil), ("null", nil, nil), ("[1]", nil, nil),
        ] as [(String, Double?, String?)])
    func `numbers and strings stand in for each other where asked to`(
        text: String, double: Double?, string: String?
    ) throws {
        try expect(read(text) { $0.lenientDouble }, is: double)
        try expect(read(text) { $0.lenientString }, is: string)
    }

    @Test func `members are found by name, the first of several`() throws {
        try read(#"{"a":1,"":2,"a":3,"long name":{"a":4},"\u0061b":5}"#) { value in
            expect(value["a"]?.int, is: 1)
            expect(value[""]?.int, is: 2)
            expect(value[named: ""]?.int, is: 2)
            expect(value["long name"]?["a"]?.int, is: 4)
            expect(value[named: "ab"]?.int, is: 5)
            #expect(value["é"] == nil)
            #expect(value["b"] == nil)
            #expect(value["a"]?["a"] == nil)
        }
    }

    @Test func `members and elements come in order`() throws {
        try read(#"{"z":1,"a":[1,[2],{"b":3}],"z":"x"}"#) { value in
            expect(value.members.map(\.nameValue.readable), is: ["z", "a", "z"])
            expect(value.members.map { $0.value.isArray }, is: [false, true, false])
            expect(value["a"]?.elements.map(\.int), is: [1, nil, nil])
            expect(value.elements.map(\.int), is: [])
            expect(value["z"]?.members.map(\.nameValue.readable), is: [])
        }
    }

    @Test func `empty containers are empty`() throws {
        try read(#"[{},[]]"#) { value in
            #expect(value.elements.allSatisfy { $0.members.map(\.nameValue.readable).isEmpty })
            #expect(value.elements.allSatisfy { $0.elements.map(\.int).isEmpty })
        }
    }

    /// RFC 6901, section 5, and some that lead nowhere.
    @Test(
        arguments: [
            ("", nil), ("/foo/0", "bar"), ("/foo/1", "baz"), ("/", "0"), ("/a~1b", "1"),
            ("/c%d", "2"), ("/e^f", "3"), ("/k\"l", "6"), ("/ ", "7"), ("/m~0n", "8"),
            ("/m~01", "9"),
            ("/foo/2", nil), ("/foo/00", nil), ("/foo/-", nil), ("/foo/+1", nil), ("/foo/0/x", nil),
            ("foo", nil), ("/foo/99999999999999999999", nil),
        ] as [(String, String?)])
    func `a pointer leads to one value or nowhere`(pointer: String, expected: String?) throws {
        let text =
            #"{"foo":["bar","baz"],"":"0","a/b":"1","c%d":"2","e^f":"3","k\"l":"6"," ":"7","#
            + #""m~n":"8","m~1":"9"}"#
        try expect(read(text) { $0.value(at: pointer)?.readable }, is: expected)
    }

    @Test func `a string is compared without being made`() throws {
        try read(#"["azura\u0063ast",5]"#) { value in
            let elements = Array(value.elements)
            #expect(elements[0].string(equals: "azuracast"))
            #expect(elements[0].string(equals: String("azuracast".reversed().reversed())))
            #expect(!elements[0].string(equals: "azuracas"))
            #expect(!elements[1].string(equals: "5"))
        }
    }

    @Test func `escapes, zero bytes and all scripts come through`() throws {
        let text = #"["\u0000","\ud83c\udfb5","Дорога","日本語","\"\\\/\b\f\n\r\t"]"#
        let strings = try read(text) { $0.elements.map(\.readable) }
        expect(strings, is: ["\0", "🎵", "Дорога", "日本語", "\"\\/\u{8}\u{C}\n\r\t"])
    }

    @Test func `identical values have one fingerprint wherever they stand`() throws {
        let history = #"[{"a":"é","n":1.5},{"b":[],"c":null}]"#
        let spaced = #"[ {"a" : "\u00e9", "n":1.5}, {"b":[ ],"c":null} ]"#
        try read(#"{"x":"pushed along","h":\#(history)}"#) { first in
            try read(#"{"h":\#(spaced),"y":[1,2,3]}"#) { second in
                let (left, right) = (try #require(first["h"]), try #require(second["h"]))
                expect(left.fingerprint, is: right.fingerprint)
                #expect(left.isIdentical(to: right))
                #expect(first.fingerprint != second.fingerprint)
                #expect(!first.isIdentical(to: second))
            }
        }
    }

    @Test func `values that differ have different fingerprints`() throws {
        let texts = [
            "1", "1.0", "-1", "true", "false", "null", "\"\"", "\"1\"", "[]", "{}", "[[]]",
            "[[],[]]",
            "[[[]]]", "[\"\"]", "[\"\",\"\"]", "[\"ab\",\"c\"]", "[\"a\",\"bc\"]", "[1,2]", "[2,1]",
            "{\"a\":1}", "{\"a\":2}", "{\"b\":1}", "{\"a\":{}}", "[\"a\",1]", "[1,\"a\"]",
            "[1,1,1,1,1,1,1]", "[1,1,1,1,1,1,1,1]", "\"aaaaaaaaaaaaaaaa\"", "\"aaaaaaaaaaaaaaab\"",
        ]
        let fingerprints = try texts.map { try read($0) { $0.fingerprint } }
        expect(Set(fingerprints).count, is: texts.count)
        for (place, text) in texts.enumerated() {
            try read(text) { value in
                for (otherPlace, other) in texts.enumerated() {
                    let same = try read(other) { $0.isIdentical(to: value) }
                    expect(same, is: place == otherPlace)
                }
            }
        }
    }

    @Test func `the source of a value is the bytes as they stand in the text`() throws {
        let text = """
             { "a" : [ 1.50 , -2, "x,:]\\"" ,{ } ] , "b\\u0041":{"c":true ,"d": null\t},"e" :[]
             , "f":18446744073709551615 ,"g":"", "h" : 1e5 }
            """
        try read(text) { value in
            expect(source(value), is: String(text.dropFirst()))
            let sources = value.members.map { [source($0.nameValue), source($0.value)] }
            expect(
                sources,
                is: [
                    ["\"a\"", "[ 1.50 , -2, \"x,:]\\\"\" ,{ } ]"],
                    ["\"b\\u0041\"", "{\"c\":true ,\"d\": null\t}"], ["\"e\"", "[]"],
                    ["\"f\"", "18446744073709551615"], ["\"g\"", "\"\""], ["\"h\"", "1e5"],
                ])
            let inner = value["a"].map { $0.elements.map(source) }
            expect(inner, is: ["1.50", "-2", "\"x,:]\\\"\"", "{ }"])
            expect((value["bA"]?["d"]).map(source), is: "null")
        }
        for scalar in ["1", " true ", "\"a\"\n"] {
            try expect(read(scalar, source), is: scalar.filter { !$0.isWhitespace })
        }
    }

    private func source(_ value: JSONValue) -> String {
        String(decoding: value.source, as: UTF8.self)
    }

    @Test func `a number that was too large has the source of what it is read as`() throws {
        let text = #"{"a":[1e999, 2],"b":123456789012345678901234567890}"#
        try read(text) { value in
            let sources = value.members.map { Array($0.value.source) }
            let read = try sources.map { try JSONParser().parse($0) { Array($0.elements).count } }
            expect(read, is: [2, 0])
            let large = try JSONParser().parse(sources[1]) { $0.double }
            expect(large, is: value["b"]?.double)
        }
    }

    @Test func `trees keep their fingerprints and differ from other trees`() throws {
        var generator = SeededGenerator(seed: 4)
        var seen: [UInt64: [UInt8]] = [:]
        for _ in 0..<3_000 {
            let text = Tree.randomObject(depth: 3, using: &generator).text
            let fingerprint = try JSONParser().parse(text) { $0.fingerprint }
            expect(seen[fingerprint, default: text], is: text)
            seen[fingerprint] = text
        }
    }
}
