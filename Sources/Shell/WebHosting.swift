import Hub
import Loop
import Glibc
import Logging
import NowPlaying
import Support

/// The web server of the program: what it needs of the config and of files.
final class WebHosting {
    private let settings: WebSettings
    private let address: SocketAddress
    private let log: Logger
    private let server: WebServer
    private let token: AccessToken?
    private let inherited: [InheritedSocket]
    private var tls: ServerTLS?

    /// A server that does not listen yet.
    ///
    /// - Parameters:
    ///   - inherited: The sockets on which it listens in place of the config's address, if there
    ///     are some.
    ///   - token: A token beside those of the file.
    init(
        _ settings: WebSettings, at inherited: [InheritedSocket],
        historyFile: String?, token: AccessToken?, of hub: any HubPort, log: Logger
    ) throws(ProgramFailure) {
        try Self.check(inherited, by: settings)
        self.settings = settings
        self.inherited = inherited
        self.log = log
        address = try Self.address(of: settings)
        var web = WebServerSettings(address: address)
        web.allowsAnonymous = settings.allowsAnonymous
        web.hosts +=
            settings.hosts + [Self.bracketed(settings.host)]
            + inherited.compactMap { $0.address.host.map(Self.bracketed) }
        web.origins = settings.origins
        web.servesDashboard = settings.dashboard
        web.isBehindProxy = settings.isBehindProxy
        web.addressHeader = settings.addressHeader
        web.historyFile = historyFile
        self.token = token
        let tokens = try Self.tokens(of: settings, and: token)
        tls = try Self.tls(of: settings)
        server = WebServer(web, tokens: tokens, of: hub)
    }

    /// Listens; where the port is taken, at any that is free if that will do.
    ///
    /// - Returns: The address of the dashboard.
    func listen(on loop: EventLoop, orAnyPort: Bool) throws(ProgramFailure) -> String {
        do throws(EventLoopError) {
            try listen(on: loop, orAnyPort: orAnyPort, tls)
        } catch {
            throw ProgramFailure(.inputOutput, "web: \(error)")
        }
        let host = Self.bracketed(inherited.first?.address.host ?? settings.host)
        return "\(tls == nil ? "http" : "https")://\(host):\(server.port)/"
    }

    private static func bracketed(_ host: String) -> String {
        host.contains(":") ? "[\(host)]" : host
    }

    /// Refuses inherited sockets that others can reach, if the config names a loopback address: the
    /// rules for addresses that others can reach were not applied to such a config.
    private static func check(
        _ inherited: [InheritedSocket], by settings: WebSettings
    ) throws(ProgramFailure) {
        guard settings.isOnLoopback,
            let socket = inherited.first(where: { !HostPolicy.isLoopback($0.address) })
        else { return }
        throw ProgramFailure(
            .configuration,
            """
            systemd hands over \(socket.address), which is not a loopback address; say so in the \
            config: `web: {listen: "\(socket.address)"}`
            """)
    }

    private func listen(
        on loop: EventLoop, orAnyPort: Bool, _ tls: ServerTLS?
    ) throws(EventLoopError) {
        let places = inherited.map { ListeningPlace.inherited(descriptor: $0.descriptor) }
        do throws(EventLoopError) {
            try server.listen(on: loop, tls: tls, at: places)
        } catch .system(_, _, EADDRINUSE) where orAnyPort {
            try server.listen(on: loop, tls: tls, at: [.address(address.with(port: 0))])
        }
    }

    /// Reads tokens and certificate again; what cannot be read stays as it was.
    func reload() {
        do {
            server.use(try Self.tokens(of: settings, and: token))
            if let read = try Self.tls(of: settings), read != tls {
                try server.use(read)
                tls = read
            }
        } catch {
            log.error("the web server goes on as before", metadata: ["hub-reason": "\(error)"])
        }
    }

    /// Accepts no connections any more.
    func close() {
        server.close()
    }

    private static func address(of settings: WebSettings) throws(ProgramFailure) -> SocketAddress {
        guard let address = SocketAddress(numericHost: settings.host, port: settings.port) else {
            throw ProgramFailure(.configuration, "web.listen: \(settings.host) is no address")
        }
        return address
    }

    private static func tokens(
        of settings: WebSettings, and token: AccessToken?
    ) throws(ProgramFailure) -> AccessTokens {
        let others = [token].compactMap(\.self)
        guard let file = settings.tokens else { return AccessTokens(others) }
        do throws(TokenFileError) {
            return AccessTokens(try TokenFile.load(file).tokens + others)
        } catch {
            throw ProgramFailure(.inputOutput, "web.tokens: \(error)")
        }
    }

    private static func tls(of settings: WebSettings) throws(ProgramFailure) -> ServerTLS? {
        guard let files = settings.tls else { return nil }
        return ServerTLS(
            certificatePEM: try Program.contents(of: files.certificate, "web.tls.certificate"),
            privateKeyPEM: try Program.contents(of: files.key, "web.tls.key"))
    }
}

extension WebHosting {
    /// Reads the tokens as the server will, but makes no file of them.
    static func checkTokens(of settings: WebSettings) throws(ProgramFailure) {
        guard let file = settings.tokens else { return }
        if SystemEnvironment().hasFile(at: file) {
            _ = try tokens(of: settings, and: nil)
        } else if let slash = file.lastIndex(of: "/"),
            !SystemEnvironment().hasFile(at: String(file[...slash]))
        {
            throw ProgramFailure(
                .inputOutput, "web.tokens: \(file): there is no folder in which it can be made")
        }
    }
}
