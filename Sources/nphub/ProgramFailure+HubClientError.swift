import HubRuntime

extension ProgramFailure {
    /// What it means to a script that the hub did not do what was asked.
    init(_ error: HubClientError) {
        self.init(Self.code(for: error), error.description)
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
