import Expectations
import Loop
import Testing

extension LoopTests {
    struct TurnTests {
        @Test func `works run once, in order, before the loop sleeps`() throws {
            var log: [String] = []
            try runLoop { loop in
                let timer = loop.makeTimer {
                    loop.atEndOfTurn { log.append("first") }
                    loop.atEndOfTurn {
                        log.append("second")
                        loop.stop()
                    }
                    log.append("timer")
                }
                timer.arm(afterMilliseconds: 1)
                return timer
            }
            expect(log, is: ["timer", "first", "second"])
        }

        @Test func `a work that asks for another gets the next turn, which does not wait`() throws {
            var turns = 0
            try runLoop(withinMilliseconds: 2_000) { loop in
                func next() {
                    turns += 1
                    if turns == 100 { loop.stop() } else { loop.atEndOfTurn(next) }
                }
                loop.atEndOfTurn(next)
            }
            expect(turns, is: 100)
        }

        @Test func `works see all timers that were due together`() throws {
            var log: [String] = []
            try runLoop { loop in
                ["a", "b"].map { name in
                    let timer = loop.makeTimer {
                        log.append(name)
                        loop.atEndOfTurn {
                            log.append("end of \(name)")
                            loop.stop()
                        }
                    }
                    timer.arm(afterMilliseconds: 5)
                    return timer
                }
            }
            expect(log, is: ["a", "b", "end of a", "end of b"])
        }

        @Test func `what was asked for before stop is still done`() throws {
            var isDone = false
            try runLoop { loop in
                let timer = loop.makeTimer {
                    loop.stop()
                    loop.atEndOfTurn { isDone = true }
                }
                timer.arm(afterMilliseconds: 0)
                return timer
            }
            #expect(isDone)
        }
    }
}
