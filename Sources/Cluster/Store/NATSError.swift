internal import CNATS

/// The reason why NATS cannot be used, in words for people: the problem, and a remedy.
///
/// The library's own texts can be told: they have names of files and of certificates, and no
/// passwords.
struct NATSError: Error, Equatable, CustomStringConvertible {
    let problem: String
    var remedy: String?

    var description: String { remedy.map { "\(problem); \($0)" } ?? problem }

    /// Throws where a call did not succeed.
    static func check(_ status: natsStatus) throws(NATSError) {
        guard status == NATS_OK else { throw NATSError(status) }
    }

    /// No server could be used, by their addresses. What several have in common is told once.
    static func noServer(_ errors: [(server: String, error: NATSError)]) -> NATSError {
        var found: [(error: NATSError, servers: [String])] = []
        for (address, error) in errors {
            let server = StoreSettings.publicAddress(address)
            if let known = found.firstIndex(where: { $0.error == error }) {
                found[known].servers.append(server)
            } else {
                found.append((error, [server]))
            }
        }
        let texts = found.map { "\($0.servers.joined(separator: ", ")): \($0.error)" }
        return NATSError(problem: texts.joined(separator: "; "))
    }
}

extension NATSError {
    /// Makes an error of a call that failed on this thread.
    init(_ status: natsStatus) {
        let detail = Self.detail(of: status)
        switch status {
        case NATS_NO_SERVER:
            self.init(
                problem: "it cannot be reached",
                remedy: "see to its name, and that NATS runs and listens there")
        case NATS_TIMEOUT:
            self.init(
                problem: "it does not answer in time",
                remedy: "see that JetStream is up there, and what the account may do")
        case NATS_CONNECTION_AUTH_FAILED:
            self.init(
                problem: "it refuses this hub's user",
                remedy: "see to the password in cluster.nats, or to cluster.credentials")
        case NATS_SECURE_CONNECTION_WANTED:
            self.init(problem: "it has no TLS", remedy: "write nats://, or give it a certificate")
        case NATS_SSL_ERROR:
            self.init(problem: detail, remedy: Self.certificateRemedy(detail))
        case NATS_NO_RESPONDERS:
            self.init(
                problem: "it has no JetStream", remedy: "switch it on there, and for the account")
        case NATS_STALE_CONNECTION: self.init(problem: "it answers no more")
        case NATS_CONNECTION_CLOSED, NATS_IO_ERROR:
            self.init(problem: "it has closed the connection")
        default: self.init(problem: detail, remedy: Self.remedy(detail))
        }
    }

    /// The server answers, and does not store what is written.
    static func rejected(_ text: String) -> NATSError {
        NATSError(
            problem: "it does not store what this hub writes: \(text)",
            remedy: "see to the room and the limits of JetStream and of the hubs' buckets, to what"
                + " the user may publish, and that most of NATS' servers run")
    }

    /// Makes an error of an attempt to connect.
    static func connecting(_ status: natsStatus) -> NATSError {
        var error = NATSError(status)
        switch status {
        case NATS_TIMEOUT:
            error.remedy = "see that NATS listens there, and that no firewall stands between"
        case NATS_PROTOCOL_ERROR, NATS_IO_ERROR, NATS_CONNECTION_CLOSED:
            error.remedy = "see that it is NATS that listens there"
        default: break
        }
        return error
    }

    private static func certificateRemedy(_ detail: String) -> String {
        if detail.contains("mismatch") {
            return "write the name in cluster.nats that its certificate has"
        }
        if detail.contains("expired") || detail.contains("not yet valid") {
            return "see to its certificate, and to the clocks"
        }
        return "give the file of the authority that signed its certificate as cluster.tls.ca"
    }

    private static func remedy(_ detail: String) -> String? {
        if detail.contains("JetStream not enabled") {
            return "switch it on there, and for the account"
        }
        if detail.contains("seed") || detail.contains("JWT") {
            return "cluster.credentials needs a file as nsc makes it"
        }
        if detail.contains("replicas") || detail.contains("peers") {
            return "cluster.replicas needs as many NATS servers that form a cluster"
        }
        return nil
    }

    /// The library's more exact text, without the line of its source; else its text for the status.
    private static func detail(of status: natsStatus) -> String {
        var last = NATS_OK
        if let text = nats_GetLastError(&last), last == status {
            let detail = String(cString: text)
            let place = detail.firstRange(of: "): ")
            if !detail.isEmpty { return place.map { String(detail[$0.upperBound...]) } ?? detail }
        }
        return natsStatus_GetText(status).map { String(cString: $0) } ?? "error"
    }
}
