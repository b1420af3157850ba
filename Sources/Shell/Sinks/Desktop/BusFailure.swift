internal import Glibc
import Support

/// The reason why a request to the bus failed.
struct BusFailure: Error, CustomStringConvertible {
    /// A number of errno.h.
    let code: Int32

    var description: String {
        switch code {
        // sd-bus's way to say that no variable leads to a bus.
        case ENOMEDIUM: "neither DBUS_SESSION_BUS_ADDRESS nor XDG_RUNTIME_DIR is set"
        case ECONNRESET, ENOTCONN: "it closed the connection"
        case ENOBUFS: "it does not read what it is sent"
        default: systemMessage(code)
        }
    }

    /// Checks a return value of sd-bus: a negative number is an error.
    @discardableResult
    static func check(_ result: Int32) throws(BusFailure) -> Int32 {
        guard result >= 0 else { throw BusFailure(code: -result) }
        return result
    }
}
