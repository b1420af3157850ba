internal import Glibc

/// What came of the look-up of a name.
struct LookupAnswer: Sendable {
    let host: String
    let addresses: Result<[SocketAddress], ResolutionFailure>

    /// Whether it has addresses.
    var isAnswered: Bool {
        if case .success = addresses { true } else { false }
    }
}

/// A thread that looks up one name, and ends.
///
/// It is detached and refers to the mailbox alone, so that one that is stuck in a look-up holds up
/// neither the end of the loop nor that of the process.
final class LookupThread: Sendable {
    private let host: String
    private let answers: Mailbox<LookupAnswer>

    private init(host: String, answers: Mailbox<LookupAnswer>) {
        self.host = host
        self.answers = answers
    }

    /// Starts one; false if the system gives no thread.
    static func start(_ host: String, answers: Mailbox<LookupAnswer>) -> Bool {
        let thread = Unmanaged.passRetained(LookupThread(host: host, answers: answers))
        var id: pthread_t = 0
        guard pthread_create(&id, nil, runLookup, thread.toOpaque()) == 0 else {
            thread.release()
            return false
        }
        pthread_detach(id)
        return true
    }

    fileprivate func run() {
        answers.post(LookupAnswer(host: host, addresses: HostLookup.addresses(of: host)))
    }
}

/// The body of the thread, which was started with a reference of its own to its object.
private func runLookup(_ thread: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let thread else { return nil }
    Unmanaged<LookupThread>.fromOpaque(thread).takeRetainedValue().run()
    return nil
}
