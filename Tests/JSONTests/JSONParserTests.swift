import Expectations
import JSON
import Support
import TestSupport
import Testing

struct JSONParserTests {
    private func code(of text: [UInt8], maximumLength: Int = 1 << 20) -> JSONError.Code? {
        do {
            try JSONParser(maximumLength: maximumLength).parse(text) { _ in }
            return nil
        } catch {
            return (error as? JSONError)?.code
        }
    }

    @Test(
        arguments: [
            ("", .empty), ("  \n", .empty), ("{", .badStructure), ("}", .badStructure),
            ("[1,]", .badStructure), ("{\"a\"}", .badStructure), ("{\"a\":1,}", .badStructure),
            ("{} {}", .badStructure), ("{}\n{}", .badStructure), ("{'a':1}", .badStructure),
            ("\"abc", .badString), ("\"a\nb\"", .badString), ("\"\\x\"", .badString),
            ("\"\\uD800\"", .badString), ("\"\\uDC00\"", .badString),
            ("\"\\uD800\\u0041\"", .badString),
            ("tru", .badLiteral), ("nul", .badLiteral), ("[False]", .badStructure),
            ("NaN", .badStructure), ("nan", .badLiteral), ("Infinity", .badStructure),
            ("01", .badNumber), ("1.", .badNumber), ("-", .badNumber), ("[1e999,1e]", .badNumber),
            ("[1e999,1.2.3e4]", .badNumber), ("1e999x", .badStructure), ("+1", .badStructure),
        ] as [(String, JSONError.Code)])
    func `what is not JSON is refused with a word for it`(
        text: String, expected: JSONError.Code
    ) {
        expect(code(of: Array(text.utf8)), is: expected)
    }

    @Test(
        arguments: [
            ("1e999", nil), ("-1.5E+400", nil), ("1e309", nil), ("1.9e308", nil),
            (String(repeating: "9", count: 400), nil), ("1.7e308", 1.7e308), ("1e-999", 0),
            ("18446744073709551616", 0x1p64), ("-9223372036854775809", -0x1p63),
            ("123456789012345678901234567890", 1.2345678901234568e29),
            ("100000000000000000000.5", 1e20), ("0e999", 0),
        ] as [(String, Double?)])
    func `a number that is too large for its type costs the text nothing else`(
        number: String, expected: Double?
    ) throws {
        let string = #""\"1e999"#
        let text = #"{"s":\#(string)","n":\#(number),"a":[\#(number),1e999, 7],"t":"end"}"#
        try JSONParser().parse(Array(text.utf8)) { value in
            expect(value["n"]?.double, is: expected)
            expect(value["n"]?.isNull, is: expected == nil)
            expect(value["s"]?.readable, is: "\"1e999")
            expect(value["a"]?.elements.map(\.double), is: [expected, nil, 7])
            expect(value["t"]?.readable, is: "end")
        }
    }

    @Test(arguments: [[0x22, 0xFF, 0x22], [0x22, 0xC3, 0x22], [0x22, 0xED, 0xA0, 0x80, 0x22]])
    func `bad UTF-8 is refused`(text: [UInt8]) {
        expect(code(of: text), is: .notUTF8)
    }

    @Test func `nesting is followed down to a thousand levels and no further`() {
        func nested(_ depth: Int) -> [UInt8] {
            Array(String(repeating: "[", count: depth).utf8)
                + Array(String(repeating: "]", count: depth).utf8)
        }
        expect(code(of: nested(1_000)), is: nil)
        expect(code(of: nested(1_100)), is: .tooDeep)
        expect(code(of: nested(500_000)), is: .tooDeep)
    }

    @Test func `the longest text that is accepted is the limit's length`() {
        let text = Array(("\"" + String(repeating: "x", count: 1_000) + "\"").utf8)
        expect(code(of: text, maximumLength: text.count), is: nil)
        expect(code(of: text, maximumLength: text.count - 1), is: .tooLarge)
        let numbers = Array(("[" + String(repeating: "7,", count: 524_286) + "77]").utf8)
        expect(numbers.count, is: 1 << 20)
        expect(code(of: numbers), is: nil)
    }

    @Test func `every error has a sentence`() {
        #expect(JSONError(code: .badNumber).description.contains("number"))
        #expect(JSONError(code: .tooLarge).description.contains("longer"))
    }

    @Test func `a text that is cut off anywhere is refused`() {
        let text = Array(#"{"a":[1,-2.5e3,"é\u00e9\n"],"b":{"c":null,"d":true},"e":false}"#.utf8)
        for length in 0..<text.count {
            #expect(code(of: Array(text.prefix(length))) != nil)
        }
        expect(code(of: text), is: nil)
    }

    @Test func `random bytes are read or refused, never more`() {
        var generator = SeededGenerator(seed: 2)
        let alphabet = Array(#"{}[]",:\u0123456789abcdef-+.eEtrufalsn "#.utf8)
        let parser = JSONParser()
        for round in 0..<20_000 {
            let isPlausible = round % 2 == 0
            let text = (0..<Int.random(in: 0..<64, using: &generator)).map { _ in
                isPlausible
                    ? alphabet.randomElement(using: &generator) ?? 0
                    : UInt8.random(in: 0...255, using: &generator)
            }
            _ = try? parser.parse(text) { Tree($0) }
        }
    }

    @Test func `damaged texts are read or refused, never more`() throws {
        var generator = SeededGenerator(seed: 3)
        let parser = JSONParser()
        for _ in 0..<5_000 {
            var text = Tree.randomObject(depth: 4, using: &generator).text
            let place = Int.random(in: 0..<text.count, using: &generator)
            text[place] = .random(in: 0...255, using: &generator)
            _ = try? parser.parse(text) { value in
                _ = (Tree(value), value.fingerprint, value.lenientString, value["a"]?.lenientInt)
            }
        }
    }

    @Test func `memory grows for a large text and shrinks some texts later`() throws {
        let parser = JSONParser()
        let large = Array(("\"" + String(repeating: "x", count: 500_000) + "\"").utf8)
        try parser.parse(large) { expect($0.utf8?.count, is: 500_000) }
        #expect(parser.capacity >= 500_000)
        for _ in 0..<20 { try parser.parse(Array("{}".utf8)) { #expect($0.isObject) } }
        expect(parser.capacity, is: 64 << 10)
        try parser.parse(large) { expect($0.utf8?.count, is: 500_000) }
    }

    @Test func `a slice and a part of memory are read like an array`() throws {
        let padded = Array("xx[1,2]yy".utf8)
        let slice = try JSONParser().parse(padded[2..<7]) { Tree($0) }
        expect(slice, is: .array([.number(1), .number(2)]))
        let numbers = try padded.withUnsafeBytes { bytes in
            let part = UnsafeRawBufferPointer(rebasing: bytes[2..<7])
            return try JSONParser().parse(part) { $0.elements.map(\.int) }
        }
        expect(numbers, is: [1, 2])
        #expect(throws: JSONError(code: .empty)) { try JSONParser().parse([]) { _ in } }
    }

    @Test func `an error of the reader passes, and the parser stays usable`() throws {
        struct Stop: Error {}
        let parser = JSONParser()
        #expect(throws: Stop.self) { try parser.parse(Array("1".utf8)) { _ in throw Stop() } }
        #expect(throws: JSONError.self) { try parser.parse(Array("!".utf8)) { _ in } }
        try expect(parser.parse(Array("1".utf8)) { $0.int }, is: 1)
    }
}
