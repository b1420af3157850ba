/// A metric of the hub. Its name is one of Prometheus' conventions: the unit last, and `_total` for
/// what only grows.
///
/// No label has a title: series are named by stations, states and reasons, which are few.
package enum Metric: String, CaseIterable, Sendable {
    case build = "nphub_build_info"
    case healthCheck = "nphub_health_check_ok"
    case configReload = "nphub_config_last_reload_successful"
    case configRead = "nphub_config_read_timestamp_seconds"
    case startTime = "process_start_time_seconds"
    case processorTime = "process_cpu_seconds_total"
    case residentMemory = "process_resident_memory_bytes"
    case virtualMemory = "process_virtual_memory_bytes"
    case descriptors = "process_open_fds"
    case descriptorLimit = "process_max_fds"
    case threads = "process_threads"
    case turns = "nphub_loop_turn_duration_seconds"
    case longestTurn = "nphub_loop_longest_turn_seconds"
    case history = "nphub_history_ok"
    case historyDropped = "nphub_history_dropped_total"
    case stations = "nphub_stations"
    case links = "nphub_links"
    case sessions = "nphub_sessions"
    case followers = "nphub_session_followers"
    case players = "nphub_session_players"
    case clients = "nphub_clients"
    case blockedClients = "nphub_clients_blocked"
    case subscriptions = "nphub_subscriptions"
    case connections = "nphub_client_connections_total"
    case sentBytes = "nphub_client_sent_bytes_total"
    case cuts = "nphub_clients_cut_total"
    case reports = "nphub_reports_total"
    case unchangedReports = "nphub_reports_unchanged_total"
    case rejections = "nphub_rejections_total"
    case losses = "nphub_link_losses_total"
    case records = "nphub_records_sent_total"
    case patches = "nphub_patches_sent_total"
    case suppressedDocuments = "nphub_documents_suppressed_total"
    case conflatedChanges = "nphub_changes_conflated_total"
    case stationState = "nphub_station_state"
    case stationOnline = "nphub_station_online"
    case stationTrack = "nphub_station_track_change_timestamp_seconds"
    case stationChanges = "nphub_station_changes_total"
    case linkStations = "nphub_link_stations"
    case dials = "nphub_link_dials_total"
    case openings = "nphub_link_opened_total"
    case receivedBytes = "nphub_link_received_bytes_total"
    case receivedMessages = "nphub_link_messages_total"
    case linkReports = "nphub_link_reports_total"
    case linkRejections = "nphub_link_rejections_total"

    /// What may be done with the values.
    package enum Kind: String, Sendable {
        case gauge, counter, histogram, info
    }

    /// What may be done with its values.
    package var kind: Kind {
        if self == .turns { return .histogram }
        if rawValue.hasSuffix("_total") { return .counter }
        return rawValue.hasSuffix("_info") ? .info : .gauge
    }

    /// What it says.
    package var help: String {
        switch self {
        case .build: "The version and the commit of the program."
        case .healthCheck: "Whether a check of /healthz passes."
        case .configReload: "0 after a reload of a config with mistakes."
        case .configRead: "When the config was read that is in force."
        case .startTime: "When the program was started."
        case .processorTime: "Processor time of the program and of the system for it."
        case .residentMemory: "Memory in use."
        case .virtualMemory: "Address space in use."
        case .descriptors: "Open file descriptors."
        case .descriptorLimit: "The limit of file descriptors."
        case .threads: "Threads."
        case .turns: "Turns of the event loop, by duration: the longest that an event has to wait."
        case .longestTurn: "The longest turn of the event loop within the last minute or two."
        case .history: "Whether the history database works; absent where there is none."
        case .historyDropped: "What was dropped from the history."
        case .stations: "Stations, by the state of their connection."
        case .links: "Connections to servers of stations, by phase."
        case .sessions: "Listening sessions, by state."
        case .followers: "Subscriptions that follow a session."
        case .players: "Sessions with a client that plays them."
        case .clients: "Connected clients, by transport."
        case .blockedClients: "Connected clients that do not read what they are sent."
        case .subscriptions: "Subscriptions of connected clients."
        case .connections: "Clients that have connected, by transport."
        case .sentBytes: "Bytes of records and answers, with about what frames them."
        case .cuts: "Clients that were cut, by reason."
        case .reports: "Reports of stations that were accepted."
        case .unchangedReports: "Reports that said what was known."
        case .rejections: "Messages of stations that could not be used, or parts, by reason."
        case .losses: "Connections that were lost or could not be made, by reason."
        case .records: "Records for clients."
        case .patches: "Records that were patches."
        case .suppressedDocuments: "Documents that were due and equal to those delivered last."
        case .conflatedChanges: "Changes that went out in one record with later ones."
        case .stationState: "1; the state of the connection is a label."
        case .stationOnline: "Whether the station says that it is on air."
        case .stationTrack: "When the station last began another track."
        case .stationChanges: "Changes of the station that were published."
        case .linkStations: "Stations on a connection, which is named by the first of them."
        case .dials: "Attempts to connect."
        case .openings: "Attempts to connect that were successful."
        case .receivedBytes: "Bytes received on a connection, after TLS."
        case .receivedMessages: "Messages received on a connection."
        case .linkReports: "Reports of stations in the messages of a connection."
        case .linkRejections: "Messages of a connection that could not be used, or parts."
        }
    }
}
