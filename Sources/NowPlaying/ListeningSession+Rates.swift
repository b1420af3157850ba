extension ListeningSession {
    /// The rates that make sense now, ascending: at the live edge nothing can be faster than life.
    public var allowedRates: [Double] {
        position == .live ? supportedRates.filter { $0 <= 1 } : supportedRates
    }

    /// The rate after the present one: the fastest is followed by the slowest.
    public var nextRate: Double {
        let allowed = allowedRates
        return allowed.first { $0 > rate } ?? allowed.first ?? 1
    }
}
