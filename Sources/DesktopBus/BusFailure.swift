internal import Glibc

/// Why the bus does not do something.
struct BusFailure: Error, CustomStringConvertible {
    /// A number of errno.h.
    let code: Int32

    var description: String {
        switch code {
        // sd-bus's way to say that no variable leads to a bus.
        case ENOMEDIUM: "neither DBUS_SESSION_BUS_ADDRESS nor XDG_RUNTIME_DIR is set"
        case ECONNRESET, ENOTCONN: "it closed the connection"
        case ENOBUFS: "it does not read what it is sent"
        default: Self.systemMessage(code)
        }
    }

    /// The system's words for an error number.
    private static func systemMessage(_ code: Int32) -> String {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { text in
            guard let start = text.baseAddress, strerror_r(code, start, text.count) == 0 else {
                return "error \(code)"
            }
            return String(cString: start)
        }
    }

    /// What sd-bus returned: a negative number is an error.
    @discardableResult
    static func check(_ result: Int32) throws(BusFailure) -> Int32 {
        guard result >= 0 else { throw BusFailure(code: -result) }
        return result
    }
}
