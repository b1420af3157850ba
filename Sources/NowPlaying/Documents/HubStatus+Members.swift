extension HubStatus: DocumentObject {
    /// A status without content.
    public static var blank: HubStatus { HubStatus() }

    /// The members of `schemas/status.json`.
    public static let members: [DocumentMember<HubStatus>] = [
        DocumentMember("version", \.version), DocumentMember("epoch", \.epoch),
        DocumentMember("revision", \.revision), DocumentMember("startedAt", \.startedAt),
        DocumentMember("stations", \.stationCount),
        DocumentMember("changesPerMinute", \.changesPerMinute),
        DocumentMember("history", \.history), DocumentMember("health", \.health),
        DocumentMember("process", \.process), DocumentMember("loop", \.loop),
        DocumentMember("config", \.config), DocumentMember("cluster", \.cluster),
        DocumentMember("mqtt", \.mqtt), DocumentMember("hooks", \.hooks),
        DocumentMember("sums", \.sums),
        DocumentMember("links", \.links),
        DocumentMember("clients", \.clients), DocumentMember("sessions", \.sessions),
        DocumentMember("counters", \.counters), DocumentMember("next", \.next),
    ]
}

extension HubStatus.History: DocumentObject {
    /// A state without content.
    public static var blank: Self { Self() }

    /// The members of `history`.
    public static let members: [DocumentMember<Self>] = [
        DocumentMember("state", \.state), DocumentMember("file", \.file),
        DocumentMember("reason", \.reason), DocumentMember("dropped", \.dropped),
        DocumentMember("damagedRows", \.damagedRows),
    ]
}

extension HubStatus.HealthReport: DocumentObject {
    /// A report without checks.
    public static var blank: Self { Self() }

    /// The members of `health`.
    public static let members: [DocumentMember<Self>] = [
        DocumentMember("status", \.status), DocumentMember("output", \.output),
        DocumentMember("checks", \.checks),
    ]
}

extension HubStatus.HealthReport.Check: DocumentObject {
    /// A check without a result.
    public static var blank: Self { Self() }

    /// The members of a check.
    public static let members: [DocumentMember<Self>] = [DocumentMember("status", \.status)]
}

extension HubStatus.ProcessUsage: DocumentObject {
    /// A program without measurements.
    public static var blank: Self { Self() }

    /// The members of `process`.
    public static let members: [DocumentMember<Self>] = [
        DocumentMember("startedAt", \.startedAt), DocumentMember("processorTime", \.processorTime),
        DocumentMember("memory", \.memory), DocumentMember("virtualMemory", \.virtualMemory),
        DocumentMember("descriptors", \.descriptors),
        DocumentMember("descriptorLimit", \.descriptorLimit), DocumentMember("threads", \.threads),
    ]
}

extension HubStatus.LoopUsage: DocumentObject {
    /// A loop without turns.
    public static var blank: Self { Self() }

    /// The members of `loop`.
    public static let members: [DocumentMember<Self>] = [
        DocumentMember("turns", \.turns), DocumentMember("microseconds", \.microseconds),
        DocumentMember("longest", \.longest), DocumentMember("runaways", \.runaways),
        DocumentMember("classes", \.classes),
    ]
}

extension HubStatus.LoopUsage.Class: DocumentObject {
    /// A class without turns.
    public static var blank: Self { Self() }

    /// The members of an element of `classes`.
    public static let members: [DocumentMember<Self>] = [
        DocumentMember("atMost", \.atMost), DocumentMember("turns", \.turns),
    ]
}

extension HubStatus.ConfigReport: DocumentObject {
    /// A config at no particular time.
    public static var blank: Self { Self() }

    /// The members of `config`.
    public static let members: [DocumentMember<Self>] = [
        DocumentMember("readAt", \.readAt), DocumentMember("refused", \.refused),
    ]
}

extension HubStatus.Sums: DocumentObject {
    /// Sums of nothing.
    public static var blank: Self { Self() }

    /// The members of `sums`.
    public static let members: [DocumentMember<Self>] = [
        DocumentMember("stations", \.stations), DocumentMember("links", \.links),
        DocumentMember("sessions", \.sessions), DocumentMember("followers", \.followers),
        DocumentMember("players", \.players), DocumentMember("clients", \.clients),
    ]
}

extension HubStatus.Sums.Transport: DocumentObject {
    /// A transport without clients.
    public static var blank: Self { Self() }

    /// The members of a transport in `clients`.
    public static let members: [DocumentMember<Self>] = [
        DocumentMember("present", \.present), DocumentMember("blocked", \.blocked),
        DocumentMember("subscriptions", \.subscriptions), DocumentMember("connected", \.connected),
        DocumentMember("bytes", \.bytes),
    ]
}

extension HubStatus.Counters: DocumentObject {
    /// Counts of nothing.
    public static var blank: Self { Self() }

    /// The members of `counters`.
    public static let members: [DocumentMember<Self>] = [
        DocumentMember("reports", \.reports),
        DocumentMember("suppressedReports", \.suppressedReports),
        DocumentMember("records", \.records), DocumentMember("patches", \.patches),
        DocumentMember("suppressedDocuments", \.suppressedDocuments),
        DocumentMember("conflatedChanges", \.conflatedChanges),
        DocumentMember("rejections", \.rejections), DocumentMember("losses", \.losses),
        DocumentMember("cuts", \.cuts),
    ]
}

extension HubStatus.Link: DocumentObject {
    /// A link without a server.
    public static var blank: Self { Self(id: 0) }

    /// The members of an element of `links`.
    public static let members: [DocumentMember<Self>] = [
        DocumentMember("id", \.id), DocumentMember("url", \.url), DocumentMember("feed", \.feed),
        DocumentMember("phase", \.phase), DocumentMember("stations", \.stations),
        DocumentMember("dials", \.counters.dials), DocumentMember("opened", \.counters.opened),
        DocumentMember("bytes", \.counters.bytes),
        DocumentMember("soundPerHour", \.soundPerHour),
        DocumentMember("messages", \.counters.messages),
        DocumentMember("reports", \.counters.reports),
        DocumentMember("rejections", \.counters.presentRejections),
    ]
}

extension HubStatus.LinkedStation: DocumentObject {
    /// A station without an id.
    public static var blank: Self { Self(id: "") }

    /// The members of a station of a link.
    public static let members: [DocumentMember<Self>] = [
        DocumentMember("id", \.id), DocumentMember("connection", \.connection),
        DocumentMember("reason", \.reason), DocumentMember("since", \.since),
        DocumentMember("online", \.isOnline), DocumentMember("onlineSince", \.onlineSince),
        DocumentMember("line", \.line), DocumentMember("changes", \.changes),
        DocumentMember("trackSince", \.trackSince),
        DocumentMember("untitledSince", \.untitledSince),
        DocumentMember("historyDropped", \.historyDropped),
    ]
}

extension HubStatus.Client: DocumentObject {
    /// A client without a transport.
    public static var blank: Self { Self(id: 0) }

    /// The members of an element of `clients`.
    public static let members: [DocumentMember<Self>] = [
        DocumentMember("id", \.id), DocumentMember("transport", \.transport),
        DocumentMember("subscriptions", \.subscriptions), DocumentMember("queued", \.queued),
        DocumentMember("blocked", \.isBlocked),
    ]
}

extension HubStatus.Session: DocumentObject {
    /// A session without an id.
    public static var blank: Self { Self(id: "") }

    /// The members of an element of `sessions`.
    public static let members: [DocumentMember<Self>] = [
        DocumentMember("id", \.id), DocumentMember("station", \.station),
        DocumentMember("stream", \.stream), DocumentMember("state", \.state),
        DocumentMember("live", \.isLive), DocumentMember("followers", \.followers),
        DocumentMember("player", \.player),
    ]
}

extension HubStatus.Cluster: DocumentObject {
    /// A cluster without a name.
    public static var blank: Self { Self(name: "") }

    /// The members of `cluster`.
    public static let members: [DocumentMember<Self>] = [
        DocumentMember("name", \.name), DocumentMember("member", \.member),
        DocumentMember("state", \.state), DocumentMember("reason", \.reason),
        DocumentMember("difference", \.difference), DocumentMember("unread", \.unread),
        DocumentMember("epoch", \.epoch), DocumentMember("lag", \.lag),
        DocumentMember("heardAt", \.heardAt), DocumentMember("members", \.members),
        DocumentMember("owners", \.owners), DocumentMember("upstreams", \.upstreams),
        DocumentMember("refusedWrites", \.refusedWrites),
        DocumentMember("rejectedWrites", \.rejectedWrites),
        DocumentMember("ignoredStates", \.ignoredStates), DocumentMember("takeovers", \.takeovers),
        DocumentMember("losses", \.losses), DocumentMember("silentWatches", \.silentWatches),
    ]
}

extension HubStatus.Cluster.Member: DocumentObject {
    /// A member without a name.
    public static var blank: Self { Self() }

    /// The members of an element of `members`.
    public static let members: [DocumentMember<Self>] = [
        DocumentMember("name", \.name), DocumentMember("own", \.owns),
        DocumentMember("state", \.state), DocumentMember("heardAt", \.heardAt),
        DocumentMember("upstreams", \.upstreams),
    ]
}

extension HubStatus.Cluster.Owners: DocumentObject {
    /// No upstreams.
    public static var blank: Self { Self() }

    /// The members of `owners`.
    public static let members: [DocumentMember<Self>] = [
        DocumentMember("self", \.own), DocumentMember("others", \.others),
        DocumentMember("none", \.none),
    ]
}

extension HubStatus.Cluster.Upstream: DocumentObject {
    /// An upstream without a name.
    public static var blank: Self { Self() }

    /// The members of an element of `upstreams`.
    public static let members: [DocumentMember<Self>] = [
        DocumentMember("id", \.id), DocumentMember("url", \.url),
        DocumentMember("stations", \.stations), DocumentMember("owner", \.owner),
        DocumentMember("term", \.term),
    ]
}
