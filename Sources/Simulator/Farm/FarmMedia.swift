import NowPlaying
import Support

/// Something that a farm serves beside its protocol: a picture, or the sound of a station.
///
/// The paths are AzuraCast's, but for the endings.
enum FarmMedia: Hashable, Sendable {
    /// The cover of a track.
    case cover(seed: UInt64)
    /// The picture of a streamer.
    case streamer(seed: UInt64)
    /// The logo of a station.
    case logo(shortcode: String, isForDark: Bool)
    /// The endless sound of a station.
    case sound(shortcode: String)

    /// The medium at a path; `nil` if there is none.
    init?(path: String, shortcodes: Set<String>) {
        let steps = path.split(separator: "/").map(String.init)
        if steps.count == 3, steps[0] == "listen", steps[2] == "radio.wav" {
            self = .sound(shortcode: steps[1])
        } else if steps.starts(with: ["api", "station"]),
            let picture = Self.picture(steps.dropFirst(2))
        {
            self = picture
        } else {
            return nil
        }
        guard shortcodes.contains(steps[steps[0] == "listen" ? 1 : 2]) else { return nil }
    }

    /// A picture by the steps of its path from the short code on.
    private static func picture(_ steps: ArraySlice<String>) -> FarmMedia? {
        guard let shortcode = steps.first, let file = steps.last else { return nil }
        switch Array(steps.dropFirst()) {
        case ["logo.svg"]: return .logo(shortcode: shortcode, isForDark: false)
        case ["logo-dark.svg"]: return .logo(shortcode: shortcode, isForDark: true)
        case ["art", file]: return seed(of: file).map { .cover(seed: $0) }
        case ["streamer", file]: return seed(of: file).map { .streamer(seed: $0) }
        default: return nil
        }
    }

    /// Reads `0123456789abcdef….svg`.
    private static func seed(of file: String) -> UInt64? {
        guard file.hasSuffix(".svg"), file.utf8.count <= 64 else { return nil }
        return UInt64(file.prefix(16), radix: 16)
    }

    /// The picture; `nil` of a sound.
    var picture: [UInt8]? {
        switch self {
        case .cover(let seed): Cover(seed: seed).document
        case .streamer(let seed): StreamerPicture(seed: seed).document
        case .logo(let shortcode, let isForDark):
            StationLogo(shortcode: shortcode, isForDark: isForDark).document
        case .sound: nil
        }
    }
}

extension SimulatedStation {
    /// The path of a cover.
    func coverPath(id: some StringProtocol) -> String {
        "/api/station/\(shortcode)/art/\(id).svg"
    }

    /// The path of a streamer's picture.
    func streamerPath(name: String) -> String {
        "/api/station/\(shortcode)/streamer/\(StableHash.number(of: name).hexadecimal).svg"
    }

    /// The path of its sound.
    var soundPath: String { "/listen/\(shortcode)/radio.wav" }

    /// The path of its logo, for light pages or for dark ones.
    func logoPath(isForDark: Bool) -> String {
        "/api/station/\(shortcode)/logo\(isForDark ? "-dark" : "").svg"
    }
}
