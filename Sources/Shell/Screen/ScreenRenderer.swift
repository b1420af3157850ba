import HubClient
public import NowPlaying
import Support

/// Draws a scene as the lines of a terminal.
public struct ScreenRenderer {
    /// Lines that may be too many, and those among them that must be seen.
    struct Body {
        var lines: [ScreenLine] = []
        var chosen: Range<Int>?
    }

    /// The greatest width of the lines.
    let width: Int
    /// The number of lines; `nil` for as many as it takes, if nothing scrolls.
    let height: Int?
    /// The time of the drawing.
    let now: Timestamp

    /// A renderer for a size at a time.
    public init(width: Int, height: Int?, now: Timestamp) {
        self.width = width
        self.height = height
        self.now = now
    }

    /// The lines of a scene.
    public func frame(of scene: ScreenScene) -> [ScreenLine] {
        picture(of: scene).map { $0.cut(to: width) }
    }

    private func picture(of scene: ScreenScene) -> [ScreenLine] {
        let head = head(of: scene)
        let foot = foot(of: scene)
        let body = scene.alert.map { self.body(of: $0) } ?? body(of: scene)
        guard let height else { return head + body.lines + foot }
        let room = max(0, height - head.count - foot.count)
        return Array((head + body.window(of: room) + foot).prefix(height))
    }

    private func body(of scene: ScreenScene) -> Body {
        if scene.isOver { return Body(lines: [note("The session is over.")]) }
        if let list = scene.list { return body(of: list, in: scene) }
        if scene.showsPosition, let card = scene.card { return body(of: card, in: scene) }
        return Body(lines: [note("Nothing to show yet.")])
    }

    /// A line about what is not there.
    func note(_ text: String) -> ScreenLine {
        var line = ScreenLine()
        line.append("  " + text, in: width, .dim)
        return line
    }

    // MARK: Head and foot

    private var rule: ScreenLine { ScreenLine(String(repeating: "─", count: width), .dim) }

    private func head(of scene: ScreenScene) -> [ScreenLine] {
        guard scene.device == .car, let document = scene.document, !scene.isOver else { return [] }
        if scene.navigation.stack.isEmpty, document.tabs.count > 1 {
            return [tabBar(of: document, showing: scene.navigation.tab), rule]
        }
        var title = ScreenLine()
        let name = scene.list.map(\.words) ?? "Now playing"
        title.append((scene.navigation.stack.isEmpty ? " " : "‹ ") + name, in: width, .bold)
        return [title, rule]
    }

    private func tabBar(of document: CarDocument, showing tab: String) -> ScreenLine {
        let leftOut = document.root.templates == nil ? 0 : document.root.leftOut ?? 0
        let more = leftOut > 0 ? " +\(leftOut)" : ""
        let whole = tabs(of: document, showing: tab, in: width)
        let share = (width - more.columns) / document.tabs.count - 3
        var line =
            whole.columns + more.columns <= width
            ? whole : tabs(of: document, showing: tab, in: share)
        line.append(more, .dim)
        return line
    }

    /// Titles of at most so many columns each.
    private func tabs(
        of document: CarDocument, showing tab: String, in width: Int
    ) -> ScreenLine {
        var line = ScreenLine()
        for each in document.tabs {
            let isShown = each.id == tab
            let name = ((each.tabTitle ?? each.words) + (each.showsTabBadge == true ? " •" : ""))
                .fitted(to: width)
            line.append(isShown ? "[\(name)]" : " \(name) ", isShown ? [.bold, .reverse] : [])
            line.append(" ")
        }
        return line
    }

    private func foot(of scene: ScreenScene) -> [ScreenLine] {
        var problem = ScreenLine()
        problem.append("! " + (scene.problem ?? ""), in: width, .wrong)
        guard height != nil else { return scene.problem == nil ? [] : [problem] }
        var help = ScreenLine()
        help.append(" " + Self.help(for: scene), in: width, .dim)
        return [scene.problem == nil ? rule : problem, help]
    }

    private static func help(for scene: ScreenScene) -> String {
        if scene.alert != nil { return "any key go on · q quit" }
        let choose = scene.showsPosition ? "←→ choose" : "↑↓ choose"
        let common = "\(choose) · Enter tap · Space play"
        switch scene.device {
        case .lock: return "\(common) · q quit"
        case .car where scene.navigation.stack.isEmpty:
            return "\(common) · Tab tabs · n now playing · q quit"
        case .car: return "\(common) · Esc back · q quit"
        }
    }

    // MARK: Alerts

    private func body(of alert: ScreenScene.Alert) -> Body {
        let room = max(1, min(width - 4, 60))
        let title = alert.titles.first { $0.columns <= room } ?? alert.titles.last ?? ""
        let texts = [title] + (alert.reason.map { ["", $0] } ?? []) + ["", "[OK]"]
        return Body(lines: boxed(texts.map { ScreenLine($0.fitted(to: room)) }, in: room))
    }

    /// The lines in a box whose inside is so wide.
    func boxed(_ lines: [ScreenLine], in room: Int) -> [ScreenLine] {
        let edge = String(repeating: "─", count: room + 2)
        let inside = lines.map { line in
            var boxed = ScreenLine("│ ")
            boxed.append(line)
            boxed.pad(to: room + 2)
            boxed.append(" │")
            return boxed
        }
        return [ScreenLine("╭\(edge)╮")] + inside + [ScreenLine("╰\(edge)╯")]
    }
}

extension CarTemplate {
    /// The words above it.
    fileprivate var words: String { title ?? id }
}

extension ScreenRenderer.Body {
    /// So many of the lines, with what is chosen in their middle where they are too many.
    fileprivate func window(of room: Int) -> [ScreenLine] {
        let spare = lines.count - room
        guard spare > 0 else {
            return lines + Array(repeating: ScreenLine(), count: -spare)
        }
        let middle = chosen.map { ($0.lowerBound + $0.upperBound) / 2 } ?? 0
        let first = min(max(0, middle - room / 2), spare)
        return Array(lines[first..<(first + room)])
    }
}
