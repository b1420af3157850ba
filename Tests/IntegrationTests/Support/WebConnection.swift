import Glibc
import TestSupport
import Testing

/// A connection to a hub's web server, that is open as long as this.
final class WebConnection {
    private let descriptor: Int32
    private var received: [UInt8] = []

    /// Asks the web server of a hub that has said where it is.
    init(to hub: RunningProgram, asking path: String, _ headers: [String] = []) async throws {
        let address = #/serving the web hub-address=http://127\.0\.0\.1:(\d+)/#
        try await hub.waitUntil { $0.contains(address) }
        let port = try #require(hub.messages.firstMatch(of: address).flatMap { UInt16($0.1) })
        descriptor = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        try #require(connectToLoopback(descriptor, port: port))
        let head = ["GET \(path) HTTP/1.1", "Host: 127.0.0.1"] + headers + ["", ""]
        let request = head.joined(separator: "\r\n")
        try #require(Glibc.send(descriptor, request, request.utf8.count, 0) > 0)
    }

    deinit {
        close(descriptor)
    }

    /// Waits until a text has come; gives all that has come by then.
    @discardableResult
    func waitFor(_ text: String) throws -> String {
        while true {
            let all = String(decoding: received, as: UTF8.self)
            if all.contains(text) { return all }
            var buffer = [UInt8](repeating: 0, count: 65_536)
            let count = recv(descriptor, &buffer, buffer.count, 0)
            try #require(count > 0, "the connection has ended: \(all)")
            received += buffer.prefix(count)
        }
    }
}
