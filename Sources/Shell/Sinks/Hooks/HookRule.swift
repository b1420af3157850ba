import NowPlaying
import Protocols

/// An event on which a hook runs.
enum HookEvent: String, CaseIterable, Sendable {
    /// Another track is on air.
    case track
    /// The station is live, has failed, or is off air, as it was not before.
    case connection
    /// The title has not moved for long.
    case stuck
    /// The station cannot be read for long.
    case failing
}

/// A hook of the config: its events, and what is done on them.
struct HookRule: Equatable, Sendable {
    /// The place of what is done.
    enum Action: Equatable, Sendable {
        /// A program is run.
        case program(HookProgram)
        /// A web server is told.
        case request(HookRequest)
    }

    /// The name in the status and in the log.
    var name: String
    /// The events on which it runs.
    var events: Set<HookEvent>
    /// The stations; `nil` for all.
    var stations: Set<String>?
    /// The time after which a station counts as stuck or failing.
    var patience = Interval.seconds(600)
    /// It runs for the state at start, too.
    var runsAtStart = false
    /// The limits of its runs.
    var limits = RunLimits()
    /// The program or the request.
    var action: Action
}

/// The program of a hook.
struct HookProgram: Equatable, Sendable {
    /// A word of its command line.
    enum Argument: Equatable, Sendable {
        case text(String)
        case template(Template)
    }

    /// Its name, looked up in `PATH`, or its path; and its arguments.
    var arguments: [Argument]
}

/// The request of a hook.
struct HookRequest: Equatable, Sendable {
    /// The content of a request.
    enum Body: Equatable, Sendable {
        /// None.
        case none
        /// The record, as JSON.
        case record
        /// A text; its fields are escaped as the content's type needs it.
        case text(HookProgram.Argument, HookEscaping)
        /// A document of JSON.
        case document(HookDocument)
    }

    /// The address up to its path, which has no fields.
    var server: String
    /// The rest of the address.
    var target: HookProgram.Argument
    /// The host, for messages.
    var host: String
    /// The method.
    var method = "POST"
    /// The header fields of the user.
    var headers: [HeaderField] = []
    /// The content.
    var body = Body.record
    /// The key of the signature over the content.
    var key: [UInt8]?
    /// The server's certificate is judged so.
    var tls = TLSSettings()
}

/// The escaping of fields in a request.
enum HookEscaping: Sendable {
    /// None: a text for people.
    case none
    /// As in a string of JSON.
    case json
    /// As in a query or a form (RFC 3986, section 2.1).
    case percent
}

/// A document of JSON with fields in its texts.
indirect enum HookDocument: Equatable, Sendable {
    /// A number, `true`, `false` or `null`, as it is written.
    case literal(String)
    case text(HookProgram.Argument)
    case list([HookDocument])
    case object([Pair])

    /// A member of an object.
    struct Pair: Equatable, Sendable {
        let name: String
        let value: HookDocument
    }
}
