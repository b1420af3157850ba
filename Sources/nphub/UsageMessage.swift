import ArgumentParser
import Support

/// A refusal of the argument parser in the program's own words: the problem with its remedy, the
/// usage of the command, and where to read more.
struct UsageMessage {
    /// The lines for stderr.
    let text: String

    /// - Parameters:
    ///   - error: The error of the parser, or of a command's own checks.
    ///   - words: The words of the user, without the program's name.
    init(_ error: any Error, in words: [String], of command: any ParsableCommand.Type) {
        let full = NPHub.fullMessage(for: error).split(separator: "\n").map(String.init)
        let hint = full.first { $0.hasPrefix(Self.help) }?.dropFirst(Self.help.count)
        let refusal = ParserRefusal(NPHub.message(for: error), in: words, of: command)
        let usage = full.first { $0.hasPrefix(Self.usage) }?.dropFirst(Self.usage.count)
        let pointer = Self.pointer(to: command)
        text = [
            "nphub: \(refusal.text)",
            hint.map { "  \($0)" },
            "Usage: \(usage ?? "nphub <command>"); `\(pointer)` explains it",
            "",
        ].compactMap(\.self).joined(separator: "\n")
    }

    /// The command that explains a command.
    static func pointer(to command: any ParsableCommand.Type) -> String {
        let name = command.configuration.commandName ?? ""
        return name == NPHub.configuration.commandName ? "nphub help" : "nphub help \(name)"
    }

    private static let help = "Help:  "
    private static let usage = "Usage: "
}

/// The parser's sentence, said again.
///
/// The parser gives its errors as sentences alone. A sentence that is not known here is passed on,
/// with the program's quotation marks.
private struct ParserRefusal {
    private let sentence: String
    private let words: [String]
    private let command: any ParsableCommand.Type

    init(_ sentence: String, in words: [String], of command: any ParsableCommand.Type) {
        self.sentence = sentence
        self.words = words
        self.command = command
    }

    var text: String {
        unknownOption ?? missingValue ?? wrongValue ?? needlessValue ?? strayWord ?? missingWord
            ?? plain
    }

    // MARK: The sentences

    private var unknownOption: String? {
        guard
            let match = sentence.wholeMatch(
                of: /Unknown option '(?<option>.*?)'(\. Did you mean '(?<near>.*)'\?)?/)
        else { return nil }
        let near =
            match.near.map { "did you mean `\($0)`?" }
            ?? suggestion(
                for: String(match.option), among: ["--help", "--version"], listedBy: "see the help")
        return "there is no option \(quote(String(match.option))); \(near)"
    }

    /// A value that begins with a hyphen reads as an option.
    private var missingValue: String? {
        guard let match = sentence.wholeMatch(of: /Missing value for '(?<option>\S+)( <.*>)?'/)
        else { return nil }
        let option = String(match.option)
        let next = words.firstIndex(of: option).flatMap { words[($0 + 1)...].first }
        guard let next, next.hasPrefix("-"), !next.hasPrefix("--") else {
            return "\(option) needs a value"
        }
        return
            "\(option) needs a value, and \(quote(next)) reads as an option: a value that begins "
            + "with `-` is written \(quote("\(option)=\(next)"))"
    }

    private var wrongValue: String? {
        guard
            let match = sentence.wholeMatch(
                of: /The value '([\s\S]*)' is invalid for '(\S+?)(?: <.*?>)?'([\s\S]*)/)
        else { return nil }
        let (_, value, option, rest) = match.output
        let name = option.filter { !"<>".contains($0) }
        if rest.hasPrefix(": ") { return "\(name): \(tidied(rest.dropFirst(2)))" }
        let known = rest.matches(of: /'(.+?)'|\n  - (.+)/).map { String($0.1 ?? $0.2 ?? "") }
        let near = known.isEmpty ? "" : "; " + suggestion(for: String(value), among: known)
        return "\(name) cannot be \(quote(String(value)))\(near)"
    }

    private var needlessValue: String? {
        guard
            let match = sentence.wholeMatch(
                of: /The option '(?<option>.*?)' does not take any value, but '(?<value>.*)' was .*/
            )
        else { return nil }
        return "\(match.option) takes no value: leave \(quote("=\(match.value)")) out"
    }

    /// A word that belongs to no option. Most often the option before it was forgotten.
    private var strayWord: String? {
        guard
            let match = sentence.wholeMatch(
                of: /(Unexpected argument|\d+ unexpected arguments:) '(?<words>(.|\n)*)'/)
        else { return nil }
        let stray = match.words.split(separator: "', '").map(String.init)
        let list = stray.map(quote).joined(separator: ", ")
        let option = (command as? any TakingWords.Type)?.optionOfWords
        guard let option, let first = stray.first, !first.hasPrefix("-") else {
            return "there is no room for \(list): leave it out"
        }
        return "there is no room for \(list); did you mean \(quote("\(option) \(first)"))?"
    }

    private var missingWord: String? {
        guard let match = sentence.wholeMatch(of: /Missing expected argument '(?<name>.*)'/) else {
            return nil
        }
        return "\(match.name.filter { !"<>. ".contains($0) }) is missing"
    }

    private var plain: String { tidied(sentence[...]) }

    /// Returns a sentence as a part of one: without its full stop, and with the quotation marks of
    /// the program.
    private func tidied(_ sentence: Substring) -> String {
        let text = sentence.hasSuffix(".") ? sentence.dropLast() : sentence
        return String(text).replacing(/'([^']*)'/) { "`\($0.1)`" }
    }
}

/// A command to which users tend to give a word without the option that it belongs to.
protocol TakingWords: ParsableCommand {
    /// The option that is meant.
    static var optionOfWords: String { get }
}

extension WatchCommand: TakingWords { static var optionOfWords: String { "--station" } }
extension DumpCommand: TakingWords { static var optionOfWords: String { "--station" } }
extension StatusCommand: TakingWords { static var optionOfWords: String { "--station" } }
extension HistoryCommand: TakingWords { static var optionOfWords: String { "--station" } }
extension RunCommand: TakingWords { static var optionOfWords: String { "--config" } }
