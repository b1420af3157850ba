import Feeds
import FoundationEssentials
public import Hub
import JSON
public import NowPlaying
public import Support
import Views

/// Writes what a live run receives to a file, as a recording that can be replayed.
///
/// A disk that is too slow costs events, never the service; the recording says how many.
public final class Recorder {
    /// Bytes that wait for the disk: some seconds of a busy hub.
    private static let capacity = 16 << 20
    /// Bytes that wait where only commands are still taken; beyond it the recording ends.
    private static let capacityMax = 2 * capacity

    private let writer: BoundedWriter
    private let failed: @Sendable (String) -> Void
    private var lost = 0
    private var isOver = false

    /// A recorder to a descriptor that its owner closes. It begins with the header.
    ///
    /// - Parameters:
    ///   - config: Tells one config from another.
    ///   - failed: What to do, on any thread, when nothing can be written any more, and why.
    public init(
        to descriptor: Int32, epoch: String, seed: UInt64, config: String, at now: Moment,
        failed: @escaping @Sendable (String) -> Void
    ) {
        self.failed = failed
        writer = BoundedWriter(to: descriptor, capacity: Self.capacity) { news in
            if case .failed(let error) = news { failed(systemMessage(error)) }
        }
        write(at: now) { line in
            line.member("version", 1)
            line.member("epoch", epoch)
            line.member("seed", String(seed))
            line.member("config", config)
        }
    }

    /// Writes what is held, and how much was lost since the last event that was not.
    ///
    /// - Returns: Why the recording is incomplete, where it could not be written to its end.
    public func finish(by deadline: Deadline, at now: Moment) -> String? {
        noteLoss(at: now)
        let isWritten = writer.finish(by: deadline)
        if let failure = writer.failure { return systemMessage(failure) }
        if isOver { return Self.tooSlow }
        return isWritten ? nil : "the disk has not taken the rest in time"
    }

    /// Bytes that wait for the disk.
    var heldByteCount: Int { writer.heldByteCount }

    private static let tooSlow = "the disk is too slow for the commands"

    /// Writes what happened on the link of a station.
    private func record(_ event: ReplayedEvent, of station: String, at now: Moment) {
        guard heldByteCount < Self.capacity else {
            lost += 1
            return
        }
        noteLoss(at: now)
        write(at: now) { line in
            line.member("feed", station)
            switch event {
            case .opened:
                line.member("event", "opened")
            case .message(let message) where message.isBinary:
                line.member("frameBase64", Data(message.bytes).base64EncodedString())
            case .message(let message):
                line.member("frame", String(decoding: message.bytes, as: UTF8.self))
            case .unchanged:
                line.member("event", "unchanged")
            case .failed(let reason):
                line.member("event", "failed")
                line.beginObject("reason")
                line.member("code", reason.code)
                line.member("text", reason.text)
                line.endObject()
            case .closed(let code):
                line.member("event", "closed")
                line.member("code", code)
            }
        }
    }

    /// Writes a command to a session. No command is left out: later events are misread without it.
    /// If there is no room even for it, the recording ends.
    private func record(
        _ command: SessionCommand, of session: String, sender: String?, at now: Moment
    ) {
        noteLoss(at: now)
        write(at: now) { line in
            line.member("event", "command")
            line.beginObject("params")
            line.member("session", session)
            line.member("sender", sender)
            line.writeMembers(of: command)
            line.endObject()
        }
    }

    /// Writes that the config became another. That is never left out: what follows would be
    /// misread.
    private func recordReconfiguration(to fingerprint: String, at now: Moment) {
        noteLoss(at: now)
        write(at: now) { line in
            line.member("event", "reconfigured")
            line.member("config", fingerprint)
        }
    }

    private func noteLoss(at now: Moment) {
        guard lost > 0 else { return }
        write(at: now) { line in
            line.member("event", "lost")
            line.member("count", lost)
        }
        lost = 0
    }

    private func write(at now: Moment, _ fill: (inout JSONWriter) -> Void) {
        guard !isOver, writer.failure == nil else { return }
        var line = JSONWriter()
        line.beginObject()
        fill(&line)
        line.member("at", milliseconds: now.wall.milliseconds)
        line.member("mono", milliseconds: now.monotonic.milliseconds)
        line.endObject()
        _ = writer.write(line.bytes + [UInt8(ascii: "\n")])
        guard heldByteCount > Self.capacityMax else { return }
        isOver = true
        failed(Self.tooSlow)
    }
}

extension Recorder: JournalSink {
    /// All that came from outside.
    public var parts: JournalParts { .input }

    /// Writes what came from outside.
    public func append(_ entry: JournalEntry, at now: Moment) {
        switch entry {
        case .received(let event, let station): record(event, of: station, at: now)
        case .commanded(let command, let session, let sender):
            record(command, of: session, sender: sender, at: now)
        case .reconfigured(let fingerprint): recordReconfiguration(to: fingerprint, at: now)
        case .observed, .remembered: break
        }
    }
}
