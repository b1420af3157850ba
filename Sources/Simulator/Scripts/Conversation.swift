import NowPlaying

/// One client's conversation by a script.
struct Conversation: Sendable {
    private let script: ConversationScript
    private var next = 0
    private var isResting = false
    private var answers: [(pattern: MessagePattern, message: ScriptedMessage)] = []
    /// The client's messages that no step has waited for yet.
    private var unread: [[UInt8]] = []
    /// JSON by the names under which steps kept it.
    private var values: [String: String] = [:]

    /// The largest number of unread messages; beyond it the oldest is dropped.
    private static let unreadMax = 64

    /// A conversation that has not begun.
    init(_ script: ConversationScript) {
        self.script = script
    }

    /// The connection is open.
    mutating func opened(at now: Timestamp) -> [ConnectionAction] {
        proceed(at: now)
    }

    /// A message came.
    mutating func received(_ message: [UInt8], at now: Timestamp) -> [ConnectionAction] {
        if !isResting, case .expect(let pattern) = script.steps[safely: next],
            keep(pattern.values(in: message))
        {
            next += 1
            return proceed(at: now)
        }
        for answer in answers.reversed() where keep(answer.pattern.values(in: message)) {
            return [.send(answer.message.filled(with: values, at: now))]
        }
        if unread.count == Self.unreadMax { unread.removeFirst() }
        unread.append(message)
        return []
    }

    /// The time of the last `wake` has come.
    mutating func woken(at now: Timestamp) -> [ConnectionAction] {
        isResting = false
        return proceed(at: now)
    }

    /// Takes steps until one must wait.
    private mutating func proceed(at now: Timestamp) -> [ConnectionAction] {
        var actions: [ConnectionAction] = []
        while !isResting, let step = script.steps[safely: next] {
            switch step {
            case .expect(let pattern): guard read(pattern) else { return actions }
            case .send(let message): actions.append(.send(message.filled(with: values, at: now)))
            case .after(let pause):
                isResting = true
                actions.append(.wake(after: pause))
            case .answer(let pattern, let message):
                answers.removeAll { $0.pattern == pattern }
                answers.append((pattern, message))
            }
            next += 1
            if next == script.steps.count { next = script.repeated ?? next }
        }
        return actions
    }

    /// - Returns: True if an earlier message matches.
    private mutating func read(_ pattern: MessagePattern) -> Bool {
        guard let place = unread.firstIndex(where: { pattern.values(in: $0) != nil }) else {
            return false
        }
        return keep(pattern.values(in: unread.remove(at: place)))
    }

    /// - Returns: True if the pattern matched.
    private mutating func keep(_ found: [String: String]?) -> Bool {
        guard let found else { return false }
        values.merge(found) { $1 }
        return true
    }
}

extension Array {
    /// The element at an index; `nil` behind the last.
    fileprivate subscript(safely index: Int) -> Element? {
        indices.contains(index) ? self[index] : nil
    }
}
