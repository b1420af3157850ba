import Feeds
import Support

/// One reading of one config: collects every mistake, and knows where secrets and files come from.
///
/// A class, because the parts of the file that are being read all note their mistakes here.
final class ConfigurationReading {
    /// The file, as it was named to the program.
    let file: String
    /// The feeds that it may ask for.
    let feedTypes: [FeedType]
    private let environment: any ConfigurationEnvironment
    private var errors: [ConfigurationError] = []
    private var certificateProblems: [String: String?] = [:]

    init(file: String, feedTypes: [FeedType], environment: any ConfigurationEnvironment) {
        self.file = file
        self.feedTypes = feedTypes
        self.environment = environment
    }

    /// A mistake was found.
    func note(
        _ problem: String, remedy: String, at position: ConfigurationError.Position?, path: String
    ) {
        errors.append(
            ConfigurationError(
                file: file, position: position, path: path, problem: problem, remedy: remedy))
    }

    /// All that was noted, in the order of the file; `nil` if nothing was.
    var mistakes: ConfigurationErrors? {
        guard !errors.isEmpty else { return nil }
        let origin = ConfigurationError.Position(line: 0, column: 0)
        return ConfigurationErrors(
            errors: errors.sorted {
                ($0.position ?? origin, $0.path, $0.problem)
                    < ($1.position ?? origin, $1.path, $1.problem)
            })
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

    /// What is wrong with a file of certificates; `nil` if it can be used. Many stations may name
    /// the same one, so each is read once.
    func problem(withCertificates path: String) -> String? {
        if let known = certificateProblems[path] { return known }
        let problem = findProblem(withCertificates: path)
        certificateProblems[path] = .some(problem)
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

/// Why a secret is not there. It never holds any part of one.
enum SecretError: Error, Equatable {
    /// There is no such environment variable.
    case unset(String)
    /// What stands between the braces is not a variable's name.
    case notAName(String)
    /// A `${` without its `}`.
    case unclosed
    /// The file cannot be used.
    case file(String, reason: String)

    /// What is wrong.
    var problem: String {
        switch self {
        case .unset(let name): "the environment variable `\(name)` is not set"
        case .notAName(let name): "\(quote(name)) is not the name of an environment variable"
        case .unclosed: "`${` is not closed"
        case .file(let path, let reason): "\(quote(path)) cannot be read: \(reason)"
        }
    }

    /// What would be right.
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
