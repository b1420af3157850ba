import JSON

/// Why a request was not carried out, as JSON-RPC 2.0 (section 5.1) says it.
struct RPCError: Error, Equatable {
    /// A number that programs go by.
    enum Code: Int {
        case parseError = -32_700
        case invalidRequest = -32_600
        case methodNotFound = -32_601
        case invalidParameters = -32_602
        case unknownStation = -32_001
        case unknownSession = -32_002
        case unknownView = -32_003
        case limitReached = -32_004
        case notPossibleNow = -32_005
        case unknownSubscription = -32_006
    }

    let code: Code
    /// For people: what is wrong and what would be right.
    let message: String
    /// What it is about: the name of a thing, and the thing.
    let subject: (name: String, value: String)?

    init(_ code: Code, _ message: String, _ subject: (String, String)? = nil) {
        self.code = code
        self.message = message
        self.subject = subject.map { (name: $0.0, value: $0.1) }
    }

    static func == (left: RPCError, right: RPCError) -> Bool {
        left.code == right.code && left.message == right.message
            && left.subject?.name == right.subject?.name
            && left.subject?.value == right.subject?.value
    }

    /// Writes it as the member `error` of an answer.
    func write(into writer: inout JSONWriter) {
        writer.beginObject("error")
        writer.member("code", code.rawValue)
        writer.member("message", message)
        if let subject {
            writer.beginObject("data")
            writer.key(named: subject.name)
            writer.string(subject.value)
            writer.endObject()
        }
        writer.endObject()
    }
}
