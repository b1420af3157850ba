internal import NowPlaying

/// A line of text with fields in it, as a user writes it for `--format`.
///
/// `{title}` is a field, `{{` a brace. A segment in `[…]` vanishes when a field in it is absent;
/// segments may hold segments, each of which stands or vanishes by itself. `{[}` and `{]}` are
/// brackets.
public struct Template: Hashable, Sendable {
    /// What a template is made of.
    enum Part: Hashable, Sendable {
        case text(String)
        case field(TemplateField)
        case segment([Part])
    }

    private let parts: [Part]
    /// It shows the position, and so changes by itself.
    let showsPosition: Bool

    /// Reads a template.
    public init(_ text: String) throws(TemplateError) {
        var reader = TemplateReader(text)
        parts = try reader.parts()
        showsPosition = reader.fields.contains(.elapsed)
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
            case .field(let field):
                guard let text = state.text(of: field, at: now) else { return nil }
                whole += text
            case .segment(let parts):
                whole += text(of: parts, for: state, at: now) ?? ""
            }
        }
        return whole
    }
}

/// Why a text is no template, and where.
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
