import Testing

/// Everything is small enough to be read at once.
struct SizeTests {
    @Test func `the sources are found`() {
        #expect(SourceFile.sources.contains { $0.path == "Sources/Hub/Hub.swift" })
        #expect(SourceFile.tests.contains { $0.path == "Tests/TidyTests/SizeTests.swift" })
    }

    @Test(arguments: SourceFile.sources + SourceFile.tests)
    func `a file has at most 400 lines`(file: SourceFile) {
        // The last line ends too.
        #expect(file.lines.count - 1 <= 400)
    }

    @Test(arguments: SourceFile.sources + SourceFile.tests)
    func `a line has at most 100 columns`(file: SourceFile) {
        for (place, line) in file.lines.enumerated()
        where line.count > 100 && !(file.path.hasPrefix("Tests/") && line.isText) {
            Issue.record("\(file.path):\(place + 1) has \(line.count) columns")
        }
    }

    @Test(arguments: SourceFile.sources + SourceFile.tests)
    func `a function has at most 70 lines`(file: SourceFile) {
        for function in file.functions where function.length > 70 {
            Issue.record(
                "\(file.path):\(function.line) is a function of \(function.length) lines")
        }
    }
}

extension SourceFile {
    /// Where a function begins, and how many lines it takes.
    struct Function {
        let line: Int
        let length: Int
    }

    /// The functions, found by their indentation: each ends with the first line that closes a
    /// brace as far to the left as it began.
    var functions: [Function] {
        let beginning = /^( *)(?:@\w+ )*(?:[\w()]+ )*(?:func |init[?(<]|subscript[(<]).*/
        return lines.indices.compactMap { start in
            guard lines[start].mayBeginFunction,
                let match = lines[start].wholeMatch(of: beginning)
            else { return nil }
            if lines[start].hasSuffix("}") { return Function(line: start + 1, length: 1) }
            let end = String(match.output.1) + "}"
            let length = lines[start...].firstIndex { $0.hasPrefix(end) }.map { $0 - start + 1 }
            // Without a body, as in a protocol, the next brace belongs to something else.
            let next = lines[start...].first { $0.hasSuffix("{") || $0.hasPrefix(end) }
            let hasBody = next?.hasSuffix("{") ?? false
            return hasBody ? length.map { Function(line: start + 1, length: $0) } : nil
        }
    }
}

extension String {
    /// A line that is a text, or a piece of one: tests compare texts that are said in one line.
    fileprivate var isText: Bool { contains("\"") }

    /// A cheap look before a thorough one.
    fileprivate var mayBeginFunction: Bool {
        contains("func ") || contains("init") || contains("subscript")
    }
}
