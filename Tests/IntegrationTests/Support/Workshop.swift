import Foundation

/// A fresh folder for one test, short enough for a socket in it, and gone with it.
final class Workshop {
    let path: String

    init() throws {
        path = "/tmp/nphub-test-" + String(UInt64.random(in: .min ... .max), radix: 36)
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: false)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    /// The path of something in it.
    subscript(name: String) -> String { path + "/" + name }

    /// The path of the socket on which a test's hub listens.
    var socket: String { self["nphub.sock"] }

    /// Makes a file in it.
    ///
    /// - Returns: Its path.
    func write(_ text: String, to name: String) throws -> String {
        try Data(text.utf8).write(to: URL(fileURLWithPath: self[name]))
        return self[name]
    }
}
