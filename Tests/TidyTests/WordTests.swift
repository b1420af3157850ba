import Testing

/// Sentences are about programs, in the words of the field.
struct WordTests {
    /// Words for persons in place of clients, servers and callers. Each is written in two parts,
    /// so that this file itself passes.
    private static let persons = [
        "no" + "body", "any" + "body", "some" + "body", "every" + "body", "any" + "one",
        "some" + "one", "every" + "one", "who" + "ever", "who" + "mever", "who" + "m",
    ]
    /// Words that have a plain one beside them: at most as often, cached, pending.
    private static let unusual = ["often" + "er", "shel" + "ve", "ow" + "ed"]
    /// All of them, as whole words.
    private static let banned = Set(persons + unusual)

    @Test(
        arguments: SourceFile.sources + SourceFile.tests + SourceFile.examples + SourceFile.pages)
    func `a text has plain words`(file: SourceFile) {
        for (place, line) in file.lines.enumerated() {
            let words = line.lowercased().split { !$0.isLetter }
            for word in words where Self.banned.contains(String(word)) {
                Issue.record("\(file.path):\(place + 1) has “\(word)”")
            }
        }
    }

    @Test func `the pages are found`() {
        let paths = Set(SourceFile.pages.map(\.path))
        #expect(
            paths.isSuperset(of: [
                "README.md", "Makefile", "docs/socket.md", "schemas/request.json",
                "Tests/Contract/program.py",
            ]))
    }
}
