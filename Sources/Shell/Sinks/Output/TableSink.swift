package import Loop
package import FanOut
import Glibc
package import Hub
package import NowPlaying
package import Support
import Views

/// The stations in a table on the terminal that is stdout: the newest states, and the keys by which
/// the user looks at them.
package final class TableSink: Sink {
    /// More than two whole screens; a terminal that takes no more is not written to.
    private static let capacity = 256 * 1_024

    private let terminal: Terminal
    private let clock: () -> Moment
    private let enough: () -> Void
    private var live: LiveTable
    private var writer: BoundedWriter?
    private var keyboard: DescriptorWatch?
    private var alarm: LoopTimer?
    private var isBlocked = false
    private var hasEnded = false

    /// Takes the terminal.
    ///
    /// - Parameters:
    ///   - lost: What to do when the terminal is gone.
    ///   - enough: What to do when the user has seen enough.
    package init(
        on terminal: Terminal, isColoured: Bool, loop: EventLoop, clock: @escaping () -> Moment,
        lost: @escaping (Int32) -> Void, enough: @escaping () -> Void
    ) throws(EventLoopError) {
        self.terminal = terminal
        self.clock = clock
        self.enough = enough
        var form = ScreenForm()
        form.size = terminal.size
        form.isColoured = isColoured
        live = LiveTable(form)
        let mailbox = loop.makeMailbox { [weak self] (news: BoundedWriter.News) in
            switch news {
            case .drained: self?.unblock()
            case .failed(let error): lost(error)
            }
        }
        writer = BoundedWriter(to: STDOUT_FILENO, capacity: Self.capacity) { mailbox.post($0) }
        alarm = loop.makeTimer { [weak self] in self?.update { $0.woke(at: $1) } }
        try loop.onSignal(SIGWINCH) { [weak self] in
            guard let self else { return }
            update { $0.resize(to: terminal.size, at: $1) }
        }
        try watchKeys(on: loop)
        terminal.begin()
        update { $0.changed(at: $1) }
    }

    package var transport: ClientTransport { .stdout }

    private func watchKeys(on loop: EventLoop) throws(EventLoopError) {
        guard terminal.hasKeys else { return }
        keyboard = try loop.watch(descriptor: terminal.input, for: .readable) { [weak self] _ in
            self?.readKeys()
        }
    }

    private func readKeys() {
        guard let keys = terminal.readKeys() else { return keyboard = nil }
        var isEnough = false
        for key in keys {
            update { live, now in
                let bytes = live.press(key, at: now)
                isEnough = isEnough || bytes == nil
                return bytes ?? []
            }
        }
        if isEnough { enough() }
    }

    /// Shows a line above the table.
    package func show(banner: String) {
        update {
            $0.table.banner = banner
            return $0.changed(at: $1)
        }
    }

    /// Shows a line of the log below the table.
    package func note(_ line: String) {
        update {
            $0.table.note(line)
            return $0.changed(at: $1)
        }
    }

    package func offer(_ delivery: Delivery) -> Credit {
        update {
            switch delivery {
            case .record(let record, _, _, _):
                guard case .station(let station) = record.head.subject else { return [] }
                $0.table.update(station, to: record.value as? NowPlaying, at: $1.wall)
            case .synced:
                $0.table.complete()
            }
            return $0.changed(at: $1)
        }
        return .more
    }

    /// Gives the terminal back.
    package func finish(by deadline: Deadline) {
        guard !hasEnded else { return }
        hasEnded = true
        keyboard = nil
        alarm?.disarm()
        _ = writer?.finish(by: deadline)
        terminal.end()
    }

    private func unblock() {
        isBlocked = false
        update { $0.repaint(at: $1) }
    }

    private func update(_ change: (inout LiveTable, Moment) -> [UInt8]) {
        guard !hasEnded else { return }
        let now = clock()
        let bytes = change(&live, now)
        // Lines that the terminal does not take now are painted anew when it does.
        if !bytes.isEmpty, !isBlocked { isBlocked = writer?.write(bytes) == false }
        guard let deadline = live.nextDeadline else { return alarm?.disarm() ?? () }
        alarm?.arm(
            afterMilliseconds: UInt64(clamping: (deadline - now.monotonic).milliseconds))
    }
}
