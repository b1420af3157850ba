import Configuration
import Feeds
import Hub

@testable import HubRuntime

extension FuzzTarget {
    /// Files that people write, and that programs may have damaged.
    static let files = [
        FuzzTarget(name: "config") { bytes in
            do throws(ConfigurationErrors) {
                let environment = OneFile(contents: bytes)
                let config = try ConfigurationFile.load(path: "/f", environment: environment)
                return config.hub.stations.isEmpty ? "a config without stations" : nil
            } catch {
                if error.errors.isEmpty { return "refused without a reason" }
                return error.errors.lazy.compactMap(\.complaint).first
            }
        },
        FuzzTarget(name: "recording") { bytes in
            var reader = RecordingReader()
            for (number, line) in bytes.split(separator: 0x0A, maxSplits: 200).enumerated() {
                do throws(RecordingError) {
                    _ = try reader.read(line)
                } catch {
                    return error.line == number + 1 ? nil : "line \(error.line) in place of it"
                }
            }
            return nil
        },
    ]
}

extension ConfigurationError {
    fileprivate var complaint: String? {
        guard !problem.isEmpty, !remedy.isEmpty else { return "a mistake without words" }
        guard let position else { return "a mistake without its place: \(problem)" }
        return position.line > 0 && position.column > 0 ? nil : "a place before the file"
    }
}

/// A machine with one file and no variables.
private struct OneFile: ConfigurationEnvironment {
    let contents: [UInt8]

    func variable(named name: String) -> String? { nil }

    func contents(ofFile path: String, limit: Int) throws(FileReadError) -> [UInt8] {
        guard path == "/f" else { throw .unreadable(reason: "No such file or directory") }
        return contents
    }
}
