/// A piece of the hub's work that is repeated, so that its instructions can be counted.
struct Benchmark {
    /// Its kind and its name, such as `feed/azuracast`.
    let name: String
    /// The number of passes in the shorter of two runs. The longer run does twice as many; the
    /// difference is the cost of these passes.
    let passes: Int
    /// Makes all that the passes need, whatever their number.
    let prepare: @Sendable () throws -> any Work

    /// All that there are.
    static let all = feeds + webSocket + json + reduce + publication + fanOut + session + views
}

/// Work that can be repeated.
protocol Work: AnyObject {
    /// Does it once more. Passes are numbered from 0.
    func pass(_ number: Int)

    /// Returns the reason why the passes did not do their work; `nil` if they did it.
    func complaint(after passes: Int) -> String?
}
