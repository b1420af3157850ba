package import JSON
package import Sessions

/// Refusals as JSON-RPC 2.0 says them (section 5.1).
extension RequestError {
    /// Writes it as the member `error` of an answer.
    func write(into writer: inout JSONWriter) {
        writer.beginObject("error")
        writer.member("code", code.number)
        writer.member("message", message)
        writeData(into: &writer)
        writer.endObject()
    }

    /// Writes what it is about, where it is about something.
    package func writeData(into writer: inout JSONWriter) {
        guard let subject else { return }
        writer.beginObject("data")
        writer.key(named: subject.name)
        writer.string(subject.value)
        writer.endObject()
    }
}

extension RequestError.Code {
    /// JSON-RPC's own codes, and from -32001 on the hub's.
    package var number: Int {
        switch self {
        case .parseError: -32_700
        case .invalidRequest: -32_600
        case .methodNotFound: -32_601
        case .invalidParameters: -32_602
        case .unknownStation: -32_001
        case .unknownSession: -32_002
        case .unknownView: -32_003
        case .limitReached: -32_004
        case .notPossibleNow: -32_005
        case .unknownSubscription: -32_006
        case .forbidden: -32_007
        }
    }
}
