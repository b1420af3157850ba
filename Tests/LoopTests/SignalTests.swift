import Expectations
import Loop
import Glibc
import Testing

extension LoopTests {
    struct SignalTests {
        @Test func `a signal is heard on the loop's thread, though it was blocked`() throws {
            var heard = 0
            try runLoop { loop in
                var set = sigset_t()
                sigemptyset(&set)
                sigaddset(&set, SIGUSR1)
                pthread_sigmask(SIG_BLOCK, &set, nil)
                let thread = pthread_self()
                try loop.onSignal(SIGUSR1) {
                    #expect(pthread_equal(thread, pthread_self()) != 0)
                    heard += 1
                    loop.stop()
                }
                loop.atEndOfTurn { _ = pthread_kill(pthread_self(), SIGUSR1) }
            }
            expect(heard, is: 1)
        }

        @Test func `a signal that cannot be watched is an error`() throws {
            try runLoop { loop in
                #expect(throws: EventLoopError.self) {
                    try loop.onSignal(SIGKILL) {}
                }
                loop.atEndOfTurn { loop.stop() }
            }
        }
    }
}
