/// What a watcher is told besides records.
public enum WatchInput: Sendable {
    /// The terminal has this size from now on.
    case resized(ScreenSize)
    /// The user pressed a key.
    case pressed(ScreenKey)
    /// The hub invites to show this template.
    case invited(to: String)
    /// The hub says that something could not be done: the same in several lengths, longest first.
    case alerted([String])
    /// The hub has answered a command: with what it says is next, or why it did not do it.
    case answered(Result<String?, HubRefusal>)
}

/// What comes of that.
struct WatchReaction {
    /// To be printed.
    var output: [UInt8] = []
    /// The parameters of a command to be sent.
    var command: [UInt8]?
    /// The user has seen enough.
    var isEnough = false
}
