import HubClient
import NowPlaying
import Shell
import Support

/// Draws what a car or a lock screen shows, and does what the user taps.
///
/// On a terminal it draws the screen anew where it changed, and moves the position by itself.
/// Elsewhere it prints a picture for each change, with an empty line after it. While the hub has
/// not told everything, or is gone, the last that was known stands.
struct ScreenPrinter: WatchPrinter {
    private var form: ScreenForm
    private var painter: ScreenPainter
    private var alarm = PositionAlarm(pause: PositionAlarm.shortestPause)
    private(set) var scene: ScreenScene
    /// The hub has told everything.
    private var isWhole = false
    private var printed: [ScreenLine] = []

    let ending: [UInt8] = []

    init(_ device: ScreenScene.Device, form: ScreenForm) {
        self.form = form
        scene = ScreenScene(device: device)
        painter = ScreenPainter(isColoured: form.isColoured)
    }

    var beginning: [UInt8] { [] }

    var nextDeadline: Instant? { form.size == nil ? nil : alarm.deadline }

    // MARK: The hub

    mutating func subscribed(isAnew: Bool) {
        isWhole = false
    }

    mutating func updated(_ record: WatchedRecord, at now: Moment) -> [UInt8] {
        let wasOver = scene.isOver
        apply(record)
        return isWhole || scene.isOver != wasOver ? show(isTold: true, at: now) : []
    }

    mutating func synced(at now: Moment) -> [UInt8] {
        isWhole = true
        scene.problem = nil
        return show(isTold: true, at: now)
    }

    mutating func disconnected(_ reason: String, at now: Moment) -> [UInt8] {
        // Of several reasons in a row the first tells what happened.
        scene.problem = scene.problem ?? reason.cleanedForTerminal
        // Beside printed pictures the user is told so anyway.
        return form.size == nil ? [] : show(isTold: true, at: now)
    }

    mutating func woke(at now: Moment) -> [UInt8] {
        form.size != nil && alarm.isDue(at: now) ? show(isTold: false, at: now) : []
    }

    private mutating func apply(_ record: WatchedRecord) {
        scene.isOver = record.content == .removed
        switch record.content {
        case .lockScreen(let card): scene.card = card
        case .carPlay(let document): scene.document = document
        case .nowPlaying, .line, .removed, .unread: break
        }
    }

    // MARK: The user

    mutating func took(_ input: WatchInput, at now: Moment) -> WatchReaction {
        var reaction = WatchReaction()
        switch input {
        case .resized(let size):
            guard form.size != nil else { return reaction }
            form.size = size
            painter.forget()
        case .pressed(let key):
            switch scene.press(key) {
            case nil: break
            case .leave: reaction.isEnough = true
            case .send(let action): reaction.command = action
            }
        case .invited(let template):
            scene.invite(to: template)
        case .alerted(let titles):
            scene.alert = ScreenScene.Alert(titles: titles)
        case .answered(.success(let then)):
            then.map { scene.follow($0) }
        case .answered(.failure(let refusal)):
            scene.alert = ScreenScene.Alert(
                titles: scene.document?.alert.titleVariants ?? [], reason: refusal.message)
        }
        if isWhole || form.size != nil { reaction.output = show(isTold: true, at: now) }
        return reaction
    }

    // MARK: Showing

    private mutating func show(isTold: Bool, at now: Moment) -> [UInt8] {
        let playback = scene.showsPosition ? scene.card?.playback : nil
        alarm.set(for: CollectionOfOne(playback), isTold: isTold, at: now)
        let renderer = ScreenRenderer(
            width: max(1, form.size?.columns ?? form.printedWidth), height: form.size?.rows,
            now: now.wall)
        let lines = renderer.frame(of: scene)
        if form.size != nil { return painter.paint(lines) }
        guard lines != printed else { return [] }
        printed = lines
        return Array((lines.map(\.text) + ["", ""]).joined(separator: "\n").utf8)
    }
}
