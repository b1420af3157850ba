import Loop
import Hub
import Logging
import NowPlaying
import Support

/// Reads the config again while the hub runs, and puts it into force if nothing is wrong with it.
///
/// The file is read and checked on a thread of its own: with thousands of stations that takes
/// longer than a frame may wait.
final class ConfigurationReload {
    private typealias Outcome = Result<ProgramConfiguration, ConfigurationErrors>

    /// Mistakes that are logged one by one; `nphub check` tells all.
    private static let shownMistakes = 20

    private let path: String
    /// The configuration with which the program was started.
    private let started: ProgramConfiguration
    private let log: Logger
    private let apply: (ProgramConfiguration) -> Void
    private let ended: (_ complaint: String?) -> Void
    private var outcomes: Mailbox<Outcome>?
    private let worker = SerialWorker("nphub-config", capacity: 1)
    private var isReading = false
    /// The time at which the config in force was read; `nil` for the config of the start.
    private(set) var appliedAt: Timestamp?
    /// The config was read since, and had mistakes.
    private(set) var isRefused = false
    /// The file may have changed since it was opened.
    private var isOutdated = false

    /// - Parameters:
    ///   - started: The configuration of the start; some of its settings stay in force.
    ///   - apply: What to do with a good config.
    ///   - ended: Hears after that, or why the config before stays in force.
    init(
        path: String, started: ProgramConfiguration, on loop: EventLoop, log: Logger,
        apply: @escaping (ProgramConfiguration) -> Void,
        ended: @escaping (_ complaint: String?) -> Void
    ) {
        self.path = path
        self.started = started
        self.log = log
        self.apply = apply
        self.ended = ended
        outcomes = loop.makeMailbox { [weak self] in self?.finish($0) }
    }

    /// Begins to read; again, if the file is being read already.
    func begin() {
        isOutdated = isReading
        guard !isReading, let outcomes else { return }
        isReading = worker.run { [path] in
            outcomes.post(
                Result { () throws(ConfigurationErrors) in
                    try ConfigurationFile.load(path: path)
                })
        }
        guard !isReading else { return }
        log.error("config not reloaded: the system gives no thread to read it")
        ended("config not reloaded")
    }

    private func finish(_ outcome: Outcome) {
        isReading = false
        if isOutdated { return begin() }
        switch outcome {
        case .success(let configuration):
            (appliedAt, isRefused) = (SystemClock().now.wall, false)
            tellFixedSettings(in: configuration)
            apply(configuration)
            ended(nil)
        case .failure(let mistakes):
            refuse(mistakes)
            ended("config not reloaded: it has mistakes, which the log names")
        }
    }

    private func refuse(_ mistakes: ConfigurationErrors) {
        isRefused = true
        for mistake in mistakes.errors.prefix(Self.shownMistakes) {
            log.error("mistake in the config", metadata: ["hub-mistake": "\(mistake)"])
        }
        log.error(
            "config not reloaded: the one before stays in force",
            metadata: ["hub-config": "\(path)", "hub-mistakes": "\(mistakes.errors.count)"])
    }

    private func tellFixedSettings(in configuration: ProgramConfiguration) {
        for setting in configuration.fixedSettings(differingFrom: started) {
            log.warning(
                "setting not changed: it stays as it is until the hub is started anew",
                metadata: ["hub-setting": "\(setting)"])
        }
    }
}
