import Expectations
import Loop
import Glibc
import Shell
import Support
import Testing

/// Requests to web servers, and where a server sends them.
@Suite(.timeLimit(.minutes(1)))
struct HTTPFetchTests {
    /// A server that redirects from `/old` to `/new`, and answers there.
    private final class Server: HTTPServerDelegate {
        private let paths: Monitor<[String]>

        init(_ paths: Monitor<[String]>) {
            self.paths = paths
        }

        func httpRequested(_ exchange: HTTPExchange) {
            let request = exchange.request
            paths.withLock { $0.append(request.path) }
            let isOld = request.path == "/old"
            exchange.answer(
                isOld
                    ? HTTPAnswer(302, [.init("Location", "/new")])
                    : HTTPAnswer(200, body: Array("here".utf8)))
        }

        func httpUpgradeRequested(_ request: HTTPRequest) -> HTTPUpgrade {
            .refuse(HTTPAnswer(404))
        }
    }

    /// Returns the outcome of a request of `/old`, and the paths that were requested.
    private func fetch(
        _ headers: [HTTPFetch.Header]
    ) throws -> (outcome: Result<[UInt8], any Error>, paths: [String]) {
        let paths = Monitor<[String]>([])
        let loop = try EventLoop()
        let server = Server(paths)
        let listener = try loop.serveHTTP(
            on: [.address(.v4(host: "127.0.0.1", port: 0))], HTTPServerOptions(), delegate: server)
        var fetch = HTTPFetch("http://127.0.0.1:\(listener.port)/old")
        fetch.headers = headers
        let asked = fetch
        let outcome = Monitor<Result<[UInt8], any Error>?>(nil)
        let mailbox = loop.makeMailbox { (_: Int) in loop.stop() }
        let worker = SerialWorker("nphub-test", capacity: 1)
        worker.run {
            let result = Result { try asked.get() }
            outcome.withLock { $0 = result }
            mailbox.post(0)
        }
        loop.run()
        listener.close()
        return (try #require(outcome.withLock { $0 }), paths.withLock { $0 })
    }

    @Test func `a request without headers of its own goes where the server sends it`() throws {
        let (outcome, paths) = try fetch([])
        try expect(outcome.get(), is: Array("here".utf8))
        expect(paths, is: ["/old", "/new"])
    }

    @Test func `headers are not sent to where a server redirects`() throws {
        let (outcome, paths) = try fetch([HTTPFetch.Header("X-API-Key", "secret")])
        let failure = try #require(throws: HTTPFailure.self) { try outcome.get() }
        #expect(failure.description.contains("/new"))
        expect(paths, is: ["/old"])
    }
}
