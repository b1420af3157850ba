package import Loop
import NowPlaying
import Sessions

/// The request of a scrape: the format, by `Accept`, and the stations that have series of their
/// own.
package struct MetricsQuery {
    /// The format.
    package let format: MetricsText.Format
    /// The stations that have series of their own.
    package let stations: MetricsText.Stations

    /// Reads a request.
    package init(_ request: HTTPRequest) throws(Problem) {
        let query = WebQuery(request.query)
        let isOpen = request.headers["accept"]?.contains("application/openmetrics-text") ?? false
        format = isOpen ? .openMetrics : .prometheus
        do throws(RequestError) {
            try query.check(["station", "stations"])
            stations = try Self.stations(in: query)
        } catch {
            throw Problem(error)
        }
    }

    private static func stations(
        in query: WebQuery
    ) throws(RequestError) -> MetricsText.Stations {
        let names = query.stations.map(String.init)
        guard names.allSatisfy(\.isIdentifier) else {
            throw RequestError(
                .invalidParameters, "station is a station's id", ("parameter", "station"))
        }
        switch query["stations"] {
        case nil where query.has("station"): return .named(Set(names))
        case nil, "true": return .all
        case "false": return .none
        default:
            throw RequestError(
                .invalidParameters, "stations is true or false", ("parameter", "stations"))
        }
    }
}
