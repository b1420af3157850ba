package import Feeds
import NowPlaying

/// How one track is told from another.
package enum TrackIdentity: Equatable, Sendable {
    /// By the feed's own keys.
    case feed(ReportedTrack.Identity)
    /// By its cleaned text, where the feed has no keys.
    case text(String)
    /// Not at all: an earlier life of the hub noted it.
    case restored

    package init(_ track: ReportedTrack) {
        if let identity = track.identity {
            self = .feed(identity)
        } else {
            self = .text(track.name, by: track.artist)
        }
    }

    /// By a title and an artist.
    package static func text(_ title: String, by artist: String?) -> TrackIdentity {
        .text((artist ?? "") + "\u{0}" + title)
    }

    /// Whether both mean the same play of the same track.
    package func matches(_ other: TrackIdentity) -> Bool {
        switch (self, other) {
        case (.feed(let mine), .feed(let theirs)): mine.matches(theirs)
        case (.text(let mine), .text(let theirs)): mine == theirs
        case (.feed, .text), (.text, .feed), (.restored, _), (_, .restored): false
        }
    }

    /// The feed has no keys of its own for this track.
    package var isText: Bool {
        switch self {
        case .text: true
        case .feed, .restored: false
        }
    }
}
