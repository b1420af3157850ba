import Expectations
import JSON
import NowPlaying
import Testing

@testable import Simulator

struct AzuraCastNowPlayingTests {
    /// The type of a field.
    private enum Kind {
        case int, number, text, flag, array, object, textOrNull, intOrNull

        func admits(_ value: JSONValue) -> Bool {
            switch self {
            case .int: value.int != nil
            case .number: value.double != nil
            case .text: value.isString
            case .flag: value.bool != nil
            case .array: value.isArray
            case .object: value.isObject
            case .textOrNull: value.isString || value.isNull
            case .intOrNull: value.int != nil || value.isNull
            }
        }
    }

    private static let song: [(String, Kind)] = [
        ("id", .text), ("art", .text), ("custom_fields", .array), ("text", .text),
        ("artist", .text), ("title", .text), ("album", .text), ("genre", .text), ("isrc", .text),
        ("lyrics", .text),
    ]
    private static let entry: [(String, Kind)] = [
        ("sh_id", .int), ("played_at", .int), ("duration", .int), ("playlist", .textOrNull),
        ("streamer", .textOrNull), ("is_request", .flag), ("song", .object),
    ]
    private static let counts: [(String, Kind)] = [
        ("total", .int), ("unique", .int), ("current", .int),
    ]
    private static let fields: [(String, [(String, Kind)])] = [
        (
            "",
            [
                ("station", .object), ("listeners", .object), ("live", .object),
                ("now_playing", .object), ("playing_next", .object), ("song_history", .array),
                ("is_online", .flag), ("cache", .text),
            ]
        ),
        (
            "/station",
            [
                ("id", .int), ("name", .text), ("shortcode", .text), ("description", .text),
                ("frontend", .text), ("backend", .text), ("timezone", .text),
                ("listen_url", .textOrNull), ("url", .textOrNull), ("hls_url", .textOrNull),
                ("public_player_url", .text), ("playlist_pls_url", .text),
                ("playlist_m3u_url", .text), ("is_public", .flag), ("requests_enabled", .flag),
                ("hls_enabled", .flag), ("hls_is_default", .flag), ("hls_listeners", .int),
                ("mounts", .array), ("remotes", .array),
            ]
        ),
        (
            "/station/mounts/0",
            [
                ("id", .int), ("name", .text), ("url", .text), ("bitrate", .int),
                ("format", .text), ("listeners", .object), ("path", .text),
                ("is_default", .flag),
            ]
        ),
        ("/station/mounts/0/listeners", counts), ("/listeners", counts),
        (
            "/live",
            [
                ("is_live", .flag), ("streamer_name", .text), ("broadcast_start", .intOrNull),
                ("art", .textOrNull),
            ]
        ),
        ("/now_playing", entry + [("elapsed", .int), ("remaining", .int)]),
        ("/now_playing/song", song),
        (
            "/playing_next",
            [
                ("cued_at", .int), ("played_at", .intOrNull), ("duration", .number),
                ("playlist", .textOrNull), ("is_request", .flag), ("song", .object),
            ]
        ),
        ("/playing_next/song", song), ("/song_history/0", entry), ("/song_history/0/song", song),
    ]

    /// The `np` objects of a station over ten minutes, each with its time.
    private func withStates(
        of station: SimulatedStation, _ body: (JSONValue, Broadcast, Int) throws -> Void
    ) throws {
        let playout = Playout(station: station)
        for step in 0..<200 {
            let time = VirtualFarm.start.wall + .seconds(Int64(step) * 3)
            let broadcast = playout.broadcast(at: time)
            var writer = JSONWriter()
            AzuraCastNowPlaying(
                number: 3, station: station, broadcast: broadcast,
                surroundings: AzuraCastSurroundings(of: broadcast, station: station),
                listeners: playout.listeners(at: time, to: broadcast), time: time
            ).write(into: &writer)
            try JSONParser().parse(writer.bytes) {
                try body($0, broadcast, Int(time.milliseconds / 1_000))
            }
        }
    }

    @Test(arguments: [SimulatedStation.steady, .live, .shaky])
    func `every field is there, with its type`(station: SimulatedStation) throws {
        try withStates(of: station) { np, _, _ in
            for (path, members) in Self.fields {
                let object = try #require(np.value(at: path), "\(path)")
                for (name, kind) in members {
                    let value = try #require(object[named: name], "\(path)/\(name)")
                    #expect(kind.admits(value), "\(path)/\(name)")
                }
                expect(Array(object.members).count, is: members.count, "\(path)")
            }
        }
    }

    @Test func `the start is told five seconds late, and elapsed counts from the real one`() throws
    {
        try withStates(of: .steady) { np, broadcast, now in
            let item = try #require(broadcast.current)
            let start = Int(item.startsAt.milliseconds / 1_000)
            let current = try #require(np["now_playing"])
            expect(current["played_at"]?.int, is: start + 5)
            expect(
                current["elapsed"]?.int,
                is: min(now - start, Int(item.length.milliseconds / 1_000)))
            expect(current["duration"]?.int, is: Int(item.length.milliseconds / 1_000))
            let sum = (current["elapsed"]?.int ?? 0) + (current["remaining"]?.int ?? 0)
            expect(sum, is: current["duration"]?.int)
        }
    }

    @Test func `a live show has a streamer, and tracks of unknown length`() throws {
        var shows = 0
        try withStates(of: .live) { np, broadcast, now in
            guard let show = broadcast.show else {
                expect(np.value(at: "/live/is_live")?.bool, is: false)
                expect(np.value(at: "/live/streamer_name")?.readable, is: "")
                expect(np.value(at: "/live/broadcast_start")?.isNull, is: true)
                return
            }
            shows += 1
            expect(np["is_online"]?.bool, is: true)
            expect(np.value(at: "/live/is_live")?.bool, is: true)
            expect(np.value(at: "/live/streamer_name")?.readable, is: show.streamer)
            expect(np.value(at: "/live/broadcast_start")?.int.map { $0 <= now }, is: true)
            expect(np.value(at: "/now_playing/duration")?.int, is: 0)
            expect(np.value(at: "/now_playing/remaining")?.int, is: 0)
            expect(np.value(at: "/now_playing/playlist")?.readable, is: "")
            expect(np.value(at: "/now_playing/streamer")?.readable, is: show.streamer)
            expect(np.value(at: "/now_playing/elapsed")?.int.map { 0...60 ~= $0 }, is: true)
        }
        #expect(shows > 20)
    }

    @Test func `an outage has AzuraCast's zeros, and elapsed is the Unix time`() throws {
        var outages = 0
        try withStates(of: .shaky) { np, broadcast, now in
            expect(np["is_online"]?.bool, is: broadcast.isOnline)
            guard !broadcast.isOnline else { return }
            outages += 1
            let current = try #require(np["now_playing"])
            for zero in ["sh_id", "played_at", "duration", "remaining"] {
                expect(current[named: zero]?.int, is: 0)
            }
            expect(current["elapsed"]?.int, is: now + 5)
            expect(current["playlist"]?.isNull, is: true)
            expect(current["streamer"]?.isNull, is: true)
            expect(current.value(at: "/song/id")?.readable, is: "5a6a865199cf5df73b1417326d2ff24f")
            expect(current.value(at: "/song/text")?.readable, is: "Station Offline")
            expect(np.value(at: "/listeners/current")?.int, is: 0)
            let last = try #require(broadcast.history.first)
            expect(np.value(at: "/song_history/0/sh_id")?.int, is: Int(last.number))
        }
        #expect(outages > 10)
    }

    @Test func `songs have one id for one text, which is their artist and title`() throws {
        var ids: [String: String] = [:]
        try withStates(of: .steady) { np, _, _ in
            let song = try #require(np.value(at: "/now_playing/song"))
            let artist = try #require(song["artist"]?.readable)
            let title = try #require(song["title"]?.readable)
            let text = try #require(song["text"]?.readable)
            let id = try #require(song["id"]?.readable)
            expect(text, is: "\(artist) - \(title)")
            expect(id.count, is: 32)
            #expect(ids.updateValue(id, forKey: text).map { $0 == id } != false)
        }
        expect(Set(ids.values).count, is: ids.count)
        #expect(ids.count > 10)
    }
}
