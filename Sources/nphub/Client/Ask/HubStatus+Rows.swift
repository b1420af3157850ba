import NowPlaying

extension HubStatus {
    /// Memory, descriptors and the loop in a line; `nil` if the hub does not say.
    var programText: String? {
        guard let process else { return nil }
        return "memory \(Self.size(process.memory)), "
            + "\(process.descriptors) of \(process.descriptorLimit) descriptors, "
            + "longest turn of the loop \(loop?.longest.milliseconds ?? 0) ms"
    }
}

/// A row of the table of counters.
struct CountRow {
    let name: String
    /// The reason, if the counter has several.
    var reason: String?
    let count: Int
}

extension HubStatus.Counters {
    /// The counters by name, and by reason where there are several.
    var rows: [CountRow] {
        let single = [
            CountRow(name: "conflatedChanges", count: conflatedChanges),
            CountRow(name: "patches", count: patches), CountRow(name: "records", count: records),
            CountRow(name: "reports", count: reports),
            CountRow(name: "suppressedDocuments", count: suppressedDocuments),
            CountRow(name: "suppressedReports", count: suppressedReports),
        ]
        let groups = [("cuts", cuts), ("losses", losses), ("rejections", rejections)]
        let reasons = groups.flatMap { name, counts in
            counts.sorted { $0.key < $1.key }
                .map { CountRow(name: name, reason: $0.key, count: $0.value) }
        }
        return (reasons + single).sorted { ($0.name, $0.reason ?? "") < ($1.name, $1.reason ?? "") }
    }
}

extension HubStatus.Cluster {
    /// The counters that are above 0.
    var rows: [CountRow] {
        [
            ("takeovers", takeovers), ("losses", losses), ("refusedWrites", refusedWrites),
            ("rejectedWrites", rejectedWrites), ("ignoredStates", ignoredStates),
            ("silentWatches", silentWatches),
        ].filter { $0.1 > 0 }.map { CountRow(name: "cluster", reason: $0.0, count: $0.1) }
    }
}
