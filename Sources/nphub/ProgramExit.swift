import ArgumentParser
import Foundation
import HubRuntime

/// Turns failures into a sentence on stderr and an exit code, in one place.
enum ProgramExit {
    /// Runs a command's work.
    static func reporting(_ work: () throws -> Void) throws {
        do {
            try work()
        } catch let failure as ProgramFailure {
            FileHandle.standardError.write(Data("nphub: \(failure)\n".utf8))
            throw ExitCode(failure.code.rawValue)
        }
    }
}
