package import Hub
package import Sessions

/// The rights of a client of the web server.
package struct Rights: Hashable, Sendable {
    /// The sessions that it may show and control.
    package enum SessionNames: Hashable, Sendable {
        /// These.
        case named(Set<String>)
        /// Each that there is or will be.
        case all
    }

    /// It may see what stations play.
    package var mayRead = false
    /// It may see how the hub is.
    package var maySeeStatus = false
    /// The sessions that it may show and control.
    package var sessions = SessionNames.named([])

    /// Nothing.
    package init() {}

    /// Everything.
    package static let all: Rights = {
        var rights = Rights()
        rights.mayRead = true
        rights.maySeeStatus = true
        rights.sessions = .all
        return rights
    }()

    /// To see what stations play, and nothing else.
    package static let read: Rights = {
        var rights = Rights()
        rights.mayRead = true
        return rights
    }()

    /// The part of them that a page of another site has.
    package var readingAlone: Rights { mayRead ? .read : Rights() }

    /// Reads the words of a token's line: `read`, `status`, `session:NAME`, `session:*`.
    ///
    /// - Returns: The word that is none of these, where there is one.
    package mutating func add(_ word: Substring) -> Bool {
        switch word {
        case "read": mayRead = true
        case "status": maySeeStatus = true
        case "session:*": sessions = .all
        case _ where word.hasPrefix("session:") && word.count > 8:
            guard case .named(let names) = sessions else { return true }
            sessions = .named(names.union([String(word.dropFirst(8))]))
        default: return false
        }
        return true
    }

    /// A number that is greater the more of the dashboard these rights open.
    package var weight: Int {
        let control = sessions == .all ? 4 : mayControl ? 3 : 0
        return control * 4 + (maySeeStatus ? 2 : 0) + (mayRead ? 1 : 0)
    }

    /// True if it may show and control any session at all.
    package var mayControl: Bool { sessions != .named([]) }

    /// True if a session may be shown and controlled.
    package func includes(session: String) -> Bool {
        switch sessions {
        case .all: true
        case .named(let names): names.contains(session)
        }
    }

    /// Their words, as clients are told.
    ///
    /// - Parameter known: The sessions that are named where all are meant.
    package func words(knowing known: [String]) -> [String] {
        let names =
            switch sessions {
            case .all: known
            case .named(let names): names.sorted()
            }
        return (mayRead ? ["read"] : []) + names.map { "session:\($0)" }
            + (maySeeStatus ? ["status"] : [])
    }
}

extension Rights {
    /// The right that a request needs and that is not among these; `nil` where it may be executed.
    package func missing(for method: Request.Method) -> String? {
        switch method {
        // The hub itself answers `dashboard` to no client of the network.
        case .hello, .configure, .unsubscribe, .dashboard: nil
        case .subscribe(let query, _), .get(let query, after: _): missing(for: query)
        case .command(_, let session, sender: _), .report(_, let session):
            includes(session: session) ? nil : "session:\(session)"
        case .status: maySeeStatus ? nil : "status"
        }
    }

    private func missing(for query: Request.Query) -> String? {
        guard let session = query.session else { return mayRead ? nil : "read" }
        return includes(session: session) ? nil : "session:\(session)"
    }

    /// The same request, or in its place the error that names the right that is missing.
    package func checked(_ request: Request) -> Request {
        guard case .success(let method) = request.method, let right = missing(for: method) else {
            return request
        }
        return Request(id: request.id, method: .failure(Self.refusal(right)))
    }

    /// The error that names a missing right.
    package static func refusal(_ right: String) -> RequestError {
        RequestError(.forbidden, "this needs the right \(right)", ("right", right))
    }
}
