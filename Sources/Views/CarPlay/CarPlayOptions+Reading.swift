import NowPlaying

extension CarPlayOptions {
    /// Reads a car's options by their names.
    init<Reader: OptionReader>(_ reader: Reader) throws(Reader.Failure) {
        self.init()
        if let category = try reader.choice("category", of: CarPlayCategory.self) {
            self.category = category
        }
        limits = try CarPlayLimits(reader)
        region = try Region(reader)
        if let form = try reader.choice("favourites", of: FavouritesForm.self) {
            favourites = form
        }
    }
}

extension CarPlayLimits {
    fileprivate init<Reader: OptionReader>(_ reader: Reader) throws(Reader.Failure) {
        self.init()
        let names = Self.members.map { "\($0.name)" }
        guard let group = try reader.group("limits", allowing: names) else { return }
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
