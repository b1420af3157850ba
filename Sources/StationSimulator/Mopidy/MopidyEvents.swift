import JSON
import NowPlaying

/// What Mopidy tells unasked of a change.
struct MopidyEvents: Sendable {
    let change: PlayerChange
    let station: SimulatedStation

    /// The events, in the order in which they come.
    var messages: [[UInt8]] {
        var messages: [[UInt8]] = []
        if change.isOtherEntry {
            messages += tell(of: change.old, "track_playback_ended")
            messages += stateChange
            messages += tell(of: change.new, "track_playback_started")
        } else if change.isOtherStatus {
            let isPause = change.new.status == .paused
            messages += stateChange
            messages += tell(
                of: change.new, isPause ? "track_playback_paused" : "track_playback_resumed")
        } else if change.isSeek {
            messages.append(
                Self.event("seeked") {
                    $0.member("time_position", Int(change.new.position.milliseconds))
                })
        }
        if change.isOtherTitle || change.isOtherEntry, let title = newStreamTitle {
            messages.append(Self.event("stream_title_changed") { $0.member("title", title) })
        }
        return messages
    }

    /// Mopidy's word for a status.
    static func word(for status: PlayerState.Status) -> String {
        switch status {
        case .playing: "playing"
        case .paused: "paused"
        case .stopped: "stopped"
        }
    }

    private var newStreamTitle: String? {
        MopidyEntry(state: change.new, station: station)?.streamTitle
    }

    private var stateChange: [[UInt8]] {
        guard change.isOtherStatus else { return [] }
        return [
            Self.event("playback_state_changed") {
                $0.member("old_state", Self.word(for: change.old.status))
                $0.member("new_state", Self.word(for: change.new.status))
            }
        ]
    }

    /// The documentation says `track`; what is sent is `tl_track`.
    private func tell(of state: PlayerState, _ name: String) -> [[UInt8]] {
        guard let entry = MopidyEntry(state: state, station: station) else { return [] }
        let isStart = name == "track_playback_started"
        let position =
            isStart
            ? nil
            : name == "track_playback_ended"
                ? state.position(at: change.new.time) : state.position
        return [
            Self.event(name) {
                $0.member("tl_track", raw: entry.json)
                $0.member("time_position", position.map { Int($0.milliseconds) })
            }
        ]
    }

    private static func event(_ name: String, _ body: (inout JSONWriter) -> Void) -> [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        writer.member("event", name)
        body(&writer)
        writer.endObject()
        return writer.bytes
    }
}
