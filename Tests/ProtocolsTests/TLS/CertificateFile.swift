import Foundation
import Protocols

/// A certificate in a file of its own, as `TLSSettings.ca` wants it; removed with the value.
final class CertificateFile {
    let path: String

    init(_ text: String) throws {
        path = NSTemporaryDirectory() + "authorities-\(UUID().uuidString).pem"
        try text.write(toFile: path, atomically: true, encoding: .utf8)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }
}
