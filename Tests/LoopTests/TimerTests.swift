import Expectations
import Loop
import Testing

extension LoopTests {
    struct TimerTests {
        @Test func `timers fire in the order of their times, never early`() throws {
            var fired: [Int] = []
            try runLoop { loop in
                let start = milliseconds()
                return [40, 10, 25, 0].map { delay in
                    let timer = loop.makeTimer {
                        #expect(milliseconds() - start >= Double(delay))
                        fired.append(delay)
                        if fired.count == 4 { loop.stop() }
                    }
                    timer.arm(afterMilliseconds: UInt64(delay))
                    return timer
                }
            }
            expect(fired, is: [0, 10, 25, 40])
        }

        @Test func `arming again replaces; disarming and dropping silence`() throws {
            var fired: [String] = []
            try runLoop { loop in
                let moved = loop.makeTimer { fired.append("moved") }
                moved.arm(afterMilliseconds: 1)
                moved.arm(afterMilliseconds: 30)
                let disarmed = loop.makeTimer { fired.append("disarmed") }
                disarmed.arm(afterMilliseconds: 5)
                disarmed.disarm()
                var dropped: LoopTimer? = loop.makeTimer { fired.append("dropped") }
                dropped?.arm(afterMilliseconds: 5)
                dropped = nil
                let end = loop.makeTimer { loop.stop() }
                end.arm(afterMilliseconds: 60)
                return [moved, disarmed, end]
            }
            expect(fired, is: ["moved"])
        }

        @Test func `a timer can arm itself and be dropped while it fires`() throws {
            var count = 0
            try runLoop { loop in
                var timer: LoopTimer?
                timer = loop.makeTimer {
                    count += 1
                    if count < 5 {
                        timer?.arm(afterMilliseconds: 1)
                    } else {
                        timer = nil
                        loop.stop()
                    }
                }
                timer?.arm(afterMilliseconds: 1)
            }
            expect(count, is: 5)
        }

        @Test func `a timer that arms itself for the next turn leaves room for others`() throws {
            var log: [String] = []
            try runLoop { loop in
                let mailbox = loop.makeMailbox { (_: Int) in
                    log.append("letter")
                    loop.stop()
                }
                var timer: LoopTimer?
                timer = loop.makeTimer {
                    if log.count < 1_000 { log.append("timer") }
                    mailbox.post(1)
                    timer?.arm(afterMilliseconds: 0)
                }
                timer?.arm(afterMilliseconds: 0)
                return { timer = nil }
            }
            #expect(log.contains("letter"))
            #expect(log.count < 10)
        }

        @Test func `arming for ever does not fire at once`() throws {
            try runLoop { loop in
                let never = loop.makeTimer { Issue.record("fired") }
                never.arm(afterMilliseconds: .max)
                let end = loop.makeTimer { loop.stop() }
                end.arm(afterMilliseconds: 20)
                return [never, end]
            }
        }
    }
}
