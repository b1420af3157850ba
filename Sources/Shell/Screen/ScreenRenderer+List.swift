import HubClient
import NowPlaying
import Support

/// Lists: rows of two lines, in sections.
extension ScreenRenderer {
    /// The columns of a progress bar.
    private static let barWidth = 10

    /// The rows of a list.
    func body(of list: CarTemplate, in scene: ScreenScene) -> Body {
        let chosen = height == nil ? nil : scene.chosenPlace
        var body = Body()
        var place = 0
        for section in list.rowsInSections {
            if let header = section.header { body.lines += headed(header, isFirst: place == 0) }
            for row in section.rows {
                let lines = lines(of: row, isChosen: place == chosen, in: scene)
                let first = body.lines.count
                body.lines += lines
                if place == chosen { body.chosen = first..<body.lines.count }
                place += 1
            }
        }
        if let leftOut = list.leftOut, leftOut > 0 { body.lines.append(note("… \(leftOut) more")) }
        return body
    }

    private func headed(_ header: String, isFirst: Bool) -> [ScreenLine] {
        var line = ScreenLine()
        line.append("  " + header, in: width, [.bold, .dim])
        return isFirst ? [line] : [ScreenLine(), line]
    }

    private func lines(
        of row: ScreenRow, isChosen: Bool, in scene: ScreenScene
    ) -> [ScreenLine] {
        let style: ScreenLine.Style = row.isEnabled ? [] : .dim
        let margin = (isChosen ? "› " : "  ") + (row.isPicture ? "▪ " : "")
        let text = line(
            margin, row.text, mark(of: row, in: scene),
            row.isPlaying ? style.union([.bold, .playing]) : style.union(.bold),
            isChosen: isChosen)
        let more = row.leftOut > 0 ? "… \(row.leftOut) more" : ""
        let detail = row.detail.isEmpty ? more : row.detail
        let bar = row.progress.map { self.bar($0, of: Self.barWidth) } ?? ""
        guard !detail.isEmpty || !bar.isEmpty else { return [text] }
        let indent = String(repeating: " ", count: margin.columns)
        return [text, line(indent, detail, bar, style.union(.dim), isChosen: false)]
    }

    /// A text with a mark at its right end.
    private func line(
        _ margin: String, _ text: String, _ mark: String, _ style: ScreenLine.Style, isChosen: Bool
    ) -> ScreenLine {
        let style = isChosen ? style.union(.reverse) : style
        let end = mark.isEmpty ? "" : " " + mark
        var line = ScreenLine()
        line.append(margin, style)
        line.append(text, in: width - margin.columns - end.columns - 1, style)
        line.append(end + " ", style)
        return line
    }

    private func mark(of row: ScreenRow, in scene: ScreenScene) -> String {
        var marks: [String] = []
        if row.isBusy { marks.append("…") }
        if row.isPlaying { marks.append(scene.card?.playbackState.symbol ?? "▶") }
        switch row.accessory {
        case "disclosureIndicator": marks.append("›")
        case "checkmark": marks.append("✓")
        case "cloud": marks.append("☁")
        default: if case .push = row.tap { marks.append("›") }
        }
        return marks.joined(separator: " ")
    }

    /// A bar of which a part is full.
    func bar(_ part: Double, of width: Int) -> String {
        let full = Int((part * Double(width)).rounded())
        return String(repeating: "━", count: full) + String(repeating: "─", count: width - full)
    }
}

extension PlaybackState {
    /// The symbol that a player shows for it.
    var symbol: String {
        switch self {
        case .playing: "▶"
        case .paused, .interrupted: "‖"
        case .stopped: "■"
        case .unknown: "?"
        }
    }
}
