/// Large buttons, of which a car shows few: for what is known by its picture.
public struct GridTemplate: TemplatePart, Hashable, Sendable {
    /// One of the buttons.
    public struct Button: TemplatePart, Hashable, Sendable {
        /// Unique in the document; stays as long as the part does.
        public let id: String
        /// The properties that can change in place.
        public var properties = Properties()

        /// The button that does what a row does, named like it.
        init(_ row: ListItem) {
            id = row.id
            properties[.titleVariants] = .texts([row.text])
            for property in [RowProperty.image, .placeholder, .isEnabled, .busy, .action, .push] {
                properties[property] = row.properties[property]
            }
        }
    }

    /// Unique in the document; stays as long as the part does.
    public let id: String
    /// The properties that can change in place.
    public var properties = Properties()
    /// The text above it.
    public let title: String
    /// Its appearance as a tab.
    public let tab: ListTemplate.Tab
    /// The buttons, by preference; never none.
    public var buttons: [Button]

    /// The rows of a list as buttons; `nil` for a list that is not a tab.
    init?(_ list: ListTemplate) {
        guard let tab = list.tab else { return nil }
        id = list.id
        properties = list.properties
        title = list.title
        self.tab = tab
        buttons = list.items.map(Button.init)
    }
}
