/// What there is to know about a station, line by line, and what can be done with it.
public struct InformationTemplate: TemplatePart, Hashable, Sendable {
    /// More buttons Apple's template does not show.
    static let actionsMax = 3

    /// Unique in the document; stays as long as the part does.
    public let id: String
    /// What can change in place; its `actions` are the buttons below.
    public var properties = Properties()

    /// What is written above it.
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
    /// What it tells.
    public let title: String
    /// What that is.
    public let detail: String
}
