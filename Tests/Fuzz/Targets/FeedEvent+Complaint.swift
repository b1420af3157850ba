import NowPlaying

@testable import Feeds

extension FeedEvent {
    /// Words about something that a server said go to logs and into states.
    private static let maximumWords = 1_000

    /// The error in an event that no machine may produce; `nil` if there is none.
    var complaint: String? {
        switch self {
        case .subscription(let station, _): station < 0 ? "it tells of no station" : nil
        case .channel: nil
        case .send(let message): message.text.isEmpty ? "it sends nothing" : nil
        case .expectHeartbeat(let period):
            period > .zero ? nil : "heartbeats are due every \(period)"
        case .rejected(let rejection):
            rejection.code.isEmpty || rejection.detail.isEmpty
                ? "a rejection without words"
                : rejection.detail.utf8.count > Self.maximumWords
                    ? "a rejection of \(rejection.detail.utf8.count) bytes" : nil
        case .disconnect(let end):
            end.reason.utf8.count > Self.maximumWords
                ? "an end with a reason of \(end.reason.utf8.count) bytes" : nil
        case .accepted, .serverClock, .report, .ready, .message: nil
        }
    }
}
