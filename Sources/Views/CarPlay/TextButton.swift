public import NowPlaying

/// A button of an alert or of an information template.
public struct TextButton: Hashable, Sendable {
    /// The meaning of a button, as in Apple's `CPAlertAction.Style` and `CPTextButtonStyle`.
    public enum Style: String, Sendable {
        /// In an alert: an action besides dismissing it.
        case standard = "default"
        /// In an alert: it goes away.
        case cancel
        /// In an information template: its main action.
        case confirm
        /// In an information template: another action.
        case normal
    }

    /// Unique in the document.
    public let id: String
    /// The text on it.
    public let title: String
    /// Its meaning.
    public let style: Style
    /// The command that tapping it sends; `nil` where it only dismisses an alert.
    public let action: SessionCommand?

    init(id: String, title: String, style: Style, action: SessionCommand? = nil) {
        self.id = id
        self.title = title
        self.style = style
        self.action = action
    }
}

extension TemplatePart {
    /// The buttons of an alert or an information template.
    public var actions: [TextButton] {
        get {
            guard case .textButtons(let buttons) = properties[.actions] else { return [] }
            return buttons
        }
        set { properties[.actions] = newValue.isEmpty ? nil : .textButtons(newValue) }
    }
}
