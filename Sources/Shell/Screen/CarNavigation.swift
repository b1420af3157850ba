public import HubClient

/// The template on top, and the choice on each template. The hub knows nothing of them.
public struct CarNavigation: Equatable, Sendable {
    /// The id of the now-playing template.
    static let nowPlaying = "nowPlaying"
    /// The most templates on top of each other, the root included, as cars have it for audio.
    static let depthMax = 5

    /// The tab that is shown at the bottom of the stack.
    private(set) var tab = ""
    /// The templates on top of the tab, by id, the topmost last.
    private(set) var stack: [String] = []
    /// The choice on each template, by its id; the place serves when the chosen item is gone.
    private var choices: [String: Choice] = [:]

    private struct Choice: Equatable {
        var id: String
        var place: Int
    }

    /// The id of the template on top.
    var top: String { stack.last ?? tab }

    /// Leaves what a new document no longer has, with all on top of it.
    public mutating func settle(in document: CarDocument) {
        let lost = stack.firstIndex { id in
            id == Self.nowPlaying ? document.nowPlaying == nil : document.template(id) == nil
        }
        if let lost { stack.removeSubrange(lost...) }
        if !document.tabs.contains(where: { $0.id == tab }) { tab = document.tabs.first?.id ?? "" }
        choices = choices.filter { id, _ in
            id == Self.nowPlaying || document.template(id) != nil
        }
    }

    /// Shows another tab, without anything on top of it.
    mutating func show(tab: String) {
        self.tab = tab
        stack = []
    }

    /// Puts a template on top; one that is in the stack already is gone back to. What plays lies on
    /// the tab itself, since its own lists need the depth.
    mutating func push(_ id: String) {
        if id == tab { return stack = [] }
        if id == Self.nowPlaying { return stack = [id] }
        if let place = stack.firstIndex(of: id) { return stack.removeSubrange((place + 1)...) }
        guard stack.count + 1 < Self.depthMax else { return }
        stack.append(id)
    }

    /// Goes back by one template.
    mutating func pop() {
        _ = stack.popLast()
    }

    // MARK: Choices

    /// The place of what is chosen among what can be chosen on top; `nil` where there is nothing.
    func place(among ids: [String]) -> Int? {
        guard !ids.isEmpty else { return nil }
        guard let choice = choices[top] else { return 0 }
        return ids.firstIndex(of: choice.id) ?? min(choice.place, ids.count - 1)
    }

    /// Chooses what lies so many places further, or the last one on the way.
    mutating func move(by step: Int, among ids: [String]) {
        guard let place = place(among: ids) else { return }
        let next = min(max(0, place + step), ids.count - 1)
        choices[top] = Choice(id: ids[next], place: next)
    }
}
