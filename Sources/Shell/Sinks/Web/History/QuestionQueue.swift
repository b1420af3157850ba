package import NowPlaying

/// Questions that wait for their turn, a few of each address.
///
/// A client that has ended its direction may have left, or may only have nothing more to say: such
/// a question waits for all others, and gives its place to one that would find none.
package struct QuestionQueue<Question> {
    private let limits: Box<Limits>
    private var waiting: [(address: [UInt8]?, question: Question)] = []

    /// A queue in which none waits.
    package init(limits: Box<Limits>) {
        self.limits = limits
    }

    /// Adds a question.
    ///
    /// - Parameter isAwaited: Whether the client of a question is still there.
    /// - Returns: The one for which there is no place: this one, or one whose client has left.
    package mutating func add(
        _ question: Question, from address: [UInt8]?, _ isAwaited: (Question) -> Bool
    ) -> Question? {
        let own = waiting.indices.filter { address != nil && waiting[$0].address == address }
        let isFull = waiting.count >= limits.historyQuestions
        let rivals = own.count >= limits.historyQuestionsByAddress ? own : Array(waiting.indices)
        if own.count >= limits.historyQuestionsByAddress || isFull {
            let left = rivals.first { !isAwaited(waiting[$0].question) }
            guard let left else { return question }
            defer { waiting.append((address, question)) }
            return waiting.remove(at: left).question
        }
        waiting.append((address, question))
        return nil
    }

    /// Takes the next question out.
    package mutating func next(_ isAwaited: (Question) -> Bool) -> Question? {
        guard !waiting.isEmpty else { return nil }
        let place = waiting.firstIndex { isAwaited($0.question) } ?? 0
        return waiting.remove(at: place).question
    }
}
