/// The languages in which the hub has words of its own.
public enum Locale: String, Hashable, Sendable {
    case english = "en"
    case german = "de"

    /// The language for a tag of BCP 47, such as `de-AT`; English where the hub has no better.
    public init(tag: String) {
        let language = tag.split(whereSeparator: { $0 == "-" || $0 == "_" }).first ?? ""
        self = Locale(rawValue: language.lowercased()) ?? .english
    }

    /// What a line says of a station that is not on air.
    var offline: String {
        switch self {
        case .english: "offline"
        case .german: "nicht auf Sendung"
        }
    }
}
