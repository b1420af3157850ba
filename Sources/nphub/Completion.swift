import ArgumentParser
import HubClient
import JSON
import NowPlaying

/// The completions that a shell offers for an unfinished command line.
enum Completion {
    /// A config.
    static let config = CompletionKind.file(extensions: ["yaml", "yml", "json"])

    /// The ids of the running hub's stations.
    static let stations = CompletionKind.custom { words, _, _ in
        (try? ids(of: socket(in: words))) ?? []
    }

    /// An action of `nphub send`, or what may follow the words of one.
    static let action = CompletionKind.custom { words, index, _ in
        let typed = arguments(of: "send", in: words.prefix(index))
        guard let first = typed.first else { return SendRequest.actions }
        if first == "report", typed.count == 1 { return SendRequest.reportedStates }
        let forms = CommandAction.named(first)?.forms ?? []
        return forms.compactMap { $0.parameter(at: typed.count - 1) }.flatMap { parameter in
            switch parameter.form {
            case .station, .stations: (try? ids(of: socket(in: words))) ?? []
            default: parameter.words
            }
        }
    }

    /// The words of an unfinished command line behind a command, without options and their values.
    private static func arguments(of command: String, in words: some Sequence<String>) -> [String] {
        var arguments: [String] = []
        var isValue = false
        for word in words.drop(while: { $0 != command }).dropFirst() {
            if !isValue, !word.hasPrefix("--") { arguments.append(word) }
            isValue = ["--socket", "--session", "--sender"].contains(word)
        }
        return arguments
    }

    /// The user has pressed Tab and waits.
    private static let timeout = Interval.seconds(1)

    private static func ids(of socket: String?) throws -> [String] {
        let document = try HubInquiry.records(
            HubQuery(.line), at: SocketOptions.place(socket), timeout: timeout)
        return try JSONParser(maximumLength: max(1, document.count)).parse(document) { value in
            value["records"]?.elements.compactMap { $0["station"]?.word } ?? []
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

extension CommandAction.Form {
    /// The parameter that a word belongs to; a list of stations takes all that follow.
    fileprivate func parameter(at place: Int) -> CommandParameter? {
        if place < parameters.count { return parameters[place] }
        guard let last = parameters.last, case .stations = last.form else { return nil }
        return last
    }
}
