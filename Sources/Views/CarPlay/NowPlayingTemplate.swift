public import NowPlaying

/// The one now-playing template of a car. Its texts, picture and progress are those of the lock
/// screen; these are its buttons.
public struct NowPlayingTemplate: TemplatePart, Hashable, Sendable {
    /// Unique in the document; stays as long as the part does.
    public let id: String
    /// The properties that can change in place.
    public var properties = Properties()
    /// The title of the button that opens `upNext`.
    public let upNextTitle: String
    /// The list that this button opens; `nil` where the car takes no template so deep.
    public let upNext: String?
    /// The list that tapping the album or the artist opens.
    public let albumArtist: String?

    /// The buttons, by preference.
    public var buttons: [NowPlayingButton] {
        get {
            guard case .buttons(let buttons) = properties[.buttons] else { return [] }
            return buttons
        }
        set { properties[.buttons] = newValue.isEmpty ? nil : .buttons(newValue) }
    }
}

/// A button of the now-playing template.
public struct NowPlayingButton: Hashable, Sendable {
    /// The way in which the car draws it.
    public enum Kind: String, Sendable {
        /// The symbol of the given name.
        case image
        /// The present rate.
        case playbackRate
        /// The mode of repetition or the order; the system draws the state of the remote
        /// command of the same purpose.
        case `repeat`, shuffle
    }

    /// Unique in the document.
    public let id: String
    /// The way in which the car draws it.
    public let kind: Kind
    /// Its purpose in words, for a screen reader.
    public let title: String
    /// The name of its symbol, one of Apple's SF Symbols.
    public let image: String?
    /// It is switched on.
    public let isSelected: Bool
    /// The command that tapping it sends.
    public let action: SessionCommand?
    /// The id of the list that tapping it shows on top.
    public let push: String?

    init(
        id: String, kind: Kind = .image, title: String, image: String? = nil,
        isSelected: Bool = false, action: SessionCommand? = nil, push: String? = nil
    ) {
        self.id = id
        self.kind = kind
        self.title = title
        self.image = image
        self.isSelected = isSelected
        self.action = action
        self.push = push
    }
}
