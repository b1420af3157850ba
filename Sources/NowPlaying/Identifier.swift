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
