import Feeds
import Support

/// One reading of one file of a config: collects every mistake, and knows where secrets and files
/// come from.
///
/// A class, because the parts of the file that are being read all note their mistakes here.
final class ConfigurationReading {
    /// The findings in the config and all files that it includes.
    private final class Findings {
        /// Each with the place of its file among those that were read.
        var errors: [(place: Int, error: ConfigurationError)] = []
        var fileCount = 0
        var certificateProblems: [String: String?] = [:]
    }

    /// The file, as it was named to the program.
    let file: String
    /// The feeds that it may ask for.
    let feedTypes: [FeedType]
    private let environment: any ConfigurationEnvironment
    private let findings: Findings
    /// The place of its file among those that were read.
    private let place: Int

    /// The reading of a config.
    convenience init(
        file: String, feedTypes: [FeedType], environment: any ConfigurationEnvironment
    ) {
        self.init(
            file: file, feedTypes: feedTypes, environment: environment, findings: Findings())
    }

    private init(
        file: String, feedTypes: [FeedType], environment: any ConfigurationEnvironment,
        findings: Findings
    ) {
        self.file = file
        self.feedTypes = feedTypes
        self.environment = environment
        self.findings = findings
        place = findings.fileCount
        findings.fileCount += 1
    }

    /// The reading of a file that this one includes.
    func including(_ file: String) -> ConfigurationReading {
        ConfigurationReading(
            file: file, feedTypes: feedTypes, environment: environment, findings: findings)
    }

    /// The files whose paths match a pattern, in the order of their names.
    func files(matching pattern: String) -> [String] {
        environment.files(matching: pattern).sorted()
    }

    /// A mistake was found.
    func note(
        _ problem: String, remedy: String, at position: ConfigurationError.Position?, path: String
    ) {
        let error = ConfigurationError(
            file: file, position: position, path: path, problem: problem, remedy: remedy)
        findings.errors.append((place, error))
    }

    /// The number of mistakes noted until now, in all files.
    var mistakeCount: Int { findings.errors.count }

    /// All that was noted, in the order of the file; `nil` if nothing was.
    var mistakes: ConfigurationErrors? {
        guard !findings.errors.isEmpty else { return nil }
        let origin = ConfigurationError.Position(line: 0, column: 0)
        let sorted = findings.errors.sorted { left, right in
            if left.place != right.place { return left.place < right.place }
            return (left.error.position ?? origin, left.error.path, left.error.problem)
                < (right.error.position ?? origin, right.error.path, right.error.problem)
        }
        // A mistake in a default is found at each station that has it.
        var told: Set<DistinctMistake> = []
        return ConfigurationErrors(
            errors: sorted.map(\.error).filter { told.insert(DistinctMistake($0)).inserted })
    }

    /// The place and the text of a mistake, without the path of its station.
    private struct DistinctMistake: Hashable {
        let file: String
        let position: ConfigurationError.Position?
        let problem: String

        init(_ error: ConfigurationError) {
            (file, position, problem) = (error.file, error.position, error.problem)
        }
    }

    /// A path in the config, which is relative to the config's own folder.
    func resolve(_ path: String) -> String {
        guard !path.hasPrefix("/"), let slash = file.lastIndex(of: "/") else { return path }
        return file[...slash] + path
    }

    /// The config itself.
    func contents() throws(FileReadError) -> [UInt8] {
        try environment.contents(ofFile: file, limit: ConfigurationLimits.fileBytes)
    }

    /// A whole file that the config names.
    func contents(ofFile path: String, limit: Int) throws(FileReadError) -> [UInt8] {
        try environment.contents(ofFile: resolve(path), limit: limit)
    }

    /// The reason why a program cannot be run, by its path or its name in `PATH`; `nil` if it can.
    func problem(withProgram name: String) -> String? {
        guard !name.contains("/") else {
            return environment.problem(withProgramAt: resolve(name))
        }
        let folders = (environment.variable(named: "PATH") ?? "/usr/bin:/bin").split(separator: ":")
        let problems = folders.map { environment.problem(withProgramAt: "\($0)/\(name)") }
        if problems.contains(nil) { return nil }
        return problems.compactMap(\.self).first { $0 != "is not there" } ?? "is not there"
    }

    /// The problem with a file of certificates; `nil` if it can be used. Many stations may name the
    /// same file, so each is read once.
    func problem(withCertificates path: String) -> String? {
        if let known = findings.certificateProblems[resolve(path)] { return known }
        let problem = findProblem(withCertificates: path)
        findings.certificateProblems[resolve(path)] = .some(problem)
        return problem
    }

    private func findProblem(withCertificates path: String) -> String? {
        do {
            let limit = ConfigurationLimits.certificateBytes
            let contents = try contents(ofFile: path, limit: limit)
            let isPEM = contents.contains("CERTIFICATE-----".utf8)
            return isPEM ? nil : "has no certificate in it"
        } catch {
            return "cannot be read: \(error)"
        }
    }

    /// Replaces each `${NAME}` by the environment variable's value; `$${` stands for `${` itself.
    func expandVariables(in text: String) throws(SecretError) -> String {
        guard text.utf8.contains(UInt8(ascii: "$")) else { return text }
        var expanded = ""
        var rest = text[...]
        while let dollar = rest.firstIndex(of: "$") {
            expanded += rest[..<dollar]
            rest = rest[dollar...]
            if rest.hasPrefix("$${") {
                expanded += "${"
                rest = rest.dropFirst(3)
            } else if rest.hasPrefix("${") {
                guard let brace = rest.firstIndex(of: "}") else { throw .unclosed }
                expanded += try variable(named: String(rest[..<brace].dropFirst(2)))
                rest = rest[brace...].dropFirst()
            } else {
                expanded += "$"
                rest = rest.dropFirst()
            }
        }
        return expanded + rest
    }

    private func variable(named name: String) throws(SecretError) -> String {
        let isName = name.unicodeScalars.allSatisfy {
            $0.isASCII && ($0 == "_" || $0.properties.isAlphabetic || ("0"..."9").contains($0))
        }
        guard isName, !name.isEmpty else { throw .notAName(name) }
        guard let value = environment.variable(named: name) else { throw .unset(name) }
        return value
    }

    /// The text of a file that holds a secret, without the white space at its ends.
    func secret(inFile path: String) throws(SecretError) -> String {
        let bytes: [UInt8]
        do {
            bytes = try contents(ofFile: path, limit: ConfigurationLimits.secretBytes)
        } catch {
            throw .file(path, reason: error.description)
        }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw .file(path, reason: "it is not UTF-8")
        }
        return text.trimmingWhitespace()
    }
}

/// The reason why a secret cannot be read. It never holds any part of a secret.
enum SecretError: Error, Equatable {
    /// There is no such environment variable.
    case unset(String)
    /// The text between the braces is not a variable's name.
    case notAName(String)
    /// A `${` without its `}`.
    case unclosed
    /// The file cannot be used.
    case file(String, reason: String)

    /// The problem, in words.
    var problem: String {
        switch self {
        case .unset(let name): "the environment variable `\(name)` is not set"
        case .notAName(let name): "\(quote(name)) is not the name of an environment variable"
        case .unclosed: "`${` is not closed"
        case .file(let path, let reason): "\(quote(path)) cannot be read: \(reason)"
        }
    }

    /// The way to mend it, in words.
    var remedy: String {
        switch self {
        case .unset, .notAName, .unclosed:
            "set the variable and write `${NAME}`, or write `$${` for a `${` that is meant as such"
        case .file:
            """
            `file:` must name a text of at most \(ConfigurationLimits.secretBytes) bytes, \
            relative to the config's folder
            """
        }
    }
}

extension String {
    /// Without the white space at its ends.
    func trimmingWhitespace() -> String {
        let start = drop { $0.isWhitespace }
        guard let last = start.lastIndex(where: { !$0.isWhitespace }) else { return "" }
        return String(start[...last])
    }
}
