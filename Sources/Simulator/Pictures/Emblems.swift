import Support

/// The logo of a station that does not exist.
struct StationLogo {
    private let seed: UInt64
    /// It stands on a dark page.
    private let isForDark: Bool

    /// The logo of the station with this short code.
    init(shortcode: String, isForDark: Bool) {
        seed = StableHash.number(of: shortcode)
        self.isForDark = isForDark
    }

    /// The picture as an SVG document.
    var document: [UInt8] {
        var painter = CoverPainter(seed: seed)
        painter.paintLogo(isForDark: isForDark)
        return painter.picture.document
    }
}

/// The picture of a person who comes on air and does not exist.
struct StreamerPicture {
    private let seed: UInt64

    /// The picture with this seed.
    init(seed: UInt64) {
        self.seed = seed
    }

    /// The picture as an SVG document.
    var document: [UInt8] {
        var painter = CoverPainter(seed: seed)
        painter.paintStreamer()
        return painter.picture.document
    }
}

extension CoverPainter {
    /// Paints waves about a transmitter, the bars of a level meter, a record, or a moon.
    fileprivate mutating func paintLogo(isForDark: Bool) {
        let (back, front) =
            isForDark ? (palette.dark, palette.light) : (palette.light, palette.dark)
        picture.fill(back)
        switch count(0...3) {
        case 0: transmitter(front)
        case 1: levels(front)
        case 2: moon(front)
        default: record(front, back)
        }
    }

    private mutating func transmitter(_ colour: String) {
        let foot = Point(x: 120, y: 290)
        for (index, accent) in palette.accents.dropFirst().enumerated() {
            let r = (75 + Double(index) * 58).short
            picture.path(
                "M120 \((290 - 75 - Double(index) * 58).short)A\(r) \(r) 0 0 1 "
                    + "\((195 + Double(index) * 58).short) 290", stroke: accent, width: 30)
        }
        picture.circle(at: foot, radius: 36, fill: colour)
    }

    private mutating func record(_ colour: String, _ back: String) {
        let accents = palette.accents
        picture.circle(at: Self.middle, radius: 140, fill: colour)
        for (index, radius) in [118.0, 94, 70].enumerated() {
            picture.ring(at: Self.middle, radius: radius, stroke: accents[index + 1], width: 8)
        }
        picture.circle(at: Self.middle, radius: 46, fill: accents[3])
        picture.circle(at: Self.middle, radius: 12, fill: back)
    }

    private mutating func moon(_ colour: String) {
        let accents = palette.accents
        crescent(at: Point(x: 235, y: 200), radius: 130, fill: accents[3])
        picture.circle(at: Point(x: 262, y: 168), radius: 26, fill: colour)
        picture.circle(at: Point(x: 310, y: 240), radius: 15, fill: accents[2])
    }

    private mutating func levels(_ colour: String) {
        for index in 0..<5 {
            let height = number(50...135)
            let x = (84 + Double(index) * 58).short
            let paint = index == 2 ? colour : palette.accents[3 - index % 3]
            picture.path(
                "M\(x) \((200 - height).short)V\((200 + height).short)", stroke: paint, width: 32)
        }
    }

    /// Paints a head with headphones.
    fileprivate mutating func paintStreamer() {
        let accents = palette.accents
        ground([accents[3], accents[2]], turned: number(-30...30))
        glow(at: Point(x: 200, y: 160), radius: 230, colour: palette.light, opacity: 0.5)
        picture.path("M60 400C60 300 130 280 200 280S340 300 340 400Z", fill: accents[0])
        picture.path("M165 230H235V290Q200 325 165 290Z", fill: accents[1])
        picture.circle(at: Point(x: 200, y: 180), radius: 78, fill: palette.light)
        let fringe = number(130...165).short
        picture.path(
            "M120 185C112 80 288 80 280 185Q200 \(fringe) 120 185Z", fill: palette.dark)
        picture.path("M112 190A88 88 0 0 1 288 190", stroke: accents[0], width: 14)
        for x in [94.0, 276] {
            picture.rectangle(
                at: Point(x: x, y: 170), width: 30, height: 58, fill: accents[0])
        }
    }
}
