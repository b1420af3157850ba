/// Tags that stations leave in titles: those of HTML, and those of their own programs.
enum Markup {
    /// Elements of HTML in running text; `true` for those that divide words.
    private static let dividesWords: [Substring: Bool] = [
        "a": false, "b": false, "big": false, "em": false, "font": false, "i": false, "s": false,
        "small": false, "span": false, "strong": false, "sub": false, "sup": false, "tt": false,
        "u": false, "br": true, "div": true, "hr": true, "li": true, "p": true, "td": true,
        "tr": true,
    ]

    /// The text without HTML's tags, whose content stays. `<3` and `<unknown>` are not tags, nor is
    /// `<b>` at the end of `Now <b>`: a tag that begins something has text behind it.
    static func removed(from text: String) -> String {
        guard text.utf8Span.span.contains(UInt8(ascii: "<")) else { return text }
        var plain = ""
        var rest = text[...]
        while let tag = Tag(firstIn: rest) {
            let divides = dividesWords[tag.name[...]]
            let behind = rest[tag.range.upperBound...]
            let beginsNothing = divides == false && !tag.isEnd && behind.allSatisfy { $0 == " " }
            let isText = divides == nil || beginsNothing
            plain += rest[..<(isText ? tag.range.upperBound : tag.range.lowerBound)]
            if divides == true { plain += " " }
            rest = behind
        }
        return plain + rest
    }

    /// True if the text has an element of a program's own, such as `<id>403</id>`: then it was
    /// written for machines.
    static func isForMachines(_ text: String) -> Bool {
        guard text.utf8Span.span.contains(UInt8(ascii: "<")) else { return false }
        var opened: Set<String> = []
        var rest = text[...]
        while let tag = Tag(firstIn: rest) {
            if tag.isEnd, opened.contains(tag.name) { return true }
            if !tag.isEnd { opened.insert(tag.name) }
            rest = rest[tag.range.upperBound...]
        }
        return false
    }
}

/// `<name>`, `</name>` or `<name key="value">`.
private struct Tag {
    /// In small letters.
    let name: String
    let isEnd: Bool
    let range: Range<Substring.Index>

    init?(firstIn text: Substring) {
        var rest = text
        while let start = rest.firstIndex(of: "<") {
            rest = rest[start...].dropFirst()
            let isEnd = rest.first == "/"
            let body = rest.dropFirst(isEnd ? 1 : 0)
            let name = body.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }
            guard name.first?.isLetter == true,
                let end = body.firstIndex(where: { $0 == ">" || $0 == "<" }), body[end] == ">",
                Self.isAttributes(body[name.endIndex..<end])
            else { continue }
            self.name = name.lowercased()
            self.isEnd = isEnd
            range = start..<text.index(after: end)
            return
        }
        return nil
    }

    /// True if a tag can end like this: `a<b and c>d` has none.
    private static func isAttributes(_ text: Substring) -> Bool {
        var rest = text
        while !rest.isEmpty {
            guard rest.first == " " || rest.first == "/" else { return false }
            rest = rest.drop { $0 == " " || $0 == "/" }
            guard !rest.isEmpty else { return true }
            guard let value = rest.firstIndex(of: "="), value > rest.startIndex,
                !rest[..<value].contains(" ")
            else { return false }
            rest = rest[value...].dropFirst()
            if let quote = rest.first, quote == "\"" || quote == "'" {
                guard let end = rest.dropFirst().firstIndex(of: quote) else { return false }
                rest = rest[end...].dropFirst()
            } else {
                rest = rest.drop { $0 != " " }
            }
        }
        return true
    }
}
