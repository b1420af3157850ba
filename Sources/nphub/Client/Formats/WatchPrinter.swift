public import HubClient
import NowPlaying
public import Shell
import Views

/// The printer of a watch: events and the time in, bytes out.
///
/// It prints nothing twice: it remembers printed records, also when the hub, after a restart, tells
/// all of them again.
protocol WatchPrinter {
    /// The output before anything is known.
    var beginning: [UInt8] { get }
    /// The output after all else.
    var ending: [UInt8] { get }
    /// The deadline at which it needs `woke`, if nothing happens before.
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
    /// Something came that is not a record.
    mutating func took(_ input: WatchInput, at now: Moment) -> WatchReaction
}

extension WatchPrinter {
    /// A printer of records needs nothing else.
    mutating func took(_ input: WatchInput, at now: Moment) -> WatchReaction { WatchReaction() }
}

/// The input of a watch besides records.
public enum WatchInput: Sendable {
    /// The terminal has this size from now on.
    case resized(ScreenSize)
    /// The user pressed a key.
    case pressed(ScreenKey)
    /// The hub invites to show this template.
    case invited(to: String)
    /// The hub says that something could not be done: the same in several lengths, longest first.
    case alerted([String])
    /// The hub has answered a command: with the screen to show next, or with its refusal.
    case answered(Result<String?, HubRefusal>)
}

/// The reaction to such an input.
struct WatchReaction {
    /// To be printed.
    var output: [UInt8] = []
    /// A command to be sent.
    var command: SessionAction?
    /// The user has seen enough.
    var isEnough = false
}

extension WatchFormat {
    /// A printer that has printed nothing.
    func printer(for settings: WatchMachine.Settings) -> any WatchPrinter {
        let query = settings.subscription.query
        let pause = max(PositionAlarm.shortestPause, settings.subscription.minInterval ?? .zero)
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
        case .table:
            return TablePrinter(settings.screen)
        case .screen:
            return ScreenPrinter(
                query.view == .lockScreen ? .lock : .car, form: settings.screen)
        }
    }
}
