import HubClient
import JSON
import Shell
import Support

/// Adds the nearest id to the hub's refusal of a station that it does not have.
enum StationAdvice {
    /// The most stations that a message lists.
    private static let listedMax = 20

    /// Does something that names stations to a hub.
    ///
    /// - Parameter place: The hub's socket.
    static func advising<Answer>(
        on stations: [String], at place: SocketPath, _ work: () throws -> Answer
    ) throws -> Answer {
        do {
            return try work()
        } catch HubClientError.refused(let refusal) where refusal.isUnknownSession {
            throw ProgramFailure(.usage, "\(refusal); `nphub status` lists those that there are")
        } catch HubClientError.refused(let refusal) where refusal.isUnknownStation {
            guard let known = try? ids(at: place),
                let unknown = stations.first(where: { !known.contains($0) })
            else { throw HubClientError.refused(refusal) }
            let list = known.count > listedMax ? "`nphub status --all` lists them" : nil
            let near = suggestion(for: unknown, among: known, listedBy: list)
            throw ProgramFailure(.usage, "there is no station \(quote(unknown)); \(near)")
        }
    }

    /// The ids of all stations of a hub.
    private static func ids(at place: SocketPath) throws -> [String] {
        let document = try HubInquiry.records(HubQuery(.line), at: place)
        return try JSONParser(maximumLength: max(1, document.count)).parse(document) {
            $0["records"]?.elements.compactMap { $0["station"]?.readable } ?? []
        }
    }
}
