/// The earlier of two points in time, of which either may be missing.
@inlinable
public func earliest<Time: Comparable>(_ one: Time?, _ other: Time?) -> Time? {
    guard let one, let other else { return one ?? other }
    return min(one, other)
}

extension Optional where Wrapped: Equatable {
    /// True if the values differ, as with `!=`; but `!=` copies both values first, which for a
    /// track means to retain and release all its texts.
    @inlinable
    public func differs(from other: Wrapped?) -> Bool {
        switch self {
        case .some(let mine):
            switch other {
            case .some(let theirs): mine != theirs
            case .none: true
            }
        case .none:
            switch other {
            case .some: true
            case .none: false
            }
        }
    }
}
