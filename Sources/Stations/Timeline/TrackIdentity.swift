package import Feeds
import NowPlaying

/// The key by which one track is told from another.
package enum TrackIdentity: Equatable, Sendable {
    /// The feed's own keys.
    case feed(ReportedTrack.Identity)
    /// Its cleaned text, if the feed has no keys.
    case text(String)
    /// None: an earlier run of the hub stored it.
    case restored

    package init(_ track: ReportedTrack) {
        if let identity = track.identity {
            self = .feed(identity)
        } else {
            self = .text(track.name, by: track.artist)
        }
    }

    /// The text of a title and an artist.
    package static func text(_ title: String, by artist: String?) -> TrackIdentity {
        .text((artist ?? "") + "\u{0}" + title)
    }

    /// True if both mean the same play of the same track.
    package func matches(_ other: TrackIdentity) -> Bool {
        switch (self, other) {
        case (.feed(let mine), .feed(let theirs)): mine.matches(theirs)
        case (.text(let mine), .text(let theirs)): mine == theirs
        case (.feed, .text), (.text, .feed), (.restored, _), (_, .restored): false
        }
    }

    /// True if the feed has no keys of its own for this track.
    package var isText: Bool {
        switch self {
        case .text: true
        case .feed, .restored: false
        }
    }
}
