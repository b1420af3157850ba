import NowPlaying
import Support

extension HubStatus.MQTT {
    /// The connection in a line.
    var text: String {
        let parts = [
            "mqtt \(broker): \(state)"
                + (state == "connected" ? "" : reason.map { ": \($0)" } ?? ""),
            "\(topics.grouped) topics", "\(published.grouped) published",
            pending > 0 ? "\(pending.grouped) pending" : nil,
            dropped > 0 ? "\(dropped.grouped) dropped" : nil,
        ]
        return parts.compactMap(\.self).joined(separator: " · ")
    }
}
