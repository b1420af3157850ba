/// What a car shows of a session, as far as a terminal can draw it.
struct CarDocument: Equatable {
    /// The tabs; a single template where the car has no tab bar.
    var tabs: [CarTemplate] = []
    /// How many more tabs there are.
    var tabsLeftOut = 0
    /// What can be put on top.
    var lists: [CarTemplate] = []
    /// The one now-playing template; `nil` where the car may not show it.
    var nowPlaying: CarNowPlaying?
    /// What an alert says: the same in several lengths, longest first.
    var alertTitles: [String] = []

    /// The template with this id, a tab or a list.
    func template(_ id: String) -> CarTemplate? {
        tabs.first { $0.id == id } ?? lists.first { $0.id == id }
    }
}

/// A list, or a map's places as a list.
struct CarTemplate: Equatable {
    var id: String
    var title: String
    var tabTitle: String
    var hasBadge = false
    /// How many more rows there are.
    var leftOut = 0
    var sections: [CarSection] = []

    /// The rows of all sections.
    var rows: [CarRow] { sections.flatMap(\.rows) }
}

/// Rows that belong together.
struct CarSection: Equatable {
    var header: String?
    var rows: [CarRow] = []
}

/// A row of a list, one picture of a row of pictures, or a place on a map.
struct CarRow: Equatable {
    /// The mark at its end.
    enum Accessory: String {
        case disclosureIndicator, cloud, checkmark
    }

    var id: String
    var text: String
    var detail = ""
    var isPlaying = false
    var isEnabled = true
    var isBusy = false
    /// How much has passed, 0 … 1.
    var progress: Double?
    var accessory: Accessory?
    /// How many more pictures there are in its row.
    var leftOut = 0
    /// It is one of the pictures of the row above it.
    var isPicture = false
    var tap: CarTap?
}

/// What tapping something does.
enum CarTap: Equatable {
    /// It sends a command: its parameters, a JSON object with one member at least.
    case command([UInt8])
    /// It puts the template with this id on top.
    case push(String)
}

/// The buttons of the now-playing template.
struct CarNowPlaying: Equatable {
    /// Those of the car, then what opens the lists.
    var buttons: [CarButton] = []
    /// How many more buttons there are.
    var leftOut = 0
}

/// Something to tap that has a title.
struct CarButton: Equatable {
    var id: String
    var title: String
    var isSelected = false
    var tap: CarTap?
}
