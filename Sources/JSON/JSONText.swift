/// Looks up parts of a text in their written form; a parsed value loses digits.
public enum JSONText {
    /// Finds the number in the first member with this name of the outermost object.
    ///
    /// - Parameter text: An object that a parser has accepted.
    /// - Returns: The number in its written form; `nil` if the member is something else, is
    ///   missing, or has its name written with escapes.
    public static func number(
        named name: StaticString, in text: ArraySlice<UInt8>
    ) -> ArraySlice<UInt8>? {
        var depth = 0
        var isName = false
        var isWanted = false
        var place = text.startIndex
        while place < text.endIndex {
            switch text[place] {
            case UInt8(ascii: "\""):
                let end = endOfString(at: place, in: text)
                if depth == 1, isName {
                    isName = false
                    isWanted = name.withUTF8Buffer { text[place + 1..<end].elementsEqual($0) }
                }
                place = end
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                depth += 1
                isName = depth == 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                depth -= 1
            case UInt8(ascii: ",") where depth == 1:
                if isWanted { return nil }
                isName = true
            case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
                if depth == 1, isWanted { return text[place...].prefix(while: isOfNumber) }
            default:
                break
            }
            place += 1
        }
        return nil
    }

    /// The index of the closing quote of the string that begins there.
    private static func endOfString(at start: Int, in text: ArraySlice<UInt8>) -> Int {
        var place = start + 1
        while place < text.endIndex, text[place] != UInt8(ascii: "\"") {
            place += text[place] == UInt8(ascii: "\\") ? 2 : 1
        }
        return min(place, text.endIndex)
    }

    private static func isOfNumber(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "+"),
            UInt8(ascii: "."), UInt8(ascii: "e"), UInt8(ascii: "E"):
            true
        default: false
        }
    }
}
