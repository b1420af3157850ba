/// The metadata in an audio stream (ICY, of SHOUTcast and Icecast): bytes in, metadata out.
///
/// After each `interval` bytes of sound a byte tells the length of what follows, in units of 16
/// bytes. What follows is a text, filled up with zeros. The sound is counted and dropped.
package struct ICYReader: Sendable {
    private enum Part: Sendable {
        /// So much sound follows before the next length.
        case sound(Int)
        /// So much of a block is still to come.
        case block(Int)
    }

    private let interval: Int
    private var part: Part
    private var block: [UInt8] = []

    /// A reader at the beginning of a stream.
    ///
    /// - Parameter interval: The bytes of sound between two blocks; at least 1.
    package init(interval: Int) {
        self.interval = interval
        part = .sound(interval)
    }

    /// Takes bytes, and returns the blocks that they complete. An empty one has no metadata.
    package mutating func receive(_ bytes: some Collection<UInt8>) -> [ICYMetadata?] {
        var found: [ICYMetadata?] = []
        var rest = bytes[...]
        while let first = rest.first {
            switch part {
            case .sound(0):
                rest = rest.dropFirst()
                begin(length: 16 * Int(first), into: &found)
            case .sound(let left):
                let count = min(left, rest.count)
                rest = rest.dropFirst(count)
                part = .sound(left - count)
            case .block(let left):
                let text = rest.prefix(left)
                rest = rest.dropFirst(left)
                block += text
                part = .block(left - text.count)
                if text.count == left { end(into: &found) }
            }
        }
        return found
    }

    private mutating func begin(length: Int, into found: inout [ICYMetadata?]) {
        guard length > 0 else {
            part = .sound(interval)
            return found.append(nil)
        }
        part = .block(length)
    }

    private mutating func end(into found: inout [ICYMetadata?]) {
        found.append(ICYMetadata(block))
        block.removeAll(keepingCapacity: true)
        part = .sound(interval)
    }
}

/// A block of metadata: its values, in the bytes of their unknown encoding.
package struct ICYMetadata: Equatable, Sendable {
    /// The title; empty if nothing is known to play.
    package var title: [UInt8] = []
    /// The address that comes with it: a page, or a picture.
    package var url: [UInt8] = []

    /// Reads `StreamTitle='…';StreamUrl='…';`. Apostrophes in a value are not escaped: a value
    /// ends at the apostrophe that another name follows, or the end of the block.
    package init(_ block: some Collection<UInt8>) {
        let text = Array(block.prefix { $0 != 0 })
        title = Self.value(of: "streamtitle", in: text)
        url = Self.value(of: "streamurl", in: text)
    }

    private static func value(of name: String, in text: [UInt8]) -> [UInt8] {
        let opening = Array((name + "='").utf8)
        let place = text.indices.first { start in
            start + opening.count <= text.count
                && opening.indices.allSatisfy { text[start + $0].asciiLowercased == opening[$0] }
        }
        guard let place else { return [] }
        let value = text[(place + opening.count)...]
        let end = value.indices.first { isEnd($0, of: value) }
        return Array(value[..<(end ?? value.endIndex)]).withoutEnds
    }

    /// An apostrophe, a semicolon, and then nothing or a name.
    private static func isEnd(_ place: Int, of value: ArraySlice<UInt8>) -> Bool {
        guard value[place] == UInt8(ascii: "'") else { return false }
        var rest = value[(place + 1)...]
        guard let semicolon = rest.first else { return true }
        guard semicolon == UInt8(ascii: ";") else { return false }
        rest = rest.dropFirst().drop { $0 == UInt8(ascii: " ") }
        let name = rest.prefix { $0.isOfName }
        return rest.isEmpty || (!name.isEmpty && rest.dropFirst(name.count).first == 0x3D)
    }
}

extension UInt8 {
    fileprivate var asciiLowercased: UInt8 {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self) ? self | 0x20 : self
    }

    /// A letter, a digit, or a low line.
    fileprivate var isOfName: Bool {
        let small = asciiLowercased
        return (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(small)
            || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) || self == UInt8(ascii: "_")
    }
}

extension [UInt8] {
    /// Without blanks at both ends.
    fileprivate var withoutEnds: [UInt8] {
        let isBlank = { (byte: UInt8) in byte == 0x20 || (0x09...0x0D).contains(byte) }
        guard let first = firstIndex(where: { !isBlank($0) }),
            let last = lastIndex(where: { !isBlank($0) })
        else { return [] }
        return Array(self[first...last])
    }
}
