import Testing

@testable import Loop

/// All tests of this target: one after the other, because they count the descriptors of the
/// process and time its wake-ups.
@Suite(.serialized) enum LoopTests {}

/// Runs a loop that `arrange` has set up until something stops it, or until it has taken too long.
/// The value that `arrange` returns is kept until then.
func runLoop<Kept>(
    withinMilliseconds limit: UInt64 = 20_000, subprotocols: [String] = [],
    descriptors: DescriptorBudget = .adjusted(),
    lookUp: @escaping (String, Mailbox<LookupAnswer>) -> Bool = LookupThread.start,
    sourceLocation: SourceLocation = #_sourceLocation,
    arrange: (EventLoop) throws -> Kept
) throws {
    let loop = try EventLoop(
        subprotocols: subprotocols, descriptors: descriptors, lookUp: lookUp)
    let deadline = loop.makeTimer { [unowned loop] in
        Issue.record("the loop was not stopped in time", sourceLocation: sourceLocation)
        loop.stop()
    }
    deadline.arm(afterMilliseconds: limit)
    let kept = try arrange(loop)
    loop.run()
    deadline.disarm()
    withExtendedLifetime(kept) {}
}
