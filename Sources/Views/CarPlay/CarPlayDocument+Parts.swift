extension CarPlayDocument {
    /// Visits every part that can change in place, in the document's order.
    mutating func forEachPart(_ visit: (_ id: String, inout Properties) -> Void) {
        root.forEachPart(visit)
        nowPlaying?.visit(visit)
        for index in lists.indices { lists[index].forEachPart(visit) }
        alert.visit(visit)
    }

    /// A part with what can change of it in place.
    struct Part {
        let id: String
        let properties: Properties
    }

    /// The parts, in the document's order.
    var parts: [Part] {
        tabBarParts + root.tabs.flatMap(\.parts) + nowPlayingParts + lists.flatMap(\.parts)
            + [alert.part]
    }

    /// The tab bar, where there is one.
    var tabBarParts: [Part] {
        switch root {
        case .tabBar(let tabBar): [tabBar.part]
        case .template: []
        }
    }

    /// The now-playing template, where there is one.
    var nowPlayingParts: [Part] { nowPlaying.map { [$0.part] } ?? [] }
}

extension TemplatePart {
    var part: CarPlayDocument.Part { CarPlayDocument.Part(id: id, properties: properties) }

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
    /// The template without all properties that can change in place.
    var structure: Self {
        var structure = self
        structure.forEachPart { _, properties in properties = Properties() }
        return structure
    }

    /// Its parts, in their order.
    var parts: [CarPlayDocument.Part] {
        switch self {
        case .list(let list): list.parts
        case .grid(let template): [template.part] + template.buttons.map(\.part)
        case .pointOfInterest(let template):
            [template.part]
                + template.points.flatMap { point in
                    [point.part] + (point.information.map { [$0.part] } ?? [])
                }
        }
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
    /// The list and its rows.
    var parts: [CarPlayDocument.Part] {
        var parts = [part]
        parts.reserveCapacity(rowCount + 1)
        for section in sections {
            for row in section.rows {
                switch row {
                case .item(let item): parts.append(item.part)
                case .imageRow(let row): parts += [row.part] + row.elements.map(\.part)
                }
            }
        }
        return parts
    }

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
