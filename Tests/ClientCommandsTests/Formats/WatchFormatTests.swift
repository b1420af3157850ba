import Testing

@testable import ClientCommands

struct WatchFormatTests {
    @Test func `a format is a name, a template, or both`() throws {
        let title = try Template("{title}")
        #expect(try WatchFormat("jsonl") == .jsonl)
        #expect(try WatchFormat("plain") == .plain)
        #expect(try WatchFormat("waybar") == .waybar(nil))
        #expect(try WatchFormat("i3bar") == .i3bar(nil))
        #expect(try WatchFormat("{title}") == .template(title))
        #expect(try WatchFormat("waybar:{title}") == .waybar(title))
        #expect(try WatchFormat("i3bar:{title}") == .i3bar(title))
        for name in WatchFormat.names { #expect(try WatchFormat(name).name == name) }
    }

    @Test func `what is neither is told with the nearest name`() {
        let error = #expect(throws: WatchFormatError.self) { try WatchFormat("waybat") }
        #expect(
            error?.description
                == "there is no format `waybat`; did you mean `waybar`? (a template has fields, such as `{artist} – {title}`)"
        )
    }

    @Test func `a mistake in a bar's template is told with its place in the whole`() {
        let error = #expect(throws: WatchFormatError.self) { try WatchFormat("waybar:{x}") }
        #expect(error?.description.hasPrefix("character 8: there is no field `{x}`") == true)
    }
}
