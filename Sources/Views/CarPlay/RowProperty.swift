public import NowPlaying

/// A property of a part of a car's document that a car changes in place, without showing its
/// list anew.
public enum RowProperty: String, CaseIterable, Sendable {
    case text, detailText, title, subtitle, summary, titleVariants
    case image, isPlaying, playingIndicatorLocation, playbackProgress, isEnabled, accessory, busy
    case action, push
    case showsTabBadge, leftOut, selectedIndex
    case isUpNextButtonEnabled, isAlbumArtistButtonEnabled, buttons
    case items, actions, selectedPinImage
}

/// What a property is.
public enum PropertyValue: Hashable, Sendable {
    case text(String)
    case texts([String])
    case flag(Bool)
    case count(Int)
    /// Progress in twentieths, 1 … 19.
    case twentieths(Int)
    case artwork(ArtworkReference)
    case command(SessionCommand)
    case buttons([NowPlayingButton])
    case textButtons([TextButton])
    case informationItems([InformationItem])
}

/// The properties of one part that are not what they are by default.
public struct Properties: Hashable, Sendable {
    private var values: [RowProperty: PropertyValue] = [:]

    init() {}

    /// What a property is; `nil`: as by default.
    public subscript(property: RowProperty) -> PropertyValue? {
        get { values[property] }
        set { values[property] = newValue }
    }

    /// Those that are there, in the order of their declaration.
    var all: [(RowProperty, PropertyValue)] {
        RowProperty.allCases.compactMap { property in values[property].map { (property, $0) } }
    }
}

/// A part of a car's document that has an id and can change in place.
public protocol TemplatePart {
    /// Unique in the document; stays as long as the part does.
    var id: String { get }
    /// What can change in place.
    var properties: Properties { get set }
}

extension TemplatePart {
    /// The line in large letters.
    public var text: String {
        get { self[.text] ?? "" }
        set { self[.text] = newValue }
    }

    /// The line below.
    public var detailText: String {
        get { self[.detailText] ?? "" }
        set { self[.detailText] = newValue }
    }

    /// The picture.
    public var image: ArtworkReference? {
        get {
            guard case .artwork(let artwork) = properties[.image] else { return nil }
            return artwork
        }
        set { properties[.image] = newValue.map { .artwork($0) } }
    }

    /// What tapping it asks of the hub.
    public var action: SessionCommand? {
        get {
            guard case .command(let command) = properties[.action] else { return nil }
            return command
        }
        set { properties[.action] = newValue.map { .command($0) } }
    }

    /// The id of the template that tapping it shows on top.
    public var push: String? {
        get { self[.push] }
        set { self[.push] = newValue }
    }

    /// How many did not fit.
    public var leftOut: Int {
        get {
            guard case .count(let count) = properties[.leftOut] else { return 0 }
            return count
        }
        set { properties[.leftOut] = newValue > 0 ? .count(newValue) : nil }
    }

    subscript(_ property: RowProperty) -> String? {
        get {
            guard case .text(let text) = properties[property] else { return nil }
            return text
        }
        set { properties[property] = newValue.map { .text($0) } }
    }

    /// A flag, which is left out where it is what a flag of that kind mostly is.
    subscript(flag property: RowProperty, mostly standard: Bool = false) -> Bool {
        get {
            guard case .flag(let flag) = properties[property] else { return standard }
            return flag
        }
        set { properties[property] = newValue == standard ? nil : .flag(newValue) }
    }
}
