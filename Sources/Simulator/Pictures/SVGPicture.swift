/// A square picture in SVG 1.1, painted from back to front.
struct SVGPicture {
    /// The length of a side, in the picture's own units.
    static let side = 400.0

    /// One colour of a gradient, and its place from 0 to 1.
    struct Stop {
        var place: Double
        var colour: String
        var opacity = 1.0
    }

    /// A point of the picture; the origin is at the top left.
    struct Point {
        var x: Double
        var y: Double
    }

    private var definitions = ""
    private var definitionCount = 0
    private var shapes = ""

    /// Covers the whole picture.
    mutating func fill(_ paint: String, opacity: Double = 1) {
        rectangle(
            at: Point(x: 0, y: 0), width: Self.side, height: Self.side, fill: paint,
            opacity: opacity)
    }

    mutating func rectangle(
        at corner: Point, width: Double, height: Double, fill: String, opacity: Double = 1
    ) {
        shapes +=
            "<rect x=\"\(corner.x.short)\" y=\"\(corner.y.short)\" width=\"\(width.short)\" "
            + "height=\"\(height.short)\"\(Self.paint(fill, opacity))/>"
    }

    mutating func circle(
        at centre: Point, radius: Double, fill: String, opacity: Double = 1, filter: String = ""
    ) {
        shapes +=
            "<circle cx=\"\(centre.x.short)\" cy=\"\(centre.y.short)\" r=\"\(radius.short)\""
            + "\(Self.paint(fill, opacity))\(filter)/>"
    }

    mutating func ring(at centre: Point, radius: Double, stroke: String, width: Double) {
        shapes +=
            "<circle cx=\"\(centre.x.short)\" cy=\"\(centre.y.short)\" r=\"\(radius.short)\" "
            + "fill=\"none\" stroke=\"\(stroke)\" stroke-width=\"\(width.short)\"/>"
    }

    mutating func ellipse(
        at centre: Point, radii: Point, turned degrees: Double, about pivot: Point, fill: String,
        opacity: Double
    ) {
        shapes +=
            "<ellipse cx=\"\(centre.x.short)\" cy=\"\(centre.y.short)\" rx=\"\(radii.x.short)\" "
            + "ry=\"\(radii.y.short)\"\(Self.paint(fill, opacity)) transform=\"rotate("
            + "\(degrees.short) \(pivot.x.short) \(pivot.y.short))\"/>"
    }

    /// Draws a path in the notation of SVG.
    mutating func path(
        _ data: String, fill: String = "none", opacity: Double = 1, stroke: String? = nil,
        width: Double = 1, turned degrees: Double = 0
    ) {
        let line = stroke.map {
            " stroke=\"\($0)\" stroke-width=\"\(width.short)\" stroke-linejoin=\"round\" "
                + "stroke-linecap=\"round\""
        }
        let middle = (Self.side / 2).short
        let turn =
            degrees == 0 ? "" : " transform=\"rotate(\(degrees.short) \(middle) \(middle))\""
        shapes += "<path d=\"\(data)\"\(Self.paint(fill, opacity))\(line ?? "")\(turn)/>"
    }

    private static func paint(_ fill: String, _ opacity: Double) -> String {
        " fill=\"\(fill)\"" + (opacity < 1 ? " opacity=\"\(opacity.short)\"" : "")
    }

    // MARK: Definitions

    /// A paint that changes from the top to the bottom, or in the direction of an angle from there.
    mutating func linearGradient(_ stops: [Stop], turned degrees: Double = 0) -> String {
        define { id in
            "<linearGradient id=\"\(id)\" x1=\"0\" y1=\"0\" x2=\"0\" y2=\"1\" "
                + "gradientTransform=\"rotate(\(degrees.short) 0.5 0.5)\">"
                + Self.elements(of: stops) + "</linearGradient>"
        }
    }

    /// A paint that changes from the middle to the edge.
    mutating func radialGradient(_ stops: [Stop]) -> String {
        define { id in
            "<radialGradient id=\"\(id)\">" + Self.elements(of: stops) + "</radialGradient>"
        }
    }

    private static func elements(of stops: [Stop]) -> String {
        stops.map {
            "<stop offset=\"\($0.place.short)\" stop-color=\"\($0.colour)\" "
                + "stop-opacity=\"\($0.opacity.short)\"/>"
        }.joined()
    }

    private mutating func define(_ element: (String) -> String) -> String {
        definitionCount += 1
        definitions += element("d\(definitionCount)")
        return "url(#d\(definitionCount))"
    }

    /// The whole document.
    var document: [UInt8] {
        let side = Self.side.short
        let text =
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"\(side)\" height=\"\(side)\" "
            + "viewBox=\"0 0 \(side) \(side)\"><defs>\(definitions)</defs>\(shapes)</svg>\n"
        return Array(text.utf8)
    }
}

extension Double {
    /// The number with at most two digits behind the point.
    var short: String {
        let hundredths = Int((self * 100).rounded())
        let (whole, rest) = abs(hundredths).quotientAndRemainder(dividingBy: 100)
        let sign = hundredths < 0 ? "-" : ""
        if rest == 0 { return "\(sign)\(whole)" }
        return "\(sign)\(whole).\(rest < 10 ? "0" : "")\(rest % 10 == 0 ? rest / 10 : rest)"
    }
}
