import Support

/// The addresses of streams in a playlist: PLS or M3U.
package struct StreamPlaylist: Equatable, Sendable {
    /// The most that are tried.
    private static let entriesMax = 16

    /// The addresses, in their order.
    package private(set) var addresses: [String] = []
    /// It lists pieces of sound (HLS), not streams.
    package private(set) var isOfPieces = false

    /// Reads a playlist.
    ///
    /// - Parameter address: Its own address, to which those in it may be relative.
    package init(_ text: [UInt8], at address: String) {
        let base = WebAddress(base: address)
        for bytes in text.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D }) {
            let line = bytes.withUnsafeBufferPointer { ForeignText($0).readable }.trimmingBlanks
            if line.hasPrefix("#EXT-X-") { isOfPieces = true }
            guard let entry = Self.entry(line), addresses.count < Self.entriesMax,
                let found = WebAddress.text(entry, relativeTo: base),
                !addresses.contains(found)
            else { continue }
            addresses.append(found)
        }
    }

    /// The address in a line: `File1=…` of PLS, or the line itself.
    private static func entry(_ line: String) -> String? {
        guard let first = line.first, !"#;[<".contains(first) else { return nil }
        guard let sign = line.firstIndex(of: "=") else { return line }
        let name = line[..<sign].lowercased()
        if name.hasPrefix("file"), name.dropFirst(4).allSatisfy(\.isNumber) {
            return String(line[line.index(after: sign)...]).trimmingBlanks
        }
        return name.allSatisfy { $0.isLetter || $0.isNumber } ? nil : line
    }

    /// True if an answer is a playlist, by the type of its content and its address.
    package static func isAnnounced(by contentType: String, at address: String) -> Bool {
        if types.contains(contentType) { return true }
        let path = PlainAddress(address)?.path.lowercased() ?? ""
        let isNamedSo = [".pls", ".m3u", ".m3u8"].contains { path.hasSuffix($0) }
        return isNamedSo && ["", "text/plain", "application/octet-stream"].contains(contentType)
    }

    private static let types = [
        "audio/x-scpls", "audio/scpls", "application/pls+xml", "audio/x-mpegurl", "audio/mpegurl",
        "application/x-mpegurl", "application/vnd.apple.mpegurl",
    ]
}

extension StringProtocol {
    /// Without blanks at both ends.
    fileprivate var trimmingBlanks: String {
        let rest = drop { $0.isWhitespace || $0 == "\u{FEFF}" }
        guard let last = rest.lastIndex(where: { !$0.isWhitespace }) else { return "" }
        return String(rest[...last])
    }
}
