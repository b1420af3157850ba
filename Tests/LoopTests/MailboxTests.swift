import Expectations
import Loop
import Testing

extension LoopTests {
    struct MailboxTests {
        @Test func `letters of many threads all arrive, those of each in order`() throws {
            let (threads, letters) = (8, 20_000)
            var next = [Int](repeating: 0, count: threads)
            var total = 0
            try runLoop { loop in
                let mailbox = loop.makeMailbox { (letter: (thread: Int, number: Int)) in
                    if letter.number == next[letter.thread] { next[letter.thread] += 1 }
                    total += 1
                    if total == threads * letters { loop.stop() }
                }
                for thread in 0..<threads {
                    onThread {
                        for number in 0..<letters { mailbox.post((thread, number)) }
                    }
                }
            }
            expect(next, is: [Int](repeating: letters, count: threads))
        }

        @Test func `letters posted in one turn arrive together, in the next`() throws {
            var log: [String] = []
            try runLoop { loop in
                let mailbox = loop.makeMailbox { (letter: Int) in
                    log.append("\(letter)")
                    loop.atEndOfTurn {
                        log.append("end")
                        if letter == 3 { loop.stop() }
                    }
                }
                for letter in 1...3 { mailbox.post(letter) }
            }
            expect(log, is: ["1", "2", "3", "end", "end", "end"])
        }

        @Test func `a letter that arrives after the loop has ended is dropped`() throws {
            var mailbox: Mailbox<Int>?
            var received: [Int] = []
            try runLoop { loop in
                mailbox = loop.makeMailbox { received.append($0) }
                loop.atEndOfTurn { loop.stop() }
            }
            mailbox?.post(1)
            #expect(received.isEmpty)
        }

        @Test func `posting while the loop ends is safe`() throws {
            for _ in 0..<50 {
                try runLoop { loop in
                    let mailbox = loop.makeMailbox { (_: Int) in loop.stop() }
                    for _ in 0..<3 {
                        onThread {
                            for letter in 0..<2_000 { mailbox.post(letter) }
                        }
                    }
                }
            }
        }
    }
}
