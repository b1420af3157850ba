/// A key that the user pressed.
public enum ScreenKey: Hashable, Sendable {
    case up, down, left, right, pageUp, pageDown, home, end
    case enter, tab, backTab, space, backspace, escape
    case character(Character)
}

/// Makes keys of the bytes that a terminal sends (ECMA-48, and what xterm made of it).
struct ScreenKeyReader {
    private static let escape: UInt8 = 0x1B

    /// The keys of what was read at once. An escape at the end is the key itself: no other
    /// key follows it as fast. What it does not know is left out.
    static func keys(in bytes: [UInt8]) -> [ScreenKey] {
        var rest = bytes[...]
        var keys: [ScreenKey] = []
        while let byte = rest.first {
            if byte == escape, let key = sequence(&rest) {
                keys.append(contentsOf: key)
            } else {
                rest.removeFirst(length(ofCharacterFrom: byte, in: rest))
                if let key = key(byte) { keys.append(key) }
            }
        }
        return keys
    }

    /// Takes a sequence off the beginning; gives its key, none where it is not known, and `nil`
    /// where no sequence stands there.
    private static func sequence(_ rest: inout ArraySlice<UInt8>) -> [ScreenKey]? {
        let body = rest.dropFirst()
        guard let introducer = body.first,
            introducer == UInt8(ascii: "[")
                || introducer == UInt8(ascii: "O")
        else { return nil }
        let parameters = body.dropFirst().prefix { (0x20...0x3F).contains($0) }
        guard let final = body.dropFirst(1 + parameters.count).first else {
            rest = []
            return []
        }
        rest = rest.dropFirst(3 + parameters.count)
        return key(final: final, parameters: String(decoding: parameters, as: UTF8.self))
            .map { [$0] } ?? []
    }

    private static func key(final: UInt8, parameters: String) -> ScreenKey? {
        switch (final, parameters) {
        case (UInt8(ascii: "A"), _): .up
        case (UInt8(ascii: "B"), _): .down
        case (UInt8(ascii: "C"), _): .right
        case (UInt8(ascii: "D"), _): .left
        case (UInt8(ascii: "Z"), _): .backTab
        case (UInt8(ascii: "H"), _), (UInt8(ascii: "~"), "1"), (UInt8(ascii: "~"), "7"): .home
        case (UInt8(ascii: "F"), _), (UInt8(ascii: "~"), "4"), (UInt8(ascii: "~"), "8"): .end
        case (UInt8(ascii: "~"), "5"): .pageUp
        case (UInt8(ascii: "~"), "6"): .pageDown
        default: nil
        }
    }

    private static func key(_ byte: UInt8) -> ScreenKey? {
        switch byte {
        case escape: .escape
        case UInt8(ascii: "\r"), UInt8(ascii: "\n"): .enter
        case UInt8(ascii: "\t"): .tab
        case UInt8(ascii: " "): .space
        case 0x7F, 0x08: .backspace
        case 0x21...0x7E: .character(Character(Unicode.Scalar(byte)))
        default: nil
        }
    }

    /// Letters that are not ASCII are not keys of ours; they are skipped whole.
    private static func length(
        ofCharacterFrom first: UInt8, in rest: ArraySlice<UInt8>
    ) -> Int {
        guard first >= 0xC0 else { return 1 }
        return 1 + rest.dropFirst().prefix { $0 & 0xC0 == 0x80 }.count
    }
}
