import Shell
import JSON
import NowPlaying

@testable import Feeds

/// A machine with just these variables and files, for reading `/etc/nphub/hub.yaml`.
struct PaperEnvironment: ConfigurationEnvironment {
    static let file = "/etc/nphub/hub.yaml"

    var variables: [String: String] = [:]
    var files: [String: [UInt8]] = [:]
    var feedTypes: [FeedType] = [.plain, .keyed]

    func variable(named name: String) -> String? { variables[name] }

    func contents(ofFile path: String, limit: Int) throws(FileReadError) -> [UInt8] {
        guard let contents = files[path] else {
            throw .unreadable(reason: "No such file or directory")
        }
        guard contents.count <= limit else { throw .tooLarge(limit: limit) }
        return contents
    }

    /// Of patterns, only those with one star.
    func files(matching pattern: String) -> [String] {
        let parts = pattern.split(separator: "*", omittingEmptySubsequences: false)
        guard parts.count == 2 else { return [] }
        return files.keys.filter { $0.hasPrefix(parts[0]) && $0.hasSuffix(parts[1]) }
    }

    /// Reads a config with this text.
    func load(_ text: String) throws -> ProgramConfiguration {
        try load(Array(text.utf8))
    }

    /// Reads a config with these bytes.
    func load(_ bytes: [UInt8]) throws -> ProgramConfiguration {
        var environment = self
        environment.files[Self.file] = bytes
        return try ConfigurationFile.load(
            path: Self.file, feedTypes: feedTypes, environment: environment)
    }

    /// Returns the complaints about a config with this text, without the file's name.
    func complaints(about text: String) -> [String] {
        complaints(about: Array(text.utf8))
    }

    /// Returns the complaints about a config with these bytes, without the file's name.
    func complaints(about bytes: [UInt8]) -> [String] {
        errors(in: bytes).map { String("\($0)".dropFirst(Self.file.count + 1)) }
    }

    /// Returns the errors in a config of these bytes.
    func errors(in bytes: [UInt8]) -> [ConfigurationError] {
        do {
            _ = try load(bytes)
            return []
        } catch {
            return (error as? ConfigurationErrors)?.errors ?? []
        }
    }
}

extension FeedType {
    /// A feed that needs nothing but its address.
    static let plain = FeedType(
        name: "plain", summary: "", settings: [], stationsPerLink: 1, longestSilence: nil,
        silenceHint: "", subprotocols: [], makeMachine: { _ in SilentMachine() })

    /// A feed with a setting of each kind.
    static let keyed = FeedType(
        name: "keyed", summary: "",
        settings: [
            FeedSetting(
                name: "shortcode", kind: .text, isRequired: true, namesStation: true,
                summary: "the station's short code"),
            FeedSetting(
                name: "version", kind: .number, isRequired: false, namesStation: false,
                summary: "the protocol's version"),
            FeedSetting(
                name: "compact", kind: .flag, isRequired: false, namesStation: false,
                summary: "whether messages are short"),
        ],
        stationsPerLink: 32, longestSilence: nil, silenceHint: "", subprotocols: [],
        makeMachine: { _ in SilentMachine() })
}

private struct SilentMachine: FeedMachine {
    mutating func opened(at now: Moment, into events: inout [FeedEvent]) {}

    mutating func received(
        _ message: FeedMessage, at now: Moment, using parser: JSONParser,
        into events: inout [FeedEvent]
    ) {}
}

extension String {
    /// A config of one station whose keys, besides `id` and `feed`, are these lines.
    static func station(_ lines: String) -> String {
        "stations:\n- id: a\n  feed: {type: plain, url: \"ws://h\"}\n  \(lines)\n"
    }

    /// A config of one station with this `feed`.
    static func feed(_ feed: String) -> String {
        "stations:\n- id: a\n  feed: \(feed)\n"
    }

    /// A config of one station, with these lines before it.
    static func root(_ lines: String) -> String {
        "\(lines)\nstations: [{id: a, feed: {type: plain, url: \"ws://h\"}}]\n"
    }
}
