import NowPlaying
import Support

/// The hooks of a config.
struct HookSettings: Equatable, Sendable {
    /// The hooks, in the order of the config.
    var rules: [HookRule] = []
}

extension ProgramConfiguration {
    /// The hooks; `nil` where there are none.
    var hooks: HookSettings? {
        get { components[HookSettings.self] }
        set { components[HookSettings.self] = newValue }
    }
}

extension HookSettings: ComponentSettings {
    static var section: String { "hooks" }
    static var standard: HookSettings? { nil }

    /// More hooks than a config has lines for people.
    private static let countMax = 32

    init(_ value: ConfigurationValue, among sessions: [String]) {
        let elements = value.list() ?? []
        if elements.count > Self.countMax {
            value.note(
                "there are \(elements.count) hooks", remedy: "list at most \(Self.countMax)")
        }
        rules = elements.prefix(Self.countMax).compactMap(HookRule.init)
        nameApart()
    }

    /// Hooks without names of their own are told apart by numbers.
    private mutating func nameApart() {
        var known: Set<String> = []
        for place in rules.indices {
            let name = rules[place].name
            var number = 2
            while !known.insert(rules[place].name).inserted {
                rules[place].name = "\(name)-\(number)"
                number += 1
            }
        }
    }

    static func check(_ value: ConfigurationValue, among stations: [String]) {
        guard case .list = value.node.content else { return }
        for hook in value.list() ?? [] {
            guard let named = hook.member("stations"), case .list = named.node.content else {
                continue
            }
            named.noteUnknownStations(among: stations)
        }
    }
}

extension HookRule {
    private static let keys = [
        "name", "on", "stations", "for", "atStart", "timeout", "attempts", "run", "post",
    ]
    private static let patience = Interval.seconds(1)...Interval.seconds(7 * 86_400)
    private static let timeLimit = Interval.seconds(1)...Interval.seconds(600)
    private static let attempts = 1.0...10.0

    /// A hook; `nil` where it has no use, which is noted.
    fileprivate init?(_ value: ConfigurationValue) {
        guard let section = value.section(Self.keys + HookRequest.keys) else { return nil }
        let events = section.required("on", example: "[track]").map(Self.events) ?? []
        guard let action = Action(section, value) else { return nil }
        self.init(name: action.usualName, events: events, action: action)
        if let name = section["name"]?.id() { self.name = name }
        let names = section["stations"].flatMap { $0.list() }?.compactMap { $0.id() }
        stations = names.map { Set($0) }
        if let time = section["for"]?.duration(in: Self.patience) { patience = time }
        if let flag = section["atStart"]?.flag() { runsAtStart = flag }
        if let limit = section["timeout"]?.duration(in: Self.timeLimit) {
            limits.timeLimit = limit
        }
        if let count = section["attempts"]?.number(in: Self.attempts, "a number from 1 to 10") {
            limits.attempts = Int(count)
        }
        if let setting = section["for"], events.isDisjoint(with: [.stuck, .failing]) {
            setting.note(
                "`for` has no effect", remedy: "it is for `on: [stuck]` and `on: [failing]`")
        }
    }

    private static func events(_ value: ConfigurationValue) -> Set<HookEvent> {
        let names = HookEvent.allCases.map { "`\($0.rawValue)`" }.joined(separator: ", ")
        let isWord = value.rawText != nil
        let words = isWord ? [value] : value.list() ?? []
        if !isWord, words.isEmpty {
            value.note("`on` has no event", remedy: "list some of \(names)")
        }
        return Set(
            words.compactMap { word in
                let event = word.rawText.flatMap(HookEvent.init)
                return event ?? word.refuse(mustBe: "one of \(names)")
            })
    }
}

extension HookRule.Action {
    /// A hook's `run` or `post`; `nil` where it has neither or both, which is noted.
    fileprivate init?(_ section: ConfigurationSection, _ hook: ConfigurationValue) {
        switch (section["run"], section["post"]) {
        case (let run?, nil):
            for key in HookRequest.keys {
                section[key]?.note(
                    "`\(key)` has no effect on a program", remedy: "it is for `post`")
            }
            guard let program = HookProgram(run) else { return nil }
            self = .program(program)
        case (nil, let post?):
            guard let request = HookRequest(post, section) else { return nil }
            self = .request(request)
        default:
            hook.note(
                "`\(hook.name)` has \(section["run"] == nil ? "neither" : "both") `run` "
                    + "\(section["run"] == nil ? "nor" : "and") `post`",
                remedy: "give it one: a program and its arguments, or an address")
            return nil
        }
    }

    /// The name of a hook that has none of its own.
    fileprivate var usualName: String {
        switch self {
        case .program(let program): program.name
        case .request(let request): request.host
        }
    }

    /// The program, or the method and the host, without anything that can be secret.
    var summary: String {
        switch self {
        case .program(let program): program.name
        case .request(let request): "\(request.method) \(request.host)"
        }
    }
}

extension HookProgram {
    /// Programs that read another argument as their own code, and the letters of its option.
    private static let interpreters = [
        "sh", "bash", "dash", "zsh", "ksh", "ash", "fish", "python", "python3", "perl", "ruby",
        "node", "php", "lua",
    ]

    /// The name of the program, without its folder.
    fileprivate var name: String {
        guard case .text(let path) = arguments.first else { return "" }
        return path.split(separator: "/").last.map(String.init) ?? path
    }

    /// A hook's `run`; `nil` where it cannot be run, which is noted.
    fileprivate init?(_ value: ConfigurationValue) {
        guard let words = value.list() else { return nil }
        guard let first = words.first, var program = first.text("a program") else {
            value.note("`run` is empty", remedy: "write the program and its arguments, as a list")
            return nil
        }
        if let problem = value.reading.problem(withProgram: program) {
            first.note(
                "the program \(quote(program)) \(problem)",
                remedy: "name one of `PATH`, or its path from the config's folder, and make it "
                    + "executable (`chmod +x`)")
        }
        if program.contains("/") { program = value.reading.resolve(program) }
        arguments = [.text(program)]
        for word in words.dropFirst() {
            // An empty argument is one, too.
            arguments.append(word.isEmptyText ? .text("") : word.template() ?? .text(""))
        }
        refuseCode(words)
    }

    /// A value in the midst of code is run as code.
    private func refuseCode(_ words: [ConfigurationValue]) {
        guard Self.interpreters.contains(name) else { return }
        for place in arguments.indices.dropFirst(2) {
            guard case .template = arguments[place], case .text(let option) = arguments[place - 1],
                option.hasPrefix("-"), option.contains(where: "cer".contains)
            else { continue }
            words[place].note(
                "`\(words[place].name)` puts titles into code, and they can be anything",
                remedy: "give `{title}` as an argument of its own, which a shell's script "
                    + "has as `\"$1\"`, or use `\"$NPHUB_TITLE\"`")
        }
    }
}

extension ConfigurationValue {
    fileprivate var isEmptyText: Bool {
        switch node.content {
        case .text(""): true
        default: false
        }
    }

    /// A text, which is a template if it has a brace; `nil` for mistakes, which are noted.
    func template() -> HookProgram.Argument? {
        text().flatMap { template($0) }
    }

    /// A text of this value, which is a template if it has a brace.
    func template(_ text: String) -> HookProgram.Argument? {
        guard text.contains("{") else { return .text(text) }
        do {
            return .template(try Template(text))
        } catch {
            note("`\(name)`: \(error)", remedy: "`nphub help watch` lists the fields")
            return nil
        }
    }
}
