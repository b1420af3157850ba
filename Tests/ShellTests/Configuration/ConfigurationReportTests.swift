import Expectations
import Shell
import Testing

/// Reports about a file as a whole, or about several mistakes in it.
struct ConfigurationReportTests {
    @Test func `all mistakes are told at once, in the order of the file`() {
        let text = """
            sokcet: {}
            stations:
              - id: a
                feed: { type: plain, url: "http://h" }
                delay: soon
              - id: a
                name: ""
                id: c
            """
        let errors = PaperEnvironment().errors(in: Array(text.utf8))
        expect(
            errors.map { "\($0.position?.line ?? 0) \($0.path)" },
            is: [
                "1 sokcet", "4 stations[0].feed.url", "5 stations[0].delay", "6 stations[1]",
                "6 stations[1].id", "7 stations[1].name", "8 ",
            ])
    }

    @Test func `ids are compared with their variables in place`() {
        let environment = PaperEnvironment(variables: ["A": "x", "B": "x"])
        let text = """
            stations:
            - {id: "${A}", feed: {type: plain, url: "ws://h"}}
            - {id: "${B}", feed: {type: plain, url: "ws://h"}}
            """
        expect(
            environment.complaints(about: text),
            is: [
                "3:8: the id `${B}` is taken by `stations[0].id` in line 2; "
                    + "each needs an id of its own"
            ])
    }

    @Test func `a mistake that aliases repeat is told once`() {
        let text = """
            stations:
            - {id: a, feed: {type: plain, url: "ws://h"}, delay: &far 1h}
            - {id: b, feed: {type: plain, url: "ws://h"}, delay: *far}
            """
        let errors = PaperEnvironment().errors(in: Array(text.utf8))
        expect(errors.map(\.path), is: ["stations[0].delay"])
        expect(errors.map(\.position?.line), is: [2])
    }

    @Test func `aliases that would make millions of values are refused`() {
        var text = "a0: &a0 [x, x, x, x, x, x, x, x]\n"
        for level in 1...20 {
            let aliases = Array(repeating: "*a\(level - 1)", count: 8).joined(separator: ", ")
            text += "a\(level): &a\(level) [\(aliases)]\n"
        }
        let complaints = PaperEnvironment().complaints(about: text)
        expect(complaints.count, is: 1)
        expect(
            complaints.first?.hasSuffix(
                "with its aliases expanded, the file has over 2000000 values; "
                    + "use fewer aliases (`*name`)"),
            is: true)
    }

    @Test func `a file that is not UTF-8 is told with the place`() {
        let complaints = PaperEnvironment().complaints(
            about: Array("a: b\nc: d".utf8) + [0xE4, 0x20])
        expect(complaints, is: ["2:5: the file is not UTF-8; save it as UTF-8"])
    }

    @Test func `a file that is too large is told`() {
        let bytes = [UInt8](repeating: 0x23, count: (16 << 20) + 1)
        expect(
            PaperEnvironment().complaints(about: bytes),
            is: [
                " the file cannot be read: it has more than 16777216 bytes; "
                    + "it must be a readable file of at most 16 MiB"
            ])
    }

    @Test func `a file that is not there is told`() {
        let error = #expect(throws: ConfigurationErrors.self) {
            try ConfigurationFile.load(path: "/nonexistent/hub.yaml")
        }
        expect(
            error?.description,
            is: "/nonexistent/hub.yaml: the file cannot be read: No such file or directory; "
                + "`nphub init ADDRESS --output /nonexistent/hub.yaml` writes one")
    }

    @Test func `a folder is not a config`() {
        let error = #expect(throws: ConfigurationErrors.self) {
            try ConfigurationFile.load(path: "/")
        }
        expect(error?.description.hasPrefix("/: the file cannot be read: Is a directory"), is: true)
    }
}
