import NowPlaying

/// A metric of the hub: its name, its help and the place of its samples. A new one is an entry in
/// `all`.
///
/// Names follow Prometheus' conventions: the unit comes last, and `_total` marks a counter. No
/// label has a title: series are named by stations, states and reasons, which are few.
package struct Metric: Sendable {
    /// The type of a metric.
    package enum Kind: String, Sendable {
        case gauge, counter, histogram, info
    }

    /// The part of the status that has the samples.
    enum Source: Sendable {
        /// The first page of a status.
        case status(@Sendable (HubStatus, inout MetricSamples) -> Void)
        /// Each link.
        case link(@Sendable (HubStatus.Link, inout MetricSamples) -> Void)
        /// Each station.
        case station(@Sendable (HubStatus.LinkedStation, inout MetricSamples) -> Void)
        /// The web server's own counts.
        case refusals
    }

    /// The name.
    package let name: String
    /// The help text.
    package let help: String
    /// The place of its samples.
    let source: Source

    init(_ name: String, _ help: String, _ source: Source) {
        (self.name, self.help, self.source) = (name, help, source)
    }

    /// The type of the metric.
    package var kind: Kind {
        if name.hasSuffix("_duration_seconds") { return .histogram }
        if name.hasSuffix("_total") { return .counter }
        return name.hasSuffix("_info") ? .info : .gauge
    }

    /// All metrics, in the order of the text.
    package static let all = program + cluster + mqtt + hooks + hub + series

    /// The program itself.
    private static let program = [
        Metric(
            "nphub_build_info",
            "The version and the commit of the program.",
            .status { $1.addBuild($0.version) }),
        Metric(
            "nphub_health_check_ok",
            "Whether a check of /healthz passes.",
            .status { $1.add(checks: $0.health?.checks) }),
        Metric(
            "nphub_config_last_reload_successful",
            "0 after a reload of a config with mistakes.",
            .status { $1.add(flag: $0.config.map { !$0.refused }) }),
        Metric(
            "nphub_config_read_timestamp_seconds",
            "When the config was read that is in force.",
            .status { $1.add($0.config?.readAt) }),
        Metric(
            "process_start_time_seconds",
            "When the program was started.",
            .status { $1.add($0.process?.startedAt) }),
        Metric(
            "process_cpu_seconds_total",
            "Processor time of the program and of the system for it.",
            .status { $1.add($0.process?.processorTime) }),
        Metric(
            "process_resident_memory_bytes",
            "Memory in use.",
            .status { $1.add($0.process?.memory) }),
        Metric(
            "process_virtual_memory_bytes",
            "Address space in use.",
            .status { $1.add($0.process?.virtualMemory) }),
        Metric(
            "process_open_fds",
            "Open file descriptors.",
            .status { $1.add($0.process?.descriptors) }),
        Metric(
            "process_max_fds",
            "The limit of file descriptors.",
            .status { $1.add($0.process?.descriptorLimit) }),
        Metric("process_threads", "Threads.", .status { $1.add($0.process?.threads) }),
        Metric(
            "nphub_loop_turn_duration_seconds",
            "Turns of the event loop, by duration: the longest that an event has to wait.",
            .status { $1.add(histogram: $0.loop) }),
        Metric(
            "nphub_loop_longest_turn_seconds",
            "The longest turn of the event loop within the last minute or two.",
            .status { $1.add($0.loop?.longest) }),
        Metric(
            "nphub_loop_runaway_connections_total",
            "Connections that were ended because the loop heard of them without end.",
            .status { $1.add($0.loop?.runaways) }),
        Metric(
            "nphub_history_ok",
            "Whether the history database works; absent where there is none.",
            .status { $1.add(flag: $0.keptHistory.map { $0.state == "ok" }) }),
        Metric(
            "nphub_history_dropped_total",
            "What was dropped from the history.",
            .status { $1.add($0.keptHistory?.dropped) }),
    ]

    /// The hooks, by their names.
    private static let hooks = [
        Metric("nphub_hook_runs_total", "Runs of hooks.", .hooks(\.runs)),
        Metric("nphub_hook_failures_total", "Runs of hooks that failed.", .hooks(\.failures)),
        Metric(
            "nphub_hook_replaced_total",
            "Occasions that a newer one replaced before a hook was run for them.",
            .hooks(\.replaced)),
        Metric(
            "nphub_hook_abandoned_total",
            "Occasions for which a hook failed for the last time.",
            .hooks(\.abandoned)),
        Metric("nphub_hook_waiting", "Occasions that wait for a hook.", .hooks(\.waiting)),
        Metric(
            "nphub_hook_ok",
            "Whether the runs of a hook work.",
            .hooks(\.isOK)),
    ]

    /// The cluster.
    private static let cluster = [
        Metric(
            "nphub_cluster_joined",
            "Whether clients are served what the cluster has.",
            .status { $1.add(flag: $0.cluster.map { $0.state == "joined" }) }),
        Metric(
            "nphub_cluster_members",
            "Members of the cluster, by what is known of them.",
            .status { $1.add($0.cluster?.membersByState, by: "state") }),
        Metric(
            "nphub_cluster_upstreams",
            "Upstreams, by whether this member owns them.",
            .status { $1.add($0.cluster?.upstreamsByOwner, by: "owner") }),
        Metric(
            "nphub_cluster_watch_lag_revisions",
            "Revisions by which the watch is behind the store.",
            .status { $1.add($0.cluster?.lag) }),
        Metric(
            "nphub_cluster_heard_timestamp_seconds",
            "When a heartbeat of any member came last.",
            .status { $1.add($0.cluster?.heardAt) }),
        Metric(
            "nphub_cluster_unread_stations",
            "Stations that no member reads.",
            .status { $1.add($0.cluster?.unread) }),
        Metric(
            "nphub_cluster_configs_differ",
            "Whether members have had other configs than this one for a minute.",
            .status { $1.add(flag: $0.cluster.map { $0.difference != nil }) }),
        Metric(
            "nphub_cluster_refused_writes_total",
            "Writes that were refused: another member had written.",
            .status { $1.add($0.cluster?.refusedWrites) }),
        Metric(
            "nphub_cluster_rejected_writes_total",
            "Writes that the store did not take for another reason.",
            .status { $1.add($0.cluster?.rejectedWrites) }),
        Metric(
            "nphub_cluster_ignored_states_total",
            "States that were ignored, because of a former owner.",
            .status { $1.add($0.cluster?.ignoredStates) }),
        Metric(
            "nphub_cluster_takeovers_total",
            "Upstreams that were taken over from members that had died.",
            .status { $1.add($0.cluster?.takeovers) }),
        Metric(
            "nphub_cluster_losses_total",
            "Times that the store could not be reached.",
            .status { $1.add($0.cluster?.losses) }),
        Metric(
            "nphub_cluster_silent_watches_total",
            "Times that the watch was silent, and was made anew.",
            .status { $1.add($0.cluster?.silentWatches) }),
    ]

    /// Stations, sessions and clients as sums, and counts of events.
    private static let hub = [
        Metric(
            "nphub_stations",
            "Stations, by the state of their connection.",
            .status { $1.add($0.sums?.stations, by: "state") }),
        Metric(
            "nphub_links",
            "Connections to servers of stations, by phase.",
            .status { $1.add($0.sums?.links, by: "phase") }),
        Metric(
            "nphub_sessions",
            "Listening sessions, by state.",
            .status { $1.add($0.sums?.sessions, by: "state") }),
        Metric(
            "nphub_session_followers",
            "Subscriptions that follow a session.",
            .status { $1.add($0.sums?.followers) }),
        Metric(
            "nphub_session_players",
            "Sessions with a client that plays them.",
            .status { $1.add($0.sums?.players) }),
        Metric("nphub_clients", "Connected clients, by transport.", .transports(\.present)),
        Metric(
            "nphub_clients_blocked",
            "Connected clients that do not read what they are sent.",
            .transports(\.blocked)),
        Metric(
            "nphub_subscriptions",
            "Subscriptions of connected clients.",
            .transports(\.subscriptions)),
        Metric(
            "nphub_client_connections_total",
            "Clients that have connected, by transport.",
            .transports(\.connected)),
        Metric(
            "nphub_client_sent_bytes_total",
            "Bytes of records and answers, with about what frames them.",
            .transports(\.bytes)),
        Metric(
            "nphub_clients_cut_total",
            "Clients that were cut, by reason.",
            .status { $1.add($0.counters.cuts, by: "reason") }),
        Metric(
            "nphub_web_refusals_total",
            "Requests and connections that a limit of the web server refused.",
            .refusals),
        Metric(
            "nphub_reports_total",
            "Reports of stations that were accepted.",
            .status { $1.add($0.counters.reports) }),
        Metric(
            "nphub_reports_unchanged_total",
            "Reports that said what was known.",
            .status { $1.add($0.counters.suppressedReports) }),
        Metric(
            "nphub_rejections_total",
            "Messages of stations that could not be used, or parts, by reason.",
            .status { $1.add($0.counters.rejections, by: "reason") }),
        Metric(
            "nphub_link_losses_total",
            "Connections that were lost or could not be made, by reason.",
            .status { $1.add($0.counters.losses, by: "reason") }),
        Metric(
            "nphub_records_sent_total",
            "Records for clients.",
            .status { $1.add($0.counters.records) }),
        Metric(
            "nphub_patches_sent_total",
            "Records that were patches.",
            .status { $1.add($0.counters.patches) }),
        Metric(
            "nphub_documents_suppressed_total",
            "Documents that were due and equal to those delivered last.",
            .status { $1.add($0.counters.suppressedDocuments) }),
        Metric(
            "nphub_changes_conflated_total",
            "Changes that went out in one record with later ones.",
            .status { $1.add($0.counters.conflatedChanges) }),
    ]

    /// Each station, and each link by its first station.
    private static let series = [
        Metric(
            "nphub_station_state",
            "1; the state of the connection is a label.",
            .station { $1.add(1, ("state", $0.connection)) }),
        Metric(
            "nphub_station_online",
            "Whether the station says that it is on air.",
            .station { $1.add(flag: $0.isOnline) }),
        Metric(
            "nphub_station_track_change_timestamp_seconds",
            "Since when the station has told its track, or, live and on air, no title.",
            .station { $1.add($0.titleSince) }),
        Metric(
            "nphub_station_changes_total",
            "Changes of the station that were published.",
            .station { $1.add($0.changes) }),
        Metric(
            "nphub_link_stations",
            "Stations on a connection, which is named by the first of them.",
            .link { $1.add($0.stations.count) }),
        Metric(
            "nphub_link_dials_total", "Attempts to connect.", .link { $1.add($0.counters.dials) }),
        Metric(
            "nphub_link_opened_total",
            "Attempts to connect that were successful.",
            .link { $1.add($0.counters.opened) }),
        Metric(
            "nphub_link_received_bytes_total",
            "Bytes received on a connection, after TLS.",
            .link { $1.add($0.counters.bytes) }),
        Metric(
            "nphub_link_messages_total",
            "Messages received on a connection.",
            .link { $1.add($0.counters.messages) }),
        Metric(
            "nphub_link_reports_total",
            "Reports of stations in the messages of a connection.",
            .link { $1.add($0.counters.reports) }),
        Metric(
            "nphub_link_rejections_total",
            "Messages of a connection that could not be used, or parts.",
            .link { $1.add($0.counters.rejections, by: "reason") }),
    ]
}

extension Metric.Source {
    /// A number of each transport.
    fileprivate static func transports(
        _ path: any KeyPath<HubStatus.Sums.Transport, Int> & Sendable
    ) -> Self {
        .status { $1.add($0.sums?.clients.mapValues { $0[keyPath: path] }, by: "transport") }
    }
}

extension Metric.Source {
    /// A number of each hook.
    fileprivate static func hooks(_ path: any KeyPath<HubStatus.Hook, Int> & Sendable) -> Self {
        .status { status, samples in
            for hook in status.hooks ?? [] {
                samples.add(hook[keyPath: path], ("hook", hook.name))
            }
        }
    }
}

extension HubStatus.Hook {
    fileprivate var isOK: Int { failingSince == nil ? 1 : 0 }
}

extension HubStatus {
    /// The history, where one is kept.
    fileprivate var keptHistory: History? { history.flatMap { $0.state == "off" ? nil : $0 } }
}

extension HubStatus.Cluster {
    fileprivate var membersByState: [String: Int] {
        members.reduce(into: ["alive": 0, "dead": 0, "unknown": 0]) { $0[$1.state]? += 1 }
    }

    fileprivate var upstreamsByOwner: [String: Int] {
        ["self": owners.own, "others": owners.others, "none": owners.none]
    }
}
