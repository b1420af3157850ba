internal import COpenSSL
internal import Glibc
import Support

/// The errors in OpenSSL's queue of this thread.
enum OpenSSLError {
    /// Forgets what earlier calls left, which would be taken for errors of the next one.
    static func clear() { ERR_clear_error() }

    /// The first error, which is the cause of the others; takes all of them.
    static func pop() -> (reason: Int32, text: String) {
        let code = ERR_get_error()
        defer { clear() }
        if code == 0 { return (0, "unknown error") }
        let reason = ERR_GET_REASON(code)
        // A call to the system failed; OpenSSL has no text of its own for those.
        if ERR_GET_LIB(code) == ERR_LIB_SYS { return (reason, systemMessage(reason)) }
        return (
            reason, ERR_reason_error_string(code).map { String(cString: $0) } ?? "error \(code)"
        )
    }
}
