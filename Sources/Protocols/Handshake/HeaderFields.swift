/// The fields of a server's answer, in its order.
public struct HeaderFields: Hashable, Sendable {
    /// Every field as it came.
    public let list: [HeaderField]

    init(_ list: [HeaderField]) {
        self.list = list
    }

    /// The value of a field, in whatever case its name is written.
    ///
    /// Fields of the same name are one list (RFC 9110 section 5.2). Of a field that may come
    /// once only, two therefore give a value that equals nothing that was expected.
    public subscript(name: String) -> String? {
        let lowercased = name.asciiLowercased
        let values = list.filter { $0.name.asciiLowercased == lowercased }.map(\.value)
        return values.isEmpty ? nil : values.joined(separator: ", ")
    }

    /// The members of a list field, in lower case.
    func tokens(of name: String) -> [String] {
        (self[name] ?? "").split(separator: ",").map { member in
            member.trimmingBlanks.asciiLowercased
        }
    }
}

extension Substring {
    /// RFC 9110 section 5.6.3: optional white space is spaces and tabs.
    var trimmingBlanks: Substring {
        var text = drop { $0 == " " || $0 == "\t" }
        while let last = text.last, last == " " || last == "\t" { text.removeLast() }
        return text
    }
}

/// One field of an HTTP header.
public struct HeaderField: Hashable, Sendable {
    /// As it was written; compared without regard to case.
    public var name: String
    /// Without the white space around it.
    public var value: String

    /// A field, not checked yet: `WebSocketRequest` does that.
    public init(name: String, value: String) {
        self.name = name
        self.value = value
    }
}
