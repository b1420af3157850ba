/// A row of a list.
public struct ListItem: TemplatePart, Hashable, Sendable {
    /// The mark at a row's end: the first two are Apple's, the last is a picture of that name.
    public enum Accessory: String, Sendable {
        /// Tapping it shows a list.
        case disclosureIndicator
        /// It is somewhere else.
        case cloud
        /// It is the one that was chosen.
        case checkmark
    }

    /// Unique in the document; stays as long as the part does.
    public let id: String
    /// The properties that can change in place.
    public var properties = Properties()

    init(id: String, text: String, detailText: String) {
        self.id = id
        self.text = text
        self.detailText = detailText
    }

    /// It is the row that plays: at most one row of the tabs, and of each list on top of them.
    public var isPlaying: Bool {
        get { self[flag: .isPlaying] }
        set { self[flag: .isPlaying] = newValue }
    }

    /// The place of the playing mark: `trailing`, or at the front if absent, as in
    /// `CPListItemPlayingIndicatorLocation`.
    public var playingIndicatorLocation: String? { self[.playingIndicatorLocation] }

    /// It can be tapped.
    public var isEnabled: Bool {
        get { self[flag: .isEnabled, mostly: true] }
        set { self[flag: .isEnabled, mostly: true] = newValue }
    }

    /// The command that it sends was requested, and is not done yet.
    public var isBusy: Bool {
        get { self[flag: .busy] }
        set { self[flag: .busy] = newValue }
    }

    /// The mark at its end.
    public var accessory: Accessory? {
        get { self[.accessory].flatMap(Accessory.init) }
        set { self[.accessory] = newValue?.rawValue }
    }

    /// The share that has passed, in twentieths: 1 … 19.
    public var twentieths: Int? {
        get {
            guard case .twentieths(let count) = properties[.playbackProgress] else { return nil }
            return count
        }
        set { properties[.playbackProgress] = newValue.map { .twentieths($0) } }
    }
}

/// A row of pictures, each of which can be tapped.
public struct ListImageRowItem: TemplatePart, Hashable, Sendable {
    /// One of the pictures.
    public struct Element: TemplatePart, Hashable, Sendable {
        /// Unique in the document; stays as long as the part does.
        public let id: String
        /// The properties that can change in place.
        public var properties = Properties()

        init(id: String, title: String) {
            self.id = id
            self.title = title
        }

        /// The text below it.
        public var title: String {
            get { self[.title] ?? "" }
            set { self[.title] = newValue }
        }
    }

    /// Unique in the document; stays as long as the part does.
    public let id: String
    /// The properties that can change in place.
    public var properties = Properties()
    /// The pictures, by preference.
    public var elements: [Element]
}

extension Properties {
    /// Marks a row as the one that plays. The mark stands at the row's end, where it covers no
    /// picture, unless something else stands there.
    mutating func markAsPlaying() {
        self[.isPlaying] = .flag(true)
        guard self[.image] != nil, self[.accessory] == nil else { return }
        self[.playingIndicatorLocation] = .text("trailing")
    }
}
