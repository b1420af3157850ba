import HubClient
import Testing

/// The screen of a car after some calls of CarPlay. A call that would set the same is an issue.
struct ShownCar: Equatable {
    private struct Row: Equatable {
        var text: String
        var detailText: String?
        var image: CarImage?
        var isPlaying: Bool
        var isMarkTrailing: Bool
        var progress: Double
        var isEnabled: Bool
        var accessory: String?
        var pictures: [CarPicture]?

        init(_ item: CarItem) {
            text = item.text
            pictures = item.elements
            let isPlain = item.elements == nil
            detailText = isPlain ? item.detailText : nil
            image = isPlain ? item.picture : nil
            isPlaying = isPlain && item.shownPlaying
            isMarkTrailing = isPlain && item.isMarkTrailing
            progress = isPlain ? item.shownProgress : 0
            isEnabled = !isPlain || item.shownEnabled
            accessory = isPlain ? item.accessory : nil
        }
    }

    private struct Section: Equatable {
        var header: String?
        var rows: [String]
    }

    private struct Template: Equatable {
        var id: String
        var words: [String?]
        var hasBadge: Bool?
        var sections: [Section] = []
        var buttons: [CarGridButton] = []
        var places: [CarPlace] = []
        var selected: Int?
        var information: CarInformation?
    }

    private var isTabBar = false
    private var tabs: [Template] = []
    private var stack: [Template] = []
    private var rows: [String: Row] = [:]
    private var buttons: [CarNowPlaying.Button]?
    private var upNext: [String] = []
    private var canTapArtist: Bool?

    /// Carries calls out.
    mutating func apply(_ calls: [CarCall]) {
        for call in calls {
            let before = self
            apply(call)
            if call.setsSomething, self == before { Issue.record("\(call) sets what is shown") }
        }
        forgetRows()
    }

    /// The ids of the templates on top of the root.
    var stackedIDs: [String] { stack.map(\.id) }

    private mutating func apply(_ call: CarCall) {
        switch call {
        case .setRoot(let root):
            isTabBar = root.type == "tabBar"
            (stack, rows) = ([], [:])
            tabs = (root.templates ?? [root]).map { make($0) }
        case .updateTabs(let templates):
            let known = tabs
            tabs = templates.map { tab in known.first { $0.id == tab.id } ?? make(tab) }
        case .updateTab(let tab):
            let words = words(of: tab)
            change(tab.id) { ($0.words, $0.hasBadge) = (words, tab.showsTabBadge) }
        case .updateSections(let list, let sections):
            let made = sections.map { section in make(section) }
            change(list) { $0.sections = made }
        case .updateGridButtons(let grid, let buttons): change(grid) { $0.buttons = buttons }
        case .updatePlaces(let map, let places, let selected):
            change(map) { ($0.places, $0.selected) = (places, selected) }
        case .updateInformation(let information):
            change(information.id) { $0.information = information }
        case .updateNowPlayingButtons(let buttons): self.buttons = buttons
        case .setUpNext(let title, let isEnabled): upNext = [title, "\(isEnabled)"]
        case .setAlbumArtist(let isEnabled): canTapArtist = isEnabled
        case .push(let list): stack.append(make(list))
        case .pushInformation(let information):
            stack.append(Template(id: information.id, words: [], information: information))
        case .pushNowPlaying: stack.append(Template(id: "nowPlaying", words: []))
        case .pop(let id):
            stack = Array(stack[...(stack.firstIndex { $0.id == id } ?? -1)])
        case .present, .send, .finish: break
        default: applyToRow(call)
        }
    }

    private mutating func applyToRow(_ call: CarCall) {
        switch call {
        case .setText(let text, let row): rows[row]?.text = text
        case .setDetailText(let text, let row): rows[row]?.detailText = text
        case .setImage(let image, let row): rows[row]?.image = image
        case .setPictures(let pictures, let row): rows[row]?.pictures = pictures
        case .setPlaying(let isPlaying, let row): rows[row]?.isPlaying = isPlaying
        case .setPlayingIndicator(let isTrailing, let row):
            rows[row]?.isMarkTrailing = isTrailing
        case .setProgress(let progress, let row): rows[row]?.progress = progress
        case .setEnabled(let isEnabled, let row): rows[row]?.isEnabled = isEnabled
        case .setAccessory(let accessory, let row): rows[row]?.accessory = accessory
        default: Issue.record("\(call) is not known")
        }
    }

    private mutating func change(_ id: String, _ body: (inout Template) -> Void) {
        if let place = tabs.firstIndex(where: { $0.id == id }) { body(&tabs[place]) }
        if let place = stack.firstIndex(where: { $0.id == id }) { body(&stack[place]) }
    }

    private mutating func make(_ template: CarTemplate) -> Template {
        let sections = (template.sections ?? []).map { make($0) }
        return Template(
            id: template.id, words: words(of: template), hasBadge: template.showsTabBadge,
            sections: sections, buttons: template.gridButtons ?? [],
            places: template.pointsOfInterest ?? [], selected: template.selectedIndex)
    }

    private func words(of tab: CarTemplate) -> [String?] {
        [tab.title, tab.tabTitle, tab.tabImage, tab.tabSystemItem]
    }

    /// Rows that are known keep their items.
    private mutating func make(_ section: CarSection) -> Section {
        for item in section.items {
            let isSame = rows[item.id].map { ($0.pictures == nil) == (item.elements == nil) }
            if isSame != true { rows[item.id] = Row(item) }
        }
        return Section(header: section.header, rows: section.items.map(\.id))
    }

    private mutating func forgetRows() {
        let shown = Set((tabs + stack).flatMap(\.sections).flatMap(\.rows))
        rows = rows.filter { shown.contains($0.key) }
    }
}

extension CarCall {
    /// It changes what is shown.
    fileprivate var setsSomething: Bool {
        switch self {
        case .send, .present, .finish: false
        default: true
        }
    }
}
