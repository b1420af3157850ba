import Expectations
import NowPlaying
import Shell
import Testing

/// One hook's runs, in virtual time.
private struct Course {
    var runs: NewestRuns<String>
    var now = Instant(milliseconds: 0)
    /// The runs under way, by their jobs.
    var running: [String: Int] = [:]
    var log: [String] = []

    init(_ limits: RunLimits = RunLimits(), seed: UInt64 = 1) {
        runs = NewestRuns(limits, seed: seed)
    }

    mutating func offer(_ job: String, of owner: String = "a", kind: String = "") {
        runs.offer(job, of: owner, kind: kind)
        advance()
    }

    mutating func advance(room: Int = 32) {
        var actions: [RunAction<String>] = []
        var room = room
        runs.advance(at: now, room: &room, into: &actions)
        note(actions)
    }

    mutating func end(_ job: String, _ outcome: RunOutcome = .succeeded) {
        var actions: [RunAction<String>] = []
        guard let number = running.removeValue(forKey: job) else { return log.append("no \(job)") }
        runs.ended(number, outcome, at: now, into: &actions)
        note(actions)
        advance()
    }

    mutating func wait(_ time: Interval) {
        let end = now + time
        while let deadline = runs.nextDeadline, deadline <= end {
            now = max(now, deadline)
            advance()
        }
        now = end
        advance()
    }

    private mutating func note(_ actions: [RunAction<String>]) {
        for action in actions {
            switch action {
            case .start(let number, let job):
                running[job] = number
                log.append("start \(job)")
            case .abort(let number):
                log.append("abort \(running.first { $0.value == number }?.key ?? "?")")
            case .failing(let owner, let reason): log.append("failing \(owner): \(reason)")
            case .recovered(let failures, _): log.append("recovered after \(failures)")
            }
        }
    }
}

extension RunOutcome {
    fileprivate static let broken = RunOutcome.failed(RunFailure("broken"))
}

struct NewestRunsTests {
    @Test func `of the jobs that wait for a run to end, the newest is next`() {
        var course = Course()
        for job in ["one", "two", "three"] { course.offer(job) }
        expect(course.log, is: ["start one"])
        course.end("one")
        course.end("three")
        expect(course.log, is: ["start one", "start three"])
        expect(course.runs.counts.replaced, is: 1)
        expect(course.runs.waitingCount, is: 0)
    }

    @Test func `jobs of different kinds do not replace each other, and come in order`() {
        var course = Course()
        course.offer("t1", kind: "track")
        course.offer("t2", kind: "track")
        course.offer("c1", kind: "connection")
        course.end("t1")
        course.end("t2")
        course.end("c1")
        expect(course.log, is: ["start t1", "start t2", "start c1"])
    }

    @Test func `an owner does not wait for another one, but for room`() {
        var limits = RunLimits()
        limits.atOnce = 2
        var course = Course(limits)
        for owner in ["a", "b", "c"] { course.offer("of \(owner)", of: owner) }
        expect(course.log, is: ["start of a", "start of b"])
        course.end("of a")
        expect(course.log.last, is: "start of c")
    }

    @Test func `a run that takes too long is ended, and its end is waited for`() {
        var course = Course()
        course.offer("slow")
        course.wait(.seconds(29))
        expect(course.log, is: ["start slow"])
        course.wait(.seconds(1))
        course.wait(.seconds(100))
        expect(course.log, is: ["start slow", "abort slow"])
        course.end("slow", .failed(RunFailure("by signal 15")))
        expect(course.log.last, is: "failing a: it took longer than 30s")
    }

    @Test func `a job that fails is tried again so many times, with growing pauses`() {
        var course = Course()
        course.offer("job")
        var starts: [Instant] = []
        while !course.running.isEmpty, starts.count < 20 {
            starts.append(course.now)
            course.end("job", .broken)
            course.wait(.seconds(400))
        }
        expect(starts.count, is: 5)
        let counts = course.runs.counts
        expect([counts.runs, counts.failures, counts.abandoned], is: [5, 5, 1])
        // The outage is one line, whatever the number of failures.
        expect(course.log.filter { $0.hasPrefix("failing") }, is: ["failing a: broken"])
        course.offer("next")
        course.end("next")
        expect(course.log.last, is: "recovered after 5")
    }

    @Test(arguments: 1...20) func `pauses have jitter and a bound`(seed: UInt64) {
        var limits = RunLimits()
        limits.attempts = 10
        var course = Course(limits, seed: seed)
        course.offer("job")
        for attempt in 0..<9 {
            course.end("job", .broken)
            let deadline = course.runs.nextDeadline ?? .never
            let pause = deadline - course.now
            #expect(pause >= .seconds(1) && pause <= .seconds(min(300, 1 + (1 << attempt))))
            course.wait(.seconds(301))
        }
    }

    @Test func `a newer job takes the place of one that failed, after the same pause`() {
        var course = Course()
        course.offer("old")
        course.offer("new")
        course.end("old", .broken)
        expect(course.log, is: ["start old", "failing a: broken"])
        course.wait(.seconds(3))
        expect(course.log.last, is: "start new")
        expect(course.runs.counts.abandoned, is: 0)
    }

    @Test func `a failure that stays is not tried again, and a server's pause is kept`() {
        var course = Course()
        var failure = RunFailure("401")
        failure.canBeRetried = false
        course.offer("job")
        course.end("job", .failed(failure))
        course.wait(.seconds(600))
        expect(course.log.count, is: 2)
        failure.canBeRetried = true
        failure.pause = .seconds(900)
        course.offer("other")
        course.end("other", .failed(failure))
        course.wait(.seconds(899))
        expect(course.running.isEmpty, is: true)
        course.wait(.seconds(1))
        expect(course.running.keys.sorted(), is: ["other"])
    }

    @Test func `an owner that is gone is forgotten with its outage`() {
        var course = Course()
        course.offer("job")
        course.end("job", .broken)
        var actions: [RunAction<String>] = []
        course.runs.remove("a", at: course.now, into: &actions)
        expect(actions.count, is: 1)
        expect(course.runs.waitingCount, is: 0)
        #expect(course.runs.outage == nil)
        course.wait(.seconds(600))
        expect(course.log, is: ["start job", "failing a: broken"])
    }

    @Test func `where all owners fail, one is tried at a time, until one succeeds`() {
        var course = Course()
        for owner in 0..<1_000 { course.offer("\(owner)", of: "\(owner)") }
        var attempts = 0
        let end = course.now + .seconds(600)
        while course.now < end {
            for job in course.running.keys.sorted() {
                attempts += 1
                course.end(job, .broken)
            }
            course.wait(.milliseconds(500))
        }
        // Sixteen at once, then after pauses of half a minute at most.
        #expect(attempts > 16 + 600 / 31 && attempts < 120, "\(attempts)")
        course.wait(.seconds(30))
        for job in course.running.keys.sorted() { course.end(job) }
        expect(course.running.count, is: 4)
    }

    @Test func `many owners that fail at once are all tried again, a few at a time`() {
        var course = Course()
        let owners = (0..<1_000).map { "s\($0)" }
        for owner in owners { course.offer(owner, of: owner) }
        var attempts = 0
        while attempts < 5_000, !course.running.isEmpty {
            #expect(course.running.count <= 4)
            let failed = course.running.keys.sorted()
            attempts += failed.count
            for job in failed { course.end(job, .broken) }
            if course.running.isEmpty { course.wait(.seconds(301)) }
        }
        expect(attempts, is: 5_000)
        expect(course.runs.counts.abandoned, is: 1_000)
    }
}
