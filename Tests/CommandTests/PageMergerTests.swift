import Expectations
import JSON
import Testing

@testable import nphub

struct PageMergerTests {
    private let parser = JSONParser()

    private func merge(_ pages: [String]) throws -> (document: String, next: [String?]) {
        var merger = PageMerger()
        let next = try pages.map { page in
            try parser.parse(Array(page.utf8)) { merger.add($0) }
                .map { String(decoding: $0, as: UTF8.self) }
        }
        return (String(decoding: merger.document, as: UTF8.self), next)
    }

    @Test func `arrays are joined, and the first page's other members stand`() throws {
        let (document, next) = try merge([
            #"{"epoch":"a","revision":4,"records":[{"x":1},{"x":2}],"next":"two"}"#,
            #"{"epoch":"a","revision":5,"records":[{"x":3}]}"#,
        ])
        expect(
            document,
            is: """
                {"epoch":"a","revision":4,"records":[
                {"x":1},
                {"x":2},
                {"x":3}
                ]}

                """)
        expect(next, is: [#""two""#, nil])
    }

    @Test func `several arrays are joined each by itself`() throws {
        let (document, next) = try merge([
            #"{"links":[1,2],"clients":[],"counters":{"x":1},"next":500}"#,
            #"{"links":[],"clients":[3],"counters":{"x":2}}"#,
        ])
        expect(
            document,
            is: """
                {"links":[
                1,
                2
                ],"clients":[
                3
                ],"counters":{"x":1}}

                """)
        expect(next, is: ["500", nil])
    }

    @Test func `pages are full when they have more bytes than are allowed together`() throws {
        var merger = PageMerger(limit: 12)
        for (page, isFull) in [
            (#"{"a":[{"x":1}]}"#, false), (#"{"a":[12345]}"#, false),
            (#"{"b":[6]}"#, true),
        ] {
            _ = try parser.parse(Array(page.utf8)) { merger.add($0) }
            expect(merger.isFull, is: isFull, "\(page)")
        }
    }

    @Test func `an empty hub is an empty array`() throws {
        try expect(merge([#"{"records":[]}"#]).document, is: "{\"records\":[]}\n")
    }
}
