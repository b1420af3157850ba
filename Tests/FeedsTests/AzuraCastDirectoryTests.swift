import Expectations
import Feeds
import Testing

struct AzuraCastDirectoryTests {
    private func shortcodes(_ list: String) throws -> [String] {
        try AzuraCastDirectory.shortcodes(in: Array(list.utf8))
    }

    @Test func `short codes are listed once, in their order`() throws {
        try expect(
            shortcodes(
                #"[{"station":{"shortcode":"b"}},{"station":{"shortcode":"a","id":1}},{"x":1},7,"#
                    + #"{"station":{"shortcode":"b"}},{"station":{"shortcode":""}},{"station":7}]"#),
            is: ["b", "a"])
        try expect(shortcodes("[]"), is: [])
    }

    @Test(arguments: ["", "{}", "7", "[", "<html>", #"{"station":{"shortcode":"a"}}"#])
    func `anything else is no list`(text: String) {
        #expect(throws: AzuraCastDirectory.Failure.notAList) { try shortcodes(text) }
    }
}
