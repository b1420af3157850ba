public import HubClient
public import Shell
import Support
import Views

/// A form in which a watcher prints what it is told.
public enum WatchFormat: Hashable, Sendable {
    /// The bare record, one a line (jsonlines.org).
    case jsonl
    /// The line of each station and, where it cannot be read, the reason; one change a line.
    case plain
    /// The user's own text, one change a line.
    case template(Template)
    /// A module of Waybar (waybar-custom(5)), with a text of the user's own where there is one.
    case waybar(Template?)
    /// The status line of i3bar and swaybar (swaybar-protocol(7)), likewise.
    case i3bar(Template?)
    /// The stations in a table that is always up to date.
    case table
    /// The screen of a car or a lock screen, drawn.
    case screen

    /// The formats that have names.
    public static let names = ["jsonl", "plain", "waybar", "i3bar", "table", "screen"]

    /// Reads a format as the user writes it: `plain`, `{artist} – {title}`, `waybar:{title}`.
    public init(_ text: String) throws(WatchFormatError) {
        switch text {
        case "jsonl": self = .jsonl
        case "plain": self = .plain
        case "waybar": self = .waybar(nil)
        case "i3bar": self = .i3bar(nil)
        case "table": self = .table
        case "screen": self = .screen
        default: self = try Self.templated(text)
        }
    }

    private static func templated(_ text: String) throws(WatchFormatError) -> WatchFormat {
        if let rest = text.rest(after: "waybar:") {
            return .waybar(try template(rest, after: "waybar:"))
        }
        if let rest = text.rest(after: "i3bar:") {
            return .i3bar(try template(rest, after: "i3bar:"))
        }
        guard text.contains("{") else { throw .unknown(text) }
        return .template(try template(text))
    }

    private static func template(
        _ text: String, after prefix: String = ""
    ) throws(WatchFormatError) -> Template {
        do {
            return try Template(text)
        } catch {
            throw .template(
                TemplateError(place: error.place + prefix.count, problem: error.problem))
        }
    }

    /// The name in messages.
    public var name: String {
        switch self {
        case .jsonl: "jsonl"
        case .plain: "plain"
        case .template: "TEMPLATE"
        case .waybar: "waybar"
        case .i3bar: "i3bar"
        case .table: "table"
        case .screen: "screen"
        }
    }

    /// True if it shows the number of listeners, which a hub tells only when asked.
    public var showsListeners: Bool {
        switch self {
        case .template(let template), .waybar(let template?), .i3bar(let template?):
            template.showsListeners
        case .jsonl, .plain, .waybar(nil), .i3bar(nil), .table, .screen: false
        }
    }

    /// The views that it can print, first that which it prints unless another is asked for.
    public var views: [HubView] {
        switch self {
        case .jsonl: View.encoded.map { HubView(rawValue: $0.name) }
        case .plain: [.nowPlaying, .line, .lockScreen]
        case .template, .waybar, .i3bar: [.nowPlaying, .lockScreen]
        case .table: [.nowPlaying]
        case .screen: [.carPlay, .lockScreen]
        }
    }
}

/// The reason for which a text names no format.
public enum WatchFormatError: Error, Equatable, Sendable {
    /// Neither a name nor a template.
    case unknown(String)
    /// A template with a mistake in it.
    case template(TemplateError)
}

extension WatchFormatError: CustomStringConvertible {
    /// The problem, and its remedy.
    public var description: String {
        switch self {
        case .unknown(let text):
            """
            there is no format \(quote(text)); \(suggestion(for: text, among: WatchFormat.names)) \
            (a template has fields, such as `{artist} – {title}`)
            """
        case .template(let error): error.description
        }
    }
}

extension String {
    /// Returns the text after a beginning; `nil` where it begins otherwise.
    fileprivate func rest(after beginning: String) -> String? {
        hasPrefix(beginning) ? String(dropFirst(beginning.count)) : nil
    }
}
