import HubClient
import NowPlaying
import Support

/// Draws the audio that is heard: the now-playing template of a car, and the card on a lock screen.
extension ScreenRenderer {
    /// Wider than this a position is no easier to read.
    private static let cardWidthMax = 56

    /// Texts, position and buttons.
    func body(of card: LockCard, in scene: ScreenScene) -> Body {
        let isLock = scene.device == .lock
        let room = max(1, min(width - 4, Self.cardWidthMax))
        let texts = texts(of: card, in: room) + [ScreenLine()]
        let lines = texts + buttons(of: scene, in: room)
        if isLock { return Body(lines: boxed(lines, in: room)) }
        let more = scene.document?.nowPlaying?.leftOut ?? 0
        let end = more > 0 ? [note("… \(more) more")] : []
        return Body(lines: [ScreenLine()] + lines.map(indented) + end)
    }

    private func indented(_ line: ScreenLine) -> ScreenLine {
        guard line.columns > 0 else { return line }
        var indented = ScreenLine("  ")
        indented.append(line)
        return indented
    }

    private func texts(of card: LockCard, in room: Int) -> [ScreenLine] {
        guard let station = card.station else {
            return [ScreenLine("Nothing is selected.", .dim)]
        }
        let title = card.title ?? station
        // If nothing else is known, the station's name is the title.
        let below = [card.artist, title == station ? nil : station]
        return [fitted(title, .bold, room)]
            + below.compactMap(\.self).map { fitted($0, [], room) }
            + [ScreenLine(), position(of: card, in: room)]
    }

    private func fitted(_ text: String, _ style: ScreenLine.Style, _ room: Int) -> ScreenLine {
        ScreenLine(text.fitted(to: room), style)
    }

    /// State and position, then how long it is, or that it is live.
    private func position(of card: LockCard, in room: Int) -> ScreenLine {
        let playback = card.playback
        let elapsed = playback?.position(at: now)
        var line = ScreenLine(card.playbackState.symbol, .playing)
        if card.playbackState == .interrupted { line.append(" interrupted", .wrong) }
        if let elapsed { line.append(" " + elapsed.clockText) }
        if let rate = playback?.rate, rate != 0, rate != 1 { line.append(" \(rate.plainText)×") }
        let end = end(of: card, playback)
        guard let elapsed, let duration = playback?.duration, duration > .zero else {
            line.append(end.isEmpty ? "" : "  " + end, card.isHeardLive ? .playing : [])
            return line
        }
        let part = min(1, elapsed.seconds / duration.seconds)
        let width = max(0, room - line.columns - end.columns - 2)
        line.append(" " + bar(part, of: width) + " " + end)
        return line
    }

    private func end(of card: LockCard, _ playback: Playback?) -> String {
        let duration = playback?.duration?.clockText
        switch card.isLive {
        // A player that stands still is not live, even where playing would be.
        case true? where !card.isHeardLive: return duration ?? ""
        case true?: return [duration, "● LIVE"].compactMap(\.self).joined(separator: " ")
        case false?: return [duration, "rewound"].compactMap(\.self).joined(separator: " ")
        case nil: return duration ?? ""
        }
    }

    /// The buttons, in as many lines as they take.
    private func buttons(of scene: ScreenScene, in room: Int) -> [ScreenLine] {
        let chosen = height == nil ? nil : scene.chosenPlace
        var lines: [ScreenLine] = []
        var line = ScreenLine()
        for (place, item) in scene.items.enumerated() {
            let button = button(item, isChosen: place == chosen, in: room)
            if line.columns > 0, line.columns + button.columns > room {
                lines.append(line)
                line = ScreenLine()
            }
            line.append(button)
        }
        return line.columns > 0 ? lines + [line] : lines
    }

    private func button(
        _ item: ScreenScene.Item, isChosen: Bool, in room: Int
    ) -> ScreenLine {
        let title = (item.title + (item.isSelected ? " ✓" : "")).fitted(to: room - 3)
        var line = ScreenLine(
            isChosen ? "›\(title)‹" : "[\(title)]", isChosen ? [.bold, .reverse] : [])
        line.append(" ")
        return line
    }
}

extension Double {
    /// Whole numbers without a fraction.
    fileprivate var plainText: String {
        Int(exactly: self).map(String.init) ?? String(self)
    }
}

extension LockCard {
    /// True if the listener hears what is on air now.
    fileprivate var isHeardLive: Bool { isLive == true && playbackState == .playing }
}
