internal import CLibwebsockets

/// One handle of libuv: its memory, and the closure that its events call.
///
/// The reactor holds it until it is closed, which is why the pointer that libuv carries to it is
/// always good: libuv calls nothing but the closing callback after `uv_close`, and that one only
/// frees the memory.
final class LoopHandle {
    /// An event of the handle: a status and events for descriptors, the signal's number in place of
    /// the events for signals and ended programs, zeros for the others.
    typealias Event = (_ status: Int32, _ events: Int32) -> Void

    private let memory: UnsafeMutableRawPointer
    private var event: Event?
    /// Nil once it is closed, which it is before the reactor goes. Not weak: what is referred to so
    /// is slower to hold and to let go, and every callback holds the reactor for a moment.
    private unowned var reactor: Reactor?

    /// Makes a handle; `start` calls the `uv_…_init` of its kind and returns its status.
    static func make<Kind>(
        _ kind: Kind.Type, on reactor: Reactor, event: Event?,
        start: (UnsafeMutablePointer<uv_loop_t>, UnsafeMutablePointer<Kind>) -> Int32
    ) -> (handle: LoopHandle?, status: Int32) {
        let pointer = UnsafeMutablePointer<Kind>.allocate(capacity: 1)
        let status = start(reactor.uv, pointer)
        guard status == 0 else {
            pointer.deallocate()
            return (nil, status)
        }
        let handle = LoopHandle(memory: pointer, event: event, reactor: reactor)
        reactor.handles[ObjectIdentifier(handle)] = handle
        return (handle, status)
    }

    private init(memory: UnsafeMutableRawPointer, event: Event?, reactor: Reactor) {
        self.memory = memory
        self.event = event
        self.reactor = reactor
        memory.assumingMemoryBound(to: uv_handle_t.self).pointee.data =
            Unmanaged.passUnretained(self).toOpaque()
    }

    /// The handle as libuv knows it; nil once it is closed. `Kind` is the one it was made with.
    func pointer<Kind>(as kind: Kind.Type) -> UnsafeMutablePointer<Kind>? {
        reactor == nil ? nil : memory.assumingMemoryBound(to: Kind.self)
    }

    /// Ends it; no event follows. Closing twice is closing once.
    func close() {
        guard let reactor else { return }
        self.reactor = nil
        event = nil
        uv_close(memory.assumingMemoryBound(to: uv_handle_t.self)) { $0?.deallocate() }
        reactor.handles[ObjectIdentifier(self)] = nil
    }

    fileprivate func happened(status: Int32, events: Int32) {
        reactor?.beginTurn()
        event?(status, events)
    }
}

extension LoopHandle {
    private static func owner<Kind>(of handle: UnsafeMutablePointer<Kind>?) -> LoopHandle? {
        guard
            let data = UnsafeMutableRawPointer(handle)?
                .assumingMemoryBound(to: uv_handle_t.self).pointee.data
        else { return nil }
        return Unmanaged<LoopHandle>.fromOpaque(data).takeUnretainedValue()
    }

    /// Takes the call of libuv for handles whose events carry nothing.
    static func happened<Kind>(_ handle: UnsafeMutablePointer<Kind>?) {
        owner(of: handle)?.happened(status: 0, events: 0)
    }

    /// Takes the call of libuv for a watched descriptor.
    static func happened(_ handle: UnsafeMutablePointer<uv_poll_t>?, status: Int32, events: Int32) {
        owner(of: handle)?.happened(status: status, events: events)
    }

    /// Takes the call of libuv for a program that has ended.
    static func happened(
        _ handle: UnsafeMutablePointer<uv_process_t>?, status: Int64, signal: Int32
    ) {
        owner(of: handle)?.happened(status: Int32(truncatingIfNeeded: status), events: signal)
    }

    /// Takes the call of libuv for a signal.
    static func happened(_ handle: UnsafeMutablePointer<uv_signal_t>?, number: Int32) {
        owner(of: handle)?.happened(status: 0, events: number)
    }
}
