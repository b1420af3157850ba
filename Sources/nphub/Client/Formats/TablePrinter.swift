import NowPlaying
import Shell

/// Draws the stations as a table that is always up to date; elsewhere than on a terminal, prints it
/// when all is known.
struct TablePrinter: WatchPrinter {
    private var live: LiveTable

    let beginning: [UInt8] = []
    let ending: [UInt8] = []

    init(_ form: ScreenForm) {
        live = LiveTable(form)
    }

    var nextDeadline: Instant? { live.nextDeadline }

    mutating func subscribed(isAnew: Bool) {
        if isAnew { live.table.begin() }
    }

    mutating func updated(_ record: WatchedRecord, at now: Moment) -> [UInt8] {
        live.table.update(record.owner, to: record.state, at: now.wall)
        return live.changed(at: now)
    }

    mutating func synced(at now: Moment) -> [UInt8] {
        live.table.complete()
        return live.isOnTerminal ? live.changed(at: now) : live.printed(at: now.wall)
    }

    mutating func disconnected(_ reason: String, at now: Moment) -> [UInt8] {
        // Of several reasons in a row the first tells what happened.
        live.table.problem = live.table.problem ?? reason
        return live.changed(at: now)
    }

    mutating func woke(at now: Moment) -> [UInt8] { live.woke(at: now) }

    mutating func took(_ input: WatchInput, at now: Moment) -> WatchReaction {
        var reaction = WatchReaction()
        switch input {
        case .resized(let size):
            guard live.isOnTerminal else { break }
            reaction.output = live.resize(to: size, at: now)
        case .pressed(let key):
            if let output = live.press(key, at: now) {
                reaction.output = output
            } else {
                reaction.isEnough = true
            }
        case .invited, .alerted, .answered: break
        }
        return reaction
    }
}
