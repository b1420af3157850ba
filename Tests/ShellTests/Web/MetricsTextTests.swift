import Expectations
import Loop
import JSON
import NowPlaying
import Testing

@testable import Shell

struct MetricsTextTests {
    private static let first = #"""
        {"version":"0.1.0+abc","history":{"state":"ok","dropped":2},
        "health":{"status":"pass","checks":{"loop":[{"status":"pass"}],"config":[{"status":"warn"}]}},
        "process":{"startedAt":100.5,"memory":7},
        "loop":{"turns":3,"microseconds":500000,"longest":0.25,"classes":[{"atMost":1000,"turns":2}]},
        "config":{"readAt":100.5,"refused":true},
        "sums":{"stations":{"live":2,"failing":1},"clients":{"socket":{"present":1,"bytes":9}}},
        "counters":{"reports":4,"rejections":{"notJSON":1}},
        "links":[{"id":1,"dials":2,"rejections":{"notJSON":1},"stations":[
        {"id":"a","connection":"live","online":true,"changes":1,"trackSince":99.5},
        {"id":"b\"\\\n","connection":"live","online":false,"changes":0},
        {"id":"d","connection":"live","untitledSince":88.5}]}],"next":1}
        """#
    private static let second = #"""
        {"version":"0.1.0","links":[{"id":2,"dials":5,"stations":[{"id":"c","connection":"failing"},
        {"id":"a","connection":"stale"}]}]}
        """#

    private func status(_ document: String) throws -> HubStatus {
        try #require(HubStatus(published: Array(document.utf8), using: JSONParser()))
    }

    private func text(
        _ format: MetricsText.Format = .prometheus, _ stations: MetricsText.Stations = .all
    ) throws -> [String] {
        var metrics = MetricsText(format, stations)
        let next = try metrics.add(status(Self.first))
        expect(next, is: stations == .none ? nil : 1)
        if next != nil { try expect(metrics.add(status(Self.second)), is: nil) }
        let text = String(decoding: metrics.bytes, as: UTF8.self)
        #expect(text.hasSuffix("\n"))
        return text.split(separator: "\n").map(String.init)
    }

    @Test func `samples of a metric are one group, whatever page they come from`() throws {
        let lines = try text()
        let start = try #require(
            lines.firstIndex(of: "# TYPE nphub_link_dials_total counter"))
        expect(
            lines[(start + 1)...(start + 2)],
            is: [
                #"nphub_link_dials_total{station="a"} 2"#,
                #"nphub_link_dials_total{station="c"} 5"#,
            ])
        let types = lines.filter { $0.hasPrefix("# TYPE") }
        expect(Set(types).count, is: types.count)
    }

    @Test func `values keep their numbers, and what is absent has no sample`() throws {
        let lines = try text()
        #expect(lines.contains("process_start_time_seconds 100.5"))
        #expect(lines.contains(#"nphub_build_info{version="0.1.0",commit="abc"} 1"#))
        #expect(lines.contains(#"nphub_health_check_ok{check="loop"} 1"#))
        #expect(lines.contains(#"nphub_health_check_ok{check="config"} 0"#))
        #expect(lines.contains("nphub_config_last_reload_successful 0"))
        #expect(lines.contains(#"nphub_stations{state="failing"} 1"#))
        #expect(
            lines.contains(#"nphub_station_track_change_timestamp_seconds{station="a"} 99.5"#))
        #expect(
            lines.contains(#"nphub_station_track_change_timestamp_seconds{station="d"} 88.5"#))
        #expect(!lines.contains { $0.hasPrefix("nphub_cluster_lag") })
        #expect(!lines.contains { $0.hasPrefix(#"nphub_station_online{station="c"}"#) })
    }

    @Test func `the histogram is cumulative and ends with all turns`() throws {
        let lines = try text().filter { $0.hasPrefix("nphub_loop_turn_duration_seconds_") }
        expect(
            lines,
            is: [
                #"nphub_loop_turn_duration_seconds_bucket{le="0.001"} 2"#,
                #"nphub_loop_turn_duration_seconds_bucket{le="+Inf"} 3"#,
                "nphub_loop_turn_duration_seconds_sum 0.5",
                "nphub_loop_turn_duration_seconds_count 3",
            ])
    }

    @Test func `a label may have any text`() throws {
        #expect(try text().contains(#"nphub_station_online{station="b\"\\\n"} 0"#))
    }

    @Test func `a station that two pages have is there once`() throws {
        let states = try text().filter { $0.hasPrefix(#"nphub_station_state{station="a""#) }
        expect(states, is: [#"nphub_station_state{station="a",state="live"} 1"#])
    }

    @Test func `stations can be chosen, or left out`() throws {
        let chosen = try text(.prometheus, .named(["c", "nope"]))
        #expect(chosen.contains(#"nphub_link_dials_total{station="c"} 5"#))
        #expect(!chosen.contains { $0.contains(#"station="a""#) })
        let sums = try text(.prometheus, .none)
        #expect(sums.contains(#"nphub_stations{state="live"} 2"#))
        #expect(!sums.contains { $0.contains("{station=") })
    }

    @Test func `a cluster has members by state and upstreams by owner`() throws {
        let page = """
            {"cluster":{"state":"alone","lag":7,"heardAt":99.5,"members":[
            {"state":"alive"},{"state":"unknown"},{"state":"unknown"}],
            "owners":{"self":2,"others":1,"none":3},"takeovers":4,"silentWatches":5}}
            """
        var metrics = MetricsText(.prometheus, .all)
        _ = try metrics.add(status(page))
        let lines = String(decoding: metrics.bytes, as: UTF8.self).split(separator: "\n")
        expect(
            lines.filter { $0.hasPrefix("nphub_cluster_") },
            is: [
                "nphub_cluster_joined 0",
                #"nphub_cluster_members{state="alive"} 1"#,
                #"nphub_cluster_members{state="dead"} 0"#,
                #"nphub_cluster_members{state="unknown"} 2"#,
                #"nphub_cluster_upstreams{owner="none"} 3"#,
                #"nphub_cluster_upstreams{owner="others"} 1"#,
                #"nphub_cluster_upstreams{owner="self"} 2"#,
                "nphub_cluster_watch_lag_revisions 7",
                "nphub_cluster_heard_timestamp_seconds 99.5",
                "nphub_cluster_unread_stations 0",
                "nphub_cluster_configs_differ 0",
                "nphub_cluster_refused_writes_total 0",
                "nphub_cluster_rejected_writes_total 0",
                "nphub_cluster_ignored_states_total 0",
                "nphub_cluster_takeovers_total 4",
                "nphub_cluster_losses_total 0",
                "nphub_cluster_silent_watches_total 5",
            ])
        #expect(try text().allSatisfy { !$0.contains("nphub_cluster_") })
    }

    @Test func `each limit of the web has a count, also before it has refused anything`() {
        let refusals = Refusals()
        for reason in [.hub, .hub, .addressRequests] as [Refusals.Reason] { refusals.add(reason) }
        var metrics = MetricsText(.prometheus, .none)
        metrics.add(refusals)
        let lines = String(decoding: metrics.bytes, as: UTF8.self).split(separator: "\n")
        expect(
            lines.dropFirst(),
            is: [
                "# TYPE nphub_web_refusals_total counter",
                #"nphub_web_refusals_total{reason="addressConnections"} 0"#,
                #"nphub_web_refusals_total{reason="addressRequests"} 1"#,
                #"nphub_web_refusals_total{reason="connections"} 0"#,
                #"nphub_web_refusals_total{reason="history"} 0"#,
                #"nphub_web_refusals_total{reason="hub"} 2"#,
                #"nphub_web_refusals_total{reason="scrapes"} 0"#,
            ])
    }

    @Test func `OpenMetrics names families without suffixes, and ends`() throws {
        let lines = try text(.openMetrics)
        #expect(lines.contains("# TYPE nphub_build info"))
        #expect(lines.contains("# TYPE nphub_reports counter"))
        #expect(lines.contains("nphub_reports_total 4"))
        expect(lines.last, is: "# EOF")
    }

    @Test func `every metric has a name by the conventions, and a help`() {
        for metric in Metric.all {
            #expect(metric.name.wholeMatch(of: /(nphub|process)_[a-z_]+/) != nil)
            #expect(metric.help.hasSuffix("."))
            #expect(!metric.name.contains("title"))
        }
    }

    @Test func `a query is read, and mistakes in it are refused`() throws {
        func query(_ parts: String..., accept: String = "") throws -> MetricsQuery {
            try MetricsQuery(
                HTTPRequest("GET", "/metrics", query: parts, headers: ["accept": accept]))
        }
        try expect(query().stations, is: .all)
        try expect(query("stations=false").stations, is: .none)
        try expect(query("station=a", "station=b,c").stations, is: .named(["a", "b", "c"]))
        try expect(
            query(accept: "application/openmetrics-text;version=1.0.0").format, is: .openMetrics)
        try expect(query(accept: "text/plain").format, is: .prometheus)
        #expect(throws: (any Error).self) { try query("stations=maybe") }
        #expect(throws: (any Error).self) { try query("title=x") }
        #expect(throws: (any Error).self) { try query("station=two words") }
    }
}
