extension Interval {
    /// The length of an age in its largest whole unit: `3 d`, `5 h`, `12 min`, `40 s`.
    public var ageText: String {
        let units: [(name: String, length: Int64)] = [
            ("d", 86_400), ("h", 3_600), ("min", 60),
        ]
        let seconds = max(0, milliseconds / 1_000)
        let unit = units.first { seconds >= $0.length }
        return unit.map { "\(seconds / $0.length) \($0.name)" } ?? "\(seconds) s"
    }
}
