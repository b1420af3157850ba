internal import Glibc
import Support

/// The result of the look-up of a name.
struct LookupAnswer: Sendable {
    let host: String
    let addresses: Result<[SocketAddress], ResolutionFailure>

    /// True if it has addresses.
    var isAnswered: Bool {
        if case .success = addresses { true } else { false }
    }
}

/// Threads that look up one name each, and end.
///
/// They refer to the mailbox alone, so that one that is stuck in a look-up holds up neither the end
/// of the loop nor that of the process.
enum LookupThread {
    /// Starts one; false if the system gives no thread.
    static func start(_ host: String, answers: Mailbox<LookupAnswer>) -> Bool {
        startThread("nphub-lookup") {
            answers.post(LookupAnswer(host: host, addresses: HostLookup.addresses(of: host)))
        }
    }
}

/// The system's look-up of names, which waits for its answer.
enum HostLookup {
    /// The status of glibc for a name that has no address; its header hides the constant.
    private static let nameHasNoData: Int32 = -5

    /// The addresses of a host, with port 0.
    static func addresses(of host: String) -> Result<[SocketAddress], ResolutionFailure> {
        var hints = addrinfo()
        hints.ai_family = AF_UNSPEC
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var found: UnsafeMutablePointer<addrinfo>?
        let status = getaddrinfo(host, nil, &hints, &found)
        let systemError = errno
        guard status == 0 else { return .failure(failure(status, systemError)) }
        defer { freeaddrinfo(found) }
        var addresses: [SocketAddress] = []
        var entry = found
        while let current = entry?.pointee {
            if let address = current.ai_addr.flatMap({
                NativeAddress(copying: $0, length: current.ai_addrlen)?.socketAddress
            }) {
                addresses.append(address)
            }
            entry = current.ai_next
        }
        return addresses.isEmpty ? .failure(.noSuchHost) : .success(addresses)
    }

    private static func failure(_ status: Int32, _ systemError: Int32) -> ResolutionFailure {
        switch status {
        case EAI_NONAME, nameHasNoData: .noSuchHost
        case EAI_AGAIN: .temporary
        case EAI_SYSTEM: .failed(systemMessage(systemError))
        default: .failed(String(cString: gai_strerror(status)))
        }
    }
}
