import Hub
import NowPlaying
import Sessions
import Stations
import Support

extension ProgramConfiguration {
    /// The whole file.
    init?(_ root: ConfigurationValue) {
        let keys =
            [
                "include", "defaults", "discover", "stations", "sessions", "history", "cluster",
            ] + ComponentTable.kinds.map { $0.section }
        guard let section = root.document(keys) else { return nil }
        let history = section["history"].map(HistorySettings.init) ?? HistorySettings()
        let sessions = section["sessions"].flatMap(Self.sessions) ?? [:]
        // Asked for before the file is given up, so that all that is wrong with it is told.
        let components = ComponentTable(section, among: sessions.keys.sorted())
        let cluster = section["cluster"].flatMap(ClusterSettings.init)
        let mistakes = section.reading.mistakeCount
        let list = StationList(section)
        let isListed = section.reading.mistakeCount == mistakes
        guard let stations = Self.stations(list, of: section, isWhole: isListed) else {
            return nil
        }
        // Stations that servers have are not known yet.
        if list.discoveries.isEmpty, isListed {
            ComponentTable.check(section, among: stations.map(\.id))
        }
        self.init(hub: HubConfiguration(stations: stations, sessions: sessions))
        discoveries = list.discoveries
        self.history = history
        self.components = components
        self.cluster = cluster
    }

    private static let listRemedy = "list from 1 to \(ConfigurationLimits.stations)"

    /// - Parameter isWhole: Nothing was wrong with the list itself: what it lacks is not there.
    private static func stations(
        _ list: StationList, of section: ConfigurationSection, isWhole: Bool
    ) -> [StationConfiguration]? {
        let sources = ["include", "discover"].compactMap { section[$0] }
        guard let value = section["stations"] ?? sources.first else {
            _ = section.required("stations", example: "[…]")
            return nil
        }
        let elements = list.stations
        if let own = section["stations"]?.list(), own.isEmpty {
            value.note("there are no stations", remedy: listRemedy)
        } else if elements.isEmpty, list.discoveries.isEmpty, isWhole {
            value.note("there are no stations in what `\(value.name)` names", remedy: listRemedy)
        }
        guard elements.count <= ConfigurationLimits.stations else {
            value.note("there are \(elements.count) stations", remedy: listRemedy)
            return nil
        }
        elements.refuseRepeatedIDs()
        return elements.compactMap(StationConfiguration.init)
    }

    private static func sessions(_ value: ConfigurationValue) -> [String: SessionConfiguration]? {
        guard let section = value.section() else { return nil }
        var sessions: [String: SessionConfiguration] = [:]
        for session in section.values {
            if !session.name.isIdentifier {
                session.note(
                    "the session's name is \(quote(session.name))",
                    remedy: "it must be \(ConfigurationValue.idExpectation)")
            }
            sessions[session.name] = SessionConfiguration(session)
        }
        return sessions
    }
}

extension HistorySettings {
    /// A section, `nil` where none is to be kept; wrong values are noted and replaced by their
    /// defaults.
    fileprivate init?(_ value: ConfigurationValue) {
        self.init()
        guard let section = value.section(["file", "keep", "enabled"]) else { return }
        file = section["file"]?.line().map(value.reading.resolve)
        if let keep = section["keep"]?.duration(in: ConfigurationLimits.historyKeep) {
            self.keep = keep
        }
        if section["enabled"]?.flag() == false { return nil }
    }
}

extension SessionConfiguration {
    fileprivate init(_ value: ConfigurationValue) {
        self.init()
        let keys = ["pauseOnDisconnect", "rewindWindow", "rates"]
        guard let section = value.section(keys) else { return }
        if let pauses = section["pauseOnDisconnect"]?.flag() { pauseOnDisconnect = pauses }
        if let window = section["rewindWindow"]?.duration(in: ConfigurationLimits.rewindWindow) {
            rewindWindow = window
        }
        if let rates = section["rates"].flatMap(Self.rates) { self.rates = rates }
    }

    private static func rates(_ value: ConfigurationValue) -> [Double]? {
        guard let elements = value.list() else { return nil }
        let bounds = ConfigurationLimits.rate
        let rates = elements.compactMap { element in
            element.number(
                in: bounds, "a number from \(bounds.lowerBound) to \(bounds.upperBound)")
        }
        guard rates.count == elements.count else { return nil }
        guard !rates.isEmpty, zip(rates, rates.dropFirst()).allSatisfy(<) else {
            value.note(
                "`rates` \(rates.isEmpty ? "is empty" : "do not ascend")",
                remedy: "write each rate once, the lowest first, such as `[1, 1.25, 1.5, 2]`")
            return nil
        }
        return rates
    }
}
