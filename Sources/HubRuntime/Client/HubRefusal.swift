internal import JSON

/// Why the hub did not do what it was asked, in its own words (JSON-RPC 2.0, section 5.1).
public struct HubRefusal: Error, Hashable, Sendable {
    /// What programs go by.
    public var code: Int
    /// For people: what is wrong and what would be right.
    public var message: String

    /// A refusal with its parts.
    public init(code: Int, message: String) {
        self.code = code
        self.message = message
    }

    init?(_ error: JSONValue) {
        guard let code = error["code"]?.int, let message = error["message"]?.string else {
            return nil
        }
        self.init(code: code, message: message)
    }

    /// It is for a reason that may pass by itself: a limit that was reached, a bad moment.
    public var isPassing: Bool { code == -32_004 || code == -32_005 }

    /// The asker named something that there is not, or asked for what makes no sense.
    public var isMistake: Bool { code == -32_602 || (-32_003 ... -32_001).contains(code) }
}

extension HubRefusal: CustomStringConvertible {
    /// The message.
    public var description: String { message }
}
