import HubClient
import JSON
import Logging
import Loop

/// The Unix socket of the program: at a path, or as the service manager hands it over.
final class SocketHosting: Component {
    private let path: String?
    private let inherited: [InheritedSocket]
    private let loop: EventLoop
    private let log: Logger
    private let server: SocketServer
    private let options: Program.Options
    /// The usual path, at which another hub listens, and the path that a first look took.
    private var replacement: (occupied: String, own: String)?

    init(_ context: ComponentContext) throws(ProgramFailure) {
        let settings = context.configuration.socket
        options = context.options
        path = options.socketPath ?? settings.path
        inherited = context.inherited.clients
        (loop, log) = (context.loop, context.log)
        server = try Self.server(settings, context)
    }

    private static func server(
        _ settings: SocketSettings, _ context: ComponentContext
    ) throws(ProgramFailure) -> SocketServer {
        let (hub, log, parser) = (context.hub, context.log, JSONParser())
        do throws(SocketServerError) {
            return try SocketServer(settings) {
                SocketSink($0, of: hub, parser)
            } refused: { peer in
                let user = peer.map { "\($0.user)" } ?? "unknown"
                log.warning("connection refused", metadata: ["hub-user": "\(user)"])
            } renewed: {
                log.warning("the socket's file was deleted: it is made anew")
            }
        } catch {
            throw ProgramFailure(.configuration, "\(error)")
        }
    }

    func begin() throws(ProgramFailure) {
        let path = try inherited.isEmpty ? listenAtPath() : listenOnInherited()
        log.notice("listening", metadata: ["hub-socket": "\(path)"])
    }

    private func listenOnInherited() throws(ProgramFailure) -> String {
        do throws(SocketServerError) {
            for socket in inherited {
                try server.listen(inherited: socket.descriptor, "\(socket.address)", on: loop)
            }
        } catch {
            throw ProgramFailure(.inputOutput, "\(error)")
        }
        return inherited.map { "\($0.address)" }.joined(separator: " ")
    }

    private func listenAtPath() throws(ProgramFailure) -> String {
        let place = try Program.place(of: path)
        do throws(SocketPathError) {
            try place.makeFolder(in: SystemFiles())
        } catch {
            throw ProgramFailure(.inputOutput, "\(error)")
        }
        do throws(SocketServerError) {
            return try listen(at: place.path, or: path == nil ? place.pathsOfDemonstrations : [])
        } catch {
            throw ProgramFailure(.inputOutput, "\(error)")
        }
    }

    /// Listens at a path; where another hub does, a first look takes a path beside it.
    private func listen(
        at path: String, or others: [String]
    ) throws(SocketServerError) -> String {
        do throws(SocketServerError) {
            try server.listen(at: path, on: loop)
            return path
        } catch {
            guard error.isOccupied, options.isDemonstration, let next = others.first else {
                throw error
            }
            replacement = (replacement?.occupied ?? path, next)
            return try listen(at: next, or: Array(others.dropFirst()))
        }
    }

    func announce() {
        guard let replacement else { return }
        options.announce(
            """
            another hub listens at \(replacement.occupied); other commands reach this one with \
            --socket \(replacement.own)
            """)
    }

    func close() { server.close() }
}
