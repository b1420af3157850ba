import Foundation

/// A file of this repository, as a text.
struct SourceFile: CustomStringConvertible {
    /// From the repository's root, such as `Sources/Hub/Hub.swift`.
    let path: String
    let text: String
    let lines: [String]
    /// The text without comments and without what stands in string literals.
    let code: String

    private static let root = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// All Swift files of the program.
    static let sources = files(in: "Sources")
    /// All Swift files of its tests and benchmarks.
    static let tests = files(in: "Tests") + files(in: "Benchmarks")

    /// Programs that use the library product.
    static let examples = files(in: "docs/examples")

    /// What is not Swift: documentation, schemas, rules of monitors, the Makefile, the tests in
    /// Python, C, JavaScript.
    static let pages =
        ["README.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md", "Makefile"].compactMap(page)
        + files(in: "docs", ending: [".md", ".py"]) + files(in: "schemas", ending: [".json"])
        + files(in: "deploy", ending: [".json", ".yaml"])
        + files(in: "Tests", ending: [".py"]) + files(in: "Benchmarks", ending: [".md", ".py"])
        + files(in: "Sources", ending: [".c", ".cpp", ".h", ".js", ".md"])

    private static func files(
        in folder: String, ending suffixes: [String] = [".swift"]
    ) -> [SourceFile] {
        let start = root.appending(path: folder).resolvingSymlinksInPath()
        let found = FileManager.default.enumerator(atPath: start.path)
        let paths = (found?.compactMap { $0 as? String } ?? []).filter { path in
            suffixes.contains { path.hasSuffix($0) }
        }
        return paths.sorted().compactMap { page(folder + "/" + $0) }
    }

    private static func page(_ path: String) -> SourceFile? {
        let file = root.appending(path: path)
        return (try? String(contentsOf: file, encoding: .utf8)).map {
            SourceFile(path: path, text: $0)
        }
    }

    init(path: String, text: String) {
        self.path = path
        self.text = text
        lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        code = Self.code(of: lines)
    }

    /// The target that the file belongs to.
    var target: String {
        let steps = path.split(separator: "/")
        return steps.count > 2 ? String(steps[1]) : ""
    }

    var description: String { path }

    /// The lines without comments and without what stands in string literals.
    ///
    /// A literal is taken to end on its line, or to be one of three quotation marks.
    private static func code(of lines: [String]) -> String {
        var isInLongText = false
        var code = ""
        for line in lines {
            let marks = line.contains("\"\"\"") ? 1 : 0
            if !isInLongText, marks == 0 { code += Self.code(of: line) }
            if marks == 1 { isInLongText.toggle() }
            code += "\n"
        }
        return code
    }

    private static func code(of line: String) -> String {
        guard line.utf8.contains(UInt8(ascii: "\"")) || line.contains("//") else { return line }
        var code: [UInt8] = []
        var isInText = false
        var isEscaped = false
        for byte in line.utf8 {
            if isInText {
                isInText = isEscaped || byte != UInt8(ascii: "\"")
                isEscaped = !isEscaped && byte == UInt8(ascii: "\\")
                guard !isInText else { continue }
            } else if byte == UInt8(ascii: "\"") {
                isInText = true
            } else if byte == UInt8(ascii: "/"), code.last == byte {
                return String(decoding: code.dropLast(), as: UTF8.self)
            }
            code.append(byte)
        }
        return String(decoding: code, as: UTF8.self)
    }

    /// The modules that it imports.
    var imports: [String] {
        lines.filter { $0.contains("import ") }.compactMap { line in
            line.wholeMatch(of: /(?:@\w+ )?(?:\w+ )?import (?:\w+ )?([\w.]+)/)
                .map { String($0.output.1.prefix { $0 != "." }) }
        }
    }
}
