extension CarPlayDocument {
    /// Visits every part that can change in place, in the document's order.
    mutating func forEachPart(_ visit: (_ id: String, inout Properties) -> Void) {
        root.forEachPart(visit)
        nowPlaying?.visit(visit)
        for index in lists.indices { lists[index].forEachPart(visit) }
        alert.visit(visit)
    }

    /// The parts with their properties, in the document's order.
    var parts: [(id: String, properties: Properties)] {
        var parts: [(id: String, properties: Properties)] = []
        var document = self
        document.forEachPart { id, properties in parts.append((id, properties)) }
        return parts
    }

    /// What is left without all that can change in place: the sections, the tabs, the root.
    var structure: CarPlayDocument {
        var structure = self
        structure.forEachPart { _, properties in properties = Properties() }
        return structure
    }
}

extension TemplatePart {
    fileprivate mutating func visit(_ visit: (String, inout Properties) -> Void) {
        visit(id, &properties)
    }
}

extension CarPlayDocument.Root {
    fileprivate mutating func forEachPart(_ visit: (String, inout Properties) -> Void) {
        switch self {
        case .tabBar(var tabBar):
            tabBar.visit(visit)
            for index in tabBar.templates.indices { tabBar.templates[index].forEachPart(visit) }
            self = .tabBar(tabBar)
        case .template(var template):
            template.forEachPart(visit)
            self = .template(template)
        }
    }
}

extension CarPlayDocument.Tab {
    /// What is left without all that can change in place.
    var structure: Self {
        var structure = self
        structure.forEachPart { _, properties in properties = Properties() }
        return structure
    }

    /// The ids of its parts.
    var partIdentifiers: [String] {
        var ids: [String] = []
        var template = self
        template.forEachPart { id, _ in ids.append(id) }
        return ids
    }

    fileprivate mutating func forEachPart(_ visit: (String, inout Properties) -> Void) {
        switch self {
        case .list(var list):
            list.forEachPart(visit)
            self = .list(list)
        case .grid(var template):
            template.visit(visit)
            for index in template.buttons.indices { template.buttons[index].visit(visit) }
            self = .grid(template)
        case .pointOfInterest(var template):
            template.visit(visit)
            for index in template.points.indices {
                template.points[index].visit(visit)
                template.points[index].information?.visit(visit)
            }
            self = .pointOfInterest(template)
        }
    }
}

extension ListTemplate {
    /// Visits the list and its rows.
    mutating func forEachPart(_ visit: (String, inout Properties) -> Void) {
        self.visit(visit)
        for section in sections.indices {
            for row in sections[section].rows.indices {
                sections[section].rows[row].forEachPart(visit)
            }
        }
    }
}

extension ListTemplate.Row {
    fileprivate mutating func forEachPart(_ visit: (String, inout Properties) -> Void) {
        switch self {
        case .item(var item):
            item.visit(visit)
            self = .item(item)
        case .imageRow(var row):
            row.visit(visit)
            for index in row.elements.indices { row.elements[index].visit(visit) }
            self = .imageRow(row)
        }
    }
}
