import JSON
import NowPlaying
import Sessions
import Support
import Views

/// Reads what is asked and said of sessions.
extension RequestReader {
    func command() throws(RequestError) -> Request.Method {
        guard let name = parameters?["action"]?.text else {
            throw Parameters.missing("action", Self.actions)
        }
        guard let action = CommandAction.all.first(where: { name == $0.name }) else {
            throw Parameters.wrong("action", Self.actions)
        }
        let read = try Parameters(
            parameters, of: "command \(action.name)",
            allowing: ["session", "sender", "action"] + action.parameters.map { "\($0.key)" })
        return .command(
            try command(action, in: read), session: try session(in: read),
            sender: try read.text("sender"))
    }

    private static let actions =
        "one of " + CommandAction.all.map(\.name).sorted().joined(separator: ", ")

    private func command(
        _ action: CommandAction, in read: Parameters
    ) throws(RequestError) -> SessionCommand {
        var values = CommandParameters.none
        let isRequired = action.forms.count == 1
        for parameter in action.parameters {
            values[parameter] = try value(of: parameter, in: read)
            guard read.has(parameter.key) || !isRequired || parameter.place == .optional else {
                throw Parameters.missing(parameter.key, parameter.expectation)
            }
        }
        let given = action.forms.compactMap { $0.make(values) }
        guard let command = given.first, given.count == 1 else {
            throw RequestError(
                .invalidParameters, action.mistake, ("parameter", "\(action.parameters[0].key)"))
        }
        return command
    }

    /// The value of a parameter; `nil` where the request leaves it out.
    private func value(
        of parameter: CommandParameter, in read: Parameters
    ) throws(RequestError) -> CommandValue? {
        let key = parameter.key
        switch parameter.form {
        case .station, .id: return try read.text(key).map { .id($0) }
        case .stations: return try read.texts(key).map { .ids($0) }
        case .length: return try read.seconds(key).map { .length($0) }
        case .position:
            return try read.interval(key, upTo: limits.intervalMax * 24).map { .length($0) }
        case .time: return try read.time(key).map { .time($0) }
        case .rate: return try read.number(key).map { .number($0) }
        case .repeatMode:
            return try read.choice(key, of: ListeningSession.RepeatMode.self)
                .map { .repeatMode($0) }
        case .flag: return try read.optionalFlag(key).map { .flag($0) }
        case .mark: return try read.flag(key) ? .flag(true) : nil
        }
    }

    func report() throws(RequestError) -> Request.Method {
        let read = try Parameters(
            parameters, of: "report",
            allowing: [
                "session", "state", "station", "stream", "position", "rate", "repeat", "shuffle",
                "error",
            ])
        var report = SessionReport(
            state: try required("state", of: PlaybackState.self, in: read))
        report.station = try read.text("station")
        report.stream = try read.text("stream")
        report.position = try read.time("position")
        report.rate = try read.number("rate").map { min(max($0, 0.1), 10) }
        report.repeatMode = try read.choice("repeat", of: ListeningSession.RepeatMode.self)
        report.isShuffled = try read.optionalFlag("shuffle")
        report.error = try read.text("error")
        return .report(report, session: try session(in: read))
    }

    // MARK: Parts

    private func session(in read: Parameters) throws(RequestError) -> String {
        try read.text("session") ?? ListeningSession.main
    }

    private func required<Value: RawRepresentable<String> & CaseIterable>(
        _ name: StaticString, of type: Value.Type, in read: Parameters
    ) throws(RequestError) -> Value {
        guard let value = try read.choice(name, of: type) else {
            throw Parameters.missing(name, type.expectation)
        }
        return value
    }
}

extension CommandParameter {
    /// The expected value, for the error that names a missing or wrong parameter.
    fileprivate var expectation: String {
        switch form {
        case .station, .id: "an id"
        case .stations: "an array of the stations' ids"
        case .length, .position: "a number of seconds"
        case .time: "a time in Unix seconds"
        case .rate: "a rate"
        case .repeatMode: ListeningSession.RepeatMode.expectation
        case .flag, .mark: "true or false"
        }
    }
}
