/// One of several streams of a station, such as a region's.
public struct StationStream: Hashable, Sendable {
    /// Unique within the station.
    public var id: String
    /// The name to show.
    public var name: String

    /// A stream by its id and name.
    public init(id: String, name: String) {
        self.id = id
        self.name = name
    }
}
