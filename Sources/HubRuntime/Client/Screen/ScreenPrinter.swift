internal import JSON
internal import NowPlaying

/// Draws what a car or a lock screen shows, and does what the user taps.
///
/// On a terminal it draws the screen anew where it changed, and moves the position by itself.
/// Elsewhere it prints a picture for each change, with an empty line after it. While the hub has
/// not told everything, or is gone, the last that was known stands.
struct ScreenPrinter: WatchPrinter {
    private let session: String
    private let parser = JSONParser(maximumLength: WatchedRecord.lengthMax)
    private let rowsParser = JSONParser(maximumLength: WatchedRecord.lengthMax)
    private var form: ScreenForm
    private var painter: ScreenPainter
    private var alarm = PositionAlarm(pause: PositionAlarm.shortestPause)
    private(set) var scene: ScreenScene
    /// The document of the car, as JSON: what changes in place is changed here.
    private var document: [UInt8] = []
    /// The hub has told everything.
    private var isWhole = false
    private var printed: [ScreenLine] = []

    let ending: [UInt8] = []

    init(_ device: ScreenScene.Device, session: String, form: ScreenForm) {
        self.session = session
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
        take(record)
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

    private mutating func take(_ record: WatchedRecord) {
        try? parser.parse(record.bytes) { record in
            scene.isOver = record["removed"]?.bool == true
            if let card = record["lockScreen"] {
                scene.card = LockCard(document: card, session: session) ?? scene.card
            } else if let whole = record["carPlay"] {
                var writer = JSONWriter()
                writer.value(whole)
                take(document: writer.bytes)
            } else if !document.isEmpty {
                take(document: changed(by: record))
            }
        }
    }

    /// The document after the changes of a record.
    private func changed(by record: JSONValue) -> [UInt8] {
        var changed = document
        if let rows = record["rows"] {
            changed = rewritten(changed) { CarRows.apply(rows, to: $0, into: &$1) }
        }
        if let templates = record["templates"] {
            changed = rewritten(changed) { CarTemplates.apply(templates, to: $0, into: &$1) }
        }
        return changed
    }

    private func rewritten(
        _ document: [UInt8], by write: (JSONValue, inout JSONWriter) -> Void
    ) -> [UInt8] {
        var writer = JSONWriter()
        try? rowsParser.parse(document) { write($0, &writer) }
        return writer.bytes
    }

    private mutating func take(document bytes: [UInt8]) {
        guard let read = try? rowsParser.parse(bytes, { CarDocument(document: $0) }) else { return }
        document = bytes
        scene.document = read
        scene.navigation.settle(in: read)
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
            case .send(let action): reaction.command = command(action)
            }
        case .invited(let template):
            scene.invite(to: template)
        case .alerted(let titles):
            scene.alert = ScreenScene.Alert(titles: titles.map(\.cleanedForTerminal))
        case .answered(.success(let then)):
            then.map { scene.follow($0) }
        case .answered(.failure(let refusal)):
            scene.alert = ScreenScene.Alert(
                titles: scene.document?.alertTitles ?? [],
                reason: refusal.message.cleanedForTerminal)
        }
        if isWhole || form.size != nil { reaction.output = show(isTold: true, at: now) }
        return reaction
    }

    /// The parameters of `command` for what tapping something sends.
    private func command(_ action: [UInt8]) -> [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        writer.member("session", session)
        writer.endObject()
        return writer.bytes.dropLast() + [UInt8(ascii: ",")] + action.dropFirst()
    }

    // MARK: Showing

    private mutating func show(isTold: Bool, at now: Moment) -> [UInt8] {
        let states = scene.showsPosition ? scene.card?.state.map { [$0] } ?? [] : []
        alarm.set(for: states, isTold: isTold, at: now)
        let renderer = ScreenRenderer(
            width: max(1, form.size?.columns ?? ScreenForm.plainWidth), height: form.size?.rows,
            now: now.wall)
        let lines = renderer.frame(of: scene)
        if form.size != nil { return painter.paint(lines) }
        guard lines != printed else { return [] }
        printed = lines
        return Array((lines.map(\.text) + ["", ""]).joined(separator: "\n").utf8)
    }
}
