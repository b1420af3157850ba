package import NowPlaying
import Support

/// A key of the bucket that holds the cluster's state.
///
/// NATS takes letters, digits, `-`, `_`, `=`, `/` and `.` in keys. A station's id can have more, so
/// that every other byte of it is written as `=` and two hexadecimal digits, as quoted-printable
/// has it.
package enum StoreKey: Hashable, Sendable {
    /// The name of the store's life: versions mean nothing in another.
    case epoch
    /// The heartbeat of a member; empty once it has left.
    case member(String)
    /// The owner of an upstream.
    case owner(UpstreamID)
    /// The state of a station.
    case station(String)
    /// A document that any member may change: it has no owner.
    case document(SharedDocument)

    /// All stations' keys, as NATS names what begins alike.
    package static let stations = "station.>"

    /// The key as the store has it.
    package var text: String {
        switch self {
        case .epoch: "epoch"
        case .member(let name): "member.\(Self.escape(name))"
        case .owner(let upstream): "owner.\(upstream)"
        case .station(let id): "station.\(Self.escape(id))"
        case .document(.preferences): "preferences"
        case .document(.session(let name)): "session.\(Self.escape(name))"
        }
    }

    /// Reads a key; `nil` for what is not one of this version's.
    package init?(_ text: String) {
        let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        guard let name = Self.unescape((parts.count > 1 ? parts[1] : "").utf8) else { return nil }
        switch parts[0] {
        case "epoch": self = .epoch
        case "preferences": self = .document(.preferences)
        case "member": self = .member(name)
        case "owner": self = .owner(name)
        case "station": self = .station(name)
        case "session": self = .document(.session(name))
        default: return nil
        }
        // Each key has one text.
        guard self.text == text else { return nil }
    }

    /// The key by which a member tries whether the store takes states: that of a station whose id
    /// none can have, since rights may be given by the beginnings of keys.
    package static func trial(of member: String) -> StoreKey { .station("\0\(member)") }

    /// The key of a play in the bucket of plays.
    package static func play(_ id: String, of station: String) -> String {
        "\(escape(station)).\(escape(id))"
    }

    /// The station of a play's key; `nil` for what is none.
    package static func station(ofPlay key: String) -> String? {
        key.firstIndex(of: ".").flatMap { unescape(key[..<$0].utf8) }
    }

    private static func escape(_ id: String) -> String {
        var escaped = ""
        for byte in id.utf8 {
            if isPlain(byte) {
                escaped.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                let digits = String(byte, radix: 16)
                escaped += (digits.count == 1 ? "=0" : "=") + digits
            }
        }
        return escaped
    }

    private static func unescape(_ text: Substring.UTF8View) -> String? {
        var bytes: [UInt8] = []
        var rest = text
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "=") else {
                bytes.append(byte)
                continue
            }
            let digits = Substring(rest.prefix(2))
            guard digits.count == 2, let value = UInt8(digits, radix: 16) else { return nil }
            bytes.append(value)
            rest = rest.dropFirst(2)
        }
        return bytes.word
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
            true
        default: false
        }
    }
}

/// The name of an upstream: the settings of a feed without those that name the station, hashed, so
/// that all members have the same name for it.
package typealias UpstreamID = String
