import Expectations
import Foundation
import Testing

/// `dump` and `status`.
@Suite(.timeLimit(.minutes(5)))
struct QuestionTests {
    private let workshop: Workshop
    private let hub: RunningProgram

    init() async throws {
        workshop = try Workshop()
        hub = try await RunningProgram.hub(in: workshop)
    }

    @Test func `dump is one document, one record a line`() async throws {
        let dump = try await Outcome(["dump"], in: workshop)
        expect(dump.code, is: 0)
        #expect(dump.messages.isEmpty)
        let document = try object(dump.output)
        let records = try #require(document["records"] as? [[String: Any]])
        expect(records.count, is: 4)
        expect(Set(records.compactMap { $0["epoch"] as? String }).count, is: 1)
        expect(document["epoch"] as? String, is: records[0]["epoch"] as? String)
        #expect(document["revision"] as? Int != nil)
        expect(dump.output.split(separator: "\n").count, is: 6)
    }

    @Test func `dump covers the stations that are named, in their order`() async throws {
        let named = ["--station", "wackelkontakt", "--station", "kanalrand", "--view", "line"]
        let document = try object(try await Outcome(["dump"] + named, in: workshop).output)
        let records = try #require(document["records"] as? [[String: Any]])
        expect(records.map { $0["station"] as? String }, is: ["wackelkontakt", "kanalrand"])
        #expect(records.allSatisfy { $0["line"] is String })
    }

    @Test func `status --json has every link, station and client`() async throws {
        let watch = try RunningProgram(["watch"], in: workshop)
        _ = try await watch.lines(4)
        let status = try object(try await Outcome(["status", "--json"], in: workshop).output)
        let links = try #require(status["links"] as? [[String: Any]])
        let stations = links.flatMap { $0["stations"] as? [[String: Any]] ?? [] }
        expect(stations.count, is: 4)
        expect(status["stations"] as? Int, is: 4)
        let clients = try #require(status["clients"] as? [[String: Any]])
        expect(clients.map { $0["subscriptions"] as? Int }, is: [1, 0])
    }

    @Test func `status is a table without colours where no terminal is`() async throws {
        let status = try await Outcome(["status"], in: workshop)
        expect(status.code, is: 0)
        for text in ["kanalrand", "azuracast", "CLIENT", "SESSION"] {
            #expect(status.output.contains(text))
        }
        #expect(!status.output.contains("\u{1B}"))
    }

    @Test func `status has colours on a terminal, unless NO_COLOR is set`() async throws {
        let script = "'\(RunningProgram.path)' status"
        for (refusal, expected) in [("", true), ("1", false)] {
            let terminal = try await Outcome(
                ["-qec", script, "/dev/null"], in: workshop, program: "/usr/bin/script",
                environment: ["TERM": "xterm", "NO_COLOR": refusal])
            expect(terminal.output.contains("\u{1B}[1mSTATION"), is: expected)
            #expect(terminal.output.contains("kanalrand"))
        }
    }
}
