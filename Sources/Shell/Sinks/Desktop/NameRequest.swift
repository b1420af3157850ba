internal import CSystemd

/// A request for a name on the bus, which the bus answers later.
///
/// Dropping it is not to want the answer any more.
final class NameRequest {
    /// `DBUS_REQUEST_NAME_REPLY_PRIMARY_OWNER` of the D-Bus specification.
    private static let isOwner: UInt32 = 1

    /// The name that was asked for.
    let name: String
    private let answered: (_ isGranted: Bool) -> Void
    private var slot: OpaquePointer?

    init(
        for name: String, on connection: BusConnection,
        answered: @escaping (_ isGranted: Bool) -> Void
    ) throws(BusFailure) {
        self.name = name
        self.answered = answered
        let owner = Unmanaged.passUnretained(self).toOpaque()
        try BusFailure.check(
            sd_bus_request_name_async(
                connection.bus, &slot, name, 0,
                { message, owner, _ in
                    guard let owner else { return 0 }
                    let request = Unmanaged<NameRequest>.fromOpaque(owner).takeUnretainedValue()
                    request.hear(BusMessage(message))
                    return 0
                }, owner))
        connection.arm()
    }

    deinit {
        sd_bus_slot_unref(slot)
    }

    /// An error has no number to read, and is a refusal too.
    private func hear(_ answer: BusMessage) {
        answered((try? answer.uint32()) == Self.isOwner)
    }
}
