import JSON
import Support

/// Makes one document of the pages in which the hub answers `get` and `status`.
///
/// Arrays are joined, one element a line; of everything else the first page's stands: it is the
/// oldest, so that a revision is not claimed for what was read before it.
struct PageMerger {
    private enum Content {
        case value([UInt8])
        case elements([[UInt8]])
    }

    /// The bytes that all pages together may have: 20,000 records of some ten KB are a quarter.
    let limit: Int
    private var members: [(name: String, content: Content)] = []
    private var byteCount = 0

    /// A document without pages.
    init(limit: Int = 1 << 30) {
        self.limit = limit
    }

    /// True if the pages so far have more bytes than are allowed.
    var isFull: Bool { byteCount > limit }

    /// Takes the next page.
    ///
    /// - Returns: The start of the page after it, as JSON; `nil` after the last.
    mutating func add(_ page: JSONValue) -> [UInt8]? {
        for member in page.members where member.name != "next" {
            let name = member.name.readable
            if member.value.isArray {
                let elements = member.value.elements.map(Self.text)
                byteCount = elements.reduce(byteCount) { $0 + $1.count }
                append(elements, to: name)
            } else if !members.contains(where: { $0.name == name }) {
                members.append((name, .value(Self.text(member.value))))
            }
        }
        return page["next"].map(Self.text)
    }

    private mutating func append(_ elements: [[UInt8]], to name: String) {
        guard let place = members.firstIndex(where: { $0.name == name }) else {
            return members.append((name, .elements(elements)))
        }
        guard case .elements(let before) = members[place].content else { return }
        members[place].content = .elements(before + elements)
    }

    private static func text(_ value: JSONValue) -> [UInt8] {
        var writer = JSONWriter()
        writer.value(value)
        return writer.bytes
    }

    /// The pages so far as one JSON object, with the end of a line.
    var document: [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        for (name, content) in members {
            writer.key(named: name)
            switch content {
            case .value(let value): writer.raw(value)
            case .elements(let elements): writer.raw(Self.array(of: elements))
            }
        }
        writer.endObject()
        return writer.bytes + [UInt8(ascii: "\n")]
    }

    private static func array(of elements: [[UInt8]]) -> [UInt8] {
        guard !elements.isEmpty else { return Array("[]".utf8) }
        return Array("[\n".utf8) + elements.joined(separator: Array(",\n".utf8)) + Array("\n]".utf8)
    }
}
