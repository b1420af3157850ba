import Hub
import Loop
import Glibc
import Logging
import NowPlaying
import Support

/// The web server of the program, with the files that the config names.
final class WebHosting: Component {
    private let settings: WebSettings
    private let address: SocketAddress
    private let context: ComponentContext
    private let server: WebServer
    /// A token beside those of the file, for a first look.
    private let token: AccessToken?
    private var tls: ServerTLS?
    /// The address of the dashboard, when it is served.
    private var dashboard: String?

    private var inherited: [InheritedSocket] { context.inherited.web }

    /// A server that does not listen yet; `nil` if the config has none.
    init?(_ context: ComponentContext) throws(ProgramFailure) {
        guard let settings = try Self.settings(of: context) else { return nil }
        let inherited = context.inherited.web
        try Self.check(inherited, by: settings)
        self.settings = settings
        self.context = context
        address = try Self.address(of: settings)
        // With 128 bits the link fits a line of 80 columns, where it can be copied whole.
        token = context.options.isDemonstration ? .make(.all, words: 2) : nil
        tls = try Self.tls(of: settings)
        var web = WebServerSettings(address: address)
        web.allowsAnonymous = settings.allowsAnonymous
        web.hosts +=
            settings.hosts + [Self.bracketed(settings.host)]
            + inherited.compactMap { $0.address.host.map(Self.bracketed) }
        web.origins = settings.origins
        web.servesDashboard = settings.dashboard
        web.isInsecure = settings.isInsecure
        web.isBehindProxy = settings.isBehindProxy
        web.addressHeader = settings.addressHeader
        web.historyFile = context.configuration.history.flatMap {
            $0.file ?? HistoryPlace.file(in: SystemEnvironment())
        }
        let tokens = try Self.tokens(of: settings, and: token)
        server = WebServer(web, tokens: tokens, of: context.hub)
    }

    private static func settings(
        of context: ComponentContext
    ) throws(ProgramFailure) -> WebSettings? {
        if let settings = context.configuration.web { return settings }
        guard let socket = context.inherited.web.first else { return nil }
        throw ProgramFailure(
            .configuration,
            """
            systemd hands over \(socket.address) for the web server, and the config has no section \
            for it: add `web: {}`
            """)
    }

    func begin() throws(ProgramFailure) {
        let address = try listen()
        context.log.notice("serving the web", metadata: ["hub-address": "\(address)"])
        dashboard = address
        if settings.isInsecure {
            context.log.warning(
                """
                the web server has no TLS: others in the network can see and change what is sent; \
                clients only read, and no token is taken
                """)
        }
        guard settings.dashboard else { return }
        let host = inherited.first?.address.host ?? settings.host
        var link = DashboardLink(
            address: settings.dashboardAddress(at: host, port: server.port))
        link.token = token?.text
        link.tokensFile = settings.tokens.map { SystemEnvironment().absolutePath(of: $0) }
        context.hub.post(.dashboardServed(link))
    }

    func announce() {
        guard let dashboard else { return }
        let link = dashboard + (token.map { "#token=\($0.text)" } ?? "")
        if let banner = context.stage.banner {
            banner(link)
        } else if token != nil {
            // A token in a log would be open to all who may read the log.
            context.options.announce("the dashboard: \(link)")
        }
    }

    /// Listens; if the port is taken in a first look, at any that is free.
    ///
    /// - Returns: The address of the dashboard.
    private func listen() throws(ProgramFailure) -> String {
        do throws(EventLoopError) {
            try listen(on: context.loop, orAnyPort: context.options.isDemonstration, tls)
        } catch {
            throw ProgramFailure(.inputOutput, "web.listen: \(error)\(Self.remedy(for: error))")
        }
        let host = Self.bracketed(inherited.first?.address.host ?? settings.host)
        return "\(tls == nil ? "http" : "https")://\(host):\(server.port)/"
    }

    private static func remedy(for error: EventLoopError) -> String {
        switch error {
        case .system(_, _, EADDRINUSE): "; end the program that listens there, or name another port"
        case .system(_, _, EADDRNOTAVAIL): "; `hostname -I` prints the addresses of this machine"
        case .system(_, _, EACCES): "; name a port from 1024 on"
        default: ""
        }
    }

    private static func bracketed(_ host: String) -> String {
        host.contains(":") ? "[\(host)]" : host
    }

    /// Refuses inherited sockets that more clients can reach than the address of the config: the
    /// rules for their addresses were not applied to such a config.
    private static func check(
        _ inherited: [InheritedSocket], by settings: WebSettings
    ) throws(ProgramFailure) {
        let isCovered: (InheritedSocket) -> Bool = { socket in
            guard !HostPolicy.isLoopback(socket.address) else { return true }
            if settings.isInsecure { return HostPolicy.isPrivate(socket.address) }
            return !settings.isOnLoopback
        }
        guard let socket = inherited.first(where: { !isCovered($0) }) else { return }
        let scope = settings.isInsecure ? "an address of a home network" : "a loopback address"
        throw ProgramFailure(
            .configuration,
            """
            systemd hands over \(socket.address), which is not \(scope); say so in the \
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

    /// Reads tokens and certificate again; a file that cannot be read changes nothing.
    func reload() {
        do {
            server.use(try Self.tokens(of: settings, and: token))
            if let read = try Self.tls(of: settings), read != tls {
                try server.use(read)
                tls = read
            }
        } catch {
            context.log.error(
                "the web server goes on as before", metadata: ["hub-reason": "\(error)"])
        }
    }

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
