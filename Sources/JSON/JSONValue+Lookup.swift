internal import CSimdjson
public import Support

extension JSONValue {
    /// The member with this name; of several with one name, the first.
    public subscript(name: StaticString) -> JSONValue? {
        name.withUTF8Buffer { member(named: $0) }
    }

    /// The member with a name that is not known beforehand; of several with one name, the first.
    public subscript(named name: String) -> JSONValue? {
        var name = name
        return name.withUTF8 { member(named: $0) }
    }

    /// The member with the name that another member has; of several with one name, the first.
    public subscript(named name: ForeignText) -> JSONValue? { member(named: name.bytes) }

    func member(named name: UnsafeBufferPointer<UInt8>) -> JSONValue? {
        guard isObject else { return nil }
        let found = json_member(document, index, name.baseAddress, name.count)
        return found == 0 ? nil : JSONValue(document: document, index: found)
    }

    /// The value that a JSON pointer (RFC 6901) leads to, such as `/songs/0/title`.
    ///
    /// - Returns: `nil` if it leads nowhere, or is not a pointer.
    public func value(at pointer: String) -> JSONValue? {
        if pointer.isEmpty { return self }
        guard pointer.utf8.first == UInt8(ascii: "/") else { return nil }
        var value = self
        for step in pointer.dropFirst().split(separator: "/", omittingEmptySubsequences: false) {
            guard let next = value.step(String(step)) else { return nil }
            value = next
        }
        return value
    }

    private func step(_ token: String) -> JSONValue? {
        isArray ? element(at: token) : self[named: token.unescapedPointerToken]
    }

    private func element(at token: String) -> JSONValue? {
        guard token == "0" || token.utf8.first != UInt8(ascii: "0"),
            token.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
            let position = Int(token)
        else { return nil }
        return elements.dropFirst(position).first { _ in true }
    }

    /// The string equals this text; no `String` is made.
    public func string(equals text: StaticString) -> Bool {
        text.withUTF8Buffer { string(equals: $0) }
    }

    /// The string equals this text; no `String` is made.
    public func string(equals text: String) -> Bool {
        var text = text
        return text.withUTF8 { string(equals: $0) }
    }

    private func string(equals text: UnsafeBufferPointer<UInt8>) -> Bool {
        isString && json_string_equals(document, index, text.baseAddress, text.count)
    }
}

extension String {
    /// RFC 6901, section 4: first `~1`, then `~0`.
    fileprivate var unescapedPointerToken: String {
        guard utf8.contains(UInt8(ascii: "~")) else { return self }
        var plain = ""
        var rest = self[...]
        while let tilde = rest.firstIndex(of: "~") {
            plain += rest[..<tilde]
            rest = rest[tilde...]
            if rest.hasPrefix("~1") {
                plain += "/"
            } else {
                plain += rest.hasPrefix("~0") ? "~" : String(rest.prefix(2))
            }
            rest = rest.dropFirst(2)
        }
        return plain + rest
    }
}
