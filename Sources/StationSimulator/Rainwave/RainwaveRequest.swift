import JSON

/// What a client of Rainwave asks for.
enum RainwaveRequest {
    case authenticate(key: String)
    /// The client believes this to be the number of what is on.
    case check(scheduled: Int)
    case ping
    case pong
    /// It asks in a wrong way.
    case mistake(RainwaveError)

    /// Reads a message; `nil` for what is no JSON object.
    init?(parsing message: [UInt8]) {
        let read = try? JSONParser().parse(message) { $0.isObject ? Self.read($0) : nil }
        guard let read else { return nil }
        self = read
    }

    private static func read(_ request: JSONValue) -> RainwaveRequest {
        switch request["action"]?.string {
        case nil: missing("action")
        case "auth": authentication(request)
        case "check_sched_current_id": check(request)
        case "ping": .ping
        case "pong": .pong
        default: .mistake(RainwaveError(code: "404"))
        }
    }

    private static func authentication(_ request: JSONValue) -> RainwaveRequest {
        guard let user = request["user_id"], user.int != 0 else {
            return missing("user_id", authenticating: true)
        }
        guard user.int != nil else {
            return .mistake(
                RainwaveError(code: "invalid_argument", isAboutAuthentication: true))
        }
        guard let key = request["key"]?.string, !key.isEmpty else {
            return missing("key", authenticating: true)
        }
        return .authenticate(key: key)
    }

    /// 0 is taken for nothing.
    private static func check(_ request: JSONValue) -> RainwaveRequest {
        guard let value = request["sched_id"], value.int != 0 else { return missing("sched_id") }
        guard let number = value.int else {
            return .mistake(RainwaveError(code: "invalid_argument"))
        }
        return .check(scheduled: number)
    }

    private static func missing(
        _ argument: String, authenticating: Bool = false
    ) -> RainwaveRequest {
        .mistake(
            RainwaveError(
                code: "missing_argument", text: "Missing argument: \(argument).",
                isAboutAuthentication: authenticating))
    }
}

/// An error by the key under which Rainwave has its texts in many languages.
struct RainwaveError {
    let code: String
    var text = ""
    /// It is told to clients who have not proved who they are, too.
    var isAboutAuthentication = false

    /// Tells the client.
    var action: SessionAction { Self.action(code, text: text) }

    /// Tells the client about an error, or something else.
    static func action(
        _ code: String, text: String = "", under name: String = "wserror"
    ) -> SessionAction {
        .send(
            [UInt8](json: {
                $0.beginObject()
                $0.key(named: name)
                $0.beginObject()
                $0.member("tl_key", code)
                $0.member("text", text)
                $0.endObject()
                $0.endObject()
            }))
    }
}
