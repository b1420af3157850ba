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

/// A machine and a normaliser, made anew in each pass, that hear what a server said.
private final class Conversation: Work {
    private let recording: FeedRecording
    private let type: FeedType
    private let settings: Normaliser.Settings
    private let parser = JSONParser()
    private var events: [FeedEvent] = []
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
        var machine = type.makeMachine([recording.feed])
        var normaliser = Normaliser(settings)
        for event in recording.events {
            // Players are asked again by timers; what they answer was recorded.
            while let deadline = machine.deadline, deadline <= event.at.monotonic {
                machine.woke(at: event.at, into: &events)
                normalise(by: &normaliser)
            }
            if let message = event.message {
                machine.received(message, at: event.at, using: parser, into: &events)
            } else {
                machine.opened(at: event.at, into: &events)
            }
            normalise(by: &normaliser)
        }
    }

    private func normalise(by normaliser: inout Normaliser) {
        for event in events {
            guard case .report(_, let report) = event else { continue }
            if normaliser.normalise(report.value).track != nil { titles += 1 }
        }
        events.removeAll(keepingCapacity: true)
    }

    func complaint(after passes: Int) -> String? {
        titles > 0 && titles.isMultiple(of: passes) ? nil : "\(titles) titles were reported"
    }
}
