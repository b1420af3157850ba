public import HubClient

#if canImport(FoundationNetworking)
    public import Foundation
    public import FoundationNetworking
#else
    public import Foundation
#endif

/// The web server of a hub, by the system's own WebSocket: for apps on Apple's systems.
///
/// On Linux it compiles, but works only where the system's libcurl has WebSockets;
/// `WebSocketTransport` is for there.
public final class URLSessionTransport: HubTransport {
    /// The hub's address, for messages.
    public var path: String { request.url?.absoluteString ?? "" }

    let request: URLRequest
    private let session: URLSession

    /// A transport without a connection.
    ///
    /// - Parameters:
    ///   - url: The address of the hub's WebSocket, such as `wss://hub.example/api/v1/socket`.
    ///   - token: The token that gives the program its rights; `nil` for the rights without one.
    ///   - session: The session that connects.
    public init(to url: URL, token: String? = nil, session: URLSession = .shared) {
        var request = URLRequest(url: url)
        request.setValue("nphub.v1", forHTTPHeaderField: "Sec-WebSocket-Protocol")
        if let token { request.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization") }
        self.request = request
        self.session = session
    }

    /// Begins to connect.
    public func connect() async throws(HubClientError) -> any HubChannel {
        let task = session.webSocketTask(with: request)
        task.maximumMessageSize = HubMessage.lengthMax
        return WebSocketTaskChannel(SystemMessageTask(task), to: path)
    }
}

/// The system's task.
private final class SystemMessageTask: MessageTask {
    private let task: URLSessionWebSocketTask

    init(_ task: URLSessionWebSocketTask) {
        self.task = task
    }

    /// The answer to the request for a WebSocket, where it was not opened.
    var status: Int? { (task.response as? HTTPURLResponse)?.statusCode }

    var closeReason: String? {
        guard let reason = task.closeReason, !reason.isEmpty else { return nil }
        return String(bytes: reason, encoding: .utf8)
    }

    func resume() { task.resume() }

    func cancel() { task.cancel(with: .goingAway, reason: nil) }

    func send(_ text: String, _ done: @escaping @Sendable ((any Error)?) -> Void) {
        task.send(.string(text), completionHandler: done)
    }

    func receive() async throws -> String? {
        if case .string(let text) = try await task.receive() { text } else { nil }
    }
}
