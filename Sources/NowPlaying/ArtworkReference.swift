/// A picture, as a document names it: never its bytes.
public struct ArtworkReference: Hashable, Sendable {
    /// The subject of a picture. Where a part has no picture, a car draws one that its app ships
    /// for that subject.
    public enum Subject: String, CaseIterable, Sendable {
        case station, stream, track, programme, hour
        /// More of them, to which a row or a button leads.
        case list
    }

    /// The same picture for surroundings of another style.
    public struct Variant: Hashable, Sendable {
        /// The style.
        public let style: ContentStyle
        /// The address, http or https.
        public let url: String
    }

    /// The facts that are known of few pictures.
    private struct Facts: Hashable {
        var size: ArtworkSize?
        var isSquare = false
        var variant: Variant?
    }

    /// The address, http or https.
    public let url: String
    /// The subject.
    public let subject: Subject
    private let facts: Box<Facts>?

    /// The size, where the feed or the config reports it.
    public var size: ArtworkSize? { facts?.value.size }

    /// The picture for the other surroundings, where that is another one.
    public var variant: Variant? { facts?.value.variant }

    /// A picture; `nil` for an animated one, which crashes cars, and where there is none.
    public init?(url: String?, of subject: Subject = .track, size: ArtworkSize? = nil) {
        guard let url, !Self.isAnimated(url) else { return nil }
        self.init(url, of: subject, size.map { Facts(size: $0) })
    }

    private init(_ url: String, of subject: Subject, _ facts: Facts?) {
        self.url = url
        self.subject = subject
        self.facts = facts.map { Box($0) }
    }

    /// The picture of the track that is heard, else of the programme, else of the station.
    public init?(of heard: NowPlaying, in style: ContentStyle) {
        let track = ArtworkReference(url: heard.track?.artworkURL, size: heard.track?.artworkSize)
        let programme = ArtworkReference(url: heard.programme?.artworkURL, of: .programme)
        guard
            let found = track ?? programme ?? ArtworkReference(logo: heard.station.logo, in: style)
        else { return nil }
        self = found
    }

    /// A station's logo: the square one, else that of a style, else that of the other one.
    public init?(logo: Station.Logo?, in style: ContentStyle) {
        guard let logo else { return nil }
        if let square = logo.square, !Self.isAnimated(square) {
            self.init(square, of: .station, Facts(isSquare: true))
            return
        }
        let (usual, other) = style == .light ? (logo.light, logo.dark) : (logo.dark, logo.light)
        let shown = usual.flatMap { Self.isAnimated($0) ? nil : $0 }
        let rest = other == shown ? nil : other.flatMap { Self.isAnimated($0) ? nil : $0 }
        guard let url = shown ?? rest else { return nil }
        let variant = shown == nil ? nil : rest.map { Variant(style: style.other, url: $0) }
        let size = logo.size
        let isPlain = size == nil && variant == nil
        self.init(url, of: .station, isPlain ? nil : Facts(size: size, variant: variant))
    }

    /// The same picture without the one for the other surroundings.
    public var withoutVariant: ArtworkReference {
        guard variant != nil else { return self }
        return ArtworkReference(
            url, of: subject, Facts(size: size, isSquare: facts?.value.isSquare ?? false))
    }

    /// True if documents show the same: they do not say the subject of a picture that is there.
    public static func == (left: ArtworkReference, right: ArtworkReference) -> Bool {
        left.url == right.url && left.facts == right.facts
    }

    /// By its address.
    public func hash(into hasher: inout Hasher) { hasher.combine(url) }

    /// Width for each unit of height, in thousandths.
    public var aspectRatio: Int64? {
        guard let facts else { return nil }
        if facts.value.isSquare { return 1_000 }
        return size.map { Int64((Double($0.width) / Double($0.height) * 1_000).rounded()) }
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

    /// The other one.
    public var other: ContentStyle { self == .light ? .dark : .light }
}
