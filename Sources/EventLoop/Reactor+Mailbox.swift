internal import CLibwebsockets
import Support

extension Reactor {
    /// Makes a mailbox and hangs its bell into the loop, to be taken away before the loop ends.
    func makeMailbox<Letter: Sendable>(_ receive: @escaping (Letter) -> Void) -> Mailbox<Letter> {
        let mailbox = Mailbox<Letter>()
        let made = LoopHandle.make(uv_async_t.self, on: self) { [unowned mailbox] _, _ in
            for letter in mailbox.fetch() {
                receive(letter)
            }
        } start: {
            uv_async_init($0, $1) { LoopHandle.happened($0) }
        }
        guard let bell = made.handle?.pointer(as: uv_async_t.self) else {
            crash("the loop has made its own bell, after which no other can fail")
        }
        mailbox.setBell(Bell(bell))
        farewells.append { mailbox.setBell(nil) }
        return mailbox
    }
}
