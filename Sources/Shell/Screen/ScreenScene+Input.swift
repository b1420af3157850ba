public import HubClient

/// Applies the user's keys and the hub's invitations to a scene.
extension ScreenScene {
    /// The further effect of a key.
    public enum Outcome: Equatable, Sendable {
        /// Send a command.
        case send(SessionAction)
        /// The user has seen enough.
        case leave
    }

    /// As far as a page goes.
    private static let page = 5
    /// Further than any list goes.
    private static let far = 1_000_000

    /// Does what a key is for.
    public mutating func press(_ key: ScreenKey) -> Outcome? {
        if key == .character("q") { return .leave }
        if alert != nil {
            alert = nil
            return nil
        }
        switch key {
        case .up, .character("k"): move(by: -1)
        case .down, .character("j"): move(by: 1)
        case .left, .character("h"): if showsPosition { move(by: -1) }
        case .right, .character("l"): if showsPosition { move(by: 1) }
        case .pageUp: move(by: -Self.page)
        case .pageDown: move(by: Self.page)
        case .home: move(by: -Self.far)
        case .end: move(by: Self.far)
        case .enter: return chosenPlace.flatMap { tap(items[$0].tap) }
        case .space: return tap(card?.tap(LockCard.toggle))
        case .backspace, .escape: navigation.pop()
        case .tab: return showTab(by: 1)
        case .backTab: return showTab(by: -1)
        case .character(let letter): return type(letter)
        }
        return nil
    }

    private mutating func type(_ letter: Character) -> Outcome? {
        if letter == "n" { present(CarNavigation.nowPlaying) }
        guard let document, let number = letter.wholeNumberValue,
            document.tabs.indices.contains(number - 1)
        else { return nil }
        return show(document.tabs[number - 1])
    }

    private mutating func move(by step: Int) {
        navigation.move(by: step, among: items.map(\.id))
    }

    private mutating func showTab(by step: Int) -> Outcome? {
        guard let tabs = document?.tabs,
            let place = tabs.firstIndex(where: { $0.id == navigation.tab })
        else { return nil }
        return show(tabs[(place + step + tabs.count) % tabs.count])
    }

    /// Shows a tab, whose badge is seen by that.
    private mutating func show(_ tab: CarTemplate) -> Outcome? {
        navigation.show(tab: tab.id)
        return tab.action.map { .send($0) }
    }

    private mutating func tap(_ tap: ScreenTap?) -> Outcome? {
        switch tap {
        case .command(let action): return .send(action)
        case .push(let id): present(id)
        case nil: break
        }
        return nil
    }

    // MARK: Templates

    /// Does what the answer to a command says is next: `present:ID`, `push:ID` or `pop`.
    public mutating func follow(_ then: String) {
        let parts = then.split(separator: ":", maxSplits: 1).map(String.init)
        switch (parts.first, parts.dropFirst().first) {
        case ("present", let id?), ("push", let id?): present(id)
        case ("pop", nil): navigation.pop()
        default: break
        }
    }

    /// Shows what the hub invites to, unless the user looks for something.
    public mutating func invite(to template: String) {
        if navigation.stack.isEmpty { present(template) }
    }

    /// Puts a template on top, where there is one of that id.
    private mutating func present(_ id: String) {
        guard let document else { return }
        let isThere =
            id == CarNavigation.nowPlaying
            ? document.nowPlaying != nil : document.template(id) != nil
        if isThere { navigation.push(id) }
    }
}
