import Support

/// Server-sent events (https://html.spec.whatwg.org/multipage/server-sent-events.html): bytes in,
/// events out.
package struct EventStreamReader: Sendable {
    /// The largest event, in bytes.
    private let limit: Int
    private var line: [UInt8] = []
    private var event = ServerSentEvent()
    private var size = 0
    private var isAtBeginning = true
    /// The last byte was CR: a LF that follows belongs to it.
    private var isAfterReturn = false

    /// The identifier of the last event, for the next connection; empty if there is none.
    package private(set) var lastID = ""
    /// The pause before the next connection that the server asks for, in milliseconds.
    package private(set) var retry: Int64?
    /// An event was larger than allowed; nothing more is read.
    package private(set) var isTooLarge = false

    private var pendingID = ""

    /// A reader at the beginning of a stream.
    package init(limit: Int) {
        self.limit = limit
    }

    /// Takes bytes, and returns the events that they complete.
    package mutating func receive(_ bytes: some Collection<UInt8>) -> [ServerSentEvent] {
        var events: [ServerSentEvent] = []
        for byte in bytes where !isTooLarge {
            let isSecondEnd = byte == UInt8(ascii: "\n") && isAfterReturn
            isAfterReturn = byte == UInt8(ascii: "\r")
            if isSecondEnd { continue }
            guard byte == UInt8(ascii: "\n") || isAfterReturn else {
                append(byte)
                continue
            }
            if let event = endLine() { events.append(event) }
        }
        return events
    }

    private mutating func append(_ byte: UInt8) {
        size += 1
        guard size <= limit else { return isTooLarge = true }
        line.append(byte)
    }

    private mutating func endLine() -> ServerSentEvent? {
        defer { line.removeAll(keepingCapacity: true) }
        if isAtBeginning, line.starts(with: [0xEF, 0xBB, 0xBF]) { line.removeFirst(3) }
        isAtBeginning = false
        if line.isEmpty { return dispatch() }
        let name = line.prefix { $0 != UInt8(ascii: ":") }
        var value = line.dropFirst(name.count + 1)
        if value.first == UInt8(ascii: " ") { value.removeFirst() }
        // A comment has no name, and is not a part of the event.
        if name.isEmpty { size -= line.count }
        set(name, to: value)
        return nil
    }

    private mutating func set(_ name: ArraySlice<UInt8>, to value: ArraySlice<UInt8>) {
        if name.elementsEqual("data".utf8) {
            if event.hasData { event.data.append(UInt8(ascii: "\n")) }
            event.hasData = true
            event.data += value
        } else if name.elementsEqual("event".utf8) {
            event.name = value.bounded(ForeignText.wordLength)
        } else if name.elementsEqual("id".utf8), !value.contains(0) {
            pendingID = value.bounded(1_024)
        } else if name.elementsEqual("retry".utf8) {
            retry = Int64(value.bounded(18)) ?? retry
        }
    }

    /// An event without data is none.
    private mutating func dispatch() -> ServerSentEvent? {
        lastID = pendingID
        size = 0
        defer { event = ServerSentEvent() }
        return event.hasData ? event : nil
    }
}

/// One event of a server.
package struct ServerSentEvent: Equatable, Sendable {
    /// Its name; empty if it has none.
    package var name = ""
    /// Its content.
    package var data: [UInt8] = []
    fileprivate var hasData = false

    /// The event as a text of its own, as a recording keeps it.
    package var text: [UInt8] {
        var text = name.isEmpty ? [] : Array("event: \(name)\n".utf8)
        let lines = data.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        for line in lines { text += Array("data: ".utf8) + line + Array("\n".utf8) }
        return text
    }
}

extension ArraySlice<UInt8> {
    /// The text of the bytes; empty if there are more than `length`.
    fileprivate func bounded(_ length: Int) -> String {
        withUnsafeBufferPointer { ForeignText($0).bounded(length) } ?? ""
    }
}
