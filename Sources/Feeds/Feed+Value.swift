import JSON
import Support

extension Feed.Value {
    /// The value that JSON holds.
    init(_ value: JSONValue) {
        if let text = value.readable {
            self = .text(text)
        } else if let number = value.double {
            self = .number(number)
        } else if let flag = value.bool {
            self = .flag(flag)
        } else if value.isArray {
            self = .list(value.elements.map { Feed.Value($0) })
        } else if value.isObject {
            let members = value.members.map { ($0.name.readable, $0.value) }
            self = .object(members.map { Feed.Member(name: $0.0, value: Feed.Value($0.1)) })
        } else {
            self = .null
        }
    }

    /// The text, or the number or truth value in its written form; `nil` for structures.
    var plainText: String? {
        switch self {
        case .text(let text): text
        case .number(let number): Int(exactly: number).map { String($0) } ?? String(number)
        case .flag(let flag): String(flag)
        case .null, .list, .object: nil
        }
    }

    /// It is neither a list nor a mapping.
    var isScalar: Bool {
        switch self {
        case .text, .number, .flag, .null: true
        case .list, .object: false
        }
    }

    /// True if a received value means the same, however it is written: 1, 1.0 and `"1"`.
    func matches(_ value: JSONValue) -> Bool {
        switch self {
        case .text(let text): value.says(text)
        case .number(let number): value.lenientDouble == number
        case .flag(let flag): value.bool == flag
        case .null: value.isNull
        case .list, .object: false
        }
    }
}
