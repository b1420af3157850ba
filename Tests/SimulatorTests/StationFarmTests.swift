import Expectations
import Loop
import Foundation
import JSON
import NowPlaying
import Testing

@testable import Simulator

/// The farm over real sockets: what reaches a client, and what a fault looks like there.
@Suite(.serialized)
struct StationFarmTests {
    private static let subscribe = #"{"subs":{"station:kanalrand":{"recover":true}}}"#

    private func withFarm(
        rate: Double? = 20, historyLength: Int = 5,
        isEncrypted: Bool = false, _ body: (RunningFarm) throws -> Void
    ) throws {
        var stations = SimulatedStation.embedded(seed: 5)
        for index in stations.indices { stations[index].historyLength = historyLength }
        var configuration = FarmConfiguration(stations: stations)
        configuration.rate = rate
        configuration.isEncrypted = isEncrypted
        let farm = try RunningFarm(configuration)
        defer { farm.stop() }
        try body(farm)
    }

    private func offset(of publication: String) throws -> Int {
        try withJSON(publication) { try #require($0.value(at: "/pub/offset")?.int) }
    }

    /// Waits, at most ten seconds, until the farm's statistics are as wanted.
    private func expectStatistics(
        of farm: RunningFarm, _ isWanted: (FarmStatistics) -> Bool
    ) throws {
        for _ in 0..<1_000 {
            if isWanted(try farm.perform { $0.statistics }) { return }
            usleep(10_000)
        }
        Issue.record("the statistics stayed \(try farm.perform { $0.statistics })")
    }

    @Test func `a client gets the cached state, then publication after publication`() throws {
        try withFarm { farm in
            let path = "/api/live/nowplaying/websocket"
            expect(farm.urls, is: Array(repeating: "ws://127.0.0.1:\(farm.port)\(path)", count: 4))
            let client = try PlainClient(port: farm.port)
            try client.send(Self.subscribe)
            let cached = try withJSON(try client.nextText()) {
                let path = "/connect/subs/station:kanalrand/publications/0/offset"
                return try #require($0.value(at: path)?.int)
            }
            let offsets = try (0..<5).map { _ in try offset(of: try client.nextText()) }
            expect(offsets, is: Array(cached + 1...cached + 5))
        }
    }

    @Test func `the request in the query needs no message`() throws {
        try withFarm { farm in
            let query = "?cf_connect=%7B%22subs%22%3A%7B%22station%3Akanalrand%22%3A%7B%7D%7D%7D"
            let target = "/api/live/nowplaying/websocket" + query
            let client = try PlainClient(port: farm.port, target: target)
            #expect(try client.nextText().contains("\"connect\""))
            #expect(try client.nextText().contains("\"pub\""))
        }
    }

    @Test func `a malformed first message is told why and closed`() throws {
        try withFarm { farm in
            let client = try PlainClient(port: farm.port)
            try client.send("hello")
            #expect(try client.nextText().contains("3501"))
            try expect(client.next(), is: .close(3501))
        }
    }

    @Test func `another path is cut off`() throws {
        try withFarm { farm in
            let client = try PlainClient(port: farm.port, target: "/")
            try expect(client.next(), is: nil)
        }
    }

    @Test func `a drop ends the stream without a close frame, and clients may return`() throws {
        try withFarm { farm in
            let client = try PlainClient(port: farm.port)
            try client.send(Self.subscribe)
            _ = try client.nextText()
            try farm.perform { $0.inject(.drop) }
            var frames: [PlainClient.Frame] = []
            while let frame = try client.next() { frames.append(frame) }
            #expect(frames.allSatisfy { if case .text = $0 { true } else { false } })
            try expectStatistics(of: farm) { $0.connectionsOpen == 0 }
            let again = try PlainClient(port: farm.port)
            try again.send(Self.subscribe)
            #expect(try again.nextText().contains("\"connect\""))
            try expectStatistics(of: farm) { $0.connectionsOpen == 1 && $0.connectionsOpened == 2 }
        }
    }

    @Test func `a restart pushes its reason, closes with 3001, and has a new epoch`() throws {
        try withFarm { farm in
            func epoch(_ client: PlainClient) throws -> String {
                try client.send(Self.subscribe)
                return try withJSON(try client.nextText()) {
                    let found = $0.value(at: "/connect/subs/station:kanalrand/epoch")
                    return try #require(found?.readable)
                }
            }
            let client = try PlainClient(port: farm.port)
            let before = try epoch(client)
            try farm.perform { $0.inject(.restart) }
            var last = ""
            var closing: PlainClient.Frame?
            while closing == nil {
                let frame = try #require(try client.next())
                if case .text(let text) = frame { last = text } else { closing = frame }
            }
            expect(last, is: #"{"disconnect":{"code":3001,"reason":"shutdown"}}"#)
            expect(closing, is: .close(3001))
            let again = try PlainClient(port: farm.port)
            #expect(try epoch(again) != before)
            #expect(try offset(of: try again.nextText()) < 20)
        }
    }

    @Test func `silence lasts until it is healed`() throws {
        try withFarm { farm in
            try farm.perform { $0.inject(.silence) }
            let client = try PlainClient(port: farm.port)
            try client.send(Self.subscribe)
            try expectStatistics(of: farm) { $0.connectionsOpen == 1 }
            usleep(300_000)
            try expect(farm.perform { $0.statistics.publicationsSent }, is: 0)
            try farm.perform { $0.heal() }
            #expect(try client.nextText().contains("\"pub\""))
        }
    }

    @Test func `garbage arrives, and is not the protocol`() throws {
        try withFarm { farm in
            try farm.perform { $0.inject(.garbage) }
            let client = try PlainClient(port: farm.port)
            try client.send(Self.subscribe)
            let messages = try (0..<20).map { _ in try client.nextText() }
            #expect(Set(messages).count > 3)
            #expect(messages.allSatisfy { !$0.contains("\"song_history\"") })
        }
    }

    @Test func `a client that never reads misses publications and delays no other`() throws {
        try withFarm(rate: 40, historyLength: 200) { farm in
            let lazy = try PlainClient(port: farm.port, receiveBuffer: 4_096)
            try lazy.send(Self.subscribe)
            try expectStatistics(of: farm) { $0.publicationsSkipped > 10 }
            let client = try PlainClient(port: farm.port)
            try client.send(Self.subscribe)
            _ = try client.nextText()
            let offsets = try (0..<50).map { _ in try offset(of: try client.nextText()) }
            #expect(zip(offsets, offsets.dropFirst()).allSatisfy { $1 == $0 + 1 })
        }
    }

    @Test func `a self-signed farm is reached by its fingerprint`() throws {
        try withFarm(isEncrypted: true) { farm in
            #expect(farm.urls.allSatisfy { $0.hasPrefix("wss://127.0.0.1:\(farm.port)/") })
            let fingerprint = try #require(farm.fingerprint)
            let client = try PlainClient(port: farm.port, trusting: fingerprint)
            try client.send(Self.subscribe)
            #expect(try client.nextText().contains("\"connect\""))
            #expect(try client.nextText().contains("\"pub\""))
        }
    }

    @Test func `a closed farm cuts its clients and refuses new ones`() throws {
        try withFarm { farm in
            let client = try PlainClient(port: farm.port)
            try client.send(Self.subscribe)
            _ = try client.nextText()
            try farm.perform { $0.close() }
            while try client.next() != nil {}
            #expect(throws: POSIXError.self) { try PlainClient(port: farm.port) }
        }
    }

    @Test func `a host that is not a numeric address is refused`() throws {
        let stations = SimulatedStation.embedded(seed: 1)
        #expect(throws: EventLoopError.invalidAddress("localhost")) {
            try RunningFarm(FarmConfiguration(stations: stations, host: "localhost"))
        }
    }
}
