/// What a farm did since it began.
public struct FarmStatistics: Hashable, Sendable {
    /// Clients that ever connected.
    public var connectionsOpened = 0
    /// Clients that are connected.
    public var connectionsOpen = 0
    /// Publications handed to a client, each counted as often as there were clients for it.
    public var publicationsSent = 0
    /// Publications that a client missed because it had not read the ones before.
    public var publicationsSkipped = 0
}
