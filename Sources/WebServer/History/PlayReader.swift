import EventLoop
import History
import Support

/// Reads plays from the history's file, on a thread of its own.
final class PlayReader {
    /// What reading led to.
    typealias Outcome = Result<[UInt8], HistoryError>

    private struct Answer: Sendable {
        let number: Int
        let outcome: Outcome
    }

    /// Queries that wait; each takes some hundredths of a second.
    private static let capacity = 32

    private let file: String
    private let worker = SerialWorker("nphub-web", capacity: capacity, niceness: 5)
    private var mailbox: Mailbox<Answer>?
    private var waiting: [Int: (Outcome) -> Void] = [:]
    private var lastNumber = 0

    init(_ file: String, on loop: EventLoop) {
        self.file = file
        mailbox = loop.makeMailbox { [weak self] (answer: Answer) in
            self?.waiting.removeValue(forKey: answer.number)?(answer.outcome)
        }
    }

    /// Reads.
    ///
    /// - Returns: Whether it will; else too many wait.
    func read(_ query: PlayQuery, _ done: @escaping (Outcome) -> Void) -> Bool {
        guard let mailbox else { return false }
        lastNumber += 1
        waiting[lastNumber] = done
        let job = Job(query: query, file: file, number: lastNumber, mailbox: mailbox)
        let isRead = worker.run { job.run() }
        if !isRead { waiting[lastNumber] = nil }
        return isRead
    }
}

extension PlayReader {
    /// What one answer takes, on the worker's thread.
    private struct Job: Sendable {
        let query: PlayQuery
        let file: String
        let number: Int
        let mailbox: Mailbox<Answer>

        func run() {
            mailbox.post(Answer(number: number, outcome: outcome))
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
