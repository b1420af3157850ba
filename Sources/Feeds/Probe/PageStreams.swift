import Support

/// The addresses in a station's web page that may be those of its streams.
package enum PageStreams {
    /// The most that are tried.
    private static let addressesMax = 4
    private static let endings = [".pls", ".m3u", ".mp3", ".aac", ".aacp"]
    private static let names: Set = ["stream", "live", "listen", "radio", ";", ";stream.mp3"]

    /// The likeliest addresses in a page, in their order.
    ///
    /// - Parameter address: The page's own, to which others may be relative.
    package static func addresses(in page: [UInt8], at address: String) -> [String] {
        let base = WebAddress(base: address)
        var found: [String] = []
        for part in page.split(whereSeparator: isQuote) where part.count <= 500 {
            guard found.count < addressesMax else { break }
            let text = part.withUnsafeBufferPointer { ForeignText($0).bounded(500) }
            guard let text, !text.utf8.contains(where: isOfNoAddress),
                isStream(text), let whole = WebAddress.text(text.unescaped, relativeTo: base),
                !found.contains(whole)
            else { continue }
            found.append(whole)
        }
        return found
    }

    /// True if its last step is that of a stream or of a playlist. Many words have a stream's name,
    /// so a slash stands before that.
    private static func isStream(_ address: String) -> Bool {
        let path = address.prefix { $0 != "?" && $0 != "#" }.lowercased()
        let last = path.split(separator: "/").last.map(String.init) ?? ""
        return endings.contains { last.hasSuffix($0) }
            || (path.contains("/") && names.contains(last))
    }

    private static func isQuote(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'")
    }

    private static func isOfNoAddress(_ byte: UInt8) -> Bool {
        byte <= 0x20 || byte == UInt8(ascii: "<") || byte == UInt8(ascii: ">")
    }
}

extension String {
    /// The address as it is outside of HTML and of scripts.
    fileprivate var unescaped: String {
        let parts = replacing("\\/", with: "/")
        return parts.replacing("&amp;", with: "&")
    }
}
