import Testing

/// One name means one thing.
struct NameTests {
    /// The targets that declare a type at the top of a file, by the type's name.
    private static let targets: [String: Set<String>] = SourceFile.sources.reduce(into: [:]) {
        for type in $1.declaredTypes where !type.isNested {
            $0[type.name, default: []].insert($1.target)
        }
    }

    /// The targets that a target imports.
    private static let imports: [String: Set<String>] = SourceFile.sources.reduce(into: [:]) {
        $0[$1.target, default: []].formUnion($1.imports)
    }

    @Test func `a type's name stands in one target`() {
        for (name, targets) in Self.targets where targets.count > 1 {
            Issue.record("\(name) is declared in \(targets.sorted())")
        }
    }

    @Test(arguments: SourceFile.sources)
    func `a nested type does not hide a type that its target sees`(file: SourceFile) {
        let visible = Self.imports[file.target, default: []].union([file.target])
        for type in file.declaredTypes where type.isNested {
            let hidden = Self.targets[type.name, default: []].intersection(visible)
            #expect(hidden.isEmpty, "\(type.name) of \(hidden.sorted())")
        }
    }

    @Test func `the declarations of types are found`() {
        #expect(Self.targets["Hub"] == ["Hub"])
        #expect(Self.imports["Hub"]?.contains("FanOut") == true)
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
