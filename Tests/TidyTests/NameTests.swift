import Testing

/// One name means one thing.
struct NameTests {
    /// The targets that declare a type at the top of a file, by the type's name.
    private static let targets: [String: Set<String>] = SourceFile.sources.reduce(into: [:]) {
        for type in $1.declaredTypes where !type.isNested {
            $0[type.name, default: []].insert($1.target)
        }
    }

    @Test func `a type's name stands in one target`() {
        for (name, targets) in Self.targets where targets.count > 1 {
            Issue.record("\(name) is declared in \(targets.sorted())")
        }
    }

    @Test func `the declarations of types are found`() {
        #expect(Self.targets["Hub"] == ["Hub"])
    }
}

extension SourceFile {
    /// A type that is declared in a file.
    struct DeclaredType {
        let name: String
        let isNested: Bool
    }

    /// The types that the file declares, those within others included.
    var declaredTypes: [DeclaredType] {
        let declaration =
            #/
            (?m)^(\ *)(?:@\w+(?:\([^)]*\))?\ |[a-z]\w*(?:\(\w+\))?\ )*?
            (?:struct|class|enum|protocol|actor|typealias)\ (\w+)
            /#
        return code.matches(of: declaration).map { match in
            DeclaredType(name: String(match.output.2), isNested: !match.output.1.isEmpty)
        }
    }
}
