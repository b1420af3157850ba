internal import CSystemd
internal import Glibc
internal import Views

/// The object `/org/mpris/MediaPlayer2` on a bus: calls and questions that arrive become Swift's.
final class PlayerObject {
    /// The reason why something cannot be done, in words for the caller.
    struct Refusal: Error {
        let text: String
    }

    /// The interface of a player's controls.
    static let controls = "org.mpris.MediaPlayer2.Player"
    /// The path of the object.
    static let path = "/org/mpris/MediaPlayer2"

    /// The requests to the player for which the object stands.
    struct Questions {
        /// A method is called.
        let call: (BusMessage) throws -> Void
        /// A property of the root interface or of the controls is read.
        let property: (_ isControl: Bool, _ name: String) -> DBusValue?
        /// A property is to be set.
        let set: (_ name: String, BusMessage) throws -> Void
    }

    private let questions: Questions
    private let delegate: UnsafeMutablePointer<CSystemd_player_delegate>
    private var slots: [UInt32: OpaquePointer] = [:]

    init(_ questions: Questions) {
        self.questions = questions
        delegate = .allocate(capacity: 1)
        delegate.initialize(to: CSystemd_player_delegate())
        delegate.pointee.owner = Unmanaged.passUnretained(self).toOpaque()
        delegate.pointee.answer = { owner, call, error in
            PlayerObject.answer(error) { try PlayerObject.of(owner)?.answer(BusMessage(call)) }
        }
        delegate.pointee.get = { owner, interface, property, reply in
            guard let object = PlayerObject.of(owner), let interface, let property else { return 0 }
            return object.append(
                property: String(cString: property), of: String(cString: interface),
                to: BusMessage(reply))
        }
        delegate.pointee.set = { owner, property, value, error in
            guard let property else { return 0 }
            let name = String(cString: property)
            return PlayerObject.answer(error) {
                try PlayerObject.of(owner)?.questions.set(name, BusMessage(value))
            }
        }
    }

    deinit {
        removeAll()
        delegate.deallocate()
    }

    /// Puts a part of the object on a bus, or takes it away.
    func set(
        _ part: CSystemd_player_part, isPresent: Bool, on bus: OpaquePointer?
    ) throws(BusFailure) {
        let slot = slots[part.rawValue]
        if isPresent, slot == nil {
            var slot: OpaquePointer?
            try BusFailure.check(CSystemd_add_player(bus, &slot, part, delegate))
            slots[part.rawValue] = slot
        } else if !isPresent, let slot {
            sd_bus_slot_unref(slot)
            slots[part.rawValue] = nil
        }
    }

    /// Takes the object away.
    func removeAll() {
        for slot in slots.values { sd_bus_slot_unref(slot) }
        slots = [:]
    }

    // MARK: Called by sd-bus

    private static func of(_ owner: UnsafeMutableRawPointer?) -> PlayerObject? {
        owner.map { Unmanaged<PlayerObject>.fromOpaque($0).takeUnretainedValue() }
    }

    private func answer(_ call: BusMessage) throws {
        try questions.call(call)
        try call.reply()
    }

    private func append(
        property: String, of interface: String, to reply: BusMessage
    ) -> Int32 {
        let isControl = interface == Self.controls
        guard let value = questions.property(isControl, property) else { return -ENOENT }
        do throws(BusFailure) {
            try reply.append(value)
            return 1
        } catch {
            return -error.code
        }
    }

    private static func answer(
        _ error: UnsafeMutablePointer<sd_bus_error>?, _ body: () throws -> Void
    ) -> Int32 {
        do {
            try body()
            return 1
        } catch let refusal as Refusal {
            let name = "org.freedesktop.DBus.Error.NotSupported"
            return sd_bus_error_set(error, name, refusal.text)
        } catch let failure as BusFailure {
            return -failure.code
        } catch {
            return -EIO
        }
    }
}
