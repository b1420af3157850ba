import NowPlaying

/// The conditions under which a position in a message is the track's.
///
/// - `onlyNew`: only if it differs from the last one: the server repeats an old position, as if no
///   time passed.
/// - `needsDuration`: only if the track's length is known: without one it is a stream, and the
///   position is the time since that was switched on.
/// - `wholeSeconds`: only if the known position is outside of that second: the sent one is rounded
///   down.
/// - `refines`: only if it is near the known position: then it is a more exact one.
/// - `orNow`: without its `asOf` it is the position now, not that of some other time.
struct ElapsedRules: Hashable, Sendable {
    static let keys = ["onlyNew", "needsDuration", "wholeSeconds", "refines", "orNow"]

    private(set) var isOnlyNew = false
    private(set) var needsDuration = false
    private(set) var isOfWholeSeconds = false
    private(set) var isRefinement = false
    private(set) var isOfNowWithoutTime = false

    /// Without conditions.
    init() {}

    /// The rules that a mapping has beside the place of the position.
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

    /// True if a new position is compared with the known one.
    var isCompared: Bool { isOfWholeSeconds || isRefinement }

    /// True if the known position is better than the new one.
    ///
    /// - Parameters:
    ///   - position: The new position, converted to now.
    ///   - told: The number in the message.
    func keeps(_ known: Interval?, insteadOf position: Interval, told: Interval) -> Bool {
        guard let known else { return isRefinement }
        let difference = known - position
        if isRefinement { return difference.magnitude > Self.nearness }
        return told.milliseconds % 1_000 == 0 && difference >= .zero - Self.tolerance
            && difference < .seconds(1) + Self.tolerance
    }
}
