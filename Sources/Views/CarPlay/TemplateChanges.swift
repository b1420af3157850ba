/// Changes of templates, by the templates' ids: the tabs and the lists that are put on top of them.
public struct TemplateChanges: Hashable, Sendable {
    /// The templates whose sections changed and those that came, whole.
    public let changed: [CarPlayDocument.Tab]
    /// The ids of the lists that are gone.
    public let removed: [String]
    /// Changes of properties of parts of the other templates.
    public let rows: RowChanges

    /// The changes between two documents with the same tabs.
    init(from old: CarPlayDocument, to new: CarPlayDocument) {
        let structures = Dictionary(
            old.templates.map { ($0.id, $0.structure) }, uniquingKeysWith: { first, _ in first })
        changed = new.templates.filter { structures[$0.id] != $0.structure }
        let present = Set(new.templates.map(\.id))
        removed = old.templates.map(\.id).filter { !present.contains($0) }
        let sent = Set(changed.flatMap(\.partIdentifiers))
        let held = Dictionary(
            old.parts.map { ($0.id, $0.properties) }, uniquingKeysWith: { first, _ in first })
        let kept = new.parts.filter { !sent.contains($0.id) }
        rows = RowChanges(
            from: kept.map { ($0.id, held[$0.id] ?? Properties()) }, to: kept)
    }
}

extension CarPlayDocument {
    /// The tabs, then the lists that are put on top.
    var templates: [Tab] { root.tabs + lists.map(Tab.list) }

    /// What is left of a structure without sections and lists: a change of it needs the whole
    /// document.
    var frame: Frame {
        var isTabBar = false
        if case .tabBar = root { isTabBar = true }
        return Frame(
            isTabBar: isTabBar, tabs: root.tabs.map(\.id), nowPlaying: nowPlaying, alert: alert)
    }

    /// The tabs by their ids, and the templates of which there is one.
    struct Frame: Hashable {
        let isTabBar: Bool
        let tabs: [String]
        let nowPlaying: NowPlayingTemplate?
        let alert: AlertTemplate
    }
}

extension CarPlayDocument.Tab {
    /// Unique in the document.
    public var id: String {
        switch self {
        case .list(let list): list.id
        case .grid(let template): template.id
        case .pointOfInterest(let template): template.id
        }
    }
}
