import Expectations
import Loop
import Foundation
import TestSupport
import Testing

extension LoopTests {
    struct SecureServerTests {
        /// Runs the `openssl` program and returns what it wrote to stdout.
        @discardableResult
        static func openssl(_ arguments: [String], input: String? = nil) throws -> String {
            let (toProcess, fromProcess) = (Pipe(), Pipe())
            let process = try ChildProcess(
                ["openssl"] + arguments, input: toProcess.fileHandleForReading.fileDescriptor,
                output: fromProcess.fileHandleForWriting.fileDescriptor)
            try toProcess.fileHandleForReading.close()
            try fromProcess.fileHandleForWriting.close()
            if let input { try toProcess.fileHandleForWriting.write(contentsOf: Data(input.utf8)) }
            if input == nil { try toProcess.fileHandleForWriting.close() }
            let output = try fromProcess.fileHandleForReading.readToEnd() ?? Data()
            process.waitUntilExit()
            return String(decoding: output, as: UTF8.self)
        }

        static func makeCertificate(in folder: String) throws -> ServerTLS {
            try openssl([
                "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes",
                "-keyout", folder + "/key", "-out", folder + "/certificate", "-days", "1",
                "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost",
            ])
            return ServerTLS(
                certificatePEM: try String(
                    contentsOfFile: folder + "/certificate", encoding: .utf8),
                privateKeyPEM: try String(contentsOfFile: folder + "/key", encoding: .utf8))
        }

        @Test func `a client that checks the certificate shakes hands over TLS, in HTTP 1`() throws
        {
            try withFolder { folder in
                let tls = try Self.makeCertificate(in: folder)
                let recorder = PeerRecorder()
                recorder.onOpened = {
                    $0.send(text: "secret")
                    $0.close()
                }
                try runLoop { loop in
                    let listener = try loop.serveWebSockets(
                        on: .v4(host: "127.0.0.1", port: 0), tls: tls, delegate: recorder)
                    let port = listener.port
                    let finished = loop.makeMailbox { (_: Bool) in loop.stop() }
                    onThread {
                        defer { finished.post(true) }
                        let output = try Self.openssl(
                            [
                                "s_client", "-connect", "127.0.0.1:\(port)", "-servername",
                                "localhost", "-verify_hostname", "localhost", "-CAfile",
                                folder + "/certificate", "-verify_return_error", "-alpn",
                                "h2,http/1.1", "-quiet",
                            ], input: WebSocketClient.request("/secure"))
                        #expect(output.hasPrefix("HTTP/1.1 101 "))
                        #expect(output.contains("secret"))
                    }
                }
                expect(recorder.log, is: ["opened", "closed"])
            }
        }

        @Test func `HTTP 2 is not agreed on`() throws {
            try withFolder { folder in
                let tls = try Self.makeCertificate(in: folder)
                try runLoop { loop in
                    let listener = try loop.serveWebSockets(
                        on: .v4(host: "127.0.0.1", port: 0), tls: tls, delegate: PeerRecorder())
                    let port = listener.port
                    let finished = loop.makeMailbox { (_: Bool) in loop.stop() }
                    onThread {
                        defer { finished.post(true) }
                        let output = try Self.openssl(
                            ["s_client", "-connect", "127.0.0.1:\(port)", "-alpn", "h2"])
                        #expect(!output.contains("ALPN protocol: h2"))
                    }
                }
            }
        }

        @Test func `a plain client of a TLS server gets nothing`() throws {
            try withFolder { folder in
                let tls = try Self.makeCertificate(in: folder)
                let recorder = PeerRecorder()
                try runLoop { loop in
                    let listener = try loop.serveWebSockets(
                        on: .v4(host: "127.0.0.1", port: 0), tls: tls, delegate: recorder)
                    let port = listener.port
                    let finished = loop.makeMailbox { (_: Bool) in loop.stop() }
                    onThread {
                        defer { finished.post(true) }
                        let socket = try PlainSocket.connected(toPort: port)
                        defer { socket.close() }
                        try socket.write(WebSocketClient.request("/"))
                        let answer = (try? socket.readToEnd()) ?? []
                        #expect(!String(decoding: answer, as: UTF8.self).contains("HTTP"))
                    }
                }
                #expect(recorder.log.isEmpty)
            }
        }

        @Test func `a certificate that is none is an error`() throws {
            try runLoop { loop in
                let tls = ServerTLS(certificatePEM: "nonsense", privateKeyPEM: "nonsense")
                #expect(throws: EventLoopError.library("use the certificate and its key")) {
                    try loop.serveWebSockets(
                        on: .v4(host: "127.0.0.1", port: 0), tls: tls, delegate: PeerRecorder())
                }
                loop.atEndOfTurn { loop.stop() }
            }
        }
    }
}
