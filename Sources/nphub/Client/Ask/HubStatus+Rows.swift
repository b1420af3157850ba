import NowPlaying
import Support

extension HubStatus {
    /// Memory, descriptors and the loop in a line; `nil` if the hub does not say.
    var programText: String? {
        guard let process else { return nil }
        return "memory \(Self.size(process.memory)), "
            + "\(process.descriptors) of \(process.descriptorLimit) descriptors, "
            + "event loop at most \(loop?.longest.milliseconds ?? 0) ms late"
    }
}

extension HubStatus.LinkedStation {
    /// The standing of the station, in a word.
    var standing: String { connection == "live" && isOnline == false ? "offline" : connection }

    /// The moment since which it has that standing.
    var standingSince: Timestamp? { standing == "offline" ? onlineSince ?? since : since }

    /// The rank by which stations are sorted: those that need care come first.
    var rank: Int {
        switch standing {
        case "failing", "stopped": 0
        case "stale": 2
        case "connecting": 3
        case "offline": 4
        default: 5
        }
    }

    /// It is not live and on air.
    var needsCare: Bool { rank < 5 }

    /// The cells of its row.
    func cells(link: Int, _ form: StatusForm) -> [TextTable.Cell] {
        [
            .init(id), .init(standing, emphasis),
            .init(standingSince.map { (form.now - $0).ageText } ?? ""), .init(link),
        ] + (reason.map { [.init(""), .init($0, .uneasy)] } ?? titleCells(form))
    }

    /// The title, behind the time for which it has been the same.
    private func titleCells(_ form: StatusForm) -> [TextTable.Cell] {
        let age = titleSince.map { (form.now - $0).ageText } ?? ""
        let title = line ?? (untitledSince == nil ? "" : "no title")
        return [form.isStuck(self) ? .init(age, .uneasy) : .init(age), .init(title)]
    }

    private var emphasis: TextTable.Emphasis {
        rank == 0 ? .bad : needsCare ? .uneasy : .good
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
