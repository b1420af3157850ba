/// The index of a station in the hub.
public struct StationIndex: Hashable, Comparable, Sendable {
    /// Its place among all stations.
    public let number: Int

    /// The index with this number.
    public init(number: Int) {
        self.number = number
    }

    /// Lower comes first.
    public static func < (left: StationIndex, right: StationIndex) -> Bool {
        left.number < right.number
    }
}

/// The index of a listening session in the hub; never given twice within an epoch.
public struct SessionIndex: Hashable, Comparable, Sendable {
    /// Grows by one with each session that is made.
    public let number: Int

    /// The index with this number.
    public init(number: Int) {
        self.number = number
    }

    /// Lower comes first.
    public static func < (left: SessionIndex, right: SessionIndex) -> Bool {
        left.number < right.number
    }
}

extension [StationIndex] {
    /// Each once, in the order in which they first come.
    public var withoutRepeats: [StationIndex] {
        var known = Set<StationIndex>(minimumCapacity: count)
        return filter { known.insert($0).inserted }
    }
}

/// The hub's version of all that it knows: grows by one with each change, valid in one epoch.
public typealias Revision = Int64

extension String {
    /// True if the text can be the id of a station, a session, or an element of a timeline: 1 to 64
    /// of the characters `A-Z a-z 0-9 . _ -`.
    public var isIdentifier: Bool {
        guard (1...64).contains(utf8.count) else { return false }
        return utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "_"),
                UInt8(ascii: "-"):
                true
            default: false
            }
        }
    }
}
