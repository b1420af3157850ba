import JSON
import NowPlaying

/// What several protocols tell in the same way.
extension StationState {
    /// Seconds of a track, as whole ones; `nil` for a live show, of which nobody knows.
    static func wholeDuration(of item: Broadcast.Item) -> Int? {
        item.show == nil ? Int(item.length.wholeSeconds) : nil
    }

    /// An address for a picture of something, the same for the same thing.
    func picture(of thing: String, suffix: String = ".jpg") -> String {
        "\(station.url)\(Self.picturePath(of: thing))\(suffix)"
    }

    /// A picture's path on its site, without a suffix.
    static func picturePath(of thing: String) -> String {
        "/art/\(hexadecimal(stableHash(thing)))"
    }

    /// How long the track on air has been playing.
    func position(of item: Broadcast.Item) -> Interval {
        max(.zero, time - item.startsAt)
    }
}

extension SimulatedTrack {
    /// A number for something that has a name: the same for the same name.
    static func number(of name: String) -> Int { Int(stableHash(name) % 1_000_000) + 1 }
}

extension SimulatedStation {
    /// Where its sound would be.
    var streamURL: String { "\(url)/listen/\(shortcode)/radio.mp3" }
}

extension [UInt8] {
    /// JSON that `write` writes.
    init(json write: (inout JSONWriter) -> Void) {
        var writer = JSONWriter()
        write(&writer)
        self = writer.bytes
    }
}
