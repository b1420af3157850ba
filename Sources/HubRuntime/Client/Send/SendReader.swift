internal import JSON
internal import NowPlaying

/// Reads the words of a command or a report, one after the other.
struct SendReader {
    /// The word that begins a report.
    static let report = "report"
    /// Everything that can be sent, in the order in which the help has it.
    static let actions = [
        "select", "play", "pause", "stop", "toggle", "seek", "live", "next", "previous", "rate",
        "repeat", "shuffle", "favourite", "order", "reconnect", report,
    ]

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

    /// Reads what belongs to an action, and writes it as the socket's method takes it.
    mutating func readAction(
        _ action: String, into writer: inout JSONWriter
    ) throws(SendError) {
        if action == Self.report { return try readReport(into: &writer) }
        writer.member("action", action)
        switch action {
        case "play", "pause", "stop", "toggle", "live", "next", "previous": break
        case "select":
            writer.member("station", try next("the station"))
            writer.member("stream", rest.isEmpty ? nil : try next("the stream"))
        case "seek": try readSeek(into: &writer)
        case "rate": try readRate(into: &writer)
        case "repeat":
            writer.member("mode", try readRepeatMode())
        case "shuffle": writer.member("on", try readSwitch())
        case "favourite":
            writer.member("station", try next("the station"))
            writer.member("on", try readSwitch())
        case "order": try readOrder(into: &writer)
        case "reconnect": writer.member("station", try next("the station"))
        default:
            throw SendError(
                problem: "there is no action \(quote(action)); "
                    + suggestion(for: action, among: Self.actions))
        }
    }

    private mutating func readSeek(into writer: inout JSONWriter) throws(SendError) {
        let word = try next("the length, or the place,")
        switch word {
        case "to": writer.member("to", milliseconds: try readPosition().milliseconds)
        case "at": writer.member("at", milliseconds: try readTime().milliseconds)
        case "element": writer.member("element", try next("the element"))
        default:
            guard let length = Interval(clock: word) else {
                throw SendError(
                    problem: "\(quote(word)) is no length of time; it is one such as -30, +1:30 or "
                        + "-5m, or `to` a position, `at` a time, `element` and its id")
            }
            writer.member("by", milliseconds: length.milliseconds)
        }
    }

    private mutating func readRate(into writer: inout JSONWriter) throws(SendError) {
        guard rest.first != "cycle" else {
            _ = try next("")
            return writer.member("cycle", true)
        }
        writer.member("value", try readRateValue())
    }

    private mutating func readOrder(into writer: inout JSONWriter) throws(SendError) {
        writer.beginArray("stations")
        writer.string(try next("the first station"))
        while let station = rest.popFirst() { writer.string(station) }
        writer.endArray()
    }

    // MARK: Reports

    private mutating func readReport(into writer: inout JSONWriter) throws(SendError) {
        writer.member(
            "state", try read("the player's state", among: SendRequest.reportedStates))
        let names = ["stream", "at", "rate", "repeat", "shuffle", "error"]
        var known = names
        while !rest.isEmpty {
            let name = try read("more", among: known)
            known.removeAll { $0 == name }
            switch name {
            case "stream": writer.member("stream", try next("the stream"))
            case "at": writer.member("position", milliseconds: try readTime().milliseconds)
            case "rate": writer.member("rate", try readRateValue())
            case "repeat": writer.member("repeat", try readRepeatMode())
            case "shuffle": writer.member("shuffle", try readSwitch())
            default: writer.member("error", try next("the text"))
            }
        }
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

    private mutating func readRepeatMode() throws(SendError) -> String {
        try read("`off`, `one` or `all`", among: ["off", "one", "all"])
    }

    private mutating func readSwitch() throws(SendError) -> Bool {
        try read("`on` or `off`", among: ["on", "off"]) == "on"
    }

    private mutating func readRateValue() throws(SendError) -> Double {
        let word = try next("the rate")
        guard let rate = Double(word), rate.isFinite, rate > 0 else {
            throw SendError(
                problem: "\(quote(word)) is no rate; it is a number above 0, such as 1.5")
        }
        return rate
    }

    private mutating func readPosition() throws(SendError) -> Interval {
        let word = try next("the position")
        guard let position = Interval(clock: word), position >= .zero else {
            throw SendError(problem: "\(quote(word)) is no position; it is one such as 90 or 1:30")
        }
        return position
    }

    private mutating func readTime() throws(SendError) -> Timestamp {
        let word = try next("the time")
        if let timeOfDay = Interval(timeOfDay: word) { return clock.last(timeOfDay) }
        guard !word.contains(":"), let time = Double(word).flatMap(Timestamp.init(seconds:)) else {
            throw SendError(
                problem: "\(quote(word)) is no time; it is one of the day, such as 14:05, or in "
                    + "Unix seconds")
        }
        return time
    }
}
