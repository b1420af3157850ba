internal import CNATS

/// A call of libnats that failed.
struct NATSError: Error, CustomStringConvertible {
    let status: natsStatus

    /// What the library calls it. Its longer texts can have addresses with passwords.
    var description: String { natsStatus_GetText(status).map { String(cString: $0) } ?? "error" }

    /// Throws where a call did not succeed.
    static func check(_ status: natsStatus) throws(NATSError) {
        guard status == NATS_OK else { throw NATSError(status: status) }
    }
}
