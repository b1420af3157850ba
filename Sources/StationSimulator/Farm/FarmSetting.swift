/// One thing that a config says of a simulated station's feed.
public struct FarmSetting: Hashable, Sendable {
    /// The key.
    public var name: String
    /// The value: a text or a whole number.
    public var value: String
    /// The value is a number.
    public var isNumber = false
}
