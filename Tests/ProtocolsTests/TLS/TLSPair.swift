import Protocols

/// A client's session and a server, with a wire between them.
struct TLSPair {
    let client: TLSSession
    let server: TLSServer
    /// The bytes that the server has read.
    private(set) var received: [UInt8] = []
    /// The pieces into which the wire cuts its bytes; `nil` for no cuts.
    var cutting: (generator: ScriptedGenerator, sizeMax: Int)?

    init(
        _ certificate: SelfSignedCertificate, settings: TLSSettings = TLSSettings(),
        url: String = "wss://localhost/", versions: ClosedRange<Int32>? = nil
    ) throws {
        client = try TLSSession(context: TLSContext(settings), url: WebSocketURL(url).server)
        server = TLSServer(certificate, versions: versions)
    }

    /// Starts, and goes on until neither side has anything to say.
    mutating func shakeHands() {
        client.start()
        exchange()
    }

    /// Carries bytes both ways until there are none.
    mutating func exchange() {
        while true {
            let (toServer, toClient) = (client.takeCiphertext(), server.takeCiphertext())
            if toServer.isEmpty && toClient.isEmpty { return }
            for piece in pieces(of: toServer) { received += server.receive(piece) }
            for piece in pieces(of: toClient) { client.receive(piece) }
        }
    }

    private mutating func pieces(of bytes: [UInt8]) -> [[UInt8]] {
        guard let sizeMax = cutting?.sizeMax else { return [bytes] }
        return cutting?.generator.pieces(of: bytes, sizeMax: sizeMax) ?? []
    }

    var failure: TLSFailure? {
        if case .failed(let failure) = client.state { failure } else { nil }
    }
}
