import Support

/// Changes of templates, by the templates' ids: the tabs and the lists that are put on top of them.
public struct TemplateChanges: Hashable, Sendable {
    /// The templates whose sections changed and those that came, whole.
    public let changed: [CarPlayDocument.Tab]
    /// The ids of the lists that are gone.
    public let removed: [String]
    /// Changes of properties of parts of the other templates.
    public let rows: RowChanges

    /// The same templates are there, and no section of them changed.
    let areInPlace: Bool

    /// The changes between two documents with the same tabs.
    init(from old: CarPlayViewDocument, to new: CarPlayViewDocument) {
        let before = old.encodedTemplates
        let held = Dictionary(before.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        let after = new.encodedTemplates.map { Match($0, held[$0.id]) }
        let (tabs, lists) = (
            after.prefix(new.document.root.tabs.count),
            after.dropFirst(new.document.root.tabs.count)
        )
        changed = after.compactMap { $0.isReplaced ? $0.new : nil }
        let present = Set(after.map(\.new.id))
        removed = before.map(\.id).filter { !present.contains($0) }
        areInPlace = changed.isEmpty && before.elementsEqual(after) { $0.id == $1.new.id }
        let (old, new) = (old.document, new.document)
        rows = RowChanges(
            of: [
                zip(old.tabBarParts, new.tabBarParts), Match.parts(of: tabs),
                zip(old.nowPlayingParts, new.nowPlayingParts), Match.parts(of: lists),
                zip([old.alert.part], [new.alert.part]),
            ])
    }

    /// A template, and the one that it takes the place of.
    private struct Match {
        let new: CarPlayDocument.Tab
        /// The template before, where parts of it have changed in place.
        var old: CarPlayDocument.Tab?
        /// It is new, or has other sections.
        var isReplaced = true

        init(_ new: EncodedTemplate, _ held: EncodedTemplate?) {
            self.new = new.template
            guard let held else { return }
            let isSame = held.bytes.hasBytes(of: new.bytes)
            isReplaced = !isSame && held.template.structure != new.template.structure
            if !isSame, !isReplaced { old = held.template }
        }

        /// The parts of those that have changed in place.
        static func parts(
            of matches: ArraySlice<Match>
        ) -> Zip2Sequence<[CarPlayDocument.Part], [CarPlayDocument.Part]> {
            let changed = matches.filter { $0.old != nil }
            return zip(changed.flatMap { $0.old?.parts ?? [] }, changed.flatMap(\.new.parts))
        }
    }
}

extension CarPlayDocument {
    /// The tabs, then the lists that are put on top.
    var templates: [Tab] { root.tabs + lists.map(Tab.list) }

    /// The document without sections, lists and all that can change in place: a change of it needs
    /// the whole document.
    var frame: Frame {
        var isTabBar = false
        if case .tabBar = root { isTabBar = true }
        var (nowPlaying, alert) = (nowPlaying, alert)
        nowPlaying?.properties = Properties()
        alert.properties = Properties()
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
