import HubClient

extension Program {
    /// Returns the reasons why this machine does not fit a config: those that end `run`, or that
    /// keep the cluster waiting, in the same words. Makes nothing, and keeps nothing open.
    public static func problems(with configuration: ProgramConfiguration) -> [ProgramFailure] {
        var problems: [ProgramFailure] = []
        func check(_ work: () throws(ProgramFailure) -> Void) {
            do throws(ProgramFailure) { try work() } catch { problems.append(error) }
        }
        check { () throws(ProgramFailure) in _ = try group(of: configuration.socket) }
        check { () throws(ProgramFailure) in _ = try place(of: configuration.socket.path) }
        if let web = configuration.web {
            check { () throws(ProgramFailure) in try WebHosting.checkTokens(of: web) }
        }
        for (file, setting) in configuration.files {
            check { () throws(ProgramFailure) in _ = try contents(of: file, setting) }
        }
        return problems
    }

    /// The number of the group whose members may connect to the socket.
    private static func group(of settings: SocketSettings) throws(ProgramFailure) -> UInt32? {
        do throws(SocketServerError) {
            return try SocketServer.group(of: settings)
        } catch {
            throw ProgramFailure(.configuration, "\(error)")
        }
    }

    /// Returns the place of the socket.
    static func place(of path: String?) throws(ProgramFailure) -> SocketPath {
        do throws(SocketPathError) {
            return try SocketPath(explicit: path)
        } catch {
            throw ProgramFailure(.inputOutput, "\(error)")
        }
    }

    /// A file that a setting names.
    static func contents(
        of path: String, _ setting: String
    ) throws(ProgramFailure) -> [UInt8] {
        do throws(FileReadError) {
            return try SystemEnvironment().contents(ofFile: path, limit: 1 << 20)
        } catch {
            throw ProgramFailure(.inputOutput, "\(setting): \(path): \(error)")
        }
    }
}

extension ProgramConfiguration {
    /// The files that are read when the hub runs, and what names them.
    fileprivate var files: [(path: String, setting: String)] {
        [
            (web?.tls?.certificate, "web.tls.certificate"), (web?.tls?.key, "web.tls.key"),
            (cluster?.credentials, "cluster.credentials"),
            (cluster?.authorities, "cluster.tls.ca"), (mqtt?.broker.authorities, "mqtt.ca"),
        ].compactMap { path, setting in path.map { ($0, setting) } }
    }
}
