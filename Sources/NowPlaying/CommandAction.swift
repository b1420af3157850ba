/// The commands to a session, by name: one table, which documents, requests, recordings,
/// `nphub send`, its help and its completions follow.
///
/// A new command is a case of `SessionCommand`, an action here with a line in `all` and one in
/// `SessionCommand.parts`, and what `ListeningSession` makes of it.
public final class CommandAction: Sendable {
    /// One way to say an action.
    public struct Form: Sendable {
        /// Its parameters, in the order in which they are said.
        public let parameters: [CommandParameter]
        /// Its purpose, for a line of a help.
        let help: String
        /// The command; `nil` where a parameter is missing that it needs.
        public let make: @Sendable (CommandParameters) -> SessionCommand?

        init(
            _ parameters: CommandParameter..., help: String = "",
            make: @escaping @Sendable (CommandParameters) -> SessionCommand?
        ) {
            self.parameters = parameters
            self.help = help
            self.make = make
        }
    }

    /// Its name in JSON and for `nphub send`.
    public let name: String
    /// The ways to say it, of which all but the first begin with a parameter's name.
    public let forms: [Form]
    /// The parameters of all forms.
    public let parameters: [CommandParameter]
    /// The error for parameters that match no form, or several.
    public let mistake: String

    private init(_ name: String, mistake: String = "", _ forms: Form...) {
        self.name = name
        self.forms = forms
        self.mistake = mistake
        parameters = forms.flatMap(\.parameters)
    }

    /// An action without parameters.
    private convenience init(_ name: String, _ command: SessionCommand, help: String = "") {
        self.init(name, Form(help: help) { _ in command })
    }

    static let select = CommandAction(
        "select",
        Form(.station, .stream, help: "listen to a station, to one of its streams") { given in
            given[.station]?.id.map { .select(station: $0, stream: given[.stream]?.id) }
        })
    static let play = CommandAction("play", .play)
    static let pause = CommandAction("pause", .pause)
    static let stop = CommandAction("stop", .stop)
    static let toggle = CommandAction("toggle", .toggle)
    static let seek = CommandAction(
        "seek",
        mistake: "seek takes one of by (seconds), to (seconds inside what is heard), at (Unix "
            + "time of broadcast) and element (its id)",
        Form(.by, help: "back or on: -30, +1:30, -5m, 1h") { $0[.by]?.length.map { .seekBy($0) } },
        Form(.to, help: "inside of what is heard: 90, 1:30") {
            $0[.to]?.length.map { .seekTo($0) }
        },
        Form(.at, help: "what was broadcast then: 14:05, or Unix seconds") {
            $0[.at]?.time.map { .seekToTime($0) }
        },
        Form(.element, help: "an element or a programme, from its beginning") {
            $0[.element]?.id.map { .seekToElement($0) }
        })
    static let live = CommandAction("live", .live, help: "catch up with the station")
    static let next = CommandAction(
        "next", .next, help: "elements where it is rewound, else stations")
    static let previous = CommandAction(
        "previous", .previous, help: "elements where it is rewound, else stations")
    static let rate = CommandAction(
        "rate", mistake: "value must be a rate, or cycle true in its place",
        Form(.value, help: "how fast it plays") { $0[.value]?.number.map { .rate($0) } },
        Form(.cycle, help: "how fast it plays") { $0[.cycle].map { _ in .cycleRate } })
    static let repeatMode = CommandAction(
        "repeat",
        Form(.mode, help: "what is played again, where the player has that") {
            $0[.mode]?.repeatMode.map { .repeatMode($0) }
        })
    static let shuffle = CommandAction(
        "shuffle",
        Form(.on, help: "a random order, where the player has that") {
            $0[.on]?.flag.map { .shuffle($0) }
        })
    static let favourite = CommandAction(
        "favourite",
        Form(.station, .on) { given in
            guard let station = given[.station]?.id, let isOn = given[.on]?.flag else { return nil }
            return .favourite(station: station, isOn: isOn)
        })
    static let order = CommandAction(
        "order",
        Form(.stations, help: "the order in which stations are listed") {
            $0[.stations]?.ids.map { .order($0) }
        })
    static let reconnect = CommandAction(
        "reconnect",
        Form(.station, help: "try again a station whose feed does not work") {
            $0[.station]?.id.map { .reconnect(station: $0) }
        })
    static let seen = CommandAction(
        "seen", mistake: "list must be favourites or recent",
        Form(.list, help: "take the badge of a car's tab away") {
            $0[.list]?.id.flatMap(SessionCommand.BadgedList.init).map { .seen($0) }
        })

    /// All actions, in the order in which the help has them.
    public static let all = [
        select, play, pause, stop, toggle, seek, live, next, previous, rate, repeatMode, shuffle,
        favourite, order, reconnect, seen,
    ]

    /// The action with this name.
    public static func named(_ name: String) -> CommandAction? {
        all.first { $0.name == name }
    }

    /// The usage of each action in `nphub send`, with its purpose. Forms with the same purpose
    /// share a line.
    public static var help: [(usage: String, text: String)] {
        var lines: [(usage: String, text: String)] = []
        for action in all {
            for form in action.forms {
                let words = [action.name] + form.parameters.map(\.usage)
                let usage = words.joined(separator: " ")
                if let last = lines.last, last.text == form.help {
                    lines[lines.count - 1].usage += ", " + usage
                } else {
                    lines.append((usage, form.help))
                }
            }
        }
        return lines
    }
}

extension SessionCommand {
    /// The action and the parameters by which it is asked for.
    public var parts: (action: CommandAction, parameters: CommandParameters) {
        let (action, entries) = call
        return (action, CommandParameters(entries))
    }

    private var call: (CommandAction, [CommandParameters.Entry]) {
        switch self {
        case .select(let station, nil): (.select, [(.station, .id(station))])
        case .select(let station, let stream?):
            (.select, [(.station, .id(station)), (.stream, .id(stream))])
        case .play: (.play, [])
        case .pause: (.pause, [])
        case .stop: (.stop, [])
        case .toggle: (.toggle, [])
        case .seekBy(let length): (.seek, [(.by, .length(length))])
        case .seekTo(let position): (.seek, [(.to, .length(position))])
        case .seekToTime(let time): (.seek, [(.at, .time(time))])
        case .seekToElement(let id): (.seek, [(.element, .id(id))])
        case .live: (.live, [])
        case .next: (.next, [])
        case .previous: (.previous, [])
        case .rate(let rate): (.rate, [(.value, .number(rate))])
        case .cycleRate: (.rate, [(.cycle, .flag(true))])
        case .repeatMode(let mode): (.repeatMode, [(.mode, .repeatMode(mode))])
        case .shuffle(let isOn): (.shuffle, [(.on, .flag(isOn))])
        case .favourite(let station, let isOn):
            (.favourite, [(.station, .id(station)), (.on, .flag(isOn))])
        case .order(let stations): (.order, [(.stations, .ids(stations))])
        case .reconnect(let station): (.reconnect, [(.station, .id(station))])
        case .seen(let list): (.seen, [(.list, .id(list.rawValue))])
        }
    }
}
