public import NowPlaying

/// A property of a part of a car's document that a car changes in place, without showing its
/// list anew.
public enum RowProperty: Int, CaseIterable, Sendable {
    case text, detailText, title, subtitle, summary, titleVariants
    case image, placeholder, isPlaying, playingIndicatorLocation, playbackProgress, isEnabled,
        accessory, busy
    case action, push
    case showsTabBadge, leftOut, selectedIndex
    case isUpNextButtonEnabled, isAlbumArtistButtonEnabled, buttons
    case items, actions, selectedPinImage

    /// Its name in JSON.
    public var key: StaticString {
        switch self {
        case .text: "text"
        case .detailText: "detailText"
        case .title: "title"
        case .subtitle: "subtitle"
        case .summary: "summary"
        case .titleVariants: "titleVariants"
        case .image: "image"
        case .placeholder: "placeholder"
        case .isPlaying: "isPlaying"
        case .playingIndicatorLocation: "playingIndicatorLocation"
        case .playbackProgress: "playbackProgress"
        case .isEnabled: "isEnabled"
        case .accessory: "accessory"
        case .busy: "busy"
        case .action: "action"
        case .push: "push"
        case .showsTabBadge: "showsTabBadge"
        case .leftOut: "leftOut"
        case .selectedIndex: "selectedIndex"
        case .isUpNextButtonEnabled: "isUpNextButtonEnabled"
        case .isAlbumArtistButtonEnabled: "isAlbumArtistButtonEnabled"
        case .buttons: "buttons"
        case .items: "items"
        case .actions: "actions"
        case .selectedPinImage: "selectedPinImage"
        }
    }
}

/// The value of a property.
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
    /// A property and what it is.
    struct Entry: Hashable {
        let property: RowProperty
        var value: PropertyValue
    }

    /// The properties that are present, in the order of their declaration. They are few, and
    /// documents have hundreds of parts: one array costs less than a dictionary.
    private(set) var entries: [Entry] = []

    init() {}

    /// The value of a property; `nil`: as by default.
    public subscript(property: RowProperty) -> PropertyValue? {
        get {
            for entry in entries where entry.property == property { return entry.value }
            return nil
        }
        set {
            // Most properties are set in their order.
            var place = entries.count
            while place > 0, entries[place - 1].property.rawValue >= property.rawValue {
                place -= 1
            }
            let isKnown = place < entries.count && entries[place].property == property
            guard let newValue else {
                if isKnown { entries.remove(at: place) }
                return
            }
            let entry = Entry(property: property, value: newValue)
            if isKnown {
                entries[place] = entry
            } else if place < entries.count {
                entries.insert(entry, at: place)
            } else {
                if entries.isEmpty { entries.reserveCapacity(Self.usualCount) }
                entries.append(entry)
            }
        }
    }

    /// The number of properties that most rows do not exceed.
    private static let usualCount = 6
}

/// A part of a car's document that has an id and can change in place.
public protocol TemplatePart {
    /// Unique in the document; stays as long as the part does.
    var id: String { get }
    /// The properties that can change in place.
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

    /// The subject of the picture to draw where there is none; `nil` also for a part without one.
    public var placeholder: ArtworkReference.Subject? {
        self[.placeholder].flatMap(ArtworkReference.Subject.init)
    }

    /// Shows a picture on a part that has none yet, or has the car draw one of a subject.
    mutating func show(_ image: ArtworkReference?, else subject: ArtworkReference.Subject) {
        guard let image else { return self[.placeholder] = subject.rawValue }
        self.image = image
    }

    /// The command that tapping it sends.
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

    /// The number of parts that did not fit.
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
