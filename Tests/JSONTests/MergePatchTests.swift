import Expectations
import JSON
import Support
import TestSupport
import Testing

struct MergePatchTests {
    private func patch(from source: String, to target: String) throws -> String {
        try patch(from: Array(source.utf8), to: Array(target.utf8))
    }

    private func patch(from source: [UInt8], to target: [UInt8]) throws -> String {
        var writer = JSONWriter()
        try JSONParser().parse(source) { source in
            try JSONParser().parse(target) { target in
                let isChange = MergePatch.write(from: source, to: target, into: &writer)
                expect(isChange, is: writer.bytes != Array("{}".utf8))
            }
        }
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    /// RFC 7396, appendix A: original, patch, result.
    @Test(arguments: [
        (#"{"a":"b"}"#, #"{"a":"c"}"#, #"{"a":"c"}"#),
        (#"{"a":"b"}"#, #"{"b":"c"}"#, #"{"a":"b","b":"c"}"#),
        (#"{"a":"b"}"#, #"{"a":null}"#, #"{}"#),
        (#"{"a":"b","b":"c"}"#, #"{"a":null}"#, #"{"b":"c"}"#),
        (#"{"a":["b"]}"#, #"{"a":"c"}"#, #"{"a":"c"}"#),
        (#"{"a":"c"}"#, #"{"a":["b"]}"#, #"{"a":["b"]}"#),
        (#"{"a":{"b":"c"}}"#, #"{"a":{"b":"d","c":null}}"#, #"{"a":{"b":"d"}}"#),
        (#"{"a":[{"b":"c"}]}"#, #"{"a":[1]}"#, #"{"a":[1]}"#),
        (#"["a","b"]"#, #"["c","d"]"#, #"["c","d"]"#),
        (#"{"a":"b"}"#, #"["c"]"#, #"["c"]"#),
        (#"{"a":"foo"}"#, #"null"#, #"null"#),
        (#"{"a":"foo"}"#, #""bar""#, #""bar""#),
        (#"{"e":null}"#, #"{"a":1}"#, #"{"e":null,"a":1}"#),
        (#"[1,2]"#, #"{"a":"b","c":null}"#, #"{"a":"b"}"#),
        (#"{}"#, #"{"a":{"bb":{"ccc":null}}}"#, #"{"a":{"bb":{}}}"#),
    ])
    func `the examples of the RFC hold both ways`(
        original: String, patch example: String, result: String
    ) throws {
        let (before, after) = (try Tree(original), try Tree(result))
        expect(before.patched(with: try Tree(example)), is: after)
        guard case .object = after else { return }
        let made = try Tree(try patch(from: original, to: result))
        expect(before.patched(with: made), is: after)
    }

    @Test(arguments: [
        (#"{}"#, #"{}"#, #"{}"#),
        (#"{"a":1,"b":[1,{"c":null}]}"#, #"{"b":[1,{"c":null}],"a":1}"#, #"{}"#),
        (#"{"a":{"x":1,"y":2}}"#, #"{"a":{"y":2,"x":1}}"#, #"{}"#),
        (#"{"a":{"x":1},"b":1}"#, #"{"a":{"x":1},"b":2}"#, #"{"b":2}"#),
        (#"{"z":1,"y":2,"k":3}"#, #"{"n":4,"k":3,"m":5}"#, #"{"n":4,"m":5,"z":null,"y":null}"#),
        (#"{"a":{"b":{"c":1,"d":2}}}"#, #"{"a":{"b":{"c":1}}}"#, #"{"a":{"b":{"d":null}}}"#),
        (#"{"a":{"b":1}}"#, #"{"a":{}}"#, #"{"a":{"b":null}}"#),
        (#"{"a":[1,2]}"#, #"{"a":[1,2,3]}"#, #"{"a":[1,2,3]}"#),
        (#"{"a":{"b":1}}"#, #"{"a":7}"#, #"{"a":7}"#),
        (#"{"a":1}"#, #"{"a":null}"#, #"{"a":null}"#),
        (#"{"a":null}"#, #"{}"#, #"{}"#),
        (#"{}"#, #"{"a":null}"#, #"{}"#),
        (#"{"a":1}"#, #"{"a":1,"a":2}"#, #"{}"#),
        (#"[1]"#, #"{"a":18446744073709551615}"#, #"{"a":18446744073709551615}"#),
    ])
    func `a patch is the smallest one, in a fixed order`(
        source: String, target: String, expected: String
    ) throws {
        try expect(patch(from: source, to: target), is: expected)
    }

    @Test func `applying a patch to its source gives its target`() throws {
        var generator = SeededGenerator(seed: 1)
        for _ in 0..<5_000 {
            let source = Tree.randomObject(depth: 3, using: &generator)
            let target = Tree.randomObject(depth: 3, using: &generator)
            let made = try Tree(try patch(from: source.text, to: target.text))
            expect(source.patched(with: made), is: target)
        }
    }
}
