package import Loop
package import FanOut
import Glibc
package import Hub
import NowPlaying
package import Support

/// stdout as a client: a writer thread takes its lines, and it conflates like any subscriber.
package final class OutputSink: Sink {
    /// Bytes that wait for a reader before the core is told to hold back.
    private static let capacity = 256 * 1_024

    private let lost: (Int32) -> Void
    private var writer: BoundedWriter?
    private var readerWatch: DescriptorWatch?

    /// - Parameters:
    ///   - post: Hands an event to the hub.
    ///   - lost: What to do when its reader is gone.
    package init(
        _ id: ClientID, descriptor: Int32, on loop: EventLoop, post: @escaping (Event) -> Void,
        lost: @escaping (Int32) -> Void
    ) {
        self.lost = lost
        let mailbox = loop.makeMailbox { [weak self] (news: BoundedWriter.News) in
            switch news {
            case .drained: post(.sinkReady(id))
            case .failed(let error): self?.lost(error)
            }
        }
        writer = BoundedWriter(to: descriptor, capacity: Self.capacity) { mailbox.post($0) }
        readerWatch = loop.watchReader(of: descriptor) { [weak self] in
            self?.readerWatch = nil
            self?.lost(EPIPE)
        }
    }

    package var unsentByteCount: Int { writer?.heldByteCount ?? 0 }

    /// Writes records alone, a line each.
    package var transport: ClientTransport { .stdout }

    package func offer(_ delivery: Delivery) -> Credit {
        guard case .record(let record, _, _, _) = delivery,
            writer?.write(record.bytes + [UInt8(ascii: "\n")]) == false
        else { return .more }
        return .full
    }

    /// Writes what is held.
    ///
    /// - Returns: Whether all was written in time.
    package func finish(by deadline: Deadline) -> Bool {
        readerWatch = nil
        return writer?.finish(by: deadline) ?? true
    }
}
