import ArgumentParser
import HubRuntime
import JSON
import NowPlaying
import Views

/// What a shell offers where a command line is not finished.
enum Completion {
    /// A config.
    static let config = CompletionKind.file(extensions: ["yaml", "yml", "json"])

    /// The ids of the running hub's stations.
    static let stations = CompletionKind.custom { words, _, _ in
        (try? ids(of: socket(in: words))) ?? []
    }

    /// Somebody waits with the finger on the key.
    private static let patience = Interval.seconds(1)

    private static func ids(of socket: String?) throws -> [String] {
        let document = try HubInquiry.records(
            RecordQuery(view: .line), at: SocketOptions.place(socket), patience: patience)
        return try JSONParser(maximumLength: max(1, document.count)).parse(document) { value in
            value["records"]?.elements.compactMap { $0["station"]?.string } ?? []
        }
    }

    /// The socket that the unfinished command line names.
    private static func socket(in words: [String]) -> String? {
        let option = "--socket"
        guard let place = words.lastIndex(where: { $0.hasPrefix(option) }) else { return nil }
        if words[place] == option { return words[(place + 1)...].first }
        return String(words[place].dropFirst(option.count + 1))
    }
}
