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

    init(_ context: ComponentContext) throws(ProgramFailure) {
        let settings = context.configuration.socket
        path = context.options.socketPath ?? settings.path
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
            try server.listen(at: place.path, on: loop)
        } catch {
            throw ProgramFailure(.inputOutput, "\(error)")
        }
        return place.path
    }

    func close() { server.close() }
}
