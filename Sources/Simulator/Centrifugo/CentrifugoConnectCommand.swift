import JSON
import Support

/// The first frame of a client of Centrifugo's unidirectional transports: its subscriptions.
struct CentrifugoConnectCommand: Hashable, Sendable {
    /// A channel, and the position that the client has in it.
    struct Subscription: Hashable, Sendable {
        var channel: String
        /// The client asks for missed publications.
        var isRecovering = false
        /// The client's offset; 0 for none.
        var offset: UInt64 = 0
        /// The epoch of that offset; empty for none.
        var epoch = ""
    }

    /// In the order of the request, a channel once.
    var subscriptions: [Subscription]

    /// The longest request; real ones are much shorter.
    private static let lengthMax = 64 << 10

    /// Reads a request.
    ///
    /// - Returns: `nil` for a text that Centrifugo calls malformed: no JSON object, or a wrong
    ///   type.
    init?(parsing text: [UInt8]) {
        let parser = JSONParser(maximumLength: Self.lengthMax)
        let parsed = try? parser.parse(text) { Self.subscriptions(of: $0) }
        guard let parsed else { return nil }
        subscriptions = parsed
    }

    private static func subscriptions(of request: JSONValue) -> [Subscription]? {
        guard request.isObject else { return nil }
        guard let listed = request["subs"], !listed.isNull else { return [] }
        guard listed.isObject else { return nil }
        var subscriptions: [Subscription] = []
        var positions: [String: Int] = [:]
        for member in listed.members {
            guard let channel = member.name.word,
                let new = Subscription(channel: channel, settings: member.value)
            else { return nil }
            if let position = positions[new.channel] {
                subscriptions[position] = new
            } else {
                positions[new.channel] = subscriptions.count
                subscriptions.append(new)
            }
        }
        return subscriptions
    }
}

extension CentrifugoConnectCommand.Subscription {
    /// The settings of a channel in a request; `nil` for a wrong type.
    init?(channel: String, settings: JSONValue) {
        self.init(channel: channel)
        if settings.isNull { return }
        guard settings.isObject else { return nil }
        if let recover = settings.given("recover") {
            guard let flag = recover.bool else { return nil }
            isRecovering = flag
        }
        if let given = settings.given("offset") {
            guard let number = given.int, let offset = UInt64(exactly: number) else { return nil }
            self.offset = offset
        }
        if let given = settings.given("epoch") {
            guard let epoch = given.word else { return nil }
            self.epoch = epoch
        }
    }
}

extension JSONValue {
    /// The member with this name, unless it is `null`, which Go reads as absent.
    fileprivate func given(_ name: StaticString) -> JSONValue? {
        self[name].flatMap { $0.isNull ? nil : $0 }
    }
}
