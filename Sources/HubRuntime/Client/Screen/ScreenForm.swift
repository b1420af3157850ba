/// What a screen is drawn on.
public struct ScreenForm: Hashable, Sendable {
    /// The terminal's size; `nil` where each picture is printed below the one before.
    public var size: ScreenSize?
    /// Colours can be shown.
    public var isColoured = false

    /// How wide pictures are that are printed below each other.
    public static let plainWidth = 72

    /// Pictures as plain text, one below the other.
    public init() {}
}
