package import Loop
package import NowPlaying
import Sessions

/// A query for plays of a station, and the form of the answer.
package struct PlayQuery: Hashable, Sendable {
    /// The form in which plays are written.
    package enum Form: Hashable, Sendable {
        case json, csv
    }

    /// The most that one answer has.
    package static let limitMax = 1_000
    /// The time span of an answer if the query names no beginning.
    package static let usualLength = Interval.seconds(86_400)

    /// The station's id.
    package let station: String
    /// The first moment.
    package let since: Timestamp
    /// The last moment.
    package let until: Timestamp
    /// The greatest number of plays; the newest are taken.
    package let limit: Int
    /// The form of the answer.
    package let form: Form

    /// Reads the parameters of an address, and what the client accepts.
    package init(_ station: String, _ request: HTTPRequest, at now: Timestamp) throws(Problem) {
        let query = WebQuery(request.query)
        self.station = station
        do throws(RequestError) {
            try query.check(["since", "until", "limit"])
            since = try Self.time("since", in: query) ?? now - Self.usualLength
            until = try Self.time("until", in: query) ?? now + .seconds(60)
            limit = try Self.limit(in: query)
        } catch {
            throw Problem(error)
        }
        form = try Self.form(accepting: request.headers["accept"])
    }

    private static func time(
        _ name: String, in query: WebQuery
    ) throws(RequestError) -> Timestamp? {
        guard let text = query[name] else { return nil }
        guard let seconds = Double(text), let time = Timestamp(seconds: seconds) else {
            throw RequestError(
                .invalidParameters, "\(name) must be a time in Unix seconds", ("parameter", name))
        }
        return time
    }

    private static func limit(in query: WebQuery) throws(RequestError) -> Int {
        guard let text = query["limit"] else { return 100 }
        guard let limit = Int(text), (1...limitMax).contains(limit) else {
            throw RequestError(
                .invalidParameters, "limit must be a whole number from 1 to \(limitMax)",
                ("parameter", "limit"))
        }
        return limit
    }

    private static func form(accepting header: String?) throws(Problem) -> Form {
        let types = (header ?? "*/*").split(separator: ",").map {
            ($0.split(separator: ";").first ?? "").filter { $0 != " " }.lowercased()
        }
        for type in types {
            switch type {
            case "text/csv": return .csv
            case "application/json", "application/*", "*/*": return .json
            default: continue
            }
        }
        throw Problem(406, "there is application/json and text/csv")
    }
}
