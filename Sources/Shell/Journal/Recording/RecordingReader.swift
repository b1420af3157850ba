import Feeds
import FoundationEssentials
import Hub
import JSON
import NowPlaying
import Support

/// Reads the lines of a recording.
struct RecordingReader {
    private let parser = JSONParser(maximumLength: Replay.lineLengthMax)
    /// The number of the line that was read last, from 1.
    private(set) var number = 0

    /// Reads the next line; `nil` for one that is blank.
    mutating func read(
        _ line: ArraySlice<UInt8>
    ) throws(RecordingError) -> RecordingEvent? {
        number += 1
        guard line.contains(where: { $0 > 32 }) else { return nil }
        do {
            return try parser.parse(line) { try event($0) }
        } catch let error as RecordingError {
            throw error
        } catch {
            throw RecordingError(line: number, problem: "not JSON: \(error)")
        }
    }

    private func event(_ value: JSONValue) throws(RecordingError) -> RecordingEvent {
        guard value.isObject else { throw wrong("a line is a JSON object") }
        guard let seconds = value["at"]?.double, let at = Timestamp(seconds: seconds),
            at.milliseconds > 0
        else { throw wrong("\"at\" must be the Unix time in seconds") }
        var event = RecordingEvent(at: at, mono: nil, content: .lost(count: 0))
        if let mono = value["mono"] {
            guard let seconds = mono.double, let interval = Interval(seconds: seconds) else {
                throw wrong("\"mono\" must be a number of seconds")
            }
            event.mono = Instant(milliseconds: interval.milliseconds)
        }
        event.content = try content(value)
        return event
    }

    private func content(_ value: JSONValue) throws(RecordingError) -> RecordingEvent.Content {
        if let version = value["version"] {
            guard version.int == 1 else { throw wrong("only version 1 can be read") }
            return .header(
                epoch: value["epoch"]?.word ?? "replay",
                config: value["config"]?.text?.bounded(.max))
        }
        if value["event"]?.string(equals: "lost") == true {
            guard let count = value["count"]?.int, count > 0 else {
                throw wrong("\"count\" must be a whole number from 1")
            }
            return .lost(count: count)
        }
        if value["event"]?.string(equals: "reconfigured") == true {
            guard let config = value["config"]?.text?.bounded(.max) else {
                throw wrong("\"config\" must tell which config came into force")
            }
            return .reconfigured(config: config)
        }
        if value["event"]?.string(equals: "command") == true {
            return .command(try command(value["params"]))
        }
        guard let station = value["feed"]?.word else {
            throw wrong("\"feed\" must name a station")
        }
        return .link(station: station, try linkEvent(value))
    }

    private func command(_ value: JSONValue?) throws(RecordingError) -> RecordedCommand {
        do throws(RecordedCommand.Mistake) {
            return try RecordedCommand(value)
        } catch {
            throw wrong("\"params\" is not a command: \(error.problem)")
        }
    }

    private func linkEvent(_ value: JSONValue) throws(RecordingError) -> ReplayedEvent {
        if let text = value["frame"] {
            guard let text = text.utf8 else { throw wrong("\"frame\" must be a string") }
            return .message(.text(Array(text)[...]))
        }
        if let text = value["frameBase64"]?.utf8 {
            guard let bytes = Data(base64Encoded: Data(text)) else {
                throw wrong("\"frameBase64\" is not Base64")
            }
            return .message(.binary(Array(bytes)[...]))
        }
        switch value["event"]?.word {
        case "opened": return .opened
        case "unchanged": return .unchanged
        case "failed": return .failed(reason(value["reason"]))
        case "closed": return .closed(code: value["code"]?.int ?? 1006)
        case let other:
            throw wrong(
                """
                no event \(other ?? "or frame"): known are opened, unchanged, failed, closed, \
                command, lost, reconfigured
                """)
        }
    }

    private func reason(_ value: JSONValue?) -> StationConnection.Reason {
        let text = value?.readable ?? value?["text"]?.readable ?? "failed"
        return StationConnection.Reason(
            code: (value?["code"]?.word ?? "failed").quotable, text: text.quotable(1_000))
    }

    private func wrong(_ problem: String) -> RecordingError {
        RecordingError(line: number, problem: problem)
    }
}

/// The mistake in a line of a recording.
public struct RecordingError: Error, CustomStringConvertible, Equatable {
    /// The line's number, from 1.
    public let line: Int
    /// The mistake and its remedy, in words.
    public let problem: String

    /// The number and the problem, for people.
    public var description: String { "line \(line): \(problem)" }
}
