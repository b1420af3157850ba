import Glibc

/// Styles of plain shapes.
extension CoverPainter {
    /// Circles in one another, out of the middle.
    mutating func paintRings() {
        let colours = [palette.dark] + shuffledAccents() + [palette.light]
        picture.fill(coin() ? palette.light : palette.dark)
        let start = Point(x: number(150...250), y: number(150...250))
        let drift = Point(x: number(-9...9), y: number(-9...9))
        let rings = count(6...9)
        for index in 0..<rings {
            let part = Double(index)
            let centre = Point(x: start.x + drift.x * part, y: start.y + drift.y * part)
            let radius = 185 * (1 - part / Double(rings))
            picture.circle(at: centre, radius: radius, fill: colours[index % colours.count])
        }
    }

    /// Squares with quarters and halves of circles, as from a set of blocks.
    mutating func paintTiles() {
        let colours = [palette.dark, palette.light] + palette.accents
        let side = 400 / Double(choice(of: [3, 4, 4, 5]))
        for row in 0..<Int((400 / side).rounded()) {
            for column in 0..<Int((400 / side).rounded()) {
                let corner = Point(x: Double(column) * side, y: Double(row) * side)
                tile(at: corner, side: side, colours: colours)
            }
        }
    }

    private mutating func tile(at corner: Point, side: Double, colours: [String]) {
        let back = choice(of: colours)
        let front = choice(of: colours.filter { $0 != back })
        picture.rectangle(
            at: corner, width: side + 0.5, height: side + 0.5, fill: back)
        if let data = Self.block(count(0...5), at: corner, side: side) {
            picture.path(data, fill: front)
        } else {
            let centre = Point(x: corner.x + side / 2, y: corner.y + side / 2)
            picture.circle(at: centre, radius: side * 0.3, fill: front)
        }
    }

    /// The path of a quarter or half of a circle, or of a triangle; `nil` for a whole circle.
    private static func block(_ kind: Int, at corner: Point, side: Double) -> String? {
        let (s, h) = (side.short, (side / 2).short)
        let (left, top) = (corner.x.short, corner.y.short)
        let (right, bottom) = ((corner.x + side).short, (corner.y + side).short)
        return switch kind {
        case 0: "M\(left) \(top)h\(s)A\(s) \(s) 0 0 1 \(left) \(bottom)Z"
        case 1: "M\(right) \(bottom)h-\(s)A\(s) \(s) 0 0 1 \(right) \(top)Z"
        case 2: "M\(left) \(top)A\(h) \(h) 0 0 0 \(right) \(top)Z"
        case 3: "M\(left) \(bottom)A\(h) \(h) 0 0 1 \(right) \(bottom)Z"
        case 4: "M\(left) \(bottom)H\(right)V\(top)Z"
        default: nil
        }
    }

    /// Slanting stripes behind a disc.
    mutating func paintStripes() {
        let colours = shuffledAccents()
        picture.fill(palette.light)
        let angle = choice(of: [-45.0, -30, 30, 45, 90])
        let (width, start) = (number(22...34), number(60...150))
        for (index, colour) in colours.enumerated() {
            let x = start + Double(index) * width * 1.35
            picture.path("M\(x.short) -120V520", stroke: colour, width: width, turned: angle)
        }
        let centre = Point(x: number(150...250), y: number(150...250))
        let radius = number(66...100)
        picture.circle(at: centre, radius: radius, fill: palette.dark)
        picture.circle(at: centre, radius: radius * 0.36, fill: palette.light)
        picture.circle(at: centre, radius: radius * 0.09, fill: palette.dark)
    }

    /// Rainbows of a few colours, standing on each other.
    mutating func paintArches() {
        let colours = shuffledAccents()
        picture.fill(coin() ? palette.light : palette.dark)
        let width = number(24...32)
        let columns = coin() ? [200.0] : [110, 290]
        let base = columns.count == 1 ? 178.0 : 84
        for (number, x) in columns.enumerated() {
            for (index, colour) in colours.enumerated() {
                let radius = base - Double(index) * width * base / 150
                guard radius > 6 else { continue }
                let foot = number % 2 == 0 ? 400.0 : 0
                arch(at: x, radius: radius, foot: foot, colour: colour)
            }
        }
    }

    private mutating func arch(at x: Double, radius: Double, foot: Double, colour: String) {
        let (left, right) = ((x - radius).short, (x + radius).short)
        let level = (foot > 0 ? 215.0 : 185).short
        let r = radius.short
        let data = "M\(left) \(foot.short)V\(level)A\(r) \(r) 0 0 \(foot > 0 ? 1 : 0)"
        picture.path("\(data) \(right) \(level)V\(foot.short)Z", fill: colour)
    }

    /// Petals about a middle, through which one another can be seen.
    mutating func paintPetals() {
        let isDark = coin()
        ground(isDark ? [palette.dark, palette.accents[0]] : [palette.light, palette.light])
        let petals = choice(of: [6, 8, 9, 10, 12])
        let (length, width) = (number(78...98), number(300...380) / Double(petals))
        let colours = Array(shuffledAccents().prefix(2))
        for index in 0..<petals {
            picture.ellipse(
                at: Point(x: 200, y: 200 - length), radii: Point(x: width, y: length),
                turned: Double(index) * 360 / Double(petals), about: Self.middle,
                fill: colours[index % 2], opacity: 0.72)
        }
        picture.circle(at: Self.middle, radius: number(16...30), fill: palette.accents[3])
    }

    /// Lights that run into each other.
    mutating func paintOrbs() {
        ground([palette.dark, palette.accents[0]], turned: number(0...360))
        for colour in shuffledAccents() + [palette.accents[2]] {
            let centre = Point(x: number(20...380), y: number(20...380))
            glow(at: centre, radius: number(150...260), colour: colour, opacity: 0.95)
        }
        guard coin() else { return }
        picture.ring(
            at: Self.middle, radius: number(90...130), stroke: palette.light, width: number(2...5))
    }

    /// A few discs and half discs, each through the other.
    mutating func paintDiscs() {
        picture.fill(palette.light)
        let colours = shuffledAccents()
        let radius = number(82...112)
        let angle = number(0...6.28)
        for index in 0..<3 {
            let turn = angle + Double(index) * 2.094
            let centre = Point(x: 200 + 62 * cos(turn), y: 200 + 62 * sin(turn))
            picture.circle(at: centre, radius: radius, fill: colours[index], opacity: 0.82)
        }
        picture.path(
            "M40 \(number(330...360).short)H360", stroke: palette.dark, width: number(2...10))
    }
}
