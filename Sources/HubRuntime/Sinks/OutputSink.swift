import EventLoop
import FanOut
import Glibc
import Hub
import NowPlaying
import Support

/// stdout as a client: a writer thread takes its lines, and it conflates like any subscriber.
final class OutputSink: Sink {
    /// Bytes that wait for a reader before the core is told to hold back.
    private static let capacity = 256 * 1_024

    private let id: ClientID
    private let tell: (Event) -> Void
    private let writer: BoundedWriter
    private var readerWatch: DescriptorWatch?

    /// - Parameters:
    ///   - tell: What to do with what happens.
    ///   - lost: What to do when its reader is gone.
    init(
        _ id: ClientID, descriptor: Int32, on loop: EventLoop, tell: @escaping (Event) -> Void,
        lost: @escaping (Int32) -> Void
    ) {
        self.id = id
        self.tell = tell
        let relay = Relay()
        let mailbox = loop.makeMailbox { (news: BoundedWriter.News) in
            switch news {
            case .drained: relay.sink?.drained()
            case .failed(let error): lost(error)
            }
        }
        writer = BoundedWriter(to: descriptor, capacity: Self.capacity) { mailbox.post($0) }
        relay.sink = self
        readerWatch = loop.watchReader(of: descriptor) { [weak self] in
            self?.readerWatch = nil
            lost(EPIPE)
        }
    }

    /// Lets the mailbox find a sink that is made after it.
    private final class Relay {
        weak var sink: OutputSink?
    }

    var unsentByteCount: Int { writer.heldByteCount }

    /// Writes records alone, a line each.
    func offer(_ delivery: Delivery) -> Credit {
        guard case .record(let record, _, _, _) = delivery,
            !writer.write(record.bytes + [UInt8(ascii: "\n")])
        else { return .more }
        return .full
    }

    /// Writes what is held.
    ///
    /// - Returns: Whether all was written in time.
    func finish(by deadline: Deadline) -> Bool {
        readerWatch = nil
        return writer.finish(by: deadline)
    }

    private func drained() {
        tell(.sinkReady(id))
    }
}
