public import FanOut
public import JSON
public import NowPlaying
import Support

/// JSON-RPC 2.0, an object a line: a client's bytes become requests, and what it is given becomes
/// lines.
///
/// It does no I/O and reads no clock, and there is one for each connection.
public struct RPCFraming {
    /// The content of a client's bytes.
    public struct Input: Sendable {
        /// Its requests, in their order.
        public fileprivate(set) var requests: [Request] = []
        /// The violation that follows the requests, if there is one; nothing more is read.
        public fileprivate(set) var violation: Violation?
    }

    /// Something that a client must not do.
    public struct Violation: Sendable {
        /// The name of the limit.
        public let code: String
        /// A description of it, for people.
        public let reason: String
    }

    /// The id of an answer where the request's is not known (JSON-RPC 2.0, section 5).
    static let unknownID = Array("null".utf8)

    private let limits: Box<Limits>
    private let parser: JSONParser
    private var lines: LineReader
    private var allowance: RequestAllowance
    private var isOver = false

    /// The framing of a new connection.
    ///
    /// - Parameter parser: Scratch memory, which all connections of a thread may share.
    public init(limits: Box<Limits>, parser: JSONParser) {
        self.limits = limits
        self.parser = parser
        lines = LineReader(limit: limits.requestSize)
        allowance = RequestAllowance(limits: limits)
    }

    /// Takes bytes that came at `now`, and gives the requests that they complete.
    public mutating func receive(_ bytes: [UInt8], at now: Instant) -> Input {
        var input = Input()
        guard !isOver else { return input }
        for line in lines.receive(bytes) where !isOver {
            read(line, at: now, into: &input)
            isOver = input.violation != nil
        }
        return input
    }

    /// Takes a message that is one request, without a line's end.
    package mutating func receive(message: [UInt8], at now: Instant) -> Input {
        var input = Input()
        guard !isOver else { return input }
        let isTooLong = message.count > limits.requestSize
        read(isTooLong ? .tooLong : .line(message[...]), at: now, into: &input)
        isOver = input.violation != nil
        return input
    }

    private mutating func read(_ line: LineReader.Line, at now: Instant, into input: inout Input) {
        switch line {
        case .tooLong:
            input.violation = Violation(
                code: "lineTooLong", reason: "a line of more than \(limits.requestSize) bytes")
        case .line(let line) where line.isBlank:
            break
        case .line where !allowance.consume(at: now):
            input.violation = Violation(
                code: "flood", reason: "more than \(limits.requestRate) requests a second")
        case .line(let line):
            input.requests.append(Request(line: line, parser: parser, limits: limits))
        }
    }

    /// The line that tells a subscription something.
    public func line(for delivery: Delivery) -> Line {
        switch delivery {
        case .record(let record, let id, let sequence, let resume):
            var head = JSONWriter(appendingTo: Self.updateHead, capacity: Self.usualHead)
            head.int(id.number)
            head.member("sequence", sequence)
            head.member("resume", Int(resume))
            head.key("record")
            return Line(head: head.bytes, body: record.bytes, tail: Self.endOfParameters)
        case .synced(let id, let resume):
            var head = JSONWriter(appendingTo: Self.syncedHead, capacity: Self.usualHead)
            head.int(id.number)
            head.member("resume", Int(resume))
            return Line(head: head.bytes, tail: Self.endOfParameters)
        }
    }

    /// The line that answers a client, or tells it of an event.
    public func line(for reply: Reply) -> Line {
        switch reply {
        case .event(let event):
            return Line(head: Self.eventHead, body: event, tail: Self.end)
        case .result(let result, let id):
            var head = Self.answer(to: id)
            head.key("result")
            return Line(head: head.bytes, body: result, tail: Self.end)
        case .refusal(let error, let id):
            var head = Self.answer(to: id ?? Self.unknownID)
            error.write(into: &head)
            return Line(head: head.bytes, tail: Self.end)
        }
    }

    private static let end = Array("}\n".utf8)
    private static let endOfParameters = Array("}}\n".utf8)
    private static let eventHead = notification("event")
    // Written once: most of what clients are sent begins like this.
    private static let updateHead = notification("update") + Array(#"{"subscription":"#.utf8)
    private static let syncedHead = notification("synced") + Array(#"{"subscription":"#.utf8)

    /// A notification up to its parameters.
    private static func notification(_ method: String) -> [UInt8] {
        Array(#"{"jsonrpc":"2.0","method":"\#(method)","params":"#.utf8)
    }

    /// An answer up to what it says.
    private static func answer(to id: [UInt8]) -> JSONWriter {
        var writer = JSONWriter()
        writer.beginObject()
        writer.member("jsonrpc", "2.0")
        writer.member("id", raw: id)
        return writer
    }

    /// Bytes that nearly every head has room in.
    private static let usualHead = 192
}

/// A line for a client: a head of its own, and a body that many share.
public struct Line: Sendable {
    /// The part for this client alone.
    public let head: [UInt8]
    /// The part that was encoded once for all clients that want the same.
    public let body: [UInt8]
    /// The end of the line, which closes the brackets of the head.
    public let tail: [UInt8]

    init(head: [UInt8], body: [UInt8] = [], tail: [UInt8]) {
        self.head = head
        self.body = body
        self.tail = tail
    }

    /// The whole line in one piece.
    public var bytes: [UInt8] { head + body + tail }

    /// The same without the line's end.
    package var message: [UInt8] { head + body + tail.dropLast() }
}
