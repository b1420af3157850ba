import Expectations
import Testing

@testable import Shell
@testable import nphub

struct WatchFormatTests {
    @Test func `a format is a name, a template, or both`() throws {
        let title = try Template("{title}")
        try expect(WatchFormat("jsonl"), is: .jsonl)
        try expect(WatchFormat("plain"), is: .plain)
        try expect(WatchFormat("waybar"), is: .waybar(nil))
        try expect(WatchFormat("i3bar"), is: .i3bar(nil))
        try expect(WatchFormat("{title}"), is: .template(title))
        try expect(WatchFormat("waybar:{title}"), is: .waybar(title))
        try expect(WatchFormat("i3bar:{title}"), is: .i3bar(title))
        for name in WatchFormat.names { try expect(WatchFormat(name).name, is: name) }
    }

    @Test func `what is neither is told with the nearest name`() {
        let error = #expect(throws: WatchFormatError.self) { try WatchFormat("waybat") }
        expect(
            error?.description,
            is:
                "there is no format `waybat`; did you mean `waybar`? (a template has fields, such as `{artist} – {title}`)"
        )
    }

    @Test func `a mistake in a bar's template is told with its place in the whole`() {
        let error = #expect(throws: WatchFormatError.self) { try WatchFormat("waybar:{x}") }
        expect(error?.description.hasPrefix("character 8: there is no field `{x}`"), is: true)
    }
}
