package import EventLoop
import Sessions

/// What a scrape asks for: the format, by `Accept`, and which stations have series of their own.
package struct MetricsQuery {
    /// The format.
    package let format: MetricsText.Format
    /// The stations that have series of their own.
    package let stations: MetricsText.Stations

    /// Reads a request.
    package init(_ request: HTTPRequest) throws(Problem) {
        let query = WebQuery(request.query)
        do throws(RequestError) {
            try query.check(["station", "stations"])
        } catch {
            throw Problem(error)
        }
        let isOpen = request.headers["accept"]?.contains("application/openmetrics-text") ?? false
        format = isOpen ? .openMetrics : .prometheus
        switch query["stations"] {
        case nil where query.has("station"): stations = .named(Set(query.all("station")))
        case nil, "true": stations = .all
        case "false": stations = .none
        default:
            throw Problem(
                RequestError(
                    .invalidParameters, "stations is true or false", ("parameter", "stations")))
        }
    }
}
