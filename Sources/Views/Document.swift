import JSON
public import NowPlaying
import Support

/// One view of one state, encoded: the value of the member that a record names after the view.
public enum Document {
    /// The longest document, in bytes: a record with its head stays below 64 KiB.
    public static let maximumSize = 63 * 1_024
    /// Enough for most documents without a history.
    private static let usualSize = 1_024

    /// Encodes a station's state, in one of the views of stations.
    ///
    /// A document that would be longer than `maximumSize` loses its oldest history first, then
    /// what a reader can best do without.
    public static func encode(_ state: NowPlaying, with options: DocumentOptions) -> [UInt8] {
        switch options.view {
        case .line: encodeLine(state, in: options.locale)
        case .nowPlaying: encodeNowPlaying(state, with: options)
        case .lockScreen, .carPlay:
            crash("a view of a session is made of a scene")
        }
    }

    private static func encodeLine(_ state: NowPlaying, in locale: Locale) -> [UInt8] {
        var writer = JSONWriter()
        writer.string(state.line(in: locale))
        return writer.bytes
    }

    private static func encodeNowPlaying(
        _ state: NowPlaying, with options: DocumentOptions
    ) -> [UInt8] {
        var state = state
        state.history = Array(state.history.prefix(options.historyCount))
        if !options.includesListeners { state.listeners = nil }
        var document = encode(state)
        while document.count > maximumSize, state.dropLeastImportant() {
            document = encode(state)
        }
        return document
    }

    private static func encode(_ state: NowPlaying) -> [UInt8] {
        var writer = JSONWriter(capacity: usualSize)
        writer.write(state)
        return writer.bytes
    }
}

extension NowPlaying {
    /// Removes the part that a reader misses least: half of the history first, then links.
    ///
    /// - Returns: Whether there was anything left to remove.
    fileprivate mutating func dropLeastImportant() -> Bool {
        if !history.isEmpty {
            history.removeLast((history.count + 1) / 2)
        } else if track?.links != nil {
            track?.links = nil
        } else if next != nil {
            next = nil
        } else if station.description != nil {
            station.description = nil
        } else if programme != nil {
            programme = nil
        } else if live != nil {
            live = nil
        } else {
            return false
        }
        return true
    }
}
