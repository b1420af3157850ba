import HubClient
import NowPlaying

/// A hub that a test plays: it answers what is asked of it, and says what the test wants.
actor ScriptedHub: HubTransport {
    /// A connection to it.
    final class Channel: HubChannel {
        private let hub: ScriptedHub
        private let messages: AsyncThrowingStream<[UInt8], any Error>
        let feed: AsyncThrowingStream<[UInt8], any Error>.Continuation
        private let lines: AsyncStream<[UInt8]>.Continuation

        init(to hub: ScriptedHub) {
            self.hub = hub
            (messages, feed) = AsyncThrowingStream.makeStream()
            let (asked, lines) = AsyncStream<[UInt8]>.makeStream()
            self.lines = lines
            Task { [feed] in
                for await line in asked { await hub.take(line, answering: feed) }
            }
        }

        func send(_ line: [UInt8]) { lines.yield(line) }

        func receive() async throws(HubClientError) -> [UInt8] {
            do {
                for try await message in messages { return message }
            } catch {
                throw (error as? HubClientError) ?? .closed(path: hub.path, reason: "\(error)")
            }
            throw .closed(path: hub.path, reason: nil)
        }

        func close() {
            feed.finish()
            Task { [hub] in await hub.noteEnd(of: self) }
        }
    }

    nonisolated let path = "scripted"
    private(set) var requests: [JSONTree] = []
    private(set) var connections = 0
    private(set) var open: [Channel] = []
    /// The errors with which the next attempts to connect fail.
    private var failures: [HubClientError] = []
    private var refused: Set<String> = []
    private var subscriptions = 0

    func connect() async throws(HubClientError) -> any HubChannel {
        connections += 1
        if !failures.isEmpty { throw failures.removeFirst() }
        let channel = Channel(to: self)
        open.append(channel)
        return channel
    }

    /// Has the next attempts fail.
    func fail(_ failures: [HubClientError]) { self.failures = failures }

    /// Has it refuse this method for good.
    func refuse(_ method: String) { refused.insert(method) }

    /// Says a line on every connection.
    func say(_ line: String) {
        for channel in open { channel.feed.yield(Array(line.utf8)) }
    }

    /// Ends every connection.
    func hangUp() {
        for channel in open { channel.feed.finish() }
        open = []
    }

    /// The methods that were called, in their order.
    var methods: [String] { requests.compactMap { $0["method"]?.string } }

    fileprivate func noteEnd(of channel: Channel) { open.removeAll { $0 === channel } }

    fileprivate func take(
        _ line: [UInt8], answering feed: AsyncThrowingStream<[UInt8], any Error>.Continuation
    ) {
        guard let request = JSONTree(line), let id = request["id"]?.int else { return }
        requests.append(request)
        let method = request["method"]?.string ?? ""
        if refused.contains(method) {
            let answer = #"{"id":\#(id),"error":{"code":-32003,"message":"No right"}}"#
            feed.yield(Array(answer.utf8))
            return
        }
        for line in answers(to: method, id) { feed.yield(Array(line.utf8)) }
    }

    private func answers(to method: String, _ id: Int) -> [String] {
        switch method {
        case "hello": return [#"{"id":\#(id),"result":{"time":1700000000}}"#]
        case "subscribe":
            subscriptions += 1
            return [
                #"{"id":\#(id),"result":{"subscription":\#(subscriptions),"epoch":"a"}}"#,
                update("\(subscriptions)"),
                #"{"method":"synced","params":{"subscription":\#(subscriptions),"resume":1}}"#,
            ]
        default: return [#"{"id":\#(id),"result":{"revision":4,"then":"pop"}}"#]
        }
    }

    /// An update of the last subscription.
    func update(_ line: String, of station: String = "one") -> String {
        #"{"method":"update","params":{"subscription":\#(subscriptions),"sequence":1,"resume":1,"#
            + #""record":{"view":"line","epoch":"a","revision":1,"station":"\#(station)","#
            + #""line":"\#(line)"}}}"#
    }
}
