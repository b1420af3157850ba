internal import NowPlaying
internal import Views

/// What a watcher prints of what it is told: events and the time in, bytes out.
///
/// Nothing is printed twice: what was printed once is remembered, also when the hub, after a
/// restart, tells all of it again.
protocol WatchPrinter {
    /// What is printed before anything is known.
    var beginning: [UInt8] { get }
    /// What is printed after all else.
    var ending: [UInt8] { get }
    /// When it wants `woke`, if nothing happens before.
    var nextDeadline: Instant? { get }

    /// The hub begins to tell.
    ///
    /// - Parameter isAnew: It will tell everything, whatever it told before.
    mutating func subscribed(isAnew: Bool)
    /// A record came.
    mutating func updated(_ record: WatchedRecord, at now: Moment) -> [UInt8]
    /// All that was there has been told.
    mutating func synced(at now: Moment) -> [UInt8]
    /// The hub tells nothing any more, for a reason in words.
    mutating func disconnected(_ reason: String, at now: Moment) -> [UInt8]
    /// The deadline may have passed.
    mutating func woke(at now: Moment) -> [UInt8]
    /// Something came that is no record.
    mutating func took(_ input: WatchInput, at now: Moment) -> WatchReaction
}

extension WatchPrinter {
    /// Who only prints records needs nothing else.
    mutating func took(_ input: WatchInput, at now: Moment) -> WatchReaction { WatchReaction() }
}

extension WatchFormat {
    /// A printer that has printed nothing.
    func printer(for settings: WatchSession.Settings) -> any WatchPrinter {
        let request = settings.request
        let query = request.query
        let pause = max(PositionAlarm.shortestPause, request.minInterval ?? .zero)
        let namesStation =
            !query.view.isOfSession && query.session == nil && query.stations?.count != 1
        switch self {
        case .jsonl:
            return RecordPrinter()
        case .plain:
            return TextPrinter(.line(namesStation: namesStation), pause: pause)
        case .template(let template):
            return TextPrinter(.template(template), pause: pause)
        case .waybar(let template):
            let text = BarText(template: template, namesStation: namesStation)
            return BarPrinter(.waybar, text, pause: pause)
        case .i3bar(let template):
            let text = BarText(template: template, namesStation: namesStation)
            return BarPrinter(.i3bar, text, pause: pause)
        case .screen:
            return ScreenPrinter(
                query.view == .lockScreen ? .lock : .car, session: query.sessionName,
                form: settings.screen)
        }
    }
}
