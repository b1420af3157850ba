/// One thing that a config says of a simulated station's feed.
public struct FarmSetting: Hashable, Sendable {
    /// The key.
    public var name: String
    /// The value: a text, or YAML in one line.
    public var value: String
    /// The value stands in a config as it is: a number, a structure.
    public var isVerbatim = false
}
