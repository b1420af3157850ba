internal import CLibwebsockets
internal import Glibc

/// Whoever a carried socket belongs to.
protocol CarriedSocketOwner: AnyObject {
    /// The library tells something of the socket.
    func handle(_ event: LibraryEvent, _ bytes: UnsafeRawBufferPointer) -> Verdict
    /// The turn ends, and the owner had asked to be told.
    func turnEnded()
    /// The loop ends: close now.
    func loopEnds()
}

/// One socket that the library carries, and the way back from the library to its owner.
///
/// It holds its owner until it is forgotten, which is when the library closes the socket.
final class CarriedSocket {
    let reactor: Reactor
    private let number: UInt
    private(set) var owner: (any CarriedSocketOwner)?
    /// Whether it is on the list for the end of this turn.
    var isDueAtTurnEnd = false
    /// Whether what it has to write waits for more.
    var isGathering = false
    /// Whether it will write without being asked again.
    var isAboutToWrite: Bool { isDueAtTurnEnd || isGathering }
    /// The library's socket; nil before it is handed over and after it is closed.
    private(set) var wsi: OpaquePointer?
    private var isBeingAdopted = false

    init(on reactor: Reactor) {
        self.reactor = reactor
        number = reactor.sockets.nextNumber()
    }

    /// Makes known whose it is. An owner without a socket of the library is held as well, so that
    /// it can still be told at the end of the turn why it has none.
    func attach(_ owner: any CarriedSocketOwner) {
        self.owner = owner
        reactor.sockets[number] = self
    }

    /// Hands a descriptor over to the library; false if it refuses. It is the library's to close.
    ///
    /// What the library tells meanwhile is not passed on: the owner learns from the result.
    func adopt(_ descriptor: Int32, host: OpaquePointer, type: lws_adoption_type) -> Bool {
        isBeingAdopted = true
        let wsi = reactor.library.adopt(descriptor, host: host, type: type, number: number)
        isBeingAdopted = false
        self.wsi = wsi
        return wsi != nil
    }

    func handle(_ event: LibraryEvent, _ bytes: UnsafeRawBufferPointer) -> Verdict {
        guard !isBeingAdopted, let owner else { return .proceed }
        return owner.handle(event, bytes)
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

    /// Has the library close the socket, now. Not to be called while the library is telling of it.
    func kill() {
        guard let wsi else { return }
        lws_set_timeout(wsi, PENDING_TIMEOUT_USER_REASON_BASE, LWS_TO_KILL_SYNC)
    }
}
