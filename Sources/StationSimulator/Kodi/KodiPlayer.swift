import JSON
import NowPlaying

/// What a Kodi tells of its player.
struct KodiPlayer: Sendable {
    let state: PlayerState

    /// What is in it; `nil` for nothing.
    var item: KodiItem? { state.item.map { KodiItem(item: $0, duration: state.duration) } }

    /// The players in use.
    var activePlayers: [UInt8] {
        guard state.item != nil else { return Array("[]".utf8) }
        return Array(
            #"[{"playerid":\#(KodiSession.playerID),"playertype":"internal","type":"audio"}]"#.utf8)
    }

    /// Of the properties asked for, those that there are.
    func properties(_ wanted: [String]) -> [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        for name in wanted {
            switch name {
            case "time": writer.time("time", state.position)
            case "totaltime": writer.time("totaltime", state.duration ?? .zero)
            case "speed": writer.member("speed", speed)
            case "type": writer.member("type", "audio")
            default: continue
            }
        }
        writer.endObject()
        return writer.bytes
    }

    /// Whole numbers; 0 while it pauses.
    private var speed: Int { state.status == .playing ? 1 : 0 }

    /// What is told unasked of a change.
    static func notifications(of change: PlayerChange) -> [[UInt8]] {
        let player = KodiPlayer(state: change.new)
        if change.isOtherEntry || change.isOtherTitle {
            guard change.new.item != nil else {
                return [KodiPlayer(state: change.old).notification("Player.OnStop")]
            }
            return ["Player.OnPlay", "Player.OnAVStart"].map { player.notification($0) }
        }
        if change.isOtherStatus {
            let isPause = change.new.status == .paused
            return [player.notification(isPause ? "Player.OnPause" : "Player.OnResume")]
        }
        return change.isSeek ? [player.notification("Player.OnSeek")] : []
    }

    private func notification(_ method: String) -> [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        writer.beginObject("data")
        if method == "Player.OnStop" { writer.member("end", true) }
        if let item = state.item {
            writer.beginObject("item")
            writer.member("id", Int(item.number.magnitude % 100_000))
            writer.member("type", "song")
            writer.endObject()
        }
        if method != "Player.OnStop" { writePlayer(method, into: &writer) }
        writer.endObject()
        writer.member("sender", "xbmc")
        writer.endObject()
        return JSONRPCDesk.notification(method, parameters: writer.bytes)
    }

    private func writePlayer(_ method: String, into writer: inout JSONWriter) {
        writer.beginObject("player")
        writer.member("playerid", KodiSession.playerID)
        if method == "Player.OnSeek" { writer.time("time", state.position) }
        writer.member("speed", speed)
        writer.endObject()
    }
}

/// What is in a Kodi's player.
struct KodiItem: Sendable {
    fileprivate let item: Broadcast.Item
    fileprivate let duration: Interval?

    /// The item, with those of the properties asked for that there are.
    func json(_ wanted: [String]) -> [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        writer.beginObject("item")
        for name in wanted {
            switch name {
            case "title": writer.member("title", item.track.title)
            case "album": writer.member("album", item.track.album)
            case "artist":
                writer.beginArray("artist")
                writer.string(item.track.artist)
                writer.endArray()
            case "duration": writer.member("duration", Int((duration?.seconds ?? 0).rounded()))
            case "thumbnail": writer.member("thumbnail", thumbnail)
            default: continue
            }
        }
        writer.member("id", Int(item.number.magnitude % 100_000))
        writer.member("label", item.track.title)
        writer.member("type", "song")
        writer.endObject()
        writer.endObject()
        return writer.bytes
    }

    /// An address within Kodi: what it stands for is escaped in it.
    private var thumbnail: String {
        "image://music%40%2fmusic%2f\(hexadecimal(stableHash(item.track.text))).flac/"
    }
}

extension JSONWriter {
    /// Writes a length in Kodi's parts.
    fileprivate mutating func time(_ name: StaticString, _ length: Interval) {
        let milliseconds = max(0, Int(length.milliseconds))
        beginObject(name)
        member("hours", milliseconds / 3_600_000)
        member("milliseconds", milliseconds % 1_000)
        member("minutes", milliseconds / 60_000 % 60)
        member("seconds", milliseconds / 1_000 % 60)
        endObject()
    }
}
