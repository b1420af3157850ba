import NowPlaying
@testable public import Views

/// Finds what a car would refuse, or crash on. A document that the hub makes has nothing of it.
public struct CarPlayValidator {
    private let document: CarPlayDocument
    private let category: CarPlayCategory
    private let limits: CarPlayLimits
    private var violations: [String] = []

    /// Returns the violations of a document for an app of this category in a car with these limits,
    /// in words; empty if there are none.
    public static func violations(
        of document: CarPlayDocument, category: CarPlayCategory, limits: CarPlayLimits
    ) -> [String] {
        var validator = CarPlayValidator(
            document: document, category: category, limits: limits.sensible)
        validator.validate()
        return validator.violations
    }

    private init(document: CarPlayDocument, category: CarPlayCategory, limits: CarPlayLimits) {
        self.document = document
        self.category = category
        self.limits = limits
    }

    private mutating func validate() {
        validateKinds()
        validateIdentifiers()
        validateTabs()
        for list in document.allLists { validate(list) }
        if let grid = document.grid { validate(grid) }
        if let map = document.pointOfInterest { validate(map) }
        if let template = document.nowPlaying { validate(template) }
        validateAlert()
        validateDepth()
        validateMarks()
    }

    /// A car draws one mark of what plays: among its tabs, and in each list on top of them.
    private mutating func validateMarks() {
        let tabs = document.allLists.filter { $0.tab != nil }.flatMap(\.items)
        for items in [tabs] + document.lists.map(\.items) {
            let count = items.count(where: \.isPlaying)
            check(count <= 1, "\(count) rows play")
        }
    }

    private mutating func check(_ isRight: Bool, _ violation: @autoclosure () -> String) {
        if !isRight { violations.append(violation()) }
    }

    private mutating func validateKinds() {
        for kind in document.kinds where !category.templates.contains(kind) {
            violations.append("\(category.rawValue) may not use \(kind.rawValue)")
        }
    }

    private mutating func validateIdentifiers() {
        var known: Set<String> = []
        for id in document.allIdentifiers where !known.insert(id).inserted {
            violations.append("\(id) is there twice")
        }
    }

    private mutating func validateTabs() {
        guard case .tabBar(let tabBar) = document.root else { return }
        check(tabBar.templates.count > 1, "a tab bar with one tab")
        validateCount(tabBar.templates.count, of: .tabBar, in: tabBar.id)
    }

    private mutating func validateCount(_ count: Int, of kind: TemplateKind, in id: String) {
        let maximum = limits.maximum(for: kind) ?? .max
        check(count <= maximum, "\(id) has \(count) of at most \(maximum)")
    }

    private mutating func validate(_ list: ListTemplate) {
        validateCount(list.rowCount, of: .list, in: list.id)
        check(list.sections.count <= limits.listSections, "\(list.id) has too many sections")
        check(!list.sections.isEmpty, "\(list.id) is empty")
        for section in list.sections { check(!section.rows.isEmpty, "\(section.id) is empty") }
        for item in list.items { validate(item) }
        for row in list.imageRows { validate(row) }
    }

    private mutating func validate(_ item: ListItem) {
        check(!item.text.isEmpty, "\(item.id) has no text")
        check(!item.detailText.isEmpty, "\(item.id) has no second line")
        check((1...19).contains(item.twentieths ?? 1), "\(item.id) has gone too far")
        validateTarget(of: item, isOptional: !item.isEnabled)
    }

    private mutating func validate(_ row: ListImageRowItem) {
        check(!row.elements.isEmpty, "\(row.id) is empty")
        check(row.elements.count <= limits.rowImages, "\(row.id) has too many pictures")
        for element in row.elements { validateTarget(of: element) }
    }

    private mutating func validate(_ grid: GridTemplate) {
        validateCount(grid.buttons.count, of: .grid, in: grid.id)
        check(!grid.buttons.isEmpty, "\(grid.id) is empty")
        for button in grid.buttons {
            let isOptional = button.properties[.isEnabled] == .flag(false)
            validateTarget(of: button, isOptional: isOptional)
        }
    }

    private mutating func validate(_ map: PointOfInterestTemplate) {
        validateCount(map.points.count, of: .pointOfInterest, in: map.id)
        check(!map.points.isEmpty, "\(map.id) is empty")
        let isSelectable = map.selectedIndex.map(map.points.indices.contains) ?? true
        check(isSelectable, "\(map.id) selects what is not there")
        for point in map.points {
            validateTarget(of: point)
            guard let information = point.information else { continue }
            check(limits.templateDepth >= 2, "\(information.id) lies 2 deep")
            check(!information.items.isEmpty, "\(information.id) is empty")
            let count = information.actions.count
            check(count <= InformationTemplate.actionsMax, "\(information.id) has \(count) actions")
        }
    }

    /// Tapping something does one thing; nothing that can be tapped does none.
    private mutating func validateTarget(of part: some TemplatePart, isOptional: Bool = false) {
        let count = (part.action == nil ? 0 : 1) + (part.push == nil ? 0 : 1)
        check(count == 1 || isOptional && count == 0, "\(part.id) does \(count) things")
    }

    private mutating func validate(_ template: NowPlayingTemplate) {
        validateCount(template.buttons.count, of: .nowPlaying, in: template.id)
        for button in template.buttons {
            let isOne = (button.action == nil) != (button.push == nil)
            check(isOne, "\(button.id) does not do one thing")
        }
    }

    private mutating func validateAlert() {
        let alert = document.alert
        let lengths = alert.titleVariants.map(\.count)
        check(!lengths.isEmpty, "an alert without words")
        check(lengths == lengths.sorted(by: >), "an alert whose words are not longest first")
        validateCount(alert.actions.count, of: .alert, in: alert.id)
        let cancelling = alert.actions.filter { $0.style == .cancel }
        check(cancelling.count == 1, "an alert with \(cancelling.count) ways to dismiss it")
        check(alert.actions.last?.style == .cancel, "an alert that does not end with dismissing")
    }

    /// Every list that is put on top of another is there, within the depth; none is there in vain.
    private mutating func validateDepth() {
        var depths: [String: Int] = [:]
        var open = document.allLists.filter { $0.tab != nil }.map { ($0.id, 1) }
        if document.nowPlaying != nil { open.append((TemplateID.nowPlaying, 2)) }
        // Shown in answer to a station's row, and kept while that cannot be tapped.
        open += document.lists.filter(\.isOfStreams).map { ($0.id, 2) }
        open += document.grid?.buttons.compactMap(\.push).map { ($0, 2) } ?? []
        while let (id, depth) = open.popLast() {
            check(depth <= limits.templateDepth, "\(id) lies \(depth) deep")
            guard depths[id] ?? 0 < depth, depth <= document.lists.count + 2 else { continue }
            depths[id] = depth
            open += document.targets(of: id).map { ($0, depth + 1) }
        }
        for id in depths.keys.sorted() where id != TemplateID.nowPlaying {
            check(document.list(id) != nil, "\(id) is not there, or is not a list")
        }
        for list in document.lists { check(depths[list.id] != nil, "\(list.id) is never shown") }
    }
}

extension CarPlayDocument {
    /// The kinds of its templates.
    fileprivate var kinds: [TemplateKind] {
        var kinds: [TemplateKind] = [.list, .alert]
        if case .tabBar = root { kinds.append(.tabBar) }
        if nowPlaying != nil { kinds.append(.nowPlaying) }
        if grid != nil { kinds.append(.grid) }
        if let map = pointOfInterest {
            kinds.append(.pointOfInterest)
            if map.points.contains(where: { $0.information != nil }) { kinds.append(.information) }
        }
        return kinds
    }

    /// All ids: of parts, sections, buttons and actions.
    fileprivate var allIdentifiers: [String] {
        parts.map(\.id) + allLists.flatMap(\.sections).map(\.id)
            + (nowPlaying?.buttons.map(\.id) ?? []) + alert.actions.map(\.id)
            + (pointOfInterest?.points.compactMap(\.information).flatMap(\.actions).map(\.id) ?? [])
    }

    /// The templates that a template puts on top of itself.
    fileprivate func targets(of id: String) -> [String] {
        if id == TemplateID.nowPlaying, let nowPlaying {
            return nowPlaying.buttons.compactMap(\.push)
                + [nowPlaying.upNext, nowPlaying.albumArtist].compactMap(\.self)
        }
        guard let list = list(id) else { return [] }
        let pictures = list.imageRows.flatMap { row in
            [row.push].compactMap(\.self) + row.elements.compactMap(\.push)
        }
        return list.items.compactMap(\.push) + pictures + streamLists(behind: list)
    }

    /// The lists of streams that are shown in answer to a list's rows.
    private func streamLists(behind list: ListTemplate) -> [String] {
        list.items.compactMap { item in
            guard case .select(let station, nil) = item.action else { return nil }
            let id = TemplateID.streams(of: station)
            return self.list(id) == nil ? nil : id
        }
    }
}

extension ListTemplate {
    fileprivate var isOfStreams: Bool { id.hasPrefix(TemplateID.streams(of: "")) }
}
