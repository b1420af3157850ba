import ArgumentParser
import Glibc
import HubRuntime

/// Turns failures into a sentence on stderr and an exit code, in one place.
enum ProgramExit {
    /// Runs a command's work.
    static func reporting(_ work: () throws -> Void) throws {
        do {
            try work()
        } catch let failure as ProgramFailure {
            try end(failure, "nphub: \(failure)")
        } catch let error as HubClientError {
            let failure = ProgramFailure(error)
            try end(failure, "nphub: \(failure)")
        } catch let placed as PlacedFailure {
            // Editors and other tools expect the file at the beginning of a line.
            try end(placed.failure, "\(placed.failure)")
        } catch is StandardOutput.ReaderLeft {
            // Whoever read has had enough, as `head` has.
        }
    }

    /// Tells the user something beside the data on stdout.
    static func say(_ text: String) {
        StandardError.write("nphub: \(text)\n")
    }

    private static func end(_ failure: ProgramFailure, _ text: String) throws {
        StandardError.write(text + "\n")
        throw ExitCode(failure.code.rawValue)
    }
}

/// A failure that says at which place of which file.
struct PlacedFailure: Error {
    let failure: ProgramFailure

    init(_ code: ProgramFailure.Code, _ description: String) {
        failure = ProgramFailure(code, description)
    }
}
