internal import CSystemd
internal import Loop
internal import Glibc

/// A connection to a session bus, driven by the loop: nothing here waits.
///
/// Requests made before the bus has answered are sent when it has.
final class BusConnection {
    /// So many messages are handled before other things on the loop get their turn.
    private static let messagesPerTurn = 64
    /// A bus that has let so many messages lie does not read; each is a few hundred bytes.
    private static let unsentMessagesMax = 256
    /// sd-bus says by a clock of its own when it gives up waiting, after 25 s and more. To look
    /// every second is soon enough, and needs no clock.
    private static let timeout: UInt64 = 1_000

    private let loop: EventLoop
    private let lost: (BusFailure) -> Void
    private var watch: DescriptorWatch?
    private var timer: LoopTimer?
    /// sd-bus's descriptor, and the copy of it that is watched: sd-bus closes its own whenever it
    /// likes, and what is watched must not be closed.
    private var watched: (original: Int32, copy: Int32)?
    /// The bus as sd-bus knows it; nil once the connection is over.
    private(set) var bus: OpaquePointer?

    /// Begins to connect.
    ///
    /// - Parameters:
    ///   - address: In D-Bus's notation; nil for the user's session bus.
    ///   - lost: The connection is over, and was not ended here.
    init(
        to address: String?, on loop: EventLoop, lost: @escaping (BusFailure) -> Void
    ) throws(BusFailure) {
        self.loop = loop
        self.lost = lost
        bus = try Self.open(address)
        timer = loop.makeTimer { [weak self] in self?.process() }
        arm()
    }

    deinit {
        close()
    }

    private static func open(_ address: String?) throws(BusFailure) -> OpaquePointer? {
        var bus: OpaquePointer?
        guard let address else {
            try BusFailure.check(sd_bus_open_user(&bus))
            return bus
        }
        try BusFailure.check(sd_bus_new(&bus))
        do throws(BusFailure) {
            try BusFailure.check(sd_bus_set_address(bus, address))
            try BusFailure.check(sd_bus_set_bus_client(bus, 1))
            try BusFailure.check(sd_bus_start(bus))
        } catch {
            sd_bus_unref(bus)
            throw error
        }
        return bus
    }

    /// Ends the connection; nothing is reported any more.
    func close() {
        unwatch()
        timer?.disarm()
        bus = sd_bus_close_unref(bus)
    }

    /// Sends a signal whose arguments `body` appends.
    func emit(
        _ member: String, of interface: String, at path: String,
        _ body: (BusMessage) throws(BusFailure) -> Void
    ) throws(BusFailure) {
        guard let bus else { return }
        var signal: OpaquePointer?
        try BusFailure.check(sd_bus_message_new_signal(bus, &signal, path, interface, member))
        defer { sd_bus_message_unref(signal) }
        try body(BusMessage(signal))
        try BusFailure.check(sd_bus_send(bus, signal, nil))
        arm()
    }

    // MARK: On the loop

    private func process() {
        for _ in 0..<Self.messagesPerTurn {
            // A callback may end the connection.
            guard let bus else { return }
            let result = sd_bus_process(bus, nil)
            if result < 0 { return lose(BusFailure(code: -result)) }
            if result == 0 { break }
        }
        arm()
    }

    /// Has the loop call when sd-bus wants to be called next. Due after all that was sent or read.
    func arm() {
        guard let bus else { return }
        do throws(BusFailure) {
            let events = try BusFailure.check(sd_bus_get_events(bus))
            let descriptor = try BusFailure.check(sd_bus_get_fd(bus))
            var unsent: UInt64 = 0
            try BusFailure.check(sd_bus_get_n_queued_write(bus, &unsent))
            guard unsent <= Self.unsentMessagesMax else { throw BusFailure(code: ENOBUFS) }
            try watch(descriptor, for: DescriptorEvents(poll: events))
            try armTimer(of: bus)
        } catch {
            // Not here and now: a sender does not expect a callback.
            loop.atEndOfTurn { [weak self] in self?.lose(error) }
        }
    }

    private func armTimer(of bus: OpaquePointer) throws(BusFailure) {
        var due = UInt64.max
        try BusFailure.check(sd_bus_get_timeout(bus, &due))
        switch due {
        case 0: timer?.arm(afterMilliseconds: 0)
        case .max: timer?.disarm()
        default: timer?.arm(afterMilliseconds: Self.timeout)
        }
    }

    private func watch(
        _ descriptor: Int32, for events: DescriptorEvents
    ) throws(BusFailure) {
        // Until it is connected it may try several addresses, with a descriptor each.
        if watched?.original != descriptor || sd_bus_is_ready(bus) <= 0 { unwatch() }
        if let watch { return watch.watch(for: events) }
        let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
        guard copy >= 0 else { throw BusFailure(code: errno) }
        watched = (descriptor, copy)
        do throws(EventLoopError) {
            watch = try loop.watch(descriptor: copy, for: events) { [weak self] _ in
                self?.process()
            }
        } catch {
            guard case .system(_, _, let code) = error else { throw BusFailure(code: EIO) }
            throw BusFailure(code: code)
        }
    }

    private func unwatch() {
        watch?.cancel()
        watch = nil
        if let watched { Glibc.close(watched.copy) }
        watched = nil
    }

    private func lose(_ failure: BusFailure) {
        guard bus != nil else { return }
        close()
        lost(failure)
    }
}

extension DescriptorEvents {
    /// The same from what poll(2) is asked for.
    fileprivate init(poll events: Int32) {
        self = []
        if events & POLLIN != 0 { insert(.readable) }
        if events & POLLOUT != 0 { insert(.writable) }
    }
}
