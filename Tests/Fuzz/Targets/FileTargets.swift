@testable import Shell
import Feeds
import Hub
import NowPlaying

@testable import Simulator

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
        FuzzTarget(name: "script") { bytes in
            do throws(ScriptError) {
                let script = try ConversationScript(bytes)
                return script.repeated.map { $0 < script.steps.count } == false
                    ? "it repeats nothing" : Listener.complaint(of: script)
            } catch {
                let count = bytes.count { $0 == 0x0A } + 1
                return (1...count).contains(error.line) && !error.problem.isEmpty
                    ? nil : "no place or no words: \(error)"
            }
        },
    ]
}

/// A client that says what a script awaits, and more.
private struct Listener {
    static func complaint(of script: ConversationScript) -> String? {
        var conversation = Conversation(script)
        let now = Timestamp(milliseconds: 1_800_000_000_000)
        var actions = conversation.opened(at: now)
        for message in ["", "{}", "beat 7", #"{"ping":[1]}"#, #"["x",null,{"room":"r-1"}]"#] {
            actions += conversation.received(Array(message.utf8), at: now)
            actions += conversation.woken(at: now)
        }
        return actions.count > 10 * script.steps.count + 20 ? "it never rests" : nil
    }
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
