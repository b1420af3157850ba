/// Limits the callbacks of the library for one socket in one turn of the loop.
///
/// The library has replayed bytes from a buffer of its own without end, so that nothing else
/// happened any more. Whatever has it do so, the socket is ended.
struct CallbackAllowance {
    /// The outcome of one callback.
    enum Outcome {
        /// It is one of those that are allowed.
        case granted
        /// It is the first of this turn that is not.
        case justSpent
        /// It is a further one.
        case spent
    }

    private var turn: UInt64 = 0
    private var count = 0

    /// Counts a callback in this turn.
    mutating func spend(in turn: UInt64) -> Outcome {
        if turn != self.turn { (self.turn, count) = (turn, 0) }
        guard count < LoopLimits.callbacksByTurn else {
            let isFirst = count == LoopLimits.callbacksByTurn
            count = LoopLimits.callbacksByTurn + 1
            return isFirst ? .justSpent : .spent
        }
        count += 1
        return .granted
    }
}
