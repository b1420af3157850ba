/// Something that reads what comes from outside, and what must hold of it whatever that is.
///
/// Tests feed it the corpus and damaged copies of that; libFuzzer feeds it whatever reaches new
/// branches (`make fuzz`).
struct FuzzTarget: Sendable {
    /// Its name, which is that of its folder in the corpus, too.
    let name: String
    /// Returns the rule that these bytes break; `nil` if they break none.
    let complaint: @Sendable ([UInt8]) -> String?

    /// All of them.
    static let all = layers + feeds + connections + streams + files + requests

    /// The target with this name.
    static func named(_ name: String) -> FuzzTarget? {
        all.first { $0.name == name }
    }
}

extension FuzzTarget: CustomStringConvertible {
    var description: String { name }
}
