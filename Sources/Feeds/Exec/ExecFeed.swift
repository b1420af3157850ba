import NowPlaying
import Support

extension FeedType {
    /// A program of the user's own that writes its state to its standard output: one object per
    /// line in the shape of `schemas/report.json`, each the whole state.
    static let exec: FeedType = {
        return ofProgram(
            name: "exec", summary: "a program of yours that writes reports, one JSON object a line",
            silenceHint: "the program runs, but has not written a report yet"
        ) { feeds in
            MappedMachine.layered(Mapping.ofReports, feeds: feeds, isUnverified: false)
        }
    }()

    /// A type whose messages are the lines of a program that the config names.
    static func ofProgram(
        name: String, summary: String, silenceHint: String,
        makeMachine: @escaping @Sendable ([Feed]) -> any FeedMachine
    ) -> FeedType {
        var type = FeedType(
            name: name, summary: summary,
            settings: [
                FeedSetting(
                    name: "command", kind: .tree, isRequired: true, namesStation: false,
                    summary: "what to run: a line for sh, or a list of a program and its arguments")
            ],
            stationsPerLink: 1, longestSilence: nil, silenceHint: silenceHint,
            makeMachine: makeMachine)
        type.program = { $0.arguments }
        type.mistakes = { feed in
            guard feed.settings["command"] != nil, feed.arguments == nil else { return [] }
            let expected =
                "a line such as `python3 titles.py`, or a list such as `[python3, titles.py]`"
            return [FeedMistake(path: [.key("command")], problem: .wrongValue(mustBe: expected))]
        }
        return type
    }
}

extension Feed {
    /// The program and its arguments; `nil` if the command is not valid.
    fileprivate var arguments: [String]? {
        switch settings["command"] {
        case .text(let line) where !line.isEmpty:
            return ["sh", "-c", line]
        case .list(let words):
            let texts = words.compactMap(\.plainText)
            let isCommand = texts.count == words.count && texts.first?.isEmpty == false
            return isCommand ? texts : nil
        default:
            return nil
        }
    }
}

extension Mapping {
    /// The mapping of a report's members.
    static let ofReports: Box<Mapping> = {
        let text = """
            {
              "track": {
                "key": "/track/id", "title": "/track/title", "artist": "/track/artist",
                "text": "/track/text", \(places(of: TrackField.all, in: "/track")),
                "start": "/track/startedAt", "end": "/track/endsAt",
                "elapsed": { "at": "/track/elapsed", "asOf": "/track/asOf", "orNow": true },
                "duration": "/track/duration"
              },
              "state": "/state", "rate": "/rate", "online": "/online", "clock": "/clock",
              "live": {
                "name": "/live/streamer", "start": "/live/startedAt",
                "artwork": "/live/artworkURL"
              },
              "programme": {
                "id": "/programme/id", "title": "/programme/title",
                "kicker": "/programme/kicker", "artwork": "/programme/artworkURL",
                "start": "/programme/startsAt", "end": "/programme/endsAt"
              },
              "next": {
                "title": "/next/title", "artist": "/next/artist", "text": "/next/text",
                "start": "/next/startsAt", "duration": "/next/duration",
                \(places(of: TrackField.upcoming, in: "/next"))
              },
              "history": {
                "each": "/history", "title": "/title", "artist": "/artist", "text": "/text",
                "start": "/startedAt", "duration": "/duration",
                \(places(of: TrackField.played, in: ""))
              },
              "listeners": {
                "current": "/listeners/current", "unique": "/listeners/unique",
                "total": "/listeners/total"
              },
              "about": {
                "name": "/station/name", "url": "/station/url",
                "description": "/station/description", "logo": "/station/logo"
              }
            }
            """
        do {
            return Box(try Mapping(text: text))
        } catch {
            crash("the mapping of reports is wrong: \(error)")
        }
    }()

    /// Members of a mapping: in a report, fields have the names that they have in records.
    private static func places(of fields: [TrackField], in parent: String) -> String {
        fields.map { "\"\($0.shortName)\": \"\(parent)/\($0.name)\"" }.joined(separator: ", ")
    }

    /// The mapping in a text of this program.
    init(text: String) throws {
        let reading = MappingReading()
        let root = try SettingValue(json: text, reading: reading)
        let mapping = root.section(Mapping.keys).map { Mapping($0, names: []) }
        guard let mapping, reading.mistakes.isEmpty else {
            throw ShippedMapping.Flaw(mistakes: reading.mistakes)
        }
        self = mapping
    }
}
