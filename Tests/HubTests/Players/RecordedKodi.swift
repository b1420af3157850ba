import FanOut
import Feeds
import Foundation
import Hub
import JSON
import NowPlaying
import TestSupport
import Testing

@testable import Stations

/// A real Kodi, as it was recorded: what it told unasked and when, and what it would have answered
/// at each moment, since it was asked all the time.
struct RecordedKodi {
    /// The position of one of its players at a moment.
    struct Sample {
        let time: Double
        let position: Double
        let length: Double
        let speed: Double
    }

    /// Seconds after the start of the recording, with what happened then.
    private(set) var notifications: [(time: Double, text: String)] = []
    /// The commands that it was given, with their times.
    private(set) var notes: [(time: Double, text: String)] = []
    private var active: [(time: Double, players: Tree)] = []
    private var items: [Int: [(time: Double, item: Tree)]] = [:]
    private var samples: [Int: [Sample]] = [:]

    /// The recording with this name in the folder beside this file.
    init(_ name: String) throws {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        let data = try Data(contentsOf: folder.appending(path: "Sessions/\(name).jsonl"))
        for line in Array(data).split(separator: UInt8(ascii: "\n")) {
            let row = try Tree(Array(line))
            try add(row, at: try #require(row["t"]?.number))
        }
    }

    private mutating func add(_ row: Tree, at time: Double) throws {
        if let note = row["note"]?.string {
            notes.append((time, note))
        } else if let method = row["method"]?.string, let parameters = row["params"] {
            let text = #"{"jsonrpc":"2.0","method":"\#(method)","params":\#(parameters.json)}"#
            notifications.append((time, text))
        } else if let players = row["active"] {
            active.append((time, players))
        } else if let player = row["player"]?.int, let item = row["item"] {
            items[player, default: []].append((time, item))
        } else if let player = row["player"]?.int {
            let parts = try #require(row["stands"]).elements.compactMap(\.number)
            samples[player, default: []].append(
                Sample(time: time, position: parts[0], length: parts[1], speed: parts[2]))
        }
    }

    /// The time of the recording's end.
    var end: Double { notifications.last?.time ?? 0 }

    /// Returns the item that plays in a player; `nil` while the player is not in use.
    func item(of player: Int, at time: Double) -> Tree? {
        guard isActive(player, at: time) else { return nil }
        return items[player]?.last { $0.time <= time }?.item
    }

    /// Returns the position of a player. Between two answers it is interpolated, unless the player
    /// jumped.
    func sample(of player: Int, at time: Double) -> Sample? {
        guard isActive(player, at: time), let all = samples[player],
            let place = all.lastIndex(where: { $0.time <= time })
        else { return nil }
        let (before, after) = (all[place], all[min(place + 1, all.count - 1)])
        let moved = after.position - before.position
        let isSteady =
            abs(moved - (after.time - before.time) * before.speed) < 0.15
            && before.length == after.length && before.speed == after.speed
        guard isSteady else { return before }
        return Sample(
            time: time, position: before.position + (time - before.time) * before.speed,
            length: before.length, speed: before.speed)
    }

    private func isActive(_ player: Int, at time: Double) -> Bool {
        let players = active.last { $0.time <= time }?.players.elements ?? []
        let type = ["audio", "video"][player]
        return players.contains { $0["playerid"]?.int == player && $0["type"]?.string == type }
    }

    /// Returns its answer to a request.
    func answer(to request: Tree, at time: Double) throws -> String {
        let id = try #require(request["id"]?.int)
        let player = request["params"]?["playerid"]?.int
        let result: String?
        switch request["method"]?.string {
        case "Player.GetActivePlayers":
            result = active.last { $0.time <= time }?.players.json ?? "[]"
        case "Player.GetItem":
            result = player.flatMap { item(of: $0, at: time) }.map { #"{"item":\#($0.json)}"# }
        case "Player.GetProperties":
            result = player.flatMap { sample(of: $0, at: time) }.map(Self.properties)
        default: result = nil
        }
        let refusal = #""error":{"code":-32100,"message":"Failed to execute method."}"#
        let answer = result.map { #""result":\#($0)"# } ?? refusal
        return #"{"id":\#(id),"jsonrpc":"2.0",\#(answer)}"#
    }

    private static func properties(_ sample: Sample) -> String {
        let parts = [sample.position, sample.length].map { length in
            let sign = length < 0 ? -1 : 1
            let milliseconds = Int((abs(length) * 1_000).rounded())
            return #"{"hours":0,"milliseconds":\#(sign * (milliseconds % 1_000)),"#
                + #""minutes":\#(sign * (milliseconds / 60_000)),"#
                + #""seconds":\#(sign * (milliseconds / 1_000 % 60))}"#
        }
        return #"{"speed":\#(Int(sample.speed)),"time":\#(parts[0]),"totaltime":\#(parts[1])}"#
    }
}

/// A hub that is connected to a recorded Kodi, in virtual time.
final class KodiHub {
    private let world: World
    private let wire: Wire
    private let kodi: RecordedKodi
    private let link = LinkID(number: 1)
    private let client: ClientID
    /// All that the hub has published, the newest last.
    private(set) var states: [ShownPlayer] = []
    private var told = 0
    private var answers: [(time: Double, text: String)] = []

    /// Questions and answers take so long together.
    private static let travel = 0.045

    init(_ kodi: RecordedKodi, player: Int) throws {
        self.kodi = kodi
        var feed = Feed(type: "kodi", url: "ws://kodi.example:9090/jsonrpc")
        for (name, value) in [
            ("host", "kodi.example"), ("player", "\(player)"), ("webPort", "8080"),
        ] {
            feed.settings[name] = .text(value)
        }
        world = try .dialling(
            HubConfiguration(stations: [StationConfiguration(id: "one", feed: feed)]))
        wire = Wire(world)
        client = world.connect()
        try world.call("subscribe", #"{"view":"nowPlaying","minInterval":0}"#, as: client)
        try wire.open(link)
    }

    /// Seconds since the start of the recording.
    var now: Double { (world.now.monotonic - Moment.start.monotonic).seconds }

    /// The state that the hub publishes.
    var state: ShownPlayer? { states.last }

    /// Lets time pass, with all that Kodi tells and answers meanwhile.
    func run(to time: Double) throws {
        while true {
            try listen()
            let told = told < kodi.notifications.count ? kodi.notifications[told] : nil
            let answer = answers.first
            let next = [told?.time, answer?.time].compactMap { $0 }.min() ?? .infinity
            // In small steps: the hub's own questions must be heard in between. Time has whole
            // milliseconds.
            let step = min(next, time, now + 0.01) + 0.0005
            world.run(until: .at(max(step, now)))
            states += try world.updates(client).compactMap(\.document).compactMap(ShownPlayer.init)
            let now = now + 0.001
            if let answer, answer.time <= now {
                answers.removeFirst()
                wire.push(answer.text, on: link)
            } else if let told, told.time <= now {
                self.told += 1
                wire.push(told.text, on: link)
            } else if now >= time {
                return
            }
        }
    }

    private func listen() throws {
        for frame in wire.frames(from: link) {
            let text = try #require(frame.text)
            let time = now + Self.travel
            answers.append((time, try kodi.answer(to: Tree(Array(text.utf8)), at: time)))
        }
    }
}

/// The state of a player in a record.
struct ShownPlayer {
    let state: String?
    let title: String?
    let artist: String?
    let duration: Double?
    private let elapsed: Double?
    private let asOf: Double?
    private let rate: Double

    init?(_ document: Tree) {
        state = document["playback"]?["state"]?.string
        title = document["track"]?["title"]?.string
        artist = document["track"]?["artist"]?.string
        duration = document["playback"]?["duration"]?.number
        elapsed = document["playback"]?["elapsed"]?.number
        asOf = document["playback"]?["asOf"]?.number
        rate = document["playback"]?["rate"]?.number ?? 0
    }

    /// The position so many seconds after the start.
    func position(at time: Double) -> Double? {
        guard let elapsed, let asOf else { return nil }
        let position = elapsed + rate * (Timestamp.at(time).seconds - asOf)
        return max(0, min(position, duration ?? .infinity))
    }
}
