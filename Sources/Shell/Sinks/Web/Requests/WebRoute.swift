import Loop

/// The target of a path.
package enum WebRoute: Hashable, Sendable {
    /// A page, or what belongs to pages, by its name among them.
    case page(String)
    /// All stations, with what they play.
    case stations
    /// A station, with what it plays.
    case station(String)
    /// The plays of a station until now.
    case history(String)
    /// The changes, as server-sent events.
    case events
    /// JSON-RPC on a WebSocket.
    case socket
    /// A command to a session.
    case command
    /// A report of a session's player.
    case report
    /// A ticket for a token.
    case ticket
    /// The status of the hub.
    case status
    /// The rights of the client.
    case rights
    /// The status of the hub, for Prometheus.
    case metrics
    /// The check that the hub does its work.
    case health

    /// A path with its target and its methods.
    package struct Entry: Sendable {
        /// The parts of the path; `{}` stands for any.
        let pattern: [Substring]
        /// The methods, `HEAD` left out.
        package let methods: [String]
        let make: @Sendable (String) -> WebRoute

        fileprivate init(
            _ pattern: String, _ methods: [String] = ["GET"],
            _ make: @escaping @Sendable (String) -> WebRoute
        ) {
            self.pattern = pattern.split(separator: "/")
            self.methods = methods
            self.make = make
        }

        /// The path with the names of its variable parts as `{}`.
        package var path: String { "/" + pattern.joined(separator: "/") }

        /// True if a method is served; `HEAD` is served wherever `GET` is.
        package func allows(_ method: String) -> Bool {
            methods.contains(method == "HEAD" ? "GET" : method)
        }

        /// The answer to another method, with those that are allowed.
        package func refusal(of method: String, at path: String) -> Problem {
            let allowed = methods.contains("GET") ? ["GET", "HEAD"] : methods
            return Problem(
                405, "\(method) is not for \(path)",
                [.init("Allow", allowed.joined(separator: ", "))])
        }

        fileprivate func route(of parts: [Substring]) -> WebRoute? {
            guard parts.count == pattern.count else { return nil }
            var variable = ""
            for (part, wanted) in zip(parts, pattern) {
                if wanted == "{}" { variable = String(part) } else if part != wanted { return nil }
            }
            return make(variable)
        }
    }

    /// All paths.
    package static let table = [
        Entry("/") { _ in .page("index.html") },
        Entry("/assets/{}") { .page($0) },
        Entry("/nphub.js") { _ in .page("nphub.js") },
        Entry("/nphub.d.ts") { _ in .page("nphub.d.ts") },
        Entry("/widget.js") { _ in .page("widget.js") },
        Entry("/overlay/{}") { _ in .page("overlay.html") },
        Entry("/api/v1/openapi.json") { _ in .page("openapi.json") },
        Entry("/api/v1/stations") { _ in .stations },
        Entry("/api/v1/stations/{}") { .station($0) },
        Entry("/api/v1/stations/{}/history") { .history($0) },
        Entry("/api/v1/events") { _ in .events },
        Entry("/api/v1/socket") { _ in .socket },
        Entry("/api/v1/command", ["POST"]) { _ in .command },
        Entry("/api/v1/report", ["POST"]) { _ in .report },
        Entry("/api/v1/ticket", ["POST"]) { _ in .ticket },
        Entry("/api/v1/status") { _ in .status },
        Entry("/api/v1/rights") { _ in .rights },
        Entry("/metrics") { _ in .metrics },
        Entry("/healthz") { _ in .health },
    ]

    /// Finds the target of a path.
    package static func find(_ path: String) -> (route: WebRoute, entry: Entry)? {
        guard path.hasPrefix("/") else { return nil }
        let parts = path.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
        let meaningful = parts == [""] ? [] : parts
        for entry in table {
            if let route = entry.route(of: meaningful) { return (route, entry) }
        }
        return nil
    }

    /// Pages of other sites may read it.
    package var isShared: Bool {
        switch self {
        case .stations, .station, .history, .events: true
        case .page(let name):
            ["nphub.js", "nphub.d.ts", "widget.js", "openapi.json"].contains(name)
        case .socket, .command, .report, .ticket, .status, .rights, .metrics, .health: false
        }
    }
}
