public import NowPlaying
import Support

/// A text with fields in it, as a user writes it for `--format` and in a config.
///
/// `{title}` is a field, `{title:30}` the same in at most 30 columns, `{title:30:scroll}` in 30
/// through which a longer text moves, `{{` a brace. A segment in
/// `[…]` vanishes when a field in it is absent; segments may hold segments, each of which stands or
/// vanishes by itself. `{[}` and `{]}` are brackets.
public struct Template: Hashable, Sendable {
    /// A part of a template.
    enum Part: Hashable, Sendable {
        case text(String)
        /// With the room that it has, where the user gave a number.
        case field(TemplateField, TemplateRoom?)
        case segment([Part])
    }

    private let parts: [Part]
    private let fields: Set<TemplateField>
    /// It shows the position, and so changes by itself.
    public var showsPosition: Bool { fields.contains(where: \.showsPosition) }
    private let rooms: [TemplateField: TemplateRoom]

    /// It shows the number of listeners, which a hub tells only when asked.
    public var showsListeners: Bool { fields.contains(.part(.listeners)) }

    /// Reads a template.
    public init(_ text: String) throws(TemplateError) {
        var reader = TemplateReader(text)
        parts = try reader.parts()
        fields = reader.fields
        rooms = reader.rooms
    }

    /// True if a text moves through its room, and so changes by itself.
    public func scrolls(for state: NowPlaying, at now: Timestamp) -> Bool {
        rooms.contains { field, room in
            room.scrolls && (state.text(of: field, at: now)?.columns ?? 0) > room.columns
        }
    }

    /// The text for a state at a time; outside of segments, absent fields are left out.
    public func text(for state: NowPlaying, at now: Timestamp) -> String {
        text(TemplateValues(of: state, at: now))
    }

    /// The text with these values; outside of segments, absent fields are left out.
    package func text(_ values: TemplateValues) -> String {
        parts.map { Self.text(of: [$0], values) ?? "" }.joined()
    }

    /// The only field, where the template is nothing else.
    var onlyField: TemplateField? {
        guard parts.count == 1, case .field(let field, nil) = parts[0] else { return nil }
        return field
    }

    /// The text of parts that stand or vanish together; `nil` where a field of theirs is absent.
    private static func text(of parts: [Part], _ values: TemplateValues) -> String? {
        var whole = ""
        for part in parts {
            switch part {
            case .text(let text):
                whole += text
            case .field(let field, let room):
                guard let text = values[field] else { return nil }
                let visible = room?.text(text, after: values.timeOnAir) ?? text
                whole += values.escape(visible)
            case .segment(let parts):
                whole += text(of: parts, values) ?? ""
            }
        }
        return whole
    }
}

/// The texts of the fields of templates.
package struct TemplateValues {
    private let state: NowPlaying
    private let now: Timestamp
    /// A text in place of the playback's state.
    private let condition: String?
    /// Escapes a value for the document in which it stands.
    var escape: (String) -> String = { $0 }

    /// The values of a state at a time.
    ///
    /// - Parameter condition: The text of `{state}`; `nil` for that of the playback.
    package init(of state: NowPlaying, at now: Timestamp, condition: String? = nil) {
        (self.state, self.now, self.condition) = (state, now, condition)
    }

    /// The text of a field, without control characters; `nil` where it is not known.
    subscript(field: TemplateField) -> String? {
        if field == .part(.state), let condition { return condition }
        return state.text(of: field, at: now)?.withoutControls
    }

    fileprivate var timeOnAir: Interval { state.timeOnAir(at: now) }
}

/// The room of a field in a template.
package struct TemplateRoom: Hashable, Sendable {
    /// A text moves by one character each time.
    package static let step = Interval.milliseconds(500)
    /// The number of steps for which it stands at its beginning.
    private static let pause: Int64 = 6
    /// The gap between the end of a text that moves and its beginning.
    private static let gap = "   "

    /// The number of columns.
    var columns: Int
    /// A text that is longer moves through it, and does not end in an ellipsis.
    var scrolls = false

    /// The visible part of a text after a time.
    func text(_ text: String, after time: Interval) -> String {
        guard scrolls, text.columns > columns else { return text.shortened(to: columns) }
        let characters = Array(text + Self.gap)
        let period = Int64(characters.count) + Self.pause
        let step = time.milliseconds / Self.step.milliseconds % period
        let first = Int(max(0, step - Self.pause)) % characters.count
        let turned = String(characters[first...] + characters[..<first])
        let seen = turned.cut(to: columns)
        // A character of two columns may leave one.
        return seen + String(repeating: " ", count: columns - seen.columns)
    }
}

extension NowPlaying {
    /// The time for which the track has been on air; where that is unknown, the time since 1970.
    fileprivate func timeOnAir(at now: Timestamp) -> Interval {
        max(.zero, now - (playback?.anchor?.startedAt ?? Timestamp(milliseconds: 0)))
    }
}

/// The reason for which a text is not a template, and its place.
public struct TemplateError: Error, Equatable, Sendable {
    /// The number of the character, counted from 1.
    public var place: Int
    /// The problem, and its remedy.
    public var problem: String

    /// An error at a place.
    public init(place: Int, problem: String) {
        (self.place, self.problem) = (place, problem)
    }
}

extension TemplateError: CustomStringConvertible {
    /// The place and the problem.
    public var description: String { "character \(place): \(problem)" }
}
