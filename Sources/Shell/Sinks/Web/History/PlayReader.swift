import Loop
import NowPlaying
import Support

/// Reads plays from the history's file, on a thread of its own.
final class PlayReader {
    /// The result of reading.
    typealias Outcome = Result<[UInt8], HistoryError>

    private let file: String
    private let worker = SerialWorker("nphub-web", capacity: 1, niceness: 5)
    private var mailbox: Mailbox<Outcome>?
    private var queue: QuestionQueue<Question>
    /// The one that is being read for.
    private var present: Question?

    /// A query that waits for its answer.
    private struct Question {
        let query: PlayQuery
        let isAwaited: () -> Bool
        let done: (Outcome?) -> Void
    }

    init(_ file: String, limits: Box<Limits>, on loop: EventLoop) {
        self.file = file
        queue = QuestionQueue(limits: limits)
        mailbox = loop.makeMailbox { [weak self] outcome in self?.finish(outcome) }
    }

    /// Reads.
    ///
    /// - Parameters:
    ///   - address: Where the question comes from, as far as that is known.
    ///   - isAwaited: Whether its client is still there.
    ///   - done: Takes what was read; `nil` where too many wait.
    func read(
        _ query: PlayQuery, from address: [UInt8]?, isAwaited: @escaping () -> Bool,
        done: @escaping (Outcome?) -> Void
    ) {
        let question = Question(query: query, isAwaited: isAwaited, done: done)
        let refused = queue.add(question, from: address) { $0.isAwaited() }
        refused?.done(nil)
        if present == nil { readNext() }
    }

    private func finish(_ outcome: Outcome) {
        let question = present
        present = nil
        question?.done(outcome)
        readNext()
    }

    private func readNext() {
        guard let mailbox, let question = queue.next({ $0.isAwaited() }) else { return }
        present = question
        let job = Job(query: question.query, file: file, mailbox: mailbox)
        if worker.run({ job.run() }) { return }
        present = nil
        question.done(nil)
    }
}

extension PlayReader {
    /// The work for one answer, on the worker's thread.
    private struct Job: Sendable {
        let query: PlayQuery
        let file: String
        let mailbox: Mailbox<Outcome>

        func run() {
            mailbox.post(outcome)
        }

        private var outcome: Outcome {
            do throws(HistoryError) {
                let plays = try HistoryReader(path: file).newest(
                    query.limit, of: query.station, since: query.since, until: query.until)
                return .success(plays.encoded(query))
            } catch {
                return .failure(error)
            }
        }
    }
}

extension [PlayedElement] {
    /// The body of an answer, the newest first.
    fileprivate func encoded(_ query: PlayQuery) -> [UInt8] {
        switch query.form {
        case .csv: Array<UInt8>(CSV.heading.utf8) + flatMap(\.csv)
        case .json: HubAnswers.plays(of: query.station, map { $0.json.dropLast() })
        }
    }
}
