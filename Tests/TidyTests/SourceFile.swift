import Foundation

/// A Swift file of this repository, as a text.
struct SourceFile: CustomStringConvertible {
    /// From the repository's root, such as `Sources/Hub/Hub.swift`.
    let path: String
    let text: String
    let lines: [String]

    private static let root = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// All files of the program.
    static let sources = files(in: "Sources")
    /// All files of its tests.
    static let tests = files(in: "Tests")

    private static func files(in folder: String) -> [SourceFile] {
        let start = root.appending(path: folder).resolvingSymlinksInPath()
        let found = FileManager.default.enumerator(atPath: start.path)
        let paths = (found?.compactMap { $0 as? String } ?? []).filter { $0.hasSuffix(".swift") }
        return paths.sorted().compactMap { path in
            guard let text = try? String(contentsOf: start.appending(path: path), encoding: .utf8)
            else { return nil }
            return SourceFile(path: folder + "/" + path, text: text)
        }
    }

    init(path: String, text: String) {
        self.path = path
        self.text = text
        lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }

    /// The target that the file belongs to.
    var target: String {
        let steps = path.split(separator: "/")
        return steps.count > 2 ? String(steps[1]) : ""
    }

    var description: String { path }

    /// The text without comments and without what stands in string literals.
    ///
    /// A literal is taken to end on its line, or to be one of three quotation marks.
    var code: String {
        var isInLongText = false
        return lines.map { line in
            let marks = line.components(separatedBy: "\"\"\"").count - 1
            defer { if marks % 2 == 1 { isInLongText.toggle() } }
            return isInLongText || marks > 0 ? "" : Self.code(of: line)
        }
        .joined(separator: "\n")
    }

    private static func code(of line: String) -> String {
        let withoutText = line.replacing(/"(?:[^"\\]|\\.)*"/, with: "\"\"")
        return withoutText.components(separatedBy: "//").first ?? ""
    }

    /// The modules that it imports.
    var imports: [String] {
        lines.compactMap { line in
            line.wholeMatch(of: /(?:@\w+ )?(?:\w+ )?import (?:\w+ )?([\w.]+)/)
                .map { String($0.output.1.prefix { $0 != "." }) }
        }
    }
}
