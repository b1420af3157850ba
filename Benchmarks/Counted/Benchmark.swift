/// A piece of the hub's work that is repeated, so that its instructions can be counted.
struct Benchmark {
    /// Its kind and its name, such as `feed/azuracast`.
    let name: String
    /// How often the work is done in the shorter of two runs; the longer one does it twice as
    /// often, and the difference is what so many passes cost.
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

    /// Why so many passes did not do what they are there for; `nil` if they did.
    func complaint(after passes: Int) -> String?
}
