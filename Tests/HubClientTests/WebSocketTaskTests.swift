import Expectations
import Foundation
import HubClient
import Synchronization
import Testing

@testable import HubClientURLSession

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The system's WebSocket as a transport, over a task that a test plays.
struct WebSocketTaskTests {
    /// A WebSocket whose messages and end are known beforehand.
    private final class Script: MessageTask {
        private struct State {
            var calls: [String] = []
            var messages: [String?]
        }

        let status: Int?
        let closeReason: String?
        let sendError: URLError?
        private let state: Mutex<State>

        init(
            _ messages: [String?] = [], status: Int? = 101, closeReason: String? = nil,
            sendError: URLError? = nil
        ) {
            (self.status, self.closeReason, self.sendError) = (status, closeReason, sendError)
            state = Mutex(State(messages: messages))
        }

        var calls: [String] { state.withLock(\.calls) }

        func resume() { state.withLock { $0.calls.append("resume") } }

        func cancel() { state.withLock { $0.calls.append("cancel") } }

        func send(_ text: String, _ done: @escaping @Sendable ((any Error)?) -> Void) {
            state.withLock { $0.calls.append("send \(text)") }
            done(sendError)
        }

        func receive() async throws -> String? {
            let next: String?? = state.withLock {
                $0.messages.isEmpty ? nil : .some($0.messages.removeFirst())
            }
            guard let next else { throw URLError(.networkConnectionLost) }
            return next
        }
    }

    private func end(of task: Script) async -> HubClientError? {
        let channel = WebSocketTaskChannel(task, to: "wss://hub")
        do throws(HubClientError) {
            while true { _ = try await channel.receive() }
        } catch {
            return error
        }
    }

    @Test func `messages come as they are, and what is no text is left out`() async throws {
        let task = Script([nil, #"{"id":1}"#])
        let channel = WebSocketTaskChannel(task, to: "wss://hub")
        try expect(await channel.receive(), is: Array(#"{"id":1}"#.utf8))
        channel.send(Array("{}".utf8))
        channel.close()
        expect(task.calls, is: ["resume", "send {}", "cancel"])
    }

    @Test func `what cannot be sent ends the connection`() {
        let task = Script(sendError: URLError(.networkConnectionLost))
        let channel = WebSocketTaskChannel(task, to: "wss://hub")
        channel.send([])
        expect(task.calls, is: ["resume", "send ", "cancel"])
    }

    @Test func `the hub's own reason is told, else the system's`() async {
        let stalled = await end(of: Script(closeReason: "stalled"))
        expect(stalled, is: .closed(path: "wss://hub", reason: "stalled"))
        let lost = await end(of: Script())
        #expect("\(lost, default: "")".contains("wss://hub ended the connection: "))
    }

    @Test(arguments: [(401, true), (403, true), (404, false), (502, false)])
    func `a refused token is refused for good, another answer is tried again`(
        status: Int, isLasting: Bool
    ) async {
        expect(await end(of: Script(status: status))?.isLasting, is: isLasting)
    }

    @Test func `the request has the protocol and the token, and the address is told`() throws {
        let url = try #require(URL(string: "wss://hub.example/api/v1/socket"))
        let transport = URLSessionTransport(to: url, token: "secret")
        expect(transport.path, is: "wss://hub.example/api/v1/socket")
        expect(transport.request.value(forHTTPHeaderField: "Authorization"), is: "Bearer secret")
        expect(
            transport.request.value(forHTTPHeaderField: "Sec-WebSocket-Protocol"), is: "nphub.v1")
    }
}
