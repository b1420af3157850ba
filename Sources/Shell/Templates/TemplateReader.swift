import Support

/// Reads a template from the left to the right.
struct TemplateReader {
    /// Beyond this no template can be understood, and the reader recurses.
    private static let depthMax = 8
    /// No terminal or bar is wider.
    private static let columnsMax = 1_000

    /// A segment that has begun.
    private struct Segment {
        let place: Int
        var parts: [Template.Part] = []
    }

    private let characters: [Character]
    private var next = 0
    private var text = ""
    /// The whole, and the segments that are open in it.
    private var open = [Segment(place: 0)]
    /// The fields so far.
    private(set) var fields: Set<TemplateField> = []
    /// The rooms of those that have one.
    private(set) var rooms: [TemplateField: TemplateRoom] = [:]

    init(_ text: String) {
        characters = Array(text)
    }

    /// All of it.
    mutating func parts() throws(TemplateError) -> [Template.Part] {
        while next < characters.count {
            switch characters[next] {
            case "{": try readBrace()
            case "[": try beginSegment()
            case "]": try endSegment()
            case let character: read(character)
            }
        }
        guard open.count == 1 else {
            throw TemplateError(
                place: open[open.count - 1].place + 1,
                problem: "`[` is not closed by `]`; a bracket is `{[}`")
        }
        endText()
        return open[0].parts
    }

    private mutating func read(_ character: Character, length: Int = 1) {
        text.append(character)
        next += length
    }

    private mutating func endText() {
        guard !text.isEmpty else { return }
        append(.text(text))
        text = ""
    }

    private mutating func append(_ part: Template.Part) {
        open[open.count - 1].parts.append(part)
    }

    // MARK: Segments

    private mutating func beginSegment() throws(TemplateError) {
        guard open.count <= Self.depthMax else {
            throw TemplateError(
                place: next + 1, problem: "more than \(Self.depthMax) segments in each other")
        }
        endText()
        open.append(Segment(place: next))
        next += 1
    }

    private mutating func endSegment() throws(TemplateError) {
        guard open.count > 1 else {
            throw TemplateError(
                place: next + 1, problem: "`]` without a `[` before it; a bracket is `{]}`")
        }
        endText()
        // Gone before it is appended to what it stands in.
        let segment = open.removeLast()
        append(.segment(segment.parts))
        next += 1
    }

    // MARK: Fields

    private mutating func readBrace() throws(TemplateError) {
        let rest = characters[(next + 1)...]
        if rest.first == "{" { return read("{", length: 2) }
        guard let end = rest.firstIndex(of: "}"), !rest[..<end].contains("{") else {
            throw TemplateError(
                place: next + 1, problem: "`{` is not closed by `}`; a brace is `{{`")
        }
        switch String(rest[..<end]) {
        case "[": read("[", length: 3)
        case "]": read("]", length: 3)
        case let field: try readField(field, length: end + 1 - next)
        }
    }

    private mutating func readField(_ text: String, length: Int) throws(TemplateError) {
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        let name = String(parts[0])
        guard let field = TemplateField(named: name) else {
            let known = suggestion(for: name, among: TemplateField.names)
            throw TemplateError(
                place: next + 1, problem: "there is no field \(quote("{\(name)}")); \(known)")
        }
        let room = try parts.dropFirst().first.map(room)
        endText()
        fields.insert(field)
        // Of several rooms, one in which the text moves tells that it does.
        if let room, rooms[field]?.scrolls != true { rooms[field] = room }
        append(.field(field, room))
        next += length
    }

    private func room(_ text: Substring) throws(TemplateError) -> TemplateRoom {
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        let columns = try columns(parts[0])
        guard let mode = parts.dropFirst().first else { return TemplateRoom(columns: columns) }
        guard mode == "scroll" else {
            throw TemplateError(
                place: next + 1,
                problem: "\(quote(String(mode))) is not `scroll`, as in `{title:30:scroll}`")
        }
        return TemplateRoom(columns: columns, scrolls: true)
    }

    private func columns(_ text: Substring) throws(TemplateError) -> Int {
        guard let columns = Int(text), (1...Self.columnsMax).contains(columns) else {
            throw TemplateError(
                place: next + 1,
                problem: """
                    \(quote(String(text))) is not a number of columns from 1 to \
                    \(Self.columnsMax), as in `{title:30}`
                    """)
        }
        return columns
    }
}
