/// When a position in a message is the track's.
///
/// - `onlyNew`: only where it is another than the one before: the server repeats an old one, as if
///   no time passed.
/// - `needsDuration`: only where the track's length is known: what has none is a stream, and the
///   position is the time since that was switched on.
/// - `orNow`: without its `asOf` it is the position now, not that of some other time.
struct ElapsedRules: Hashable, Sendable {
    static let keys = ["onlyNew", "needsDuration", "orNow"]

    private(set) var isOnlyNew = false
    private(set) var needsDuration = false
    private(set) var isOfNowWithoutTime = false

    /// Always.
    init() {}

    /// What a mapping says beside where the position is.
    init(_ value: SettingValue) {
        guard case .object = value.value, let section = value.members else { return }
        isOnlyNew = section["onlyNew"]?.flag() ?? false
        needsDuration = section["needsDuration"]?.flag() ?? false
        isOfNowWithoutTime = section["orNow"]?.flag() ?? false
    }
}
