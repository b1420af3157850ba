/// One of several streams of a station, such as a region's.
public struct StationStream: Hashable, Sendable {
    /// Unique within the station.
    public var id: String
    /// The name to show.
    public var name: String
    /// The address of its sound.
    public var url: String

    /// A stream with its parts.
    public init(id: String, name: String, url: String) {
        self.id = id
        self.name = name
        self.url = url
    }
}
