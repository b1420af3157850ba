/// A list of rows.
public struct ListTemplate: TemplatePart, Hashable, Sendable {
    /// A row of a list.
    public enum Row: Hashable, Sendable {
        case item(ListItem)
        case imageRow(ListImageRowItem)
    }

    /// Rows that belong together.
    public struct Section: Hashable, Sendable {
        /// Unique in the document.
        public let id: String
        /// The text above them.
        public var header: String?
        /// The rows.
        public var rows: [Row]
    }

    /// The appearance of a template as a tab.
    public struct Tab: Hashable, Sendable {
        /// The system's own tabs, as in `UITabBarItem.SystemItem`.
        public enum SystemItem: String, Sendable {
            case favorites, recents
        }

        /// The tab's title.
        public var title: String
        /// The name of the tab's symbol.
        public var image: String
        /// The system's own tab for the same, for those who rather have its words and picture.
        public var systemItem: SystemItem?
    }

    /// Unique in the document; stays as long as the part does.
    public let id: String
    /// The properties that can change in place.
    public var properties = Properties()
    /// The text above the list.
    public let title: String
    /// Its appearance as a tab; `nil` where it is none.
    public let tab: Tab?
    /// Its sections; never without a row.
    public var sections: [Section]
    /// It has rows of its own, not only the one that says that there are none.
    let isFilled: Bool

    /// The list as far as a car takes it, by preference: sections and rows from the front. An empty
    /// list has a row instead that says so.
    ///
    /// - Parameter rowsBesides: The number of rows that were not made, since there is no room for
    ///   them.
    init(
        id: String, title: String, tab: Tab? = nil, sections: [Section], placeholder: ListItem,
        limits: CarPlayLimits, rows rowsMax: Int, rowsBesides: Int = 0
    ) {
        self.id = id
        self.title = title
        self.tab = tab
        let filled = sections.filter { !$0.rows.isEmpty }
        var room = max(min(limits.listItems, rowsMax), 1)
        self.sections = filled.prefix(limits.listSections).compactMap { section in
            var kept = section
            if kept.rows.count > room { kept.rows.removeLast(kept.rows.count - room) }
            room -= kept.rows.count
            return kept.rows.isEmpty ? nil : kept
        }
        isFilled = !filled.isEmpty
        if filled.isEmpty {
            self.sections = [Section(id: id + "#rows", rows: [.item(placeholder)])]
        } else {
            leftOut = filled.rowCount + rowsBesides - self.sections.rowCount
        }
    }

    /// The number of its rows.
    var rowCount: Int { sections.rowCount }

    /// The rows of text.
    public var items: [ListItem] {
        sections.flatMap(\.rows).compactMap { row in
            switch row {
            case .item(let item): item
            case .imageRow: nil
            }
        }
    }

    /// The rows of pictures.
    public var imageRows: [ListImageRowItem] {
        sections.flatMap(\.rows).compactMap { row in
            switch row {
            case .item: nil
            case .imageRow(let row): row
            }
        }
    }
}

extension [ListTemplate.Section] {
    fileprivate var rowCount: Int { reduce(0) { $0 + $1.rows.count } }
}
