/// The languages in which the hub has words of its own.
public enum Locale: String, CaseIterable, Hashable, Sendable {
    case english = "en"
    case german = "de"

    /// The language for a tag of BCP 47, such as `de-AT`; English where the hub has no better.
    public init(tag: String) {
        let language = tag.split(whereSeparator: { $0 == "-" || $0 == "_" }).first ?? ""
        self = Locale(rawValue: language.lowercased()) ?? .english
    }
}
