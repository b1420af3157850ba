import NowPlaying
import Testing

/// The deliveries to each subscriber, drawn in time.
struct MarbleTests {
    @Test func `a burst is thinned to its first and its newest`() throws {
        try expectFanOut(interval: .steps(4)) {
            "ab-c----d---"
            "a---c---d---"
        }
    }

    @Test func `the first change after a quiet time goes out at once`() throws {
        try expectFanOut(interval: .steps(4)) {
            "a-----b----c-"
            "a-----b----c-"
        }
    }

    @Test func `a change goes and comes back within the interval and reaches no client`() throws {
        try expectFanOut(interval: .steps(4)) {
            "aba------"
            "a--------"
        }
    }

    @Test func `a suppressed repeat does not start an interval`() throws {
        try expectFanOut(interval: .steps(4)) {
            "aba---c--"
            "a-----c--"
        }
    }

    @Test func `the interval counts from the delivery and not from the change`() throws {
        try expectFanOut(interval: .steps(4)) {
            "a-b--c-----d---"
            "a---b---c---d--"
        }
    }

    @Test func `a change exactly at the end of the interval goes out at once`() throws {
        try expectFanOut(interval: .steps(4)) {
            "a---b---c---"
            "a---b---c---"
        }
    }

    @Test func `a change exactly at the end of the interval replaces the one that waited`() throws {
        try expectFanOut(interval: .steps(4)) {
            "a-b-c------"
            "a---c------"
        }
    }

    @Test func `without an interval every change goes out`() throws {
        try expectFanOut(interval: .zero) {
            "abcd-e--f"
            "abcd-e--f"
        }
    }

    @Test func `each subscriber has an interval of its own`() throws {
        try expectFanOut(interval: .steps(1)) {
            "abcdefgh----"
            "abcdefgh----"
            MarbleRow.subscriber("a-c-e-g-h---", interval: .steps(2))
            MarbleRow.subscriber("a----f----h-", interval: .steps(5))
        }
    }

    @Test func `a client that was blocked is given the newest alone once it reads again`() throws {
        try expectFanOut(interval: .zero) {
            "abcd-e-----f-"
            MarbleRow.subscriber("a-----e----f-", blocked: "-=====-------")
        }
    }

    @Test func `a client that was blocked while everything came back is given nothing`() throws {
        try expectFanOut(interval: .zero) {
            "abca-----"
            MarbleRow.subscriber("a--------", blocked: "-=====---")
        }
    }

    @Test func `a blocked reader delays no other one`() throws {
        try expectFanOut(interval: .steps(2)) {
            "abc-d----"
            "a-c-d----"
            MarbleRow.subscriber("---------", blocked: "=========")
            "a-c-d----"
        }
    }

    @Test func `an interval that ended while blocked is not begun again`() throws {
        try expectFanOut(interval: .steps(4)) {
            "ab--------c---"
            MarbleRow.subscriber("a-----b---c---", blocked: "-=====--------")
        }
    }

    @Test func `a shutdown gives out what waits without waiting longer`() throws {
        try expectFanOut(interval: .steps(6)) {
            "ab-!"
            "a--b"
        }
    }
}
