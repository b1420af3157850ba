internal import NowPlaying

/// All that a screen is drawn from.
struct ScreenScene: Equatable {
    /// What is drawn.
    enum Device: Equatable {
        /// The screen of a car.
        case car
        /// A lock screen.
        case lock
    }

    /// What stands before everything else until a key is pressed.
    struct Alert: Equatable {
        /// The same in several lengths, longest first.
        var titles: [String]
        /// Why, where the hub said so.
        var reason: String?
    }

    /// Something that can be chosen.
    struct Item: Equatable {
        var id: String
        /// What is written on it where it is drawn as a button.
        var title = ""
        var isSelected = false
        var tap: CarTap?
    }

    let device: Device
    var document: CarDocument?
    var card: LockCard?
    var navigation = CarNavigation()
    var alert: Alert?
    /// Why nothing of this is sure at present.
    var problem: String?
    /// The hub has said that the session is over.
    var isOver = false

    /// It draws the now-playing template, or the card.
    var showsPosition: Bool {
        device == .lock || navigation.top == CarNavigation.nowPlaying
    }

    /// The template on top, where it is a list.
    var list: CarTemplate? {
        device == .car ? document?.template(navigation.top) : nil
    }

    /// What can be chosen on top, in its order.
    var items: [Item] {
        if device == .lock { return commandItems }
        if let list { return list.rows.map { Item(id: $0.id, tap: $0.isEnabled ? $0.tap : nil) } }
        guard showsPosition else { return [] }
        // A car has a button of its own for the heart.
        return commandItems.filter { $0.id != LockCard.Command.Name.likeCommand.rawValue }
            + (document?.nowPlaying?.buttons ?? []).map { button in
                Item(
                    id: button.id, title: button.title, isSelected: button.isSelected,
                    tap: button.tap)
            }
    }

    /// The place of what is chosen among the items.
    var chosenPlace: Int? { navigation.place(among: items.map(\.id)) }

    private var commandItems: [Item] {
        guard let card else { return [] }
        return card.commands.map { command in
            Item(
                id: command.name.rawValue, title: command.title(in: card.playbackState),
                isSelected: command.name == .likeCommand && card.isFavourite, tap: command.tap)
        }
    }
}

extension LockCard.Command {
    /// What is written on its button.
    fileprivate func title(in state: PlaybackState) -> String {
        switch name {
        case .previousTrackCommand: "|◀"
        case .skipBackwardCommand: interval.map { "−\($0) s" } ?? "◀◀"
        case .togglePlayPauseCommand: state == .playing ? "‖" : "▶"
        case .skipForwardCommand: interval.map { "+\($0) s" } ?? "▶▶"
        case .nextTrackCommand: "▶|"
        case .likeCommand: "♥"
        }
    }
}
