public import NowPlaying

/// A picture, as a document names it: never its bytes.
public struct ArtworkReference: Hashable, Sendable {
    /// The address, http or https.
    public let url: String
    /// The size, where the feed reports it.
    public let size: ArtworkSize?

    /// A picture; `nil` for an animated one, which crashes cars, and where there is none.
    public init?(url: String?, size: ArtworkSize? = nil) {
        guard let url, !Self.isAnimated(url) else { return nil }
        self.url = url
        self.size = size
    }

    /// The picture of the track that is heard, else of the programme, else of the station.
    init?(of heard: NowPlaying, in style: ContentStyle) {
        let track = ArtworkReference(url: heard.track?.artworkURL, size: heard.track?.artworkSize)
        let programme = ArtworkReference(url: heard.programme?.artworkURL)
        guard
            let found = track ?? programme ?? ArtworkReference(logo: heard.station.logo, in: style)
        else { return nil }
        self = found
    }

    /// A station's logo for a style, else for the other one.
    init?(logo: Station.Logo?, in style: ContentStyle) {
        let (usual, other) = style == .light ? (logo?.light, logo?.dark) : (logo?.dark, logo?.light)
        guard let found = ArtworkReference(url: usual) ?? ArtworkReference(url: other) else {
            return nil
        }
        self = found
    }

    /// Width for each unit of height, in thousandths.
    var aspectRatio: Int64? {
        size.map { Int64((Double($0.width) / Double($0.height) * 1_000).rounded()) }
    }

    /// True if the address, or the path in it, ends in `.gif`.
    private static func isAnimated(_ url: String) -> Bool {
        var url = url
        return url.withUTF8 { address in
            let end = address.firstIndex { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") }
            return address[...].endsInGIF || end.map { address[..<$0].endsInGIF } ?? false
        }
    }
}

extension Slice<UnsafeBufferPointer<UInt8>> {
    /// True if the last bytes are `.gif`, in letters of either case.
    fileprivate var endsInGIF: Bool {
        guard count >= 4, self[endIndex - 4] == UInt8(ascii: ".") else { return false }
        return suffix(3).elementsEqual("gif".utf8) { $0 | 0x20 == $1 }
    }
}

/// Light or dark surroundings, as in Apple's `CPContentStyle`.
public enum ContentStyle: String, CaseIterable, Sendable {
    case light, dark
}
