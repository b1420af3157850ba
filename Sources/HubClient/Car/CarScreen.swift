/// The screen of a car: documents, taps and events in, calls of CarPlay out.
///
/// It knows what is shown, and calls nothing that would set the same again: cars draw anew what is
/// set. It has no clock, no thread and no CarPlay, so that it can be tested anywhere.
public struct CarScreen: Sendable {
    /// Something that happened.
    public enum Event: Sendable {
        /// The hub has another document, of this revision.
        case updated(CarDocument, revision: Int)
        /// A row, a picture, a button, a place's primary button or an alert's action was tapped.
        case tapped(String)
        /// The second button of a place was tapped.
        case askedAbout(place: String)
        /// Up next was tapped.
        case tappedUpNext
        /// The album or the artist was tapped.
        case tappedAlbumArtist
        /// This tab is in front: its badge has been seen.
        case selectedTab(String)
        /// These templates are on top of the root, the lowest first: the user has gone back.
        case stacked([String])
        /// The hub has answered the command that something tapped sent; `nil` for a failure.
        case answered(HubAnswer?, from: String)
        /// A second has passed since that answer: a document that follows from it would be here.
        case waited(from: String)
        /// Something happened in the session.
        case happened(HubEvent)
    }

    /// The progress of a command that something tapped sent.
    private enum Wait {
        /// The hub has not answered.
        case sent
        /// It has; what follows from the command is in documents from this revision on.
        case answered(revision: Int)
        /// Nothing follows from it in the document, or it would be there.
        case settled
    }

    private var document: CarDocument?
    private var revision = 0
    /// The ids of the templates on top of the root, the lowest first.
    private(set) var stack: [String] = []
    /// Rows whose handlers wait for their completion.
    private var pending: [String: Wait] = [:]
    /// The list that an answer leads to and no document has had yet, and what was tapped for it.
    private var awaited: (list: String, tap: String)?
    private var alert: CarAlert?
    /// The tab that was selected last.
    private var frontTab: String?

    /// A screen that shows nothing yet.
    public init() {}

    /// Takes an event; gives the calls that it leads to, in their order.
    public mutating func apply(_ event: Event) -> [CarCall] {
        switch event {
        case .updated(let document, let revision):
            update(to: document, of: revision) + showAwaited() + finished() + seen()
        case .tapped(let id): tap(id)
        case .askedAbout(let place): show(information: place)
        case .tappedUpNext: show(document?.nowPlaying?.upNext)
        case .tappedAlbumArtist: show(document?.nowPlaying?.albumArtist)
        case .selectedTab(let id): select(tab: id)
        case .stacked(let ids): noteStack(ids)
        case .answered(let answer, let id): take(answer, from: id)
        case .waited(let id): settle(id)
        case .happened(let event): react(to: event)
        }
    }

    /// The ids of the rows that are shown, or under what is shown.
    public var shownRows: Set<String> {
        Set(shownTemplates.flatMap { $0.sections ?? [] }.flatMap(\.items).map(\.id))
    }

    private var shownTemplates: [CarTemplate] {
        (document?.tabs ?? []) + stack.compactMap { document?.template($0) }
    }

    // MARK: Documents

    private mutating func update(to document: CarDocument, of revision: Int) -> [CarCall] {
        let earlier = self.document
        (self.document, self.revision) = (document, revision)
        let nowPlaying = document.nowPlaying.map { $0.calls(after: earlier?.nowPlaying) } ?? []
        guard let earlier, earlier.root.isSameTemplate(as: document.root) else {
            stack = []
            return [.setRoot(document.root)] + nowPlaying
        }
        return tabCalls(from: earlier, to: document) + nowPlaying + stackCalls(after: earlier)
    }

    private func tabCalls(from earlier: CarDocument, to document: CarDocument) -> [CarCall] {
        let isSame = earlier.tabs.elementsEqual(document.tabs) { $0.isSameTemplate(as: $1) }
        let known = Dictionary(earlier.tabs.map { ($0.id, $0) }) { first, _ in first }
        let changes = document.tabs.flatMap { tab -> [CarCall] in
            guard let earlier = known[tab.id], earlier.isSameTemplate(as: tab) else { return [] }
            return tab.tabCalls(after: earlier) + tab.calls(after: earlier)
        }
        return isSame ? changes : changes + [.updateTabs(document.tabs)]
    }

    /// A list of the stack that is gone is popped, with all on top of it.
    private mutating func stackCalls(after earlier: CarDocument) -> [CarCall] {
        var calls: [CarCall] = []
        if let gone = stack.firstIndex(where: { !has($0) }) {
            stack.removeSubrange(gone...)
            calls.append(.pop(to: stack.last))
        }
        for id in stack {
            if let list = document?.template(id), let before = earlier.template(id) {
                calls += list.calls(after: before)
            } else if let information = document?.information(id),
                information != earlier.information(id)
            {
                calls.append(.updateInformation(information))
            }
        }
        return calls
    }

    private func has(_ id: String) -> Bool {
        id == document?.nowPlaying?.id || document?.template(id) != nil
            || document?.information(id) != nil
    }

    // MARK: Taps

    private mutating func tap(_ id: String) -> [CarCall] {
        awaited = nil
        guard let target = target(of: id) else { return [.finish(row: id)] }
        if let action = target.action {
            pending[id] = .sent
            return [.send(action, from: id)]
        }
        return show(target.push) + [.finish(row: id)]
    }

    private func target(of id: String) -> (any CarTappable)? {
        for template in shownTemplates {
            if let part = template.part(id) { return part }
        }
        let buttons = stack.compactMap { document?.information($0)?.actions }.joined()
        return document?.nowPlaying?.buttons?.first { $0.id == id }
            ?? buttons.first { $0.id == id } ?? alert?.actions.first { $0.id == id }
    }

    private mutating func select(tab id: String) -> [CarCall] {
        frontTab = id
        return seen()
    }

    /// The badge of the tab in front has been seen; the hub is told so once.
    private mutating func seen() -> [CarCall] {
        let tab = document?.tabs.first { $0.id == frontTab }
        guard let id = tab?.id, pending[id] == nil, stack.isEmpty, let action = tab?.action else {
            return []
        }
        pending[id] = .sent
        return [.send(action, from: id)]
    }

    private mutating func take(_ answer: HubAnswer?, from id: String) -> [CarCall] {
        guard let answer else {
            return pending.removeValue(forKey: id) == nil ? [] : [.finish(row: id)]
        }
        if pending[id] != nil { pending[id] = .answered(revision: answer.revision ?? 0) }
        return finished() + follow(answer.then, from: id)
    }

    private mutating func settle(_ id: String) -> [CarCall] {
        if case .answered? = pending[id] { pending[id] = .settled }
        if awaited?.tap == id { awaited = nil }
        return finished()
    }

    /// The rows whose commands are done: answered, and no longer busy. The answer comes before the
    /// document in which the row is busy.
    private mutating func finished() -> [CarCall] {
        let done = pending.filter { isSettled($0.value) && !isBusy($0.key) }.keys.sorted()
        for id in done { pending[id] = nil }
        return done.map { .finish(row: $0) }
    }

    private func isSettled(_ wait: Wait) -> Bool {
        switch wait {
        case .sent: false
        case .answered(let answer): answer <= revision
        case .settled: true
        }
    }

    private func isBusy(_ id: String) -> Bool {
        (target(of: id) as? any CarBusyPart)?.busy == true
    }

    // MARK: The stack

    private mutating func follow(_ then: String?, from tap: String) -> [CarCall] {
        guard let words = then?.split(separator: ":", maxSplits: 1) else { return [] }
        switch (words[0], words.last.map(String.init)) {
        case ("present", "nowPlaying"?): return show(document?.nowPlaying?.id)
        case ("push", let id?):
            awaited = (id, tap)
            return showAwaited()
        case ("pop", _) where !stack.isEmpty:
            stack.removeLast()
            return [.pop(to: stack.last)]
        default: return []
        }
    }

    private mutating func showAwaited() -> [CarCall] {
        guard let id = awaited?.list, has(id) else { return [] }
        awaited = nil
        return show(id)
    }

    /// Puts a template on top; one that is in the stack already is gone back to.
    private mutating func show(_ id: String?) -> [CarCall] {
        guard let id, id != stack.last else { return [] }
        if let place = stack.firstIndex(of: id) {
            stack.removeSubrange((place + 1)...)
            return [.pop(to: id)]
        }
        if id == document?.nowPlaying?.id { return showNowPlaying(id) }
        if let information = document?.information(id) {
            stack.append(id)
            return [.pushInformation(information)]
        }
        guard let list = document?.lists.first(where: { $0.id == id }) else { return [] }
        let calls = leavePages()
        stack.append(id)
        return calls + [.push(list)]
    }

    /// Puts what plays on the root itself, since its own lists need the depth.
    private mutating func showNowPlaying(_ id: String) -> [CarCall] {
        defer { stack = [id] }
        return (stack.isEmpty ? [] : [.pop(to: nil)]) + [.pushNowPlaying]
    }

    /// The system's button puts what plays on top of pages, which a list on top of it leaves.
    private mutating func leavePages() -> [CarCall] {
        guard let id = document?.nowPlaying?.id, stack.dropFirst().contains(id) else { return [] }
        return showNowPlaying(id)
    }

    private mutating func show(information place: String) -> [CarCall] {
        show(document?.places.first { $0.id == place }?.secondaryButton?.push)
    }

    private mutating func react(to event: HubEvent) -> [CarCall] {
        if let alert = event.alert {
            self.alert = alert
            return [.present(alert)]
        }
        // An invitation does not interrupt a driver who looks for something.
        guard event.present == "nowPlaying", stack.isEmpty else { return [] }
        return show(document?.nowPlaying?.id)
    }

    private mutating func noteStack(_ ids: [String]) -> [CarCall] {
        stack = ids
        return seen()
    }
}
