import Loop
import Glibc
import Support

/// Prints for a loop, on a thread that may wait for the reader while the loop goes on.
final class LineOutput {
    /// An event of an output, told on the loop's thread.
    enum News: Sendable {
        /// There is room again.
        case drained
        /// The reader has gone.
        case readerLeft
        /// It cannot be written, for this error number.
        case failed(Int32)
        /// All that was printed before `finish` is written, or never will be.
        case finished
    }

    /// Bytes that wait for a reader before the printer is told to hold back.
    private static let capacity = 256 * 1_024

    private let writer: BoundedWriter
    private let mailbox: Mailbox<News>
    private var readerWatch: DescriptorWatch?

    init(to descriptor: Int32, on loop: EventLoop, tell: @escaping (News) -> Void) {
        let mailbox = loop.makeMailbox(tell)
        self.mailbox = mailbox
        writer = BoundedWriter(to: descriptor, capacity: Self.capacity) { news in
            switch news {
            case .drained: mailbox.post(.drained)
            case .failed(EPIPE): mailbox.post(.readerLeft)
            case .failed(let error): mailbox.post(.failed(error))
            }
        }
        readerWatch = loop.watchReader(of: descriptor) { mailbox.post(.readerLeft) }
    }

    /// Prints.
    ///
    /// - Returns: True if there is room for more.
    func print(_ bytes: [UInt8]) -> Bool {
        writer.write(bytes)
    }

    /// Ends it after what was printed.
    func finish() {
        readerWatch = nil
        writer.whenWritten { [mailbox] in mailbox.post(.finished) }
    }
}
