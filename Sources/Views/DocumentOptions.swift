public import NowPlaying

/// What a subscriber asked of its documents: those with equal options are encoded once for all.
public struct DocumentOptions: Hashable, Sendable {
    /// The shape.
    public var view: View
    /// How many played tracks are included, newest first.
    public var historyCount: Int
    /// Whether listener counts are included.
    public var includesListeners: Bool
    /// The language of the hub's own words.
    public var locale: Locale

    /// Options with their values.
    public init(
        view: View, historyCount: Int = 0, includesListeners: Bool = false,
        locale: Locale = .english
    ) {
        self.view = view
        self.historyCount = historyCount
        self.includesListeners = includesListeners
        self.locale = locale
    }

    /// The changes that can alter a document made with these options.
    public var relevantChanges: ChangeClasses {
        switch view {
        case .line:
            return [.online, .track, .programme, .station]
        case .lockScreen:
            return [.connection, .track, .playback, .programme, .station]
        case .carPlay:
            return [.connection, .online, .track, .playback, .programme, .station, .history]
        case .nowPlaying:
            var relevant: ChangeClasses = [
                .connection, .online, .track, .playback, .live, .programme, .next, .station,
            ]
            if historyCount > 0 { relevant.insert(.history) }
            if includesListeners { relevant.insert(.listeners) }
            return relevant
        }
    }
}
