import Hub
import JSON
import NowPlaying
import Views

/// Reads what is asked and said of sessions.
extension RequestReader {
    /// The longest name of a sender and reason of a player, in bytes.
    private static let textMax = 256

    func command() throws(RequestError) -> Request.Method {
        guard let action = parameters?["action"]?.string else {
            throw Parameters.missing("action", "one of " + SessionCommand.actions)
        }
        guard let names = SessionCommand.parameters[action] else {
            throw Parameters.wrong("action", "one of " + SessionCommand.actions)
        }
        let read = try Parameters(
            parameters, of: "command \(action)", allowing: ["session", "sender", "action"] + names)
        return .command(
            try command(action, in: read), session: try session(in: read),
            sender: try short("sender", in: read))
    }

    private func command(
        _ action: String, in read: Parameters
    ) throws(RequestError) -> SessionCommand {
        switch action {
        case "select":
            .select(station: try required("station", in: read), stream: try read.text("stream"))
        case "seek": try seek(in: read)
        case "rate": try rate(in: read)
        case "repeat":
            .repeatMode(
                try required("mode", of: ListeningSession.RepeatMode.self, in: read))
        case "shuffle": .shuffle(try required("on", in: read))
        case "favourite":
            .favourite(
                station: try required("station", in: read), isOn: try required("on", in: read))
        case "order": try order(in: read)
        case "reconnect": .reconnect(station: try required("station", in: read))
        default: try plain(action)
        }
    }

    private func plain(_ action: String) throws(RequestError) -> SessionCommand {
        switch action {
        case "play": .play
        case "pause": .pause
        case "stop": .stop
        case "toggle": .toggle
        case "live": .live
        case "next": .next
        case "previous": .previous
        default: throw Parameters.wrong("action", "one of " + SessionCommand.actions)
        }
    }

    private func seek(in read: Parameters) throws(RequestError) -> SessionCommand {
        let targets: [SessionCommand?] = [
            try read.seconds("by").map { .seekBy($0) },
            try read.interval("to", upTo: limits.intervalMax * 24).map { .seekTo($0) },
            try read.time("at").map { .seekToTime($0) },
            try read.text("element").map { .seekToElement($0) },
        ]
        let given = targets.compactMap(\.self)
        guard given.count == 1 else {
            throw RequestError(
                .invalidParameters,
                "seek takes one of by (seconds), to (seconds inside what is heard), at (Unix "
                    + "time of broadcast) and element (its id)", ("parameter", "by"))
        }
        return given[0]
    }

    private func rate(in read: Parameters) throws(RequestError) -> SessionCommand {
        let cycles = try read.flag("cycle")
        switch (try read.number("value"), cycles) {
        case (let rate?, false): return .rate(rate)
        case (nil, true): return .cycleRate
        case (nil, false), (.some, true):
            throw Parameters.wrong("value", "a rate, or cycle true in its place")
        }
    }

    private func order(in read: Parameters) throws(RequestError) -> SessionCommand {
        guard let stations = try read.texts("stations") else {
            throw Parameters.missing("stations", "an array of the stations' ids")
        }
        return .order(stations)
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
        report.repeatMode = try choice("repeat", of: ListeningSession.RepeatMode.self, in: read)
        report.isShuffled = try read.optionalFlag("shuffle")
        report.error = try short("error", in: read)
        return .report(report, session: try session(in: read))
    }

    // MARK: Options of a car

    func carPlay(in group: Parameters) throws(RequestError) -> CarPlayOptions {
        var options = CarPlayOptions()
        if let category = try choice("category", of: CarPlayCategory.self, in: group) {
            options.category = category
        }
        if let style = try choice("style", of: ContentStyle.self, in: group) {
            options.style = style
        }
        if let tag = try group.text("locale") { options.locale = Locale(tag: tag) }
        options.limits = try carPlayLimits(in: group)
        options.region = try region(in: group)
        if let form = try choice("favourites", of: CarPlayOptions.FavouritesForm.self, in: group) {
            options.favourites = form
        }
        return options
    }

    private func carPlayLimits(in group: Parameters) throws(RequestError) -> CarPlayLimits {
        var limits = CarPlayLimits()
        guard let read = try group.group("limits", allowing: CarPlayLimits.names) else {
            return limits
        }
        for (name, path) in CarPlayLimits.members {
            if let count = try read.integer(name, in: 0...1_000) { limits[keyPath: path] = count }
        }
        return limits
    }

    private func region(in group: Parameters) throws(RequestError) -> CarPlayOptions.Region? {
        guard let read = try group.group("region", allowing: ["latitude", "longitude"]) else {
            return nil
        }
        guard let latitude = try read.number("latitude"), (-90...90).contains(latitude) else {
            throw Parameters.wrong("latitude", "degrees north, from -90 to 90")
        }
        guard let longitude = try read.number("longitude"), (-180...180).contains(longitude) else {
            throw Parameters.wrong("longitude", "degrees east, from -180 to 180")
        }
        return CarPlayOptions.Region(
            center: Location(latitude: latitude, longitude: longitude))
    }

    // MARK: Parts

    private func session(in read: Parameters) throws(RequestError) -> String {
        try read.text("session") ?? HubConfiguration.mainSession
    }

    private func required(
        _ name: StaticString, in read: Parameters
    ) throws(RequestError) -> String {
        guard let text = try read.text(name) else { throw Parameters.missing(name, "an id") }
        return text
    }

    private func required(_ name: StaticString, in read: Parameters) throws(RequestError) -> Bool {
        guard let flag = try read.optionalFlag(name) else {
            throw Parameters.missing(name, "true or false")
        }
        return flag
    }

    private func required<Value: RawRepresentable<String> & CaseIterable>(
        _ name: StaticString, of type: Value.Type, in read: Parameters
    ) throws(RequestError) -> Value {
        guard let value = try choice(name, of: type, in: read) else {
            throw Parameters.missing(name, type.expectation)
        }
        return value
    }

    private func choice<Value: RawRepresentable<String> & CaseIterable>(
        _ name: StaticString, of type: Value.Type, in read: Parameters
    ) throws(RequestError) -> Value? {
        guard let text = try read.text(name) else { return nil }
        guard let value = Value(rawValue: text) else {
            throw Parameters.wrong(name, type.expectation)
        }
        return value
    }

    private func short(
        _ name: StaticString, in read: Parameters
    ) throws(RequestError) -> String? {
        guard let text = try read.text(name) else { return nil }
        guard text.utf8.count <= Self.textMax else {
            throw Parameters.wrong(name, "at most \(Self.textMax) bytes long")
        }
        return text
    }
}

extension RawRepresentable<String> where Self: CaseIterable {
    fileprivate static var expectation: String {
        "one of " + allCases.map(\.rawValue).joined(separator: ", ")
    }
}

extension CarPlayLimits {
    fileprivate static var members: [(name: StaticString, path: WritableKeyPath<Self, Int>)] {
        [
            ("tabs", \.tabs), ("listItems", \.listItems), ("listSections", \.listSections),
            ("gridButtons", \.gridButtons), ("rowImages", \.rowImages),
            ("nowPlayingButtons", \.nowPlayingButtons), ("alertActions", \.alertActions),
            ("pointsOfInterest", \.pointsOfInterest), ("templateDepth", \.templateDepth),
        ]
    }

    fileprivate static let names = members.map { "\($0.name)" }
}

extension SessionCommand {
    /// The parameters of each action, beside those that all have.
    fileprivate static let parameters: [String: [String]] = [
        "select": ["station", "stream"], "play": [], "pause": [], "stop": [], "toggle": [],
        "seek": ["by", "to", "at", "element"], "live": [], "next": [], "previous": [],
        "rate": ["value", "cycle"], "repeat": ["mode"], "shuffle": ["on"],
        "favourite": ["station", "on"], "order": ["stations"], "reconnect": ["station"],
    ]

    fileprivate static let actions = parameters.keys.sorted().joined(separator: ", ")
}
