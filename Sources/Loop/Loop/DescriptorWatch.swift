internal import CLibwebsockets

/// The events for which a watched descriptor is ready.
public struct DescriptorEvents: OptionSet, Hashable, Sendable {
    /// The events as bits.
    public let rawValue: UInt8

    /// Events from their bits.
    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// Reading would not wait. An error counts: reading tells which.
    public static let readable = DescriptorEvents(rawValue: 1)
    /// Writing would not wait. An error counts: writing tells which.
    public static let writable = DescriptorEvents(rawValue: 2)

    /// The same in libuv's words.
    fileprivate var native: Int32 {
        let reading = contains(.readable) ? Int32(UV_READABLE.rawValue) : 0
        let writing = contains(.writable) ? Int32(UV_WRITABLE.rawValue) : 0
        return reading | writing
    }

    fileprivate init(status: Int32, native: Int32) {
        self = []
        if status < 0 || native & Int32(UV_READABLE.rawValue) != 0 { insert(.readable) }
        if status < 0 || native & Int32(UV_WRITABLE.rawValue) != 0 { insert(.writable) }
    }
}

/// Tells when a descriptor that another owner closes is ready. Cancel it, or drop it, before the
/// descriptor is closed.
public final class DescriptorWatch {
    private let handle: LoopHandle

    init(
        of descriptor: Int32, for events: DescriptorEvents, on reactor: Reactor,
        ready: @escaping (DescriptorEvents) -> Void
    ) throws(EventLoopError) {
        let made = LoopHandle.make(uv_poll_t.self, on: reactor) { status, events in
            ready(DescriptorEvents(status: status, native: events))
        } start: {
            uv_poll_init($0, $1, descriptor)
        }
        guard let handle = made.handle else {
            throw .system(
                operation: "watch", subject: "descriptor \(descriptor)", code: -made.status)
        }
        self.handle = handle
        watch(for: events)
    }

    deinit {
        handle.close()
    }

    /// Watches for these events from now on; none rests the watch.
    public func watch(for events: DescriptorEvents) {
        guard let poll = handle.pointer(as: uv_poll_t.self) else { return }
        if events.isEmpty {
            uv_poll_stop(poll)
        } else {
            uv_poll_start(poll, events.native) {
                LoopHandle.happened($0, status: $1, events: $2)
            }
        }
    }

    /// Ends the watch; nothing is reported any more.
    public func cancel() {
        handle.close()
    }
}
