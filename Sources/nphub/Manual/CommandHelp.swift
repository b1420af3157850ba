import JSON

/// The argument parser's description of a command.
struct CommandHelp {
    let name: String
    /// The command with its parents: `nphub watch`.
    let path: String
    /// One sentence.
    let abstract: String
    /// The same, as the first line of a manual page has it: without its full stop.
    var summary: String { abstract.hasSuffix(".") ? String(abstract.dropLast()) : abstract }
    /// All the rest, in paragraphs and listings.
    let discussion: String
    /// The help lists it.
    let isShown: Bool
    let arguments: [ArgumentHelp]
    let subcommands: [CommandHelp]

    /// An argument of a command.
    struct ArgumentHelp {
        /// As a user writes it: `--config FILE`, `FILE`.
        let term: String
        /// As a synopsis shows it: `[--config FILE]`.
        let usage: String
        /// Its purpose, its values and its default.
        let explanation: String
    }

    init(_ command: JSONValue?) {
        name = command?["commandName"]?.readable ?? ""
        let parents = command?["superCommands"]?.elements.compactMap(\.readable) ?? []
        path = (parents + [name]).joined(separator: " ")
        abstract = command?["abstract"]?.readable ?? ""
        discussion = command?["discussion"]?.readable ?? ""
        isShown = command?["shouldDisplay"]?.bool ?? true
        arguments = command?["arguments"]?.elements.compactMap(ArgumentHelp.init) ?? []
        subcommands = command?["subcommands"]?.elements.map(CommandHelp.init) ?? []
    }
}

extension CommandHelp.ArgumentHelp {
    /// The options that every command has, the root explains.
    private static let common = ["help", "version"]

    fileprivate init?(_ argument: JSONValue) {
        let value = argument["valueName"]?.readable ?? ""
        guard argument["shouldDisplay"]?.bool != false, !Self.common.contains(value) else {
            return nil
        }
        let name = argument["preferredName"]?["name"]?.readable.map { "--" + $0 }
        let isFlag = argument["kind"]?.string(equals: "flag") ?? false
        term = [name, isFlag ? nil : value].compactMap { $0 }.joined(separator: " ")
        let repeated = argument["isRepeating"]?.bool == true ? "\(term) ..." : term
        usage = argument["isOptional"]?.bool == true ? "[\(repeated)]" : repeated
        explanation = Self.explanation(of: argument, isFlag: isFlag)
    }

    private static func explanation(of argument: JSONValue, isFlag: Bool) -> String {
        let values = argument["allValues"]?.elements.compactMap(\.readable) ?? []
        let known = isFlag || values.isEmpty ? nil : "values: " + values.joined(separator: ", ")
        let usual = isFlag ? nil : argument["defaultValue"]?.readable.map { "default: " + $0 }
        let notes = [known, usual].compactMap { $0 }.joined(separator: "; ")
        let abstract = argument["abstract"]?.readable ?? ""
        return notes.isEmpty ? abstract : "\(abstract) (\(notes))"
    }
}
