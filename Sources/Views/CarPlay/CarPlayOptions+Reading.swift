import NowPlaying

extension CarPlayOptions {
    /// Reads a car's options by their names: the change that each makes.
    static func changes<Reader: OptionReader>(
        _ reader: Reader
    ) throws(Reader.Failure) -> [@Sendable (inout CarPlayOptions) -> Void] {
        var changes: [@Sendable (inout CarPlayOptions) -> Void] = []
        if let category = try reader.choice("category", of: CarPlayCategory.self) {
            changes.append { $0.category = category }
        }
        if let limits = try CarPlayLimits(reader) { changes.append { $0.limits = limits } }
        if let region = try Region(reader) { changes.append { $0.region = region } }
        if let form = try reader.choice("favourites", of: FavouritesForm.self) {
            changes.append { $0.favourites = form }
        }
        return changes
    }
}

extension CarPlayLimits {
    fileprivate init?<Reader: OptionReader>(_ reader: Reader) throws(Reader.Failure) {
        self.init()
        let names = Self.members.map { "\($0.name)" }
        guard let group = try reader.group("limits", allowing: names) else { return nil }
        for (name, path) in Self.members {
            if let count = try group.integer(name, in: 0...1_000) { self[keyPath: path] = count }
        }
    }

    private static var members: [(name: StaticString, path: WritableKeyPath<Self, Int>)] {
        [
            ("tabs", \.tabs), ("listItems", \.listItems), ("listSections", \.listSections),
            ("gridButtons", \.gridButtons), ("rowImages", \.rowImages),
            ("nowPlayingButtons", \.nowPlayingButtons), ("alertActions", \.alertActions),
            ("pointsOfInterest", \.pointsOfInterest), ("templateDepth", \.templateDepth),
        ]
    }
}

extension CarPlayOptions.Region {
    fileprivate init?<Reader: OptionReader>(_ reader: Reader) throws(Reader.Failure) {
        guard let group = try reader.group("region", allowing: ["latitude", "longitude"]) else {
            return nil
        }
        guard let latitude = try group.number("latitude"), (-90...90).contains(latitude) else {
            throw Reader.wrong("latitude", "degrees north, from -90 to 90")
        }
        guard let longitude = try group.number("longitude"), (-180...180).contains(longitude) else {
            throw Reader.wrong("longitude", "degrees east, from -180 to 180")
        }
        self.init(center: Location(latitude: latitude, longitude: longitude))
    }
}
