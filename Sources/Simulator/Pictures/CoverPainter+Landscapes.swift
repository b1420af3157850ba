import Glibc

/// Styles with a horizon.
extension CoverPainter {
    /// A low sun with clouds before it, over hills.
    mutating func paintSunset() {
        let accents = palette.accents
        ground([accents[0], accents[1], accents[2], accents[3]])
        let sun = Point(x: number(110...290), y: number(150...210))
        let radius = number(70...105)
        glow(at: sun, radius: radius * 2.2, colour: palette.light, opacity: 0.5)
        let paint = picture.linearGradient([
            Stop(place: 0, colour: palette.light), Stop(place: 1, colour: accents[3]),
        ])
        picture.circle(at: sun, radius: radius, fill: paint)
        for index in 0..<count(3...5) {
            let y = sun.y + Double(index) * 18 - 10
            cloud(at: Point(x: sun.x + number(-90...40), y: y), length: number(60...150))
        }
        hills(from: number(255...285), colours: [accents[1], accents[0], palette.dark])
    }

    private mutating func cloud(at start: Point, length: Double) {
        picture.path(
            "M\(start.x.short) \(start.y.short)h\(length.short)", stroke: palette.accents[2],
            width: number(4...8))
    }

    /// Layers of hills, each nearer and darker.
    private mutating func hills(from top: Double, colours: [String]) {
        let step = (385 - top) / Double(colours.count)
        for (index, colour) in colours.enumerated() {
            let level = top + Double(index) * step
            let heights = (0...4).map { _ in level + number(-28...28) }
            picture.path(Self.land(heights), fill: colour)
        }
    }

    /// Stars, a moon, and mountains with a light in them.
    mutating func paintNight() {
        ground([palette.dark, palette.accents[0], palette.accents[1]])
        for _ in 0..<count(40...70) {
            picture.circle(
                at: Point(x: number(0...400), y: number(0...260)), radius: number(0.6...2),
                fill: palette.light, opacity: number(0.3...0.95))
        }
        let moon = Point(x: number(80...320), y: number(70...140))
        let radius = number(26...48)
        glow(at: moon, radius: radius * 3, colour: palette.light, opacity: 0.35)
        crescent(at: moon, radius: radius, fill: palette.light)
        peaks(number(230...260), rise: 70, colour: palette.accents[0])
        peaks(number(285...310), rise: 55, colour: palette.dark)
        window(at: Point(x: number(60...340), y: number(350...375)))
    }

    /// A moon that is lit on its left.
    mutating func crescent(at centre: Point, radius: Double, fill: String) {
        let (r, inner) = (radius.short, (radius * 1.35).short)
        let (top, bottom) = ((centre.y - radius).short, (centre.y + radius).short)
        picture.path(
            "M\(centre.x.short) \(top)A\(r) \(r) 0 0 0 \(centre.x.short) \(bottom)"
                + "A\(inner) \(inner) 0 0 1 \(centre.x.short) \(top)Z", fill: fill)
    }

    private mutating func peaks(_ level: Double, rise: Double, colour: String) {
        var data = "M0 400V\(level.short)"
        var x = 0.0
        while x < 400 {
            let width = number(50...95)
            data += "L\((x + width / 2).short) \((level - number(0.4...1) * rise).short)"
            x += width
            data += "L\(x.short) \((level + number(0...22)).short)"
        }
        picture.path(data + "V400Z", fill: colour)
    }

    private mutating func window(at place: Point) {
        glow(at: place, radius: 46, colour: palette.accents[3], opacity: 0.7)
        picture.rectangle(
            at: Point(x: place.x - 4, y: place.y - 5), width: 8, height: 10,
            fill: palette.accents[3])
    }

    /// Bands of water, one before the other.
    mutating func paintWaves() {
        ground([palette.light, palette.accents[3]])
        let sun = Point(x: number(90...310), y: number(80...120))
        picture.circle(at: sun, radius: number(38...64), fill: palette.accents[2])
        let colours = [
            palette.accents[3], palette.accents[2], palette.accents[1], palette.accents[0],
            palette.dark,
        ]
        let (length, height) = (number(110...210), number(14...26))
        for (index, colour) in colours.enumerated() {
            let level = 165 + Double(index) * 48
            let data = Self.wave(level, length, height, shift: number(0...1))
            picture.path(data, fill: colour)
        }
    }

    private static func wave(
        _ level: Double, _ length: Double, _ height: Double, shift: Double
    ) -> String {
        let start = -length * (1 + shift)
        let half = length / 2
        let crest = "q\((half / 2).short) \((-height * 2).short) \(half.short) 0"
        let trough = "q\((half / 2).short) \((height * 2).short) \(half.short) 0"
        let waves = Int(400 / length) + 4
        return "M\(start.short) \(level.short)"
            + String(repeating: crest + trough, count: waves) + "V400H\(start.short)Z"
    }

    /// Thin lines that rise in the middle, like the plot of a pulse.
    mutating func paintRidges() {
        let isDark = coin()
        let (back, line) =
            isDark ? (palette.dark, palette.light) : (palette.light, palette.accents[0])
        picture.fill(back)
        let centre = number(170...230)
        for row in 0..<17 {
            let level = 105 + Double(row) * 13.5
            let points = (0...28).map { index -> Point in
                let x = 60 + Double(index) * 10
                let rise = exp(-pow((x - centre) / 52, 2)) * number(14...72) + number(0...4)
                return Point(x: x, y: level - rise)
            }
            let colour = row % 6 == 5 ? palette.accents[2] : line
            picture.path(Self.curve(through: points), fill: back, stroke: colour, width: 2.2)
        }
    }

    /// Dunes with a bright and a shaded side.
    mutating func paintDunes() {
        let accents = palette.accents
        ground([accents[3], palette.light])
        picture.circle(
            at: Point(x: number(80...320), y: number(70...130)), radius: number(26...50),
            fill: palette.light)
        for (index, colours) in [(accents[2], accents[1]), (accents[1], accents[0])].enumerated() {
            dune(top: 180 + Double(index) * 85, lit: colours.0, shaded: colours.1)
        }
        picture.path(
            Self.land([360, number(330...350), number(350...375), 345, 372]), fill: palette.dark)
    }

    private mutating func dune(top: Double, lit: String, shaded: String) {
        let peak = Point(x: number(110...290), y: top + number(-15...15))
        let (left, right) = (top + number(70...110), top + number(60...100))
        let (x, y) = (peak.x.short, peak.y.short)
        let foot = (peak.x + number(-70...70)).short
        let ridge = "Q\((peak.x + 50).short) \((peak.y + 62).short) 400 \(right.short)"
        let slope = "Q\((peak.x / 2).short) \((left - 10).short) \(x) \(y)"
        picture.path("M0 \(left.short)\(slope)V400H0Z", fill: lit)
        picture.path(
            "M\(x) \(y)\(ridge)V400H\(foot)"
                + "Q\((peak.x - 60).short) \((peak.y + 130).short) \(x) \(y)Z", fill: shaded)
    }
}
