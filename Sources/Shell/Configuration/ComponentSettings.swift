import NowPlaying
import Support

/// The settings of a component: its section of the config, which its own folder reads.
protocol ComponentSettings: Equatable, Sendable {
    /// The section's name.
    static var section: String { get }

    /// The settings of a config without the section; `nil` for a component that is off then.
    static var standard: Self? { get }

    /// Reads the section; invalid values have their defaults, and are reported.
    ///
    /// - Parameter sessions: The sessions of the config, which the section can name.
    init(_ value: ConfigurationValue, among sessions: [String])

    /// Notes stations that the section names and that are not there.
    static func check(_ value: ConfigurationValue, among stations: [String])

    /// The settings that differ from others and cannot change while the hub runs, by their names.
    func changes(since others: Self) -> [String]
}

extension ComponentSettings {
    static func check(_ value: ConfigurationValue, among stations: [String]) {}

    func changes(since others: Self) -> [String] { self == others ? [] : [Self.section] }
}

/// The settings of all components that a config switches on.
struct ComponentTable: Sendable {
    /// The sections that components have.
    static let kinds: [any ComponentSettings.Type] = [
        SocketSettings.self, DesktopSettings.self, WebSettings.self, MQTTSettings.self,
        HookSettings.self,
    ]

    private var settings: [String: any ComponentSettings] = [:]

    /// The settings of a config without sections for components.
    init() {
        for kind in Self.kinds { settings[kind.section] = kind.standard }
    }

    /// Reads the sections for components.
    init(_ config: ConfigurationSection, among sessions: [String]) {
        self.init()
        for kind in Self.kinds {
            guard let value = config[kind.section] else { continue }
            settings[kind.section] = kind.init(value, among: sessions)
        }
    }

    /// Notes stations that sections name and that are not there.
    static func check(_ config: ConfigurationSection, among stations: [String]) {
        for kind in kinds {
            if let value = config[kind.section] { kind.check(value, among: stations) }
        }
    }

    /// The settings of one component; `nil` where it is off.
    subscript<Settings: ComponentSettings>(kind: Settings.Type) -> Settings? {
        get { settings[kind.section] as? Settings }
        set { settings[kind.section] = newValue }
    }

    /// The settings that differ from those of another config, by their names.
    func changes(since others: ComponentTable) -> [String] {
        Self.kinds.flatMap { changes(of: $0, since: others) }
    }

    private func changes<Settings: ComponentSettings>(
        of kind: Settings.Type, since others: ComponentTable
    ) -> [String] {
        switch (self[kind], others[kind]) {
        case (let now?, let before?): now.changes(since: before)
        case (nil, nil): []
        case (nil, _?), (_?, nil): [kind.section]
        }
    }
}

extension ComponentTable: Equatable {
    static func == (left: ComponentTable, right: ComponentTable) -> Bool {
        kinds.allSatisfy { left.hasSame($0, as: right) }
    }

    private func hasSame<Settings: ComponentSettings>(
        _ kind: Settings.Type, as other: ComponentTable
    ) -> Bool {
        self[kind] == other[kind]
    }
}

extension ConfigurationValue {
    /// Notes the ids in a list of stations that the config does not have.
    func noteUnknownStations(among stations: [String]) {
        let known = Set(stations)
        for element in list() ?? [] {
            guard let id = element.rawText, id.isIdentifier, !known.contains(id) else { continue }
            element.note(
                "there is no station \(quote(id))",
                remedy: suggestion(for: id, among: stations, listedBy: "name some of `stations`"))
        }
    }
}
