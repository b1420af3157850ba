public import NowPlaying

/// Places on a map.
public struct PointOfInterestTemplate: TemplatePart, Hashable, Sendable {
    /// One of the places.
    public struct PointOfInterest: TemplatePart, Hashable, Sendable {
        /// Unique in the document; stays as long as the part does.
        public let id: String
        /// What can change in place.
        public var properties = Properties()
        /// Where it is.
        public let location: Location
        /// What is written on the button that sends its `action`.
        public let buttonTitle: String
        /// What is written on the second button, which puts `information` on top.
        public let secondButtonTitle: String
        /// What there is to know about it; `nil` for categories that may not show it, and for cars
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

        /// What it is called.
        public var title: String {
            get { self[.title] ?? "" }
            set { self[.title] = newValue }
        }

        /// The line below.
        public var subtitle: String? {
            get { self[.subtitle] }
            set { self[.subtitle] = newValue }
        }

        /// What there is to know about it.
        public var summary: String? {
            get { self[.summary] }
            set { self[.summary] = newValue }
        }
    }

    /// Unique in the document; stays as long as the part does.
    public let id: String
    /// What can change in place.
    public var properties = Properties()
    /// What is written above the map.
    public let title: String
    /// How it is shown as a tab.
    public let tab: ListTemplate.Tab
    /// The places, nearest first.
    public var points: [PointOfInterest]

    /// Which of them is selected, from 0.
    public var selectedIndex: Int? {
        get {
            guard case .count(let index) = properties[.selectedIndex] else { return nil }
            return index
        }
        set { properties[.selectedIndex] = newValue.map { .count($0) } }
    }
}
