/// The earlier of two points in time, of which either may be missing.
@inlinable
public func earliest<Time: Comparable>(_ one: Time?, _ other: Time?) -> Time? {
    guard let one, let other else { return one ?? other }
    return min(one, other)
}
