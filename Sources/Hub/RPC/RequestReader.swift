import JSON
import NowPlaying
import Sessions
import Support
import Views

/// Reads the parameters of each method.
struct RequestReader {
    let name: String
    let parameters: JSONValue?
    let limits: Box<Limits>

    private static let methods = [
        "hello", "subscribe", "configure", "unsubscribe", "get", "command", "report", "status",
        "dashboard",
    ]

    func method() throws(RequestError) -> Request.Method {
        switch name {
        case "hello":
            _ = try read(allowing: [])
            return .hello
        case "subscribe": return try subscribe()
        case "configure": return try configure()
        case "unsubscribe":
            return .unsubscribe(
                subscription: try subscription(in: read(allowing: ["subscription"])))
        case "get": return try get()
        case "status": return try status()
        case "dashboard":
            _ = try read(allowing: [])
            return .dashboard
        case "command": return try command()
        case "report": return try report()
        default:
            throw RequestError(
                .methodNotFound,
                "no method \(name.quotable): known are " + Self.methods.joined(separator: ", "),
                ("method", name.quotable))
        }
    }

    private func read(allowing names: [String]) throws(RequestError) -> Parameters {
        try Parameters(parameters, of: name, allowing: names)
    }

    private func subscribe() throws(RequestError) -> Request.Method {
        let read = try read(allowing: [
            "view", "stations", "session", "minInterval", "patch", "history", "listeners",
            "options", "since",
        ])
        var query = try query(in: read)
        query.minInterval = try read.interval("minInterval", upTo: limits.intervalMax)
        query.wantsPatches = try read.flag("patch")
        if query.wantsPatches, !query.view.definition.hasPatches {
            throw Parameters.wrong("patch", "left out for view \(query.view.name)")
        }
        return .subscribe(query, try since(in: read))
    }

    private func get() throws(RequestError) -> Request.Method {
        let read = try read(allowing: [
            "view", "stations", "session", "history", "listeners", "options", "after",
        ])
        return .get(try query(in: read), after: try read.text("after"))
    }

    private func configure() throws(RequestError) -> Request.Method {
        let read = try read(allowing: ["subscription", "options"])
        let subscription = try subscription(in: read)
        guard let options = try options(in: read) else {
            throw Parameters.missing("options", "an object")
        }
        return .configure(subscription: subscription, options)
    }

    private func status() throws(RequestError) -> Request.Method {
        let read = try read(allowing: ["after"])
        return .status(after: try read.integer("after", in: 0...Int(Int32.max)) ?? 0)
    }

    // MARK: Parts

    private func query(in read: Parameters) throws(RequestError) -> Request.Query {
        let views = View.encoded.map(\.name).joined(separator: ", ")
        guard let name = try read.text("view") else {
            throw Parameters.missing("view", "one of \(views)")
        }
        guard let view = View(named: name) else {
            throw RequestError(
                .unknownView, "no view \(name.quotable): known are \(views)",
                ("view", name.quotable))
        }
        var query = Request.Query(view: view)
        query.stations = try read.texts("stations")
        query.session = try read.text("session")
        if view.isOfSession {
            query.session = query.session ?? ListeningSession.main
            if query.stations != nil {
                throw Parameters.wrong("stations", "left out for view \(view.name)")
            }
        }
        if query.session != nil, query.stations != nil {
            throw Parameters.wrong("session", "left out where stations are named")
        }
        query.historyCount = try read.integer("history", in: 0...limits.history) ?? 0
        query.includesListeners = try read.flag("listeners")
        if !view.definition.hasHistory, query.historyCount > 0 || query.includesListeners {
            throw Parameters.wrong(
                "history", "left out for view \(view.name), as must listeners")
        }
        query.options = try options(in: read) ?? ViewOptions()
        try query.options.check(for: view)
        return query
    }

    private func options(in read: Parameters) throws(RequestError) -> ViewOptions? {
        let known = DocumentOptions.Name.allCases.map(\.rawValue)
        guard let group = try read.group("options", allowing: known) else {
            return nil
        }
        return try ViewOptions(group)
    }

    private func since(in read: Parameters) throws(RequestError) -> Request.Since? {
        guard let group = try read.group("since", allowing: ["epoch", "revision"]) else {
            return nil
        }
        guard let epoch = try group.text("epoch") else {
            throw Parameters.missing("epoch", "the epoch of the records that are held")
        }
        guard let revision = try group.integer("revision", in: 0...Int.max) else {
            throw Parameters.missing("revision", "the last resume that came")
        }
        return Request.Since(epoch: epoch, revision: Revision(revision))
    }

    private func subscription(in read: Parameters) throws(RequestError) -> Int {
        guard let number = try read.integer("subscription", in: 0...Int.max) else {
            throw Parameters.missing("subscription", "the number that subscribe answered")
        }
        return number
    }
}

extension Parameters: OptionReader {}

extension ViewOptions {
    /// Refuses options that a view does not have.
    func check(for view: View) throws(RequestError) {
        guard let mistake = mistake(for: view) else { return }
        throw RequestError(.invalidParameters, mistake, ("parameter", "options"))
    }
}
