internal import CLibwebsockets

/// The bytes that a connection is to send over HTTP, until the kernel has taken them.
struct AnswerWriter {
    private var outgoing = SendBuffer()
    /// The kernel had no room, and what is here waits for it.
    private(set) var isBlocked = false

    /// The library keeps what the kernel refused of the last part, and says when it is gone.
    private(set) var isHeldByLibrary = false

    /// The number of waiting bytes.
    var unsentByteCount: Int { outgoing.count }
    /// All was taken.
    var isIdle: Bool { outgoing.isEmpty && !isBlocked }

    mutating func append(_ bytes: [UInt8]) {
        bytes.withUnsafeBytes { outgoing.append($0) }
    }

    /// Drops what waits.
    mutating func clear() {
        outgoing.clear()
    }

    /// There is no room.
    mutating func block() {
        isBlocked = true
    }

    /// There is room again.
    mutating func unblock() {
        (isBlocked, isHeldByLibrary) = (false, false)
    }

    /// Writes until the kernel has no room; false means that the connection is broken.
    mutating func flush(to wsi: OpaquePointer) -> Bool {
        while !outgoing.isEmpty, !isBlocked {
            isBlocked = lws_send_pipe_choked(wsi) != 0
            if isBlocked { break }
            guard writePart(to: wsi) else { return false }
            isHeldByLibrary = lws_partial_buffered(wsi) != 0
            isBlocked = isHeldByLibrary
        }
        if isBlocked { outgoing.trim() }
        return true
    }

    /// Over HTTP/1.1 the library puts nothing before what it is given, and needs no room there.
    private mutating func writePart(to wsi: OpaquePointer) -> Bool {
        var isWritten = false
        outgoing.drain { bytes in
            let count = min(bytes.count, LoopLimits.answerBytes)
            let start = UnsafeMutablePointer(
                mutating: bytes.baseAddress?.assumingMemoryBound(to: UInt8.self))
            isWritten = lws_write(wsi, start, count, LWS_WRITE_HTTP) >= count
            return count
        }
        return isWritten
    }

    /// Tells a client to go on with its body (RFC 9110, section 10.1.1).
    func invite(_ wsi: OpaquePointer?) {
        var bytes = Array("HTTP/1.1 100 Continue\r\n\r\n".utf8)
        if let wsi { _ = lws_write(wsi, &bytes, bytes.count, LWS_WRITE_HTTP) }
    }

    /// Gives an answer to the library in one go, after which the connection ends.
    func writeAtOnce(_ answer: HTTPAnswer, to wsi: OpaquePointer?) {
        guard let wsi else { return }
        var bytes = answer.head(length: answer.body.count, closes: true) + answer.body
        let count = bytes.count
        bytes.withUnsafeMutableBufferPointer {
            _ = lws_write(wsi, $0.baseAddress, count, LWS_WRITE_HTTP)
        }
    }
}
