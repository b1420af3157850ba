import Expectations
import Foundation
import Support
import Testing

struct MonitorTests {
    @Test func `a thread that waits gets the state that another one made`() {
        let monitor = Monitor(0)
        Thread.detachNewThread {
            for _ in 1...3 {
                monitor.withLock { $0 += 1 }
                monitor.notify()
            }
        }
        expect(monitor.wait { $0 == 3 ? "three" : nil }, is: "three")
    }

    @Test func `a wait for what does not come ends with its deadline, not before`() {
        let monitor = Monitor(0)
        let deadline = Deadline.after(.milliseconds(20))
        let started = SuspendingClock.now
        expect(monitor.wait(until: deadline) { $0 > 0 ? $0 : nil }, is: nil)
        #expect(SuspendingClock.now - started >= .milliseconds(19))
        expect(deadline.timeLeft, is: .zero)
    }

    @Test func `a deadline in the past lets a wait look once`() {
        let monitor = Monitor(7)
        expect(monitor.wait(until: .after(.seconds(-5))) { $0 }, is: 7)
        expect(monitor.wait(until: .after(.zero)) { $0 > 7 ? $0 : nil }, is: nil)
    }

    @Test func `no duration is too long for a deadline`() {
        for duration in [Duration.seconds(Int64.max), .seconds(1e18), .seconds(3_600)] {
            #expect(Deadline.after(duration).timeLeft > .seconds(3_599))
        }
    }
}
