import NowPlaying
import Screen
import Support

/// A line of text with fields in it, as a user writes it for `--format`.
///
/// `{title}` is a field, `{title:30}` the same in at most 30 columns, `{{` a brace. A segment in
/// `[…]` vanishes when a field in it is absent; segments may hold segments, each of which stands or
/// vanishes by itself. `{[}` and `{]}` are brackets.
public struct Template: Hashable, Sendable {
    /// What a template is made of.
    enum Part: Hashable, Sendable {
        case text(String)
        /// With the most columns that it may take, where the user gave a number.
        case field(TemplateField, columnsMax: Int?)
        case segment([Part])
    }

    private let parts: [Part]
    private let fields: Set<TemplateField>
    /// It shows the position, and so changes by itself.
    var showsPosition: Bool { fields.contains(where: \.showsPosition) }
    /// It shows the number of listeners, which a hub tells only when asked.
    public var showsListeners: Bool { fields.contains(.part(.listeners)) }

    /// Reads a template.
    public init(_ text: String) throws(TemplateError) {
        var reader = TemplateReader(text)
        parts = try reader.parts()
        fields = reader.fields
    }

    /// The text for a state at a time; outside of segments, what is absent is left out.
    func text(for state: NowPlaying, at now: Timestamp) -> String {
        parts.map { Self.text(of: [$0], for: state, at: now) ?? "" }.joined()
    }

    /// The text of parts that stand or vanish together; `nil` where a field of theirs is absent.
    private static func text(
        of parts: [Part], for state: NowPlaying, at now: Timestamp
    ) -> String? {
        var whole = ""
        for part in parts {
            switch part {
            case .text(let text):
                whole += text
            case .field(let field, let columnsMax):
                guard let text = state.text(of: field, at: now)?.withoutControls else { return nil }
                whole += columnsMax.map(text.shortened) ?? text
            case .segment(let parts):
                whole += text(of: parts, for: state, at: now) ?? ""
            }
        }
        return whole
    }
}

/// Why a text is not a template, and where.
public struct TemplateError: Error, Equatable, Sendable {
    /// Which character it is about, counted from 1.
    public var place: Int
    /// What is wrong, and what would be right.
    public var problem: String
}

extension TemplateError: CustomStringConvertible {
    /// The place and the problem.
    public var description: String { "character \(place): \(problem)" }
}
