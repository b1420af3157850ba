import Expectations
import Foundation
import Support
import Testing

struct SerialWorkerTests {
    private let done = Monitor<[Int]>([])

    private func note(_ number: Int) {
        done.withLock { $0.append(number) }
        done.notify()
    }

    /// A worker whose first job waits until `release`.
    private func busyWorker(_ gate: Monitor<Bool>, capacity: Int) -> SerialWorker {
        let worker = SerialWorker("test-worker", capacity: capacity)
        worker.run { [self] in
            note(0)
            _ = gate.wait { $0 ? true : nil }
        }
        _ = done.wait { $0.isEmpty ? nil : true }
        return worker
    }

    private func release(_ gate: Monitor<Bool>) {
        gate.withLock { $0 = true }
        gate.notify()
    }

    @Test func `jobs run one after another, in the order in which they came`() {
        let worker = SerialWorker("test-worker", capacity: 100)
        for number in 0..<100 { worker.run { [self] in note(number) } }
        #expect(worker.finish(by: .after(.seconds(60))))
        expect(done.withLock { $0 }, is: Array(0..<100))
    }

    @Test func `more jobs than may wait are refused, at once`() {
        let gate = Monitor(false)
        let worker = busyWorker(gate, capacity: 2)
        let taken = (1...3).map { number in worker.run { [self] in note(number) } }
        expect(taken, is: [true, true, false])
        release(gate)
        #expect(worker.finish(by: .after(.seconds(60))))
        expect(done.withLock { $0 }, is: [0, 1, 2])
    }

    @Test func `a job that does not end is waited for until the deadline, and no job follows`() {
        let gate = Monitor(false)
        let worker = busyWorker(gate, capacity: 1)
        #expect(!worker.finish(by: .after(.milliseconds(1))))
        let isTaken = worker.run { [self] in note(1) }
        #expect(!isTaken)
        release(gate)
        #expect(worker.finish(by: .after(.seconds(60))))
    }

    @Test func `a worker that is dropped still runs the jobs that it has`() {
        let gate = Monitor(false)
        var worker: SerialWorker? = busyWorker(gate, capacity: 1)
        worker?.run { [self] in note(1) }
        worker = nil
        release(gate)
        expect(done.wait(until: .after(.seconds(60))) { $0 == [0, 1] ? true : nil }, is: true)
    }

    @Test func `a job runs on a thread of the worker's name and niceness`() {
        let worker = SerialWorker("test-worker", capacity: 1, niceness: 7)
        let seen = Monitor<(name: String, niceness: Int32)?>(nil)
        worker.run {
            let name = try? String(contentsOfFile: "/proc/thread-self/comm", encoding: .utf8)
            // On Linux this asks for the calling thread's.
            let niceness = getpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0)
            seen.withLock { $0 = (name ?? "", niceness) }
        }
        #expect(worker.finish(by: .after(.seconds(60))))
        expect(seen.withLock { $0?.name }, is: "test-worker\n")
        #expect(seen.withLock { $0?.niceness } ?? 0 >= 7)
    }
}
