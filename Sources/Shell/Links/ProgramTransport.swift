import Loop
import Hub
import NowPlaying
import Stations
import Support

/// The program of a link, of which one runs at a time: what it writes is what the link receives.
final class ProgramTransport: LinkTransport {
    private let id: LinkID
    private let arguments: [String]
    private let loop: EventLoop
    private var post: ((Event) -> Void)?
    private var process: ChildProcess?

    /// A program that is yet to be started.
    ///
    /// - Parameter post: What to do with what happens.
    init(
        _ id: LinkID, running arguments: [String], on loop: EventLoop,
        post: @escaping (Event) -> Void
    ) {
        self.id = id
        self.arguments = arguments
        self.loop = loop
        self.post = post
    }

    func dial() {
        do {
            process = try loop.run(ChildProgram(arguments)) { [weak self] bytes in
                guard let self else { return }
                post?(.linkReceived(id, Array(bytes)))
            } ended: { [weak self] exit in
                self?.fail(exit.reason)
            }
            post?(.linkConnected(id))
        } catch {
            fail(StationConnection.Reason(code: "programNotStarted", text: "\(error)"))
        }
    }

    /// Programs are told nothing.
    func transmit(_ bytes: [UInt8]) {}

    /// Programs that are told nothing cannot be asked for too much.
    func setReading(_ isWanted: Bool) {}

    func hangUp() {
        post = nil
        process?.terminate()
    }

    private func fail(_ reason: StationConnection.Reason) {
        let post = post
        self.post = nil
        post?(.linkDisconnected(id, reason))
    }
}

extension ChildProcess.Exit {
    /// The reason in the words that a station's state carries.
    fileprivate var reason: StationConnection.Reason {
        switch self {
        case .status(let status):
            StationConnection.Reason(
                code: "programEnded", text: "the program ended with status \(status)")
        case .notStarted(let error):
            StationConnection.Reason(code: "programNotStarted", text: systemMessage(error))
        case .signal(let number):
            StationConnection.Reason(
                code: "programEnded", text: "the program was ended by signal \(number)")
        }
    }
}

extension ProgramTransport {
    /// For programs of the user's own.
    static let opener = LinkOpener(["exec"]) { id, destination, resources, post in
        guard case .program(let arguments) = destination else { return nil }
        return ProgramTransport(id, running: arguments, on: resources.loop, post: post)
    }
}
