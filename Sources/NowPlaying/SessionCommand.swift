/// A command to a listening session; tapping a row or a button sends one.
public enum SessionCommand: Hashable, Sendable {
    /// Listen to a station: to one of its streams, else to the one that was chosen before.
    case select(station: String, stream: String? = nil)
    case play
    case pause
    case stop
    /// Play if it does not, else pause.
    case toggle
    /// Move on by so much, or back if it is negative.
    case seekBy(Interval)
    /// Move to a position inside the element that is heard.
    case seekTo(Interval)
    /// Move to what was broadcast at a time.
    case seekToTime(Timestamp)
    /// Move to the beginning of an element or a programme.
    case seekToElement(String)
    /// Catch up with the station.
    case live
    /// The next element where the session is rewound, else the next station.
    case next
    /// The previous element where the session is rewound, else the previous station.
    case previous
    /// Play at this rate.
    case rate(Double)
    /// Play at the next of the rates that are allowed.
    case cycleRate
    /// Play this again at its end.
    case repeatMode(ListeningSession.RepeatMode)
    /// Play in random order, or no longer.
    case shuffle(Bool)
    /// Count a station among the favourites, or no longer.
    case favourite(station: String, isOn: Bool)
    /// Put the stations into this order.
    case order([String])
    /// Try a station again whose feed does not work.
    case reconnect(station: String)
    /// Everything in a list has been seen: its badge goes.
    case seen(BadgedList)

    /// A list of a car whose tab has a badge while something is new in it.
    public enum BadgedList: String, CaseIterable, Sendable {
        case favourites, recent
    }
}
