import ArgumentParser
import Glibc
import HubClient
import Shell

/// Turns failures into a sentence on stderr and an exit code, in one place.
enum ProgramExit {
    /// Runs a command's work.
    ///
    /// - Parameter write: Writes the sentence.
    static func reporting(
        by write: (String) -> Void = StandardError.write, _ work: () throws -> Void
    ) throws {
        do {
            try work()
        } catch let failure as ProgramFailure {
            write("nphub: \(failure)\n")
            throw ExitCode(failure.code.rawValue)
        } catch let error as HubClientError {
            let failure = ProgramFailure(error)
            write("nphub: \(failure)\n")
            throw ExitCode(failure.code.rawValue)
        } catch let placed as PlacedFailure {
            // Editors and other tools expect the file at the beginning of a line.
            write("\(placed.failure)\n")
            throw ExitCode(placed.failure.code.rawValue)
        } catch is StandardOutput.ReaderLeft {
            // The reader has had enough, as `head` has.
        }
    }

    /// Tells the user something beside the data on stdout.
    static func say(_ text: String) {
        StandardError.write("nphub: \(text)\n")
    }
}

/// A failure that says at which place of which file.
struct PlacedFailure: Error {
    let failure: ProgramFailure

    init(_ code: ProgramFailure.Code, _ description: String) {
        failure = ProgramFailure(code, description)
    }
}

extension ProgramFailure {
    /// The failure, with its exit code, of a request to the hub.
    init(_ error: HubClientError) {
        self.init(Self.code(for: error), error.description + Self.option(for: error))
    }

    /// The option that is the remedy.
    private static func option(for error: HubClientError) -> String {
        if case .notListening = error { " with `--socket PATH`" } else { "" }
    }

    private static func code(for error: HubClientError) -> Code {
        switch error {
        case .notListening, .closed, .silent, .unintelligible: .unavailable
        case .notPermitted: .noPermission
        case .unusable(let error): code(for: error)
        case .refused(let refusal) where refusal.isMistake: .usage
        case .refused(let refusal): refusal.isPassing ? .unavailable : .internalError
        case .unable: .internalError
        case .system: .inputOutput
        }
    }

    private static func code(for error: SocketPathError) -> Code {
        switch error {
        case .invalid: .usage
        case .tooLong, .folderNotMade: .inputOutput
        case .folderMissing: .unavailable
        case .notAFolder, .foreignFolder, .openFolder: .noPermission
        }
    }
}
