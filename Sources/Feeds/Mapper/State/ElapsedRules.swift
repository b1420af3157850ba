import NowPlaying

/// When a position in a message is the track's.
///
/// - `onlyNew`: only where it is another than the one before: the server repeats an old one, as if
///   no time passed.
/// - `needsDuration`: only where the track's length is known: what has none is a stream, and the
///   position is the time since that was switched on.
/// - `wholeSeconds`: only where the position that is known is not within that second: it is cut
///   down.
/// - `refines`: only where it is near the position that is known: a more exact one of the same.
/// - `orNow`: without its `asOf` it is the position now, not that of some other time.
struct ElapsedRules: Hashable, Sendable {
    static let keys = ["onlyNew", "needsDuration", "wholeSeconds", "refines", "orNow"]

    private(set) var isOnlyNew = false
    private(set) var needsDuration = false
    private(set) var isOfWholeSeconds = false
    private(set) var isRefinement = false
    private(set) var isOfNowWithoutTime = false

    /// Always.
    init() {}

    /// What a mapping says beside where the position is.
    init(_ value: SettingValue) {
        guard case .object = value.value, let section = value.members else { return }
        isOnlyNew = section["onlyNew"]?.flag() ?? false
        needsDuration = section["needsDuration"]?.flag() ?? false
        isOfWholeSeconds = section["wholeSeconds"]?.flag() ?? false
        isRefinement = section["refines"]?.flag() ?? false
        isOfNowWithoutTime = section["orNow"]?.flag() ?? false
    }
}

extension ElapsedRules {
    /// Messages take a part of a second, and clocks differ by as much.
    private static let tolerance = Interval.milliseconds(200)
    private static let nearness = Interval.milliseconds(1_500)

    /// A position that is told is compared with the one that is known.
    var isCompared: Bool { isOfWholeSeconds || isRefinement }

    /// True if the position that is known is better than the one that is told.
    ///
    /// - Parameters:
    ///   - position: What was told, as it is now.
    ///   - told: The number in the message.
    func keeps(_ known: Interval?, insteadOf position: Interval, told: Interval) -> Bool {
        guard let known else { return isRefinement }
        let difference = known - position
        if isRefinement { return difference.magnitude > Self.nearness }
        return told.milliseconds % 1_000 == 0 && difference >= .zero - Self.tolerance
            && difference < .seconds(1) + Self.tolerance
    }
}
