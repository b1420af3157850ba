/// The facts about a station, line by line, with buttons.
public struct InformationTemplate: TemplatePart, Hashable, Sendable {
    /// The greatest number of buttons that Apple's template shows.
    static let actionsMax = 3

    /// Unique in the document; stays as long as the part does.
    public let id: String
    /// The properties that can change in place; its `actions` are the buttons below.
    public var properties = Properties()

    /// The text above it.
    public var title: String {
        get { self[.title] ?? "" }
        set { self[.title] = newValue }
    }

    /// The lines; never none.
    public var items: [InformationItem] {
        get {
            guard case .informationItems(let items) = properties[.items] else { return [] }
            return items
        }
        set { properties[.items] = .informationItems(newValue) }
    }
}

/// A line of an information template.
public struct InformationItem: Hashable, Sendable {
    /// The name of the fact.
    public let title: String
    /// The fact.
    public let detail: String
}
