public import NowPlaying

/// Places on a map.
public struct PointOfInterestTemplate: TemplatePart, Hashable, Sendable {
    /// One of the places.
    public struct PointOfInterest: TemplatePart, Hashable, Sendable {
        /// Unique in the document; stays as long as the part does.
        public let id: String
        /// The properties that can change in place.
        public var properties = Properties()
        /// Its place on the earth.
        public let location: Location
        /// The text on the button that sends its `action`.
        public let buttonTitle: String
        /// The text on the second button, which puts `information` on top.
        public let secondButtonTitle: String
        /// The screen with facts about it; `nil` for categories that may not show it, and for cars
        /// that put nothing on top of the map.
        public var information: InformationTemplate?

        /// The picture of its pin while it is selected; the usual one where there is none.
        public var selectedPinImage: ArtworkReference? {
            get {
                guard case .artwork(let artwork) = properties[.selectedPinImage] else { return nil }
                return artwork
            }
            set { properties[.selectedPinImage] = newValue.map { .artwork($0) } }
        }

        /// The name.
        public var title: String {
            get { self[.title] ?? "" }
            set { self[.title] = newValue }
        }

        /// The line below.
        public var subtitle: String? {
            get { self[.subtitle] }
            set { self[.subtitle] = newValue }
        }

        /// The facts about it.
        public var summary: String? {
            get { self[.summary] }
            set { self[.summary] = newValue }
        }
    }

    /// Unique in the document; stays as long as the part does.
    public let id: String
    /// The properties that can change in place.
    public var properties = Properties()
    /// The text above the map.
    public let title: String
    /// Its appearance as a tab.
    public let tab: ListTemplate.Tab
    /// The places, nearest first.
    public var points: [PointOfInterest]

    /// The index of the selected place, from 0.
    public var selectedIndex: Int? {
        get {
            guard case .count(let index) = properties[.selectedIndex] else { return nil }
            return index
        }
        set { properties[.selectedIndex] = newValue.map { .count($0) } }
    }
}
