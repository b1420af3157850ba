import Testing

/// The words of the glossary are names of the sources.
struct GlossaryTests {
    private static let types = Set(SourceFile.sources.flatMap(\.declaredTypes).map(\.name))
    private static let members = Set(SourceFile.sources.flatMap(\.declaredMembers))
    /// The entries, each as one text.
    private static let entries: [String] = {
        let page = SourceFile.pages.first { $0.path == "docs/maintainers/glossary.md" }
        return (page?.text ?? "").split(separator: "\n- ").dropFirst().map { entry in
            String(entry.prefix(upTo: entry.firstRange(of: "\n\n")?.lowerBound ?? entry.endIndex))
        }
    }()

    @Test func `the entries and the names are found`() {
        #expect(Self.entries.count > 40)
        #expect(Self.types.isSuperset(of: ["Hub", "Cursor", "Wire"]))
        #expect(Self.members.isSuperset(of: ["epoch", "patch", "atEndOfTurn"]))
    }

    @Test(arguments: entries)
    func `an entry names a type, and nothing that is not in the sources`(entry: String) {
        let names = entry.matches(of: /`([\w.]+)`/).map { $0.output.1.split(separator: ".") }
        var namesType = false
        for name in names {
            for part in name {
                let isType = part.first?.isUppercase == true
                namesType = namesType || isType
                #expect((isType ? Self.types : Self.members).contains(String(part)), "\(part)")
            }
        }
        #expect(namesType, "no type")
    }
}

extension SourceFile {
    /// The names of functions, properties and cases, wherever they stand.
    fileprivate var declaredMembers: [String] {
        code.matches(of: /(?m)^ *(?:[\w()@]+ )*(?:func|var|let|case) (\w+)((?:, \w+)*)/).flatMap {
            [String($0.output.1)]
                + $0.output.2.split(separator: ", ").map(String.init)
        }
    }
}
