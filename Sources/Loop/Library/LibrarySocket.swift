internal import CLibwebsockets
internal import Glibc

/// The owner of a socket that the library carries.
protocol LibrarySocketOwner: AnyObject {
    /// The library tells something of the socket.
    func handle(_ event: LibraryEvent, _ bytes: UnsafeRawBufferPointer) -> CallbackResult
    /// The turn ends, and the owner had asked to be told.
    func turnEnded()
    /// The loop ends: close now.
    func loopEnds()
}

/// One socket that the library carries, and the way back from the library to its owner.
///
/// It holds its owner until it is forgotten, which is when the library closes the socket.
final class LibrarySocket {
    let reactor: Reactor
    private let number: UInt
    private(set) var owner: (any LibrarySocketOwner)?
    /// True if it is on the list for the end of this turn.
    var isDueAtTurnEnd = false
    /// The library's socket; nil before it is handed over and after it is closed.
    private(set) var wsi: OpaquePointer?
    private var isBeingAdopted = false
    private var allowance = CallbackAllowance()

    init(on reactor: Reactor) {
        self.reactor = reactor
        number = reactor.sockets.nextNumber()
    }

    /// Makes known whose it is. An owner without a socket of the library is held as well, so that
    /// it can still be told at the end of the turn why it has none.
    func attach(_ owner: any LibrarySocketOwner) {
        self.owner = owner
        reactor.sockets[number] = self
    }

    /// Hands a descriptor over to the library; false if it refuses. It is the library's to close.
    ///
    /// Events meanwhile are not passed on: the owner learns from the result.
    func adopt(_ descriptor: Int32, host: OpaquePointer, type: lws_adoption_type) -> Bool {
        isBeingAdopted = true
        let wsi = reactor.library.adopt(descriptor, host: host, type: type, number: number)
        isBeingAdopted = false
        self.wsi = wsi
        return wsi != nil
    }

    func handle(_ event: LibraryEvent, _ bytes: UnsafeRawBufferPointer) -> CallbackResult {
        guard !isBeingAdopted, let owner else { return .proceed }
        switch allowance.spend(in: reactor.turn) {
        case .granted: return owner.handle(event, bytes)
        case .justSpent: reactor.ranAway(at: event)
        case .spent: break
        }
        // The end is told all the same.
        return event.isEnd ? owner.handle(event, bytes) : .close
    }

    /// Parts from the library and from the owner.
    func forget() {
        wsi = nil
        owner = nil
        reactor.sockets[number] = nil
    }

    /// The descriptor, for as long as the socket is carried.
    var descriptor: Int32? {
        wsi.map { lws_get_socket_fd($0) }
    }

    /// Asks for a writable event.
    func awaitWritable() {
        guard let wsi else { return }
        lws_callback_on_writable(wsi)
    }

    /// Lets received bytes through, or leaves them in the kernel.
    func setReading(_ isWanted: Bool) {
        guard let wsi else { return }
        lws_rx_flow_control(wsi, isWanted ? 1 : 0)
    }

    /// Leaves received bytes in the kernel from now on; false if the library has read some that it
    /// has not told of. To be called while no writable event is asked for: the library asks for one
    /// because of such bytes, and the loop goes on watching the descriptor.
    func stopReading() -> Bool {
        guard let wsi, let descriptor else { return true }
        let now = Int32(LWS_RXFLOW_REASON_FLAG_PROCESS_NOW)
        // Only a change has the library look at what it has read.
        lws_rx_flow_control(wsi, now | 1)
        lws_rx_flow_control(wsi, now)
        return !clws_is_watched(reactor.uv, descriptor)
    }

    /// Leaves received bytes in the kernel, and has the loop wait for nothing of the socket until
    /// reading is wanted again. The library alone would go on looking for a writable event where it
    /// has read some bytes that it has not told of.
    func leaveUnread() {
        guard let descriptor else { return }
        setReading(false)
        clws_stop_watching(reactor.uv, descriptor)
    }

    /// Ends the time that the library gives the socket for what it does now.
    func liftTimeout() {
        guard let wsi else { return }
        lws_set_timeout(wsi, NO_PENDING_TIMEOUT, 0)
    }

    /// Has the library close the socket, now. Not to be called while the library is telling of it.
    func kill() {
        guard let wsi else { return }
        lws_set_timeout(wsi, PENDING_TIMEOUT_USER_REASON_BASE, LWS_TO_KILL_SYNC)
    }
}

/// The sockets that the library carries for us, held until they are forgotten.
///
/// The library knows them by number and not by address: it goes on telling of a socket for some
/// time after it was closed, and after a hand-over that failed, of a socket that never had
/// an owner. Events of a number that is no longer in the table are dropped; none is used twice.
final class SocketTable {
    private var sockets: [UInt: LibrarySocket] = [:]
    private var lastNumber: UInt = 0

    /// All that are in it.
    var all: [LibrarySocket] { Array(sockets.values) }

    /// A number for a new socket; never zero, which is the library's word for none.
    func nextNumber() -> UInt {
        lastNumber += 1
        return lastNumber
    }

    subscript(number: UInt) -> LibrarySocket? {
        get { sockets[number] }
        set { sockets[number] = newValue }
    }

    func removeAll() {
        sockets = [:]
    }
}
