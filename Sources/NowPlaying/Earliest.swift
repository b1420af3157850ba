/// The earlier of two deadlines, of which either may be missing.
public func earliest(_ one: Instant?, _ other: Instant?) -> Instant? {
    guard let one, let other else { return one ?? other }
    return min(one, other)
}
