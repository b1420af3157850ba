internal import Glibc

/// Ends the program at once, and says on stderr why and where.
///
/// For impossible states: no input, no client, no clock and no file leads here. Going on after a
/// broken rule leads to wrong data. Swift's own `precondition` says nothing in a release build.
///
/// - Parameter reason: The violated rule, to follow a colon.
public func crash(
    _ reason: String, file: StaticString = #fileID, line: UInt = #line
) -> Never {
    let message = "nphub: fatal: \(reason) (\(file):\(line))\n"
    // A stderr that is not read must not keep the program from ending. What poll(2) calls writable
    // takes this much at once.
    var output = pollfd(fd: STDERR_FILENO, events: Int16(POLLOUT), revents: 0)
    if poll(&output, 1, 0) == 1 {
        let bytes = Array(message.utf8.prefix(Int(PIPE_BUF)))
        _ = write(STDERR_FILENO, bytes, bytes.count)
    }
    abort()
}

/// Ends the program if a rule that the code itself keeps is broken, in every build.
///
/// - Parameters:
///   - holds: True if the rule is kept.
///   - rule: the rule.
@inlinable
public func invariant(
    _ holds: Bool, _ rule: @autoclosure () -> String, file: StaticString = #fileID,
    line: UInt = #line
) {
    if !holds { crash("broken rule: " + rule(), file: file, line: line) }
}
