internal import CPages
internal import Protocols
import Loop

/// The files of the pages, from the program itself.
package struct Pages {
    private struct Page {
        let bytes: UnsafeBufferPointer<UInt8>
        let tag: String
        let type: String
    }

    private let pages: [String: Page]

    /// All that the program was built with.
    package init() {
        let files = UnsafeBufferPointer(start: cpages_array(), count: cpages_count)
        var pages: [String: Page] = [:]
        for file in files {
            let name = String(cString: file.name)
            // The program's own memory, which is never freed.
            let bytes = UnsafeBufferPointer(start: file.bytes, count: file.count)
            pages[name] = Page(bytes: bytes, tag: Array(bytes).entityTag, type: Self.type(of: name))
        }
        self.pages = pages
    }

    /// Their names.
    package var names: [String] { pages.keys.sorted() }

    /// The answer that has a page; `nil` where there is none of this name.
    func answer(_ name: String) -> HTTPAnswer? {
        guard let page = pages[name] else { return nil }
        return HTTPAnswer(
            200,
            [
                .init("Content-Type", page.type), .init("ETag", page.tag),
                .init("Cache-Control", "no-cache"),
            ], body: Array(page.bytes))
    }

    private static let types = [
        "html": "text/html; charset=utf-8", "js": "text/javascript; charset=utf-8",
        "css": "text/css; charset=utf-8", "svg": "image/svg+xml", "png": "image/png",
        "ico": "image/x-icon", "json": "application/json",
        "webmanifest": "application/manifest+json", "woff2": "font/woff2",
        // TypeScript has no type of its own, and `.ts` is a film to some servers.
        "ts": "text/plain; charset=utf-8",
    ]

    private static func type(of name: String) -> String {
        types[String(name.split(separator: ".").last ?? "")] ?? "application/octet-stream"
    }
}

extension [UInt8] {
    /// The tag that tells this content from any other (RFC 9110, section 8.8.3).
    var entityTag: String {
        let digits = sha256.prefix(12).map { byte in
            let text = String(byte, radix: 16)
            return byte < 16 ? "0" + text : text
        }
        return "\"\(digits.joined())\""
    }
}
