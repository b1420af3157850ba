import Support

/// A version of a key as the store tells it.
package struct StoreEntry: Equatable, Sendable {
    /// The key.
    package var key: StoreKey
    /// The value of the key; `nil` if it was deleted.
    package var value: [UInt8]?
    /// The sequence number in the bucket's stream: one order over all keys.
    package var revision: UInt64
    /// The number of the write that it was, among those of its writer; `nil` where it is not known.
    package var write: WriteID?
}

/// A process that is a member: its name, and which of its lives.
package struct MemberIdentity: Hashable, Sendable {
    /// The name in the config.
    package var name: String
    /// Another in each life, so that a member that was restarted is not taken for the one before.
    package var incarnation: String

    package init(name: String, incarnation: String) {
        self.name = name
        self.incarnation = incarnation
    }

    /// `NAME/INCARNATION`.
    package var text: String { "\(name)/\(incarnation)" }

    package init?(_ text: String) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty else { return nil }
        self.init(name: String(parts[0]), incarnation: String(parts[1]))
    }
}

/// The entry that a member writes every two seconds.
package struct Heartbeat: Equatable, Sendable {
    /// The member.
    package var member: MemberIdentity
    /// It owns upstreams, and does not only serve clients.
    package var owns: Bool

    package var text: String { "\(member.text) \(owns ? "owns" : "serves")" }
}

extension Heartbeat {
    package init?(_ text: String) {
        let parts = text.split(separator: " ")
        guard parts.count == 2, let member = MemberIdentity(String(parts[0])) else { return nil }
        self.init(member: member, owns: parts[1] == "owns")
    }
}

/// The value of a station's key: the state, and the right by which it was written.
package struct StationValue: Equatable, Sendable {
    /// The revision at which the writer became the upstream's owner: a fencing token.
    package var term: UInt64
    /// The upstream that the station is read from.
    package var upstream: UpstreamID
    /// Tells one write from another, also across members: the incarnation and a number.
    package var writeID: String
    /// The state, which only hubs understand.
    package var payload: [UInt8]

    /// The format of the header line. Members that see another ignore the value.
    private static let format = "1"

    /// A line with the header, then the state.
    package var bytes: [UInt8] {
        Array("\(Self.format) \(term) \(upstream) \(writeID)\n".utf8) + payload
    }
}

extension StationValue {
    /// Reads a value; `nil` for what is not one.
    package init?(_ bytes: [UInt8]) {
        guard let end = bytes.firstIndex(of: UInt8(ascii: "\n")),
            let header = bytes[..<end].word
        else { return nil }
        let parts = header.split(separator: " ")
        guard parts.count == 4, parts[0] == Self.format, let term = UInt64(parts[1]) else {
            return nil
        }
        self.init(
            term: term, upstream: String(parts[2]), writeID: String(parts[3]),
            payload: Array(bytes[(end + 1)...]))
    }
}
