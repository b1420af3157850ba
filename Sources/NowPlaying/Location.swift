/// A place on the Earth, in degrees (WGS 84).
public struct Location: Hashable, Sendable {
    /// Degrees north, −90 … 90.
    public var latitude: Double
    /// Degrees east, −180 … 180.
    public var longitude: Double

    /// A place by its coordinates.
    public init(latitude: Double, longitude: Double) {
        self.latitude = latitude
        self.longitude = longitude
    }
}
