import HubClient
import NowPlaying
import Support

/// Reads the words of a command or a report, one after the other.
struct SendReader {
    /// The word that begins a report.
    static let report = "report"
    /// Everything that can be sent, in the order in which the help has it.
    static let actions = CommandAction.all.map(\.name) + [report]

    private var rest: ArraySlice<String>
    private let clock: LocalClock
    /// The last word that was read.
    private var last = ""

    init(_ words: [String], clock: LocalClock) {
        rest = words[...]
        self.clock = clock
    }

    /// Takes the next word.
    mutating func next(_ what: String) throws(SendError) -> String {
        guard let word = rest.popFirst() else {
            let place = last.isEmpty ? "" : "\(last): "
            throw SendError(problem: "\(place)\(what) is missing")
        }
        last = word
        return word
    }

    /// Nothing may follow.
    func end() throws(SendError) {
        guard let word = rest.first else { return }
        throw SendError(problem: "\(last): \(quote(word)) is one word too many")
    }

    // MARK: Commands

    /// Reads what belongs to an action, as the socket's method takes it.
    mutating func readAction(_ action: String) throws(SendError) -> [String: JSONTree] {
        if action == Self.report { return try readReport() }
        guard let action = CommandAction.named(action) else {
            throw SendError(
                problem: "there is no action \(quote(action)); "
                    + suggestion(for: action, among: Self.actions))
        }
        var values = CommandParameters.none
        for parameter in parameters(of: action)
        where parameter.place != .optional || !rest.isEmpty {
            values[parameter] = try read(parameter)
        }
        return SessionAction(action, values).members
    }

    /// The parameters of the form that begins with the next word, else of the first form.
    private func parameters(of action: CommandAction) -> [CommandParameter] {
        let named = action.forms.first { form in
            form.parameters.first.map { $0.place == .named && "\($0.key)" == rest.first } ?? false
        }
        return (named ?? action.forms[0]).parameters
    }

    private mutating func read(_ parameter: CommandParameter) throws(SendError) -> CommandValue {
        let name = "\(parameter.key)"
        if parameter.place == .named { _ = try read("`\(name)`", among: [name]) }
        switch parameter.form {
        case .station, .id: return .id(try next("the \(name)"))
        case .stations: return .ids(try readStations())
        case .length: return .length(try readLength())
        case .position: return .length(try readPosition())
        case .time: return .time(try readTime())
        case .rate: return .number(try readRate())
        case .repeatMode: return .repeatMode(try readRepeatMode())
        case .flag: return .flag(try readSwitch())
        case .mark: return .flag(true)
        }
    }

    // MARK: Reports

    private mutating func readReport() throws(SendError) -> [String: JSONTree] {
        let state = try read("the player's state", among: SendRequest.reportedStates)
        var report: [String: JSONTree] = ["state": .string(state)]
        var known = ["stream", "at", "rate", "repeat", "shuffle", "error"]
        while !rest.isEmpty {
            let name = try read("more", among: known)
            known.removeAll { $0 == name }
            switch name {
            case "stream": report["stream"] = .string(try next("the stream"))
            case "at": report["position"] = .number(try readTime().seconds)
            case "rate": report["rate"] = .number(try readRate())
            case "repeat": report["repeat"] = .string(try readRepeatMode().rawValue)
            case "shuffle": report["shuffle"] = .bool(try readSwitch())
            default: report["error"] = .string(try next("the text"))
            }
        }
        return report
    }

    // MARK: Values

    private mutating func read(_ what: String, among known: [String]) throws(SendError) -> String {
        let word = try next(what)
        guard known.contains(word) else {
            let remedy = suggestion(for: word, among: known)
            throw SendError(problem: "\(quote(word)) makes no sense there; \(remedy)")
        }
        return word
    }

    private mutating func readStations() throws(SendError) -> [String] {
        let stations = [try next("the first station")] + rest
        rest = []
        return stations
    }

    private mutating func readRepeatMode() throws(SendError) -> ListeningSession.RepeatMode {
        let modes = ListeningSession.RepeatMode.allCases.map(\.rawValue)
        let word = try read("`off`, `one` or `all`", among: modes)
        return ListeningSession.RepeatMode(rawValue: word) ?? .off
    }

    private mutating func readSwitch() throws(SendError) -> Bool {
        try read("`on` or `off`", among: ["on", "off"]) == "on"
    }

    private mutating func readRate() throws(SendError) -> Double {
        let word = try next("the rate")
        guard let rate = Double(word), rate.isFinite, rate > 0 else {
            throw SendError(
                problem: "\(quote(word)) is not a rate; it is a number above 0, such as 1.5")
        }
        return rate
    }

    private mutating func readLength() throws(SendError) -> Interval {
        let word = try next("the length, or the place,")
        guard let length = Interval(clock: word) else {
            throw SendError(
                problem: "\(quote(word)) is not a length of time; it is one such as -30, +1:30 or "
                    + "-5m, or `to` a position, `at` a time, `element` and its id")
        }
        return length
    }

    private mutating func readPosition() throws(SendError) -> Interval {
        let word = try next("the position")
        guard let position = Interval(clock: word), position >= .zero else {
            throw SendError(
                problem: "\(quote(word)) is not a position; it is one such as 90 or 1:30")
        }
        return position
    }

    private mutating func readTime() throws(SendError) -> Timestamp {
        let word = try next("the time")
        if let timeOfDay = Interval(timeOfDay: word) { return clock.last(timeOfDay) }
        guard !word.contains(":"), let time = Double(word).flatMap(Timestamp.init(seconds:)) else {
            throw SendError(
                problem: "\(quote(word)) is not a time; it is one of the day, such as 14:05, or in "
                    + "Unix seconds")
        }
        return time
    }
}
