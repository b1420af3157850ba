internal import CLibwebsockets
import Support

/// The one context of libwebsockets of a loop, and the virtual hosts in it.
///
/// Neither HTTP/2 nor extensions are offered: this version's HPACK decoder
/// writes out of bounds (CVE-2026-19773), and its permessage-deflate mishandles messages that are
/// not compressed.
final class Library {
    /// The library counts its users and loads its libuv part in variables of the process, without
    /// a lock; contexts made by several threads take turns. The state has a size, since the thread
    /// sanitizer takes one without it for the head of the object, which is read without the lock.
    private static let turns = Monitor(false)

    private let context: OpaquePointer
    private let names: Names
    /// Carries raw sockets and WebSockets without TLS.
    let plainHost: OpaquePointer

    /// The texts and tables that the library keeps pointers to, as long as its context lives.
    private struct Names {
        let plainHost = UnsafePointer<CChar>(strdup("plain"))
        let secureHost = UnsafePointer<CChar>(strdup("secure"))
        let http = UnsafePointer<CChar>(strdup("http/1.1"))
        let idlePolicy = UnsafeMutablePointer<lws_retry_bo_t>.allocate(capacity: 1)
        let protocols: ProtocolTable

        init(subprotocols: [String]) {
            var carried = lws_protocols()
            carried.callback = libraryCalled
            carried.rx_buffer_size = LoopLimits.frameBytes
            carried.tx_packet_size = LoopLimits.receiveBytes
            protocols = ProtocolTable(subprotocols: subprotocols, template: carried)
            idlePolicy.initialize(to: lws_retry_bo_t())
        }

        func free() {
            for text in [plainHost, secureHost, http] {
                CLibwebsockets.free(UnsafeMutablePointer(mutating: text))
            }
            idlePolicy.deallocate()
        }
    }

    init(
        on loop: UnsafeMutablePointer<uv_loop_t>, for sockets: SocketTable, subprotocols: [String]
    ) throws(EventLoopError) {
        let names = Names(subprotocols: subprotocols)
        let context: OpaquePointer
        do throws(LibraryErrors) {
            context = try Self.makeContext(on: loop, for: sockets).get()
        } catch {
            names.free()
            if error.isAboutPlugin { throw .noPlugin }
            throw .library("make its context: \(error.lines.joined(separator: "; "))")
        }
        var information = Self.hostInformation(names, name: names.plainHost)
        guard let plainHost = lws_create_vhost(context, &information) else {
            crash("a host without listener and certificate needs only memory")
        }
        self.names = names
        self.context = context
        self.plainHost = plainHost
    }

    private static func makeContext(
        on loop: UnsafeMutablePointer<uv_loop_t>, for sockets: SocketTable
    ) -> Result<OpaquePointer, LibraryErrors> {
        var loops: UnsafeMutableRawPointer? = UnsafeMutableRawPointer(loop)
        return withUnsafeMutablePointer(to: &loops) { loops in
            var information = lws_context_creation_info()
            information.port = CONTEXT_PORT_NO_LISTEN
            information.options = clws_context_options()
            information.foreign_loops = loops
            information.user = Unmanaged.passUnretained(sockets).toOpaque()
            information.pt_serv_buf_size = UInt32(LoopLimits.libraryBytes)
            information.timeout_secs = LoopLimits.handshakeSeconds
            information.max_http_header_data = UInt16(LoopLimits.keptHeadBytes)
            return turns.withLock { _ in
                LibraryLog.collectingErrors { lws_create_context(&information) }
            }
        }
    }

    /// A host that binds nothing: sockets are accepted and connected by us, and handed over.
    private static func hostInformation(
        _ names: Names, name: UnsafePointer<CChar>?
    ) -> lws_context_creation_info {
        var information = lws_context_creation_info()
        information.port = CONTEXT_PORT_NO_LISTEN_SERVER
        information.options = clws_vhost_options()
        information.vhost_name = name
        information.protocols = UnsafePointer(names.protocols.entries)
        information.alpn = names.http
        information.timeout_secs = LoopLimits.handshakeSeconds
        // Connections have timers of their own, which are shorter. The library would also ping
        // idle WebSockets, by timers in one sorted list: for each new connection, and for each
        // pong, it would walk along those of all others.
        information.keepalive_timeout = 60
        information.retry_and_idle_policy = UnsafePointer(names.idlePolicy)
        return information
    }

    /// Makes a host that speaks TLS with this certificate. It lives as long as the loop.
    func makeSecureHost(_ tls: ServerTLS) throws(EventLoopError) -> OpaquePointer {
        let host = tls.certificatePEM.withUnsafeBytes { certificate in
            tls.privateKeyPEM.withUnsafeBytes { key in
                var information = Self.hostInformation(names, name: names.secureHost)
                information.server_ssl_cert_mem = certificate.baseAddress
                information.server_ssl_cert_mem_len = UInt32(certificate.count)
                information.server_ssl_private_key_mem = key.baseAddress
                information.server_ssl_private_key_mem_len = UInt32(key.count)
                return Self.turns.withLock { _ in lws_create_vhost(context, &information) }
            }
        }
        guard let host else { throw .library("use the certificate and its key") }
        return host
    }

    /// Hands a socket over to the library, which closes it from now on, even if it refuses it.
    func adopt(
        _ descriptor: Int32, host: OpaquePointer, type: lws_adoption_type,
        number: UInt
    ) -> OpaquePointer? {
        var information = lws_adopt_desc_t()
        information.vh = host
        information.type = type
        information.fd.sockfd = descriptor
        information.vh_prot_name =
            type.rawValue & LWS_ADOPT_HTTP.rawValue == 0
            ? names.protocols.name : nil
        information.opaque = UnsafeMutableRawPointer(bitPattern: number)
        return lws_adopt_descriptor_vhost_via_info(&information)
    }

    /// Begins to close what the context holds; the loop has to run for that.
    func beginDestruction() {
        Self.turns.withLock { _ in clws_begin_destruction(context) }
    }

    /// Frees the context, once the loop has run dry.
    func finishDestruction() {
        Self.turns.withLock { _ in lws_context_destroy(context) }
        names.free()
    }
}

/// Everything that the library tells comes through here, and finds the socket that it is about.
private func libraryCalled(
    _ wsi: OpaquePointer?, _ reason: lws_callback_reasons, _ user: UnsafeMutableRawPointer?,
    _ bytes: UnsafeMutableRawPointer?, _ count: Int
) -> Int32 {
    guard let event = LibraryEvent(reason), let wsi, let context = lws_get_context(wsi),
        let table = lws_context_user(context)
    else { return 0 }
    // The reactor holds its table of sockets, and outlives its context.
    let sockets = Unmanaged<SocketTable>.fromOpaque(table).takeUnretainedValue()
    guard let socket = sockets[UInt(bitPattern: lws_get_opaque_user_data(wsi))] else { return 0 }
    socket.reactor.beginTurn()
    return socket.handle(event, UnsafeRawBufferPointer(start: bytes, count: count)).rawValue
}

/// The protocols of a loop's virtual hosts, in the form that the library keeps pointers to: one for
/// everything, and the same under the names of the subprotocols that servers agree to. All hosts
/// share it, because the library may take a request from one host to another.
final class ProtocolTable {
    /// The one for everything.
    let name: UnsafePointer<CChar>?
    /// The table, with the empty entry that ends it.
    let entries: UnsafeMutablePointer<lws_protocols>

    private let names: [UnsafeMutablePointer<CChar>?]

    /// - Parameter template: What all of them are but for their names.
    init(subprotocols: [String], template: lws_protocols) {
        names = (["carried"] + subprotocols).map { strdup($0) }
        name = UnsafePointer(names[0])
        entries = UnsafeMutablePointer.allocate(capacity: names.count + 1)
        for (place, name) in names.enumerated() {
            var entry = template
            entry.name = UnsafePointer(name)
            (entries + place).initialize(to: entry)
        }
        (entries + names.count).initialize(to: lws_protocols())
    }

    deinit {
        for name in names { free(name) }
        entries.deallocate()
    }
}
