import Support

/// The styles of covers, so that they look like records of many bands side by side.
enum CoverStyle: CaseIterable, Sendable {
    case sunset, night, waves, ridges, dunes
    case rings, tiles, stripes, arches, petals, orbs, discs
}

/// The cover of a track that does not exist: the same for the same seed.
struct Cover {
    private let seed: UInt64

    /// The cover with this seed, which is the track's id.
    init(seed: UInt64) {
        self.seed = seed
    }

    /// The style, which follows from the seed.
    var style: CoverStyle {
        var generator = SeededGenerator(seed: seed, stream: 1)
        return CoverStyle.allCases.pick(using: &generator)
    }

    /// The picture as an SVG document.
    var document: [UInt8] {
        var painter = CoverPainter(seed: seed)
        painter.paint(style)
        return painter.picture.document
    }
}

extension CoverPainter {
    /// Paints the whole cover.
    mutating func paint(_ style: CoverStyle) {
        switch style {
        case .sunset: paintSunset()
        case .night: paintNight()
        case .waves: paintWaves()
        case .ridges: paintRidges()
        case .dunes: paintDunes()
        case .rings: paintRings()
        case .tiles: paintTiles()
        case .stripes: paintStripes()
        case .arches: paintArches()
        case .petals: paintPetals()
        case .orbs: paintOrbs()
        case .discs: paintDiscs()
        }
    }
}
