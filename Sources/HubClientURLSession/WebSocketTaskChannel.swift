import HubClient

// Words of errors are Foundation's own: what networks with it has all of it anyway.
#if canImport(Foundation)
    import Foundation
#endif

/// A WebSocket of the system: the part of `URLSessionWebSocketTask` that is needed.
protocol MessageTask: AnyObject, Sendable {
    /// The status of the server's answer, once it has answered the request for a WebSocket.
    var status: Int? { get }
    /// The reason for which the server ended the connection, where it gave one.
    var closeReason: String? { get }

    /// Begins to connect.
    func resume()
    /// Ends the connection.
    func cancel()
    /// Sends a message, after those before it.
    func send(_ text: String, _ done: @escaping @Sendable ((any Error)?) -> Void)
    /// The next message; `nil` for one that is no text.
    func receive() async throws -> String?
}

/// A connection by such a task.
final class WebSocketTaskChannel: HubChannel {
    private let task: any MessageTask
    private let path: String

    init(_ task: any MessageTask, to path: String) {
        self.task = task
        self.path = path
        task.resume()
    }

    deinit {
        task.cancel()
    }

    /// Sends a line as a message. Where that fails, the task has failed, and says so to `receive`.
    func send(_ line: [UInt8]) {
        task.send(String(decoding: line, as: UTF8.self)) { [task] error in
            if error != nil { task.cancel() }
        }
    }

    /// The next message.
    func receive() async throws(HubClientError) -> [UInt8] {
        do {
            while true {
                if let text = try await task.receive() { return Array(text.utf8) }
            }
        } catch {
            throw problem(error)
        }
    }

    /// Ends the connection.
    func close() {
        task.cancel()
    }

    /// A hub that refuses a token will refuse it again.
    private func problem(_ error: any Error) -> HubClientError {
        switch task.status {
        case 401?: .unable("\(path): the hub does not know this token")
        case 403?:
            .unable("\(path): the hub does not allow this without a token that has the right")
        case let status? where status != 101:
            .unintelligible(path: path, problem: "it answers with HTTP \(status)")
        default: .closed(path: path, reason: task.closeReason ?? error.localizedDescription)
        }
    }
}
