import FanOut
package import NowPlaying

/// A session as the members of a cluster share it: all that a command or a report changes.
///
/// Each member works out the effects of time and of the station by itself.
package struct SharedSession: Equatable, Sendable {
    /// A request to the player.
    struct Asked: Equatable, Sendable {
        /// The sender, by the name that it gave.
        var sender: String?
        /// The time after which it has failed.
        var expires: Timestamp
    }

    /// The state that is shown.
    package var reported: ListeningSession
    /// The requested state.
    package var requested: ListeningSession
    /// A place for each of `reported.requests`.
    var asked: [Asked] = []
    /// The time until which a failure is shown.
    var failureEnds: Timestamp?
    /// The client that reports the real playback.
    package var player: SharedClient?
    /// The members that have subscriptions to it, or its player.
    package var followers: [String] = []
    /// The client that changed it last, if it used the socket.
    var asker: SharedClient?

    init(_ session: ListeningSession) {
        reported = session
        requested = session
    }
}

/// A client of a member of a cluster.
package struct SharedClient: Hashable, Sendable {
    /// The member, in one of its lives.
    package let member: String
    let number: Int

    init(_ client: ClientID, of member: String) {
        self.member = member
        number = client.number
    }

    /// The client, where it is one of this member's.
    func client(of member: String) -> ClientID? {
        member == self.member ? ClientID(number: number) : nil
    }
}

/// The listeners' choices among the stations, as the members of a cluster share them.
package struct SharedPreferences: Equatable, Sendable {
    package var preferences: Preferences
    /// The sender of the last change, by the name that it gave.
    package var sender: String?

    package init(_ preferences: Preferences, sender: String? = nil) {
        self.preferences = preferences
        self.sender = sender
    }
}

// MARK: As JSON

extension SharedPreferences: DocumentObject {
    package static var blank: SharedPreferences { SharedPreferences(Preferences()) }

    package static let members: [DocumentMember<SharedPreferences>] = [
        DocumentMember("favourites", \.preferences.favourites),
        DocumentMember("order", \.preferences.order),
        DocumentMember("streams", \.preferences.streams), DocumentMember("sender", \.sender),
    ]
}

extension SharedSession: DocumentObject {
    package static var blank: SharedSession { SharedSession(.blank) }

    package static let members: [DocumentMember<SharedSession>] = [
        DocumentMember("reported", \.reported), DocumentMember("requested", \.requested),
        DocumentMember("asked", \.asked), DocumentMember("failureEnds", \.failureEnds),
        DocumentMember("player", \.player), DocumentMember("followers", \.followers),
        DocumentMember("asker", \.asker),
    ]
}

extension SharedSession.Asked: DocumentObject {
    package static var blank: Self { Self(sender: nil, expires: Timestamp(milliseconds: 0)) }

    package static var members: [DocumentMember<Self>] {
        [DocumentMember("sender", \.sender), DocumentMember("expires", \.expires)]
    }
}

/// The member and the client's number, with a blank between.
extension SharedClient: DocumentValue {
    package static var shape: DocumentShape { .string }

    package func write(to writer: inout any DocumentWriter) { writer.string("\(member) \(number)") }

    package static func read(_ value: any DocumentReader) -> SharedClient? {
        guard let parts = value.string?.split(separator: " "), parts.count == 2,
            let number = Int(parts[1])
        else { return nil }
        return SharedClient(ClientID(number: number), of: String(parts[0]))
    }
}
