import Feeds
import JSON
import NowPlaying

extension Benchmark {
    /// A whole conversation of each feed type, from connecting on: parsed, read and normalised.
    static let feeds = FeedRecording.files.map { file in
        Benchmark(name: "feed/\(file.type)", passes: 8) {
            try Conversation(FeedRecording(of: file.type, path: file.path))
        }
    }
}

/// A session and a normaliser, made anew in each pass, that hear what a server said.
private final class Conversation: Work {
    private let recording: FeedRecording
    private let type: FeedType
    private let settings: Normaliser.Settings
    private let parser = JSONParser()
    private var actions: [FeedAction] = []
    private var titles = 0

    init(_ recording: FeedRecording) throws {
        guard let type = FeedType.of(recording.feed) else {
            throw FeedRecording.Mistake(problem: "no feed type \(recording.feed.type)")
        }
        self.recording = recording
        self.type = type
        var settings = Normaliser.Settings()
        settings.splitting = type.splitting
        settings.baseURL = type.artworkBase ?? recording.feed.url
        self.settings = settings
    }

    func pass(_ number: Int) {
        var session = type.makeSession([recording.feed])
        var normaliser = Normaliser(settings)
        for event in recording.events {
            // Players are asked again by timers; what they answer was recorded.
            while let deadline = session.deadline, deadline <= event.at.monotonic {
                session.woke(at: event.at, into: &actions)
                normalise(by: &normaliser)
            }
            if let message = event.message {
                session.received(message, at: event.at, using: parser, into: &actions)
            } else {
                session.opened(at: event.at, into: &actions)
            }
            normalise(by: &normaliser)
        }
    }

    private func normalise(by normaliser: inout Normaliser) {
        for action in actions {
            guard case .report(_, let report) = action else { continue }
            if normaliser.normalise(report.value).track != nil { titles += 1 }
        }
        actions.removeAll(keepingCapacity: true)
    }

    func complaint(after passes: Int) -> String? {
        titles > 0 && titles.isMultiple(of: passes) ? nil : "\(titles) titles were reported"
    }
}
