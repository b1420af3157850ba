internal import Glibc

/// The system's words for an error number, such as "No space left on device".
public func systemMessage(_ code: Int32) -> String {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { text in
        guard let start = text.baseAddress, strerror_r(code, start, text.count) == 0 else {
            return "error \(code)"
        }
        return String(cString: start)
    }
}

/// The system's words for the error of the call that has just failed.
public func lastSystemMessage() -> String {
    systemMessage(errno)
}
