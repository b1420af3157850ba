public import Feeds
import Glibc
import Support

/// The file that tells the program what to do: YAML, and thus JSON too.
///
/// It is read in three steps: bytes to text, text to a tree that knows the line and column of every
/// value, tree to checked values. The third step goes on after a mistake, so that all are told at
/// once; the first two cannot.
public enum ConfigurationFile {
    /// The default path of a config: in the folder for configs (XDG Base Directory Specification);
    /// `nil` if the environment names no such folder.
    public static func usualPath(in environment: some ConfigurationEnvironment) -> String? {
        let folder = environment.variable(named: "XDG_CONFIG_HOME") ?? ""
        // The specification has relative paths ignored.
        if folder.hasPrefix("/") { return folder + "/nphub/stations.yaml" }
        let home = environment.variable(named: "HOME") ?? ""
        return home.hasPrefix("/") ? home + "/.config/nphub/stations.yaml" : nil
    }

    /// Reads and checks a config.
    ///
    /// - Parameters:
    ///   - path: The file. Paths in it are relative to its folder.
    ///   - feedTypes: The feeds that it may ask for.
    ///   - environment: Where the file, the files that it names, and the environment are.
    public static func load(
        path: String, feedTypes: [FeedType] = FeedType.all,
        environment: any ConfigurationEnvironment = SystemEnvironment()
    ) throws(ConfigurationErrors) -> ProgramConfiguration {
        let reading = ConfigurationReading(
            file: path, feedTypes: feedTypes, environment: environment)
        let configuration = root(of: reading).flatMap(ProgramConfiguration.init)
        if let configuration, reading.mistakes == nil { return configuration }
        throw reading.mistakes ?? .unexplained(in: path)
    }

    /// The root of a file.
    ///
    /// - Parameter includer: What names the file, where another one includes it.
    static func root(
        of reading: ConfigurationReading, namedBy includer: ConfigurationValue? = nil
    ) -> ConfigurationValue? {
        guard let text = text(of: reading, namedBy: includer) else { return nil }
        var composer = YAMLComposer(text: text)
        var root: ConfigurationNode?
        do {
            root = try composer.compose()
            if root == nil {
                reading.note(
                    "the file is empty", remedy: "it needs at least a list of `stations`",
                    at: .init(line: 1, column: 1), path: "")
            }
        } catch {
            reading.note(error.problem, remedy: error.remedy, at: error.position, path: "")
        }
        for key in composer.repeatedKeys {
            reading.note(key.problem, remedy: key.remedy, at: key.position, path: "")
        }
        return root.map { ConfigurationValue(node: $0, name: "", path: "", reading: reading) }
    }

    private static func text(
        of reading: ConfigurationReading, namedBy includer: ConfigurationValue?
    ) -> String? {
        let bytes: [UInt8]
        do {
            bytes = try reading.contents()
        } catch {
            let remedy = """
                it must be a readable file of at most \(ConfigurationLimits.fileBytes >> 20) MiB
                """
            if let includer {
                includer.note("\(quote(reading.file)) cannot be read: \(error)", remedy: remedy)
            } else {
                let isMissing = error == .unreadable(reason: systemMessage(ENOENT))
                reading.note(
                    "the file cannot be read: \(error)",
                    remedy: isMissing
                        ? "`nphub init ADDRESS --output \(reading.file)` writes one" : remedy,
                    at: nil, path: "")
            }
            return nil
        }
        if let text = String(validating: bytes, as: UTF8.self) { return text }
        reading.note(
            "the file is not UTF-8", remedy: "save it as UTF-8",
            at: positionOfInvalidUTF8(in: bytes), path: "")
        return nil
    }

    private static func positionOfInvalidUTF8(in bytes: [UInt8]) -> ConfigurationError.Position {
        var decoder = UTF8()
        var iterator = bytes.makeIterator()
        var valid = String.UnicodeScalarView()
        while case .scalarValue(let scalar) = decoder.decode(&iterator) { valid.append(scalar) }
        return ConfigurationError.Position(after: valid)
    }
}

extension ConfigurationError.Position {
    /// The place behind a text that begins at the file's start.
    init(after text: some Sequence<Unicode.Scalar>) {
        self.init(line: 1, column: 1)
        for scalar in text {
            (line, column) = scalar == "\n" ? (line + 1, 1) : (line, column + 1)
        }
    }
}
