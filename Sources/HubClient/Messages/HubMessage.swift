public import NowPlaying

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// One line from the hub, read (JSON-RPC 2.0, sections 4.1 and 5).
public enum HubMessage: Hashable, Sendable {
    /// The parts of a record that are read.
    public enum Reading: Sendable {
        /// Only its owner, its revision, and the view `line`.
        case heads
        /// Its document, too.
        case documents
        /// Its document twice: as a value, and as a tree for patches that follow.
        case changes
    }

    /// The longest line that is read. The longest record has some hundred KB, and a line takes up
    /// to fifty times its length in memory.
    public static let lengthMax = 4 << 20

    /// The answer to the call with this number.
    case answer(call: Int, Result<JSONTree, HubRefusal>)
    /// A record of a subscription; `resume` is what to remember.
    case update(subscription: Int, resume: Int, HubRecord)
    /// All that was there at the subscription has come.
    case synced(subscription: Int, resume: Int)
    /// Something happened in a session beside its documents.
    case event(HubEvent)
    /// An error that answers no call: why the hub is about to end the connection.
    case error(HubRefusal)
    /// A notification that this version does not know.
    case unknown(method: String)

    /// Reads a line; throws where it is not a message, or longer than `lengthMax`.
    ///
    /// - Parameter line: The line, with or without its end.
    public init(_ line: some Collection<UInt8>, reading: Reading = .documents) throws {
        guard line.count <= Self.lengthMax else {
            throw DecodingError.dataCorrupted(
                DecodingError.Context(
                    codingPath: [],
                    debugDescription: "a line of more than \(Self.lengthMax) bytes"))
        }
        let decoder = JSONDecoder()
        decoder.userInfo[.reading] = reading
        self = try decoder.decode(HubMessage.self, from: Data(line))
    }
}

extension CodingUserInfoKey {
    /// The key for the parts of a record that are read.
    static let reading = CodingUserInfoKey(rawValue: "nphub.reading")!
}

extension HubMessage: Decodable {
    private struct Synced: Decodable {
        let subscription: Int
        let resume: Int
    }

    private struct Update: Decodable {
        let subscription: Int
        let resume: Int
        let record: HubRecord
    }

    /// Reads a message.
    public init(from decoder: any Decoder) throws {
        let members = try DocumentMembers(decoder)
        let refusal: HubRefusal? = members["error"]
        if let method: String = members["method"] {
            self = try Self.notification(method, members)
        } else if let call: Int = members["id"] {
            if let refusal {
                self = .answer(call: call, .failure(refusal))
            } else {
                self = .answer(call: call, .success(try members.required("result")))
            }
        } else if let refusal {
            self = .error(refusal)
        } else {
            throw DecodingError.dataCorrupted(
                DecodingError.Context(
                    codingPath: [], debugDescription: "neither an answer nor a notification"))
        }
    }

    private static func notification(
        _ method: String, _ members: DocumentMembers
    ) throws -> HubMessage {
        switch method {
        case "update":
            let update: Update = try members.required("params")
            return .update(
                subscription: update.subscription, resume: update.resume, update.record)
        case "synced":
            let synced: Synced = try members.required("params")
            return .synced(subscription: synced.subscription, resume: synced.resume)
        case "event":
            return .event(try members.required("params"))
        default:
            return .unknown(method: method)
        }
    }
}

/// Something that happened in a session beside its documents.
public struct HubEvent: Codable, Hashable, Sendable {
    /// A request to the session's player.
    public struct PlayerRequest: Codable, Hashable, Sendable {
        /// The station that it is to play.
        public var station: String?
        /// The stream of that station.
        public var stream: String?
        /// The address of the stream.
        public var url: String?
        /// The requested state.
        public var state: PlaybackState
        /// The requested rate.
        public var rate: Double
        /// The requested mode of repetition: `off`, `one` or `all`.
        public var `repeat`: String?
        /// True if the order is to be random.
        public var shuffle: Bool?
        /// The time of broadcast that it is to play, in Unix seconds; `nil` for what is on air.
        public var position: Timestamp?
    }

    /// The session.
    public var session: String
    /// Counts the session's events.
    public var id: Int
    /// The template that is to be shown: `nowPlaying` or `alert`.
    public var present: String?
    /// The alert that is to be shown.
    public var alert: CarAlert?
    /// The request to the session's player.
    public var requested: PlayerRequest?

    /// An event with its parts.
    public init(
        session: String, id: Int, present: String? = nil, alert: CarAlert? = nil,
        requested: PlayerRequest? = nil
    ) {
        self.session = session
        self.id = id
        self.present = present
        self.alert = alert
        self.requested = requested
    }
}

/// The reason for which the hub refused a request, in its own words (JSON-RPC 2.0, section 5.1).
public struct HubRefusal: Error, Codable, Hashable, Sendable, CustomStringConvertible {
    /// The code, for programs.
    public var code: Int
    /// The problem and its remedy, for people.
    public var message: String

    /// A refusal with its parts.
    public init(code: Int, message: String) {
        self.code = code
        self.message = message
    }

    /// It is for a reason that may pass by itself: a limit that was reached, a bad moment.
    public var isPassing: Bool { code == -32_004 || code == -32_005 }

    /// The client named something that there is not, or asked for what makes no sense.
    public var isMistake: Bool { code == -32_602 || (-32_003 ... -32_001).contains(code) }

    /// The client named a station, or a stream of one, that there is not.
    public var isUnknownStation: Bool { code == -32_001 }

    /// The client named a session that there is not.
    public var isUnknownSession: Bool { code == -32_002 }

    /// The message.
    public var description: String { message }
}
