import EventLoop
import Foundation
import Glibc

/// Prints for a loop, on a thread that may wait for the reader while the loop goes on.
final class LineOutput {
    /// What an output tells, on the loop's thread.
    enum News: Sendable {
        /// There is room again.
        case drained
        /// Nobody reads any more.
        case readerLeft
        /// It cannot be written, for this error number.
        case failed(Int32)
        /// All that was printed before `finish` is written, or never will be.
        case finished
    }

    /// Bytes that wait for a reader before the printer is told to hold back.
    private static let capacity = 256 * 1_024
    /// A reader may take as long as it likes: only a signal ends the wait.
    private static let patience = 1e9

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
        readerWatch = Self.watchReader(of: descriptor, on: loop) { mailbox.post(.readerLeft) }
    }

    /// Prints.
    ///
    /// - Returns: Whether there is room for more.
    func print(_ bytes: [UInt8]) -> Bool {
        writer.write(bytes)
    }

    /// Ends it after what was printed.
    func finish() {
        readerWatch = nil
        let (writer, mailbox) = (writer, mailbox)
        Thread.detachNewThread {
            _ = writer.finish(within: Self.patience)
            mailbox.post(.finished)
        }
    }

    /// Notices at once when the reader of a pipe goes away, not with the next line, which may be
    /// hours away. The write end of a pipe is never readable but for that.
    private static func watchReader(
        of descriptor: Int32, on loop: EventLoop, left: @escaping () -> Void
    ) -> DescriptorWatch? {
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFIFO,
            fcntl(descriptor, F_GETFL) & O_ACCMODE == O_WRONLY
        else { return nil }
        // Without the watch the next write tells.
        return try? loop.watch(descriptor: descriptor, for: .readable) { _ in left() }
    }
}
