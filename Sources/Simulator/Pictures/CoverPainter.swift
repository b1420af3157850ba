import Support

/// Paints one picture: chance chooses what a style leaves open.
struct CoverPainter {
    typealias Point = SVGPicture.Point
    typealias Stop = SVGPicture.Stop

    let palette: Palette
    var picture = SVGPicture()
    private var generator: SeededGenerator

    /// The middle of the picture.
    static let middle = Point(x: SVGPicture.side / 2, y: SVGPicture.side / 2)

    /// A painter whose choices follow from a seed.
    init(seed: UInt64) {
        generator = SeededGenerator(seed: seed)
        palette = Palette.all.pick(using: &generator)
    }

    /// A number at random.
    mutating func number(_ range: ClosedRange<Double>) -> Double {
        Double.random(in: range, using: &generator)
    }

    /// A whole number at random.
    mutating func count(_ range: ClosedRange<Int>) -> Int {
        Int.random(in: range, using: &generator)
    }

    /// One of several things at random.
    mutating func choice<Element>(of elements: [Element]) -> Element {
        elements.pick(using: &generator)
    }

    /// The accents in another order.
    mutating func shuffledAccents() -> [String] {
        palette.accents.shuffled(using: &generator)
    }

    /// The same chance that something is so or not.
    mutating func coin() -> Bool { Bool.random(using: &generator) }

    // MARK: Shapes that several styles have

    /// A background from one colour to the next.
    mutating func ground(_ colours: [String], turned degrees: Double = 0) {
        let last = Double(max(1, colours.count - 1))
        let stops = colours.enumerated().map { Stop(place: Double($0) / last, colour: $1) }
        picture.fill(picture.linearGradient(stops, turned: degrees))
    }

    /// Light that fades towards the edge.
    mutating func glow(at centre: Point, radius: Double, colour: String, opacity: Double) {
        let paint = picture.radialGradient([
            Stop(place: 0, colour: colour, opacity: opacity),
            Stop(place: 0.45, colour: colour, opacity: opacity * 0.5),
            Stop(place: 1, colour: colour, opacity: 0),
        ])
        picture.circle(at: centre, radius: radius, fill: paint)
    }

    /// The path of a smooth line through heights at equal distances, down to the lower edge.
    static func land(_ heights: [Double]) -> String {
        let step = SVGPicture.side / Double(heights.count - 1)
        let points = heights.enumerated().map { Point(x: Double($0) * step, y: $1) }
        return curve(through: points) + "V400H0Z"
    }

    /// A smooth line through points from left to right: between two of them it is level in neither.
    static func curve(through points: [Point]) -> String {
        guard let first = points.first else { return "" }
        var data = "M\(first.x.short) \(first.y.short)"
        for (before, point) in zip(points, points.dropFirst()) {
            let half = (before.x + point.x) / 2
            data += "C\(half.short) \(before.y.short) \(half.short) \(point.y.short) "
            data += "\(point.x.short) \(point.y.short)"
        }
        return data
    }
}
