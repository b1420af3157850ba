import HubClient

/// A row of a list as a terminal draws it: an item, a picture of a row of pictures, or a place.
struct ScreenRow: Equatable {
    var id: String
    var text: String
    var detail = ""
    var isPlaying = false
    var isEnabled = true
    var isBusy = false
    /// The part that has passed, 0 … 1.
    var progress: Double?
    /// The mark at its end, as the document has it.
    var accessory: String?
    /// The number of further pictures in its row.
    var leftOut = 0
    /// It is one of the pictures of the row above it.
    var isPicture = false
    var tap: ScreenTap?
}

/// The effect of a tap.
enum ScreenTap: Equatable {
    /// It sends a command.
    case command(SessionAction)
    /// It puts the template with this id on top.
    case push(String)

    /// `nil` for a part that does nothing when it is tapped.
    init?(of part: some CarTappable) {
        if let list = part.push {
            self = .push(list)
        } else if let action = part.action {
            self = .command(action)
        } else {
            return nil
        }
    }
}

extension CarTemplate {
    /// Its rows in their sections; a map's places are rows, too.
    var rowsInSections: [(header: String?, rows: [ScreenRow])] {
        if let pointsOfInterest { return [(nil, rows(of: pointsOfInterest))] }
        return (sections ?? []).map { ($0.header, $0.items.flatMap(ScreenRow.rows)) }
    }

    /// The rows of all sections.
    var rows: [ScreenRow] { rowsInSections.flatMap(\.rows) }

    private func rows(of places: [CarPlace]) -> [ScreenRow] {
        zip(0..., places).map { index, place in
            let texts = [place.subtitle, place.summary].compactMap(\.self)
            var row = ScreenRow(
                id: place.id, text: place.title, detail: texts.joined(separator: " · "))
            if index == selectedIndex { row.accessory = "checkmark" }
            row.tap = ScreenTap(of: place)
            return row
        }
    }
}

extension ScreenRow {
    /// A row; one of pictures is followed by its pictures.
    fileprivate static func rows(of item: CarItem) -> [ScreenRow] {
        [ScreenRow(item)] + (item.elements ?? []).map(ScreenRow.init)
    }

    private init(_ item: CarItem) {
        self.init(id: item.id, text: item.text, detail: item.detailText ?? "")
        isPlaying = item.isPlaying ?? false
        isEnabled = item.isEnabled ?? true
        isBusy = item.busy ?? false
        progress = item.playbackProgress.map { min(max($0, 0), 1) }
        accessory = item.accessory
        leftOut = max(0, item.leftOut ?? 0)
        tap = ScreenTap(of: item)
    }

    private init(_ picture: CarPicture) {
        self.init(id: picture.id, text: picture.title)
        isPicture = true
        tap = ScreenTap(of: picture)
    }
}
