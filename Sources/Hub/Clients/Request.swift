import JSON
import NowPlaying
import Views

/// One call of a client, read but not yet looked at in the light of the hub's state.
struct Request {
    /// What is asked.
    enum Method {
        case hello
        case subscribe(Query, Since?)
        case configure(subscription: Int, Options)
        case unsubscribe(subscription: Int)
        case get(Query, after: String?)
        case status(after: Int)
        case command(SessionCommand, session: String, sender: String?)
        case report(SessionReport, session: String)
    }

    /// Which documents are asked for.
    struct Query {
        var view: View
        var stations: [String]?
        var session: String?
        var minInterval: Interval?
        var wantsPatches = false
        var historyCount = 0
        var includesListeners = false
        var options = Options()
    }

    /// Options of a view.
    struct Options {
        /// Which of them were named.
        var names: [String] = []
        var locale: Locale?
        /// What a car asks for, the language included.
        var carPlay = CarPlayOptions()

        /// What a car asks for that asked for something else before: what is not named stays.
        func carPlay(after known: CarPlayOptions) -> CarPlayOptions {
            var options = known
            if names.contains("category") { options.category = carPlay.category }
            if names.contains("locale") { options.locale = carPlay.locale }
            if names.contains("style") { options.style = carPlay.style }
            if names.contains("limits") { options.limits = carPlay.limits }
            if names.contains("region") { options.region = carPlay.region }
            return options
        }

        /// Refuses what makes no sense with a view.
        func check(for view: View) throws(RPCError) {
            let known: [String] =
                switch view {
                case .line: ["locale"]
                case .nowPlaying, .lockScreen: []
                case .carPlay: RequestReader.optionNames
                }
            guard let strange = names.first(where: { !known.contains($0) }) else { return }
            let reason =
                known.isEmpty
                ? "view \(view.rawValue) has no options"
                : "view \(view.rawValue) has no option \(strange): known are "
                    + known.joined(separator: ", ")
            throw RPCError(.invalidParameters, reason, ("parameter", "options"))
        }
    }

    /// Up to where a client that comes back holds everything.
    struct Since {
        var epoch: String
        var revision: Revision
    }

    /// The caller's name for it, as JSON; `nil` where no answer is wanted.
    let id: [UInt8]?
    /// What is asked, or what is wrong with it.
    let method: Result<Method, RPCError>

    /// Reads a line. What is not a request at all has the id `null`, as JSON-RPC asks.
    init(line: ArraySlice<UInt8>, parser: JSONParser, limits: Shared<Limits>) {
        do {
            self = try parser.parse(line) { try Request($0, in: line, limits: limits) }
        } catch let error as RPCError {
            self.init(id: Self.null, method: .failure(error))
        } catch {
            self.init(
                id: Self.null, method: .failure(RPCError(.parseError, "not JSON: \(error)")))
        }
    }

    private static let null = Array("null".utf8)

    private init(id: [UInt8]?, method: Result<Method, RPCError>) {
        self.id = id
        self.method = method
    }

    private init(
        _ value: JSONValue, in line: ArraySlice<UInt8>, limits: Shared<Limits>
    ) throws(RPCError) {
        guard value.isObject else {
            throw RPCError(.invalidRequest, "a request is one JSON object on a line")
        }
        let id = try Self.id(value["id"], in: line)
        do throws(RPCError) {
            self.init(id: id, method: .success(try Self.method(value, limits)))
        } catch {
            self.init(id: id, method: .failure(error))
        }
    }

    /// The id as the caller wrote it: a number may have more digits than any type holds.
    private static func id(
        _ value: JSONValue?, in line: ArraySlice<UInt8>
    ) throws(RPCError) -> [UInt8]? {
        guard let value else { return nil }
        if let number = JSONText.number(named: "id", in: line) { return Array(number) }
        guard value.string != nil || value.double != nil || value.isNull else {
            throw RPCError(.invalidRequest, "an id is a string or a number")
        }
        var writer = JSONWriter()
        writer.value(value)
        return writer.bytes
    }

    private static func method(_ value: JSONValue, _ limits: Shared<Limits>) throws(RPCError)
        -> Method
    {
        guard let version = value["jsonrpc"], version.string(equals: "2.0") else {
            throw RPCError(.invalidRequest, "\"jsonrpc\":\"2.0\" is missing")
        }
        guard let name = value["method"]?.string else {
            throw RPCError(.invalidRequest, "\"method\" is missing, or not a string")
        }
        let read = RequestReader(name: name, parameters: value["params"], limits: limits)
        return try read.method()
    }
}
