/// The sockets that the library carries for us, held until they are forgotten.
///
/// The library knows them by number and not by address: it goes on telling of a socket for some
/// time after it was closed, and after a hand-over that failed, of a socket that nobody ever got to
/// see. A number that is not in the table any more is nobody's; none is used twice.
final class SocketTable {
    private var sockets: [UInt: CarriedSocket] = [:]
    private var lastNumber: UInt = 0

    /// All that are in it.
    var all: [CarriedSocket] { Array(sockets.values) }

    /// A number for a new socket; never zero, which is the library's word for none.
    func nextNumber() -> UInt {
        lastNumber += 1
        return lastNumber
    }

    subscript(number: UInt) -> CarriedSocket? {
        get { sockets[number] }
        set { sockets[number] = newValue }
    }

    func removeAll() {
        sockets = [:]
    }
}
