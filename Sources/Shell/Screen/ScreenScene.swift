public import HubClient
import NowPlaying
import Support

/// All that a screen is drawn from.
public struct ScreenScene: Equatable, Sendable {
    /// The screen that is drawn.
    public enum Device: Equatable, Sendable {
        /// The screen of a car.
        case car
        /// A lock screen.
        case lock
    }

    /// A message that stands before everything else until a key is pressed.
    public struct Alert: Equatable, Sendable {
        /// The same in several lengths, longest first.
        var titles: [String]
        /// Why, where the hub said so.
        var reason: String?

        /// An alert with its texts.
        public init(titles: [String], reason: String? = nil) {
            self.titles = titles.map(\.cleanedForTerminal)
            self.reason = reason?.cleanedForTerminal
        }
    }

    /// Something that can be chosen.
    struct Item: Equatable {
        var id: String
        /// The text on it if it is drawn as a button.
        var title = ""
        var isSelected = false
        var tap: ScreenTap?
    }

    let device: Device
    /// The content of a car's screen.
    public var document: CarDocument? {
        didSet { if let document { navigation.settle(in: document) } }
    }
    /// The content of a lock screen.
    public var card: LockCard?
    /// The template on top, and those below it.
    var navigation = CarNavigation()
    /// The message that stands before everything else.
    public var alert: Alert?
    /// The reason why nothing of this is certain at present.
    public var problem: String?
    /// The hub has said that the session is over.
    public var isOver = false

    /// A scene in which nothing is known.
    public init(device: Device) {
        self.device = device
    }

    /// It draws the now-playing template, or the card.
    public var showsPosition: Bool {
        device == .lock || navigation.top == CarNavigation.nowPlaying
    }

    /// The template on top, where it is a list.
    var list: CarTemplate? {
        device == .car ? document?.template(navigation.top) : nil
    }

    /// The items that can be chosen on top, in their order.
    var items: [Item] {
        if device == .lock { return commandItems }
        if let list { return list.rows.map { Item(id: $0.id, tap: $0.isEnabled ? $0.tap : nil) } }
        guard showsPosition else { return [] }
        // A car has a button of its own for the heart.
        return commandItems.filter { $0.id != LockCard.like } + buttonItems
    }

    /// The place of what is chosen among the items.
    var chosenPlace: Int? { navigation.place(among: items.map(\.id)) }

    private var commandItems: [Item] {
        guard let card else { return [] }
        return LockCard.drawn.compactMap { name in
            guard let tap = card.tap(name), let command = card.commands[name] else { return nil }
            return Item(
                id: name, title: command.title(name, in: card.playbackState),
                isSelected: command.isActive ?? false, tap: tap)
        }
    }

    /// The buttons of a car's now-playing template, then what opens its lists.
    private var buttonItems: [Item] {
        guard let document, let template = document.nowPlaying else { return [] }
        let buttons = (template.buttons ?? []).map { button in
            Item(
                id: button.id, title: button.title, isSelected: button.isSelected ?? false,
                tap: ScreenTap(of: button))
        }
        let upNext = template.isUpNextButtonEnabled == true ? template.upNext : nil
        let artist = template.isAlbumArtistButtonEnabled == true ? template.albumArtist : nil
        return buttons
            + [
                upNext.map { Item(opening: $0, titled: template.upNextTitle) },
                artist.map { Item(opening: $0, titled: document.template($0)?.title) },
            ].compactMap(\.self)
    }
}

extension ScreenScene.Item {
    fileprivate init(opening list: String, titled title: String?) {
        self.init(id: "push/" + list, title: (title ?? list) + " ›", tap: .push(list))
    }
}

extension LockCard {
    /// The command that a car has a button of its own for.
    fileprivate static let like = "likeCommand"
    /// The command of the space bar.
    static let toggle = "togglePlayPauseCommand"
    /// The commands that are drawn, in their order.
    fileprivate static let drawn = [
        toggle, "previousTrackCommand", "skipBackwardCommand", "skipForwardCommand",
        "nextTrackCommand", like,
    ]

    /// Returns the effect of a command; `nil` if it cannot be given now.
    func tap(_ name: String) -> ScreenTap? {
        guard let command = commands[name], command.isEnabled else { return nil }
        return command.action.map { .command($0) }
    }
}

extension LockCard.Command {
    /// The text on its button.
    fileprivate func title(_ name: String, in state: PlaybackState) -> String {
        let length = preferredIntervals?.first.flatMap { Int(exactly: $0.rounded()) }
        return switch name {
        case "previousTrackCommand": "|◀"
        case "skipBackwardCommand": length.map { "−\($0) s" } ?? "◀◀"
        case "skipForwardCommand": length.map { "+\($0) s" } ?? "▶▶"
        case "nextTrackCommand": "▶|"
        case LockCard.like: "♥"
        default: state == .playing ? "‖" : "▶"
        }
    }
}
