/// The document `carPlay`: what a car shows of a session, by the names of Apple's CarPlay.
public struct CarDocument: Codable, Hashable, Sendable {
    /// The tab bar; a single template where the car has no tabs.
    public var root: CarTemplate
    /// The one now-playing template; `nil` where the car may not show it.
    public var nowPlaying: CarNowPlaying?
    /// The lists that can be put on top.
    @LossyArray public var lists: [CarTemplate]
    /// The alert that comes before everything else if a request failed.
    public var alert: CarAlert

    /// The tabs, or the root in their place.
    public var tabs: [CarTemplate] { root.templates ?? [root] }

    /// The template with this id, a tab or a list.
    public func template(_ id: String) -> CarTemplate? {
        tabs.first { $0.id == id } ?? lists.first { $0.id == id }
    }
}

/// The part of a car's screen that lists something: a tab bar, a list, a grid or a map.
///
/// Its members depend on `type`; for a type that this version does not know, only that is read.
public struct CarTemplate: Codable, Hashable, Sendable {
    /// The id with which it is put on top.
    public var id: String
    /// `tabBar`, `list`, `grid` or `pointOfInterest`.
    public var type: String
    /// The words above it.
    public var title: String?
    /// Of a tab, the words on it.
    public var tabTitle: String?
    /// Of a tab, its symbol (SF Symbols).
    public var tabImage: String?
    /// Of a tab, the system's words and symbol: `favorites` or `recents`.
    public var tabSystemItem: String?
    /// Of a tab, there is something to see on it.
    public var showsTabBadge: Bool?
    /// Of a tab with a badge, the action that showing it sends: then the badge goes.
    public var action: SessionAction?
    /// The number of items that the car has no room for.
    public var leftOut: Int?
    /// Of a tab bar, the tabs.
    public var templates: [CarTemplate]?
    /// Of a list, its sections.
    public var sections: [CarSection]?
    /// Of a grid, its buttons.
    public var gridButtons: [CarGridButton]?
    /// Of a map, its places.
    public var pointsOfInterest: [CarPlace]?
    /// Of a map, the index of the chosen place, counted from 0.
    public var selectedIndex: Int?
}

/// Rows that belong together.
public struct CarSection: Codable, Hashable, Sendable {
    /// For changes.
    public var id: String
    /// The words above the rows.
    public var header: String?
    /// The rows.
    @LossyArray public var items: [CarItem]
}

/// A row of a list, or a row of pictures.
public struct CarItem: Codable, Hashable, Sendable, CarTappable {
    /// For changes.
    public var id: String
    /// The first line.
    public var text: String
    /// The second line; of a row of pictures there is none.
    public var detailText: String?
    /// The picture before the lines.
    public var image: Artwork?
    /// The subject of the picture to draw where there is none, such as `station`.
    public var placeholder: String?
    /// It is what is heard.
    public var isPlaying: Bool?
    /// The place of the playing mark.
    public var playingIndicatorLocation: String?
    /// The share of it that has passed, 0 … 1.
    public var playbackProgress: Double?
    /// It can be tapped; `nil` for yes.
    public var isEnabled: Bool?
    /// The mark at its end: `disclosureIndicator`, `cloud` or `checkmark`.
    public var accessory: String?
    /// The hub has not yet done the command that tapping it sent.
    public var busy: Bool?
    /// Of a row of pictures, the number that the car has no room for.
    public var leftOut: Int?
    /// The action that tapping it sends.
    public var action: SessionAction?
    /// The id of the template that tapping it puts on top.
    public var push: String?
    /// Of a row of pictures, the pictures.
    public var elements: [CarPicture]?
}

/// One of a row of pictures.
public struct CarPicture: Codable, Hashable, Sendable, CarTappable {
    /// For changes.
    public var id: String
    /// The words below it.
    public var title: String
    /// The picture.
    public var image: Artwork?
    /// The subject of the picture to draw where there is none, such as `station`.
    public var placeholder: String?
    /// The action that tapping it sends.
    public var action: SessionAction?
    /// The id of the template that tapping it puts on top.
    public var push: String?
}

/// A button of a grid.
public struct CarGridButton: Codable, Hashable, Sendable, CarTappable {
    /// For changes.
    public var id: String
    /// The words below it in several lengths, longest first.
    public var titleVariants: [String]
    /// Its picture.
    public var image: Artwork?
    /// The subject of the picture to draw where there is none, such as `station`.
    public var placeholder: String?
    /// It can be tapped; `nil` for yes.
    public var isEnabled: Bool?
    /// The hub has not yet done the command that tapping it sent.
    public var busy: Bool?
    /// The action that tapping it sends.
    public var action: SessionAction?
    /// The id of the template that tapping it puts on top.
    public var push: String?
}

/// A place on a map.
public struct CarPlace: Codable, Hashable, Sendable, CarTappable {
    /// A point on the earth, in degrees.
    public struct Coordinates: Codable, Hashable, Sendable {
        /// To the north.
        public var latitude: Double
        /// To the east.
        public var longitude: Double
    }

    /// A button of a place's card.
    public struct Button: Codable, Hashable, Sendable {
        /// The words on it.
        public var title: String
        /// The style: `confirm` or `normal`.
        public var style: String?
        /// The id of the place's information, which tapping it shows.
        public var push: String?
    }

    /// For changes.
    public var id: String
    /// The first line.
    public var title: String
    /// The second line.
    public var subtitle: String
    /// More of it.
    public var summary: String?
    /// Its picture.
    public var image: Artwork?
    /// The subject of the picture to draw where there is none, such as `station`.
    public var placeholder: String?
    /// The picture of its pin while it is chosen.
    public var selectedPinImage: Artwork?
    /// The action that choosing it sends.
    public var action: SessionAction?
    /// Its place on the earth.
    public var location: Coordinates?
    /// The button that sends `action`.
    public var primaryButton: Button?
    /// The button that shows `information`.
    public var secondaryButton: Button?
    /// More of it, for a screen of its own.
    public var information: CarInformation?

    /// Choosing a place puts nothing on top.
    public var push: String? { nil }
}

/// A screen about a place.
public struct CarInformation: Codable, Hashable, Sendable {
    /// A line of it.
    public struct Item: Codable, Hashable, Sendable {
        /// Its subject.
        public var title: String
        /// Its text.
        public var detail: String
    }

    /// The id with which it is put on top.
    public var id: String
    /// `information`.
    public var type: String
    /// The arrangement of its lines: `leading`.
    public var layout: String?
    /// The words above it.
    public var title: String?
    /// Its lines.
    public var items: [Item]
    /// Its buttons.
    public var actions: [CarTextButton]
}

/// A button with words on it.
public struct CarTextButton: Codable, Hashable, Sendable {
    /// For changes.
    public var id: String
    /// The words.
    public var title: String
    /// The style: `default`, `cancel`, `confirm` or `normal`.
    public var style: String
    /// The action that tapping it sends; `nil` where it only goes back.
    public var action: SessionAction?
}

/// The now-playing template; texts and position are those of the lock screen.
public struct CarNowPlaying: Codable, Hashable, Sendable {
    /// A button below the position.
    public struct Button: Codable, Hashable, Sendable, CarTappable {
        /// For changes.
        public var id: String
        /// `image`, `playbackRate`, `repeat` or `shuffle`.
        public var type: String
        /// Its purpose, in words.
        public var title: String
        /// Its symbol (SF Symbols).
        public var image: String?
        /// It is on.
        public var isSelected: Bool?
        /// The action that tapping it sends.
        public var action: SessionAction?
        /// The id of the template that tapping it puts on top.
        public var push: String?
    }

    /// The id with which it is put on top.
    public var id: String
    /// `nowPlaying`.
    public var type: String
    /// The number of buttons that the car has no room for.
    public var leftOut: Int?
    /// The words on the button that opens `upNext`.
    public var upNextTitle: String?
    /// The id of the list that it opens.
    public var upNext: String?
    /// It can be tapped.
    public var isUpNextButtonEnabled: Bool?
    /// The id of the list that tapping the artist opens.
    public var albumArtist: String?
    /// The artist can be tapped.
    public var isAlbumArtistButtonEnabled: Bool?
    /// The buttons.
    public var buttons: [Button]?
}

/// An alert about a request that failed.
public struct CarAlert: Codable, Hashable, Sendable {
    /// The id with which it is put on top.
    public var id: String
    /// `alert`.
    public var type: String
    /// Its text in several lengths, longest first.
    public var titleVariants: [String]
    /// Its buttons.
    public var actions: [CarTextButton]
}

/// An element that does something when it is tapped.
public protocol CarTappable {
    /// The action that tapping it sends.
    var action: SessionAction? { get }
    /// The id of the template that tapping it puts on top.
    var push: String? { get }
}
