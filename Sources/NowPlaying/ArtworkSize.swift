/// The size of a picture, in pixels, as the feed gives it.
public struct ArtworkSize: Hashable, Sendable {
    /// Pixels from left to right, at least 1.
    public var width: Int
    /// Pixels from top to bottom, at least 1.
    public var height: Int

    /// A size; `nil` for what no picture has.
    public init?(width: Int, height: Int) {
        guard width > 0, height > 0 else { return nil }
        self.width = width
        self.height = height
    }
}
