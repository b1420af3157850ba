import CMosquitto
import Glibc
import Support

/// The reason for which a connection to a broker could not be made, or ended.
struct BrokerFailure: Error, Equatable, Sendable, CustomStringConvertible {
    /// The reason in plain words, with a remedy where there is one.
    let description: String

    /// A reason in words.
    init(_ description: String) {
        self.description = description
    }
}

extension BrokerFailure {
    /// The broker did not answer in time.
    static let noAnswer = BrokerFailure("it does not answer")
    /// The system gives no thread, pipe or memory.
    static let noResources = BrokerFailure("the system gives no more threads or descriptors")

    /// The meaning of a result of libmosquitto.
    ///
    /// - Parameters:
    ///   - result: A result other than success.
    ///   - code: `errno` after the call.
    ///   - log: The errors that the library has logged.
    ///   - isOpen: The broker had accepted the connection.
    init(_ result: mosq_err_t, errno code: Int32, log: [String], isOpen: Bool) {
        switch result {
        case MOSQ_ERR_EAI, MOSQ_ERR_LOOKUP: self.init(lookup: code)
        case MOSQ_ERR_TLS, MOSQ_ERR_TLS_HANDSHAKE: self.init(tls: log)
        case MOSQ_ERR_ERRNO: self.init(system: code)
        case MOSQ_ERR_CONN_LOST where !isOpen:
            self.init(
                """
                it closed the connection without an answer: a port for TLS needs mqtts:// in \
                mqtt.url
                """)
        case MOSQ_ERR_CONN_LOST, MOSQ_ERR_NO_CONN: self.init("it closed the connection")
        case MOSQ_ERR_KEEPALIVE: self = .noAnswer
        case MOSQ_ERR_PROTOCOL, MOSQ_ERR_MALFORMED_PACKET: self.init("it does not speak MQTT")
        default: self.init(String(cString: mosquitto_strerror(Int32(result.rawValue))))
        }
    }

    /// The meaning of the code with which a broker refuses (MQTT 3.1.1, section 3.2.2.3).
    init(refusal code: Int32) {
        switch code {
        case 1: self.init("it does not speak MQTT 3.1.1")
        case 2: self.init("it does not take the client's name: set another as mqtt.client")
        case 3: self.init("it is not available")
        case 4, 5:
            self.init("not authorised: see to mqtt.username and mqtt.password")
        default: self.init("it refused with code \(code)")
        }
    }

    private init(lookup code: Int32) {
        switch code {
        case EAI_AGAIN: self.init("its name cannot be looked up now")
        default: self.init("no such host")
        }
    }

    private init(system code: Int32) {
        switch code {
        case ECONNREFUSED: self.init("connection refused: does it run at this address and port?")
        case ECONNRESET, EPIPE: self.init("it closed the connection")
        case ETIMEDOUT: self = .noAnswer
        default: self.init(systemMessage(code))
        }
    }

    private init(tls log: [String]) {
        func hasLogged(_ words: String) -> Bool { log.contains { $0.contains(words) } }
        if hasLogged("host name verification failed") {
            self.init("its certificate is for another host")
        } else if hasLogged("certificate verify failed") {
            self.init("its certificate is not trusted: name the authority's file as mqtt.ca")
        } else if hasLogged("wrong version number") || hasLogged("unexpected eof") {
            self.init("it does not speak TLS at this port: mqtt:// is without")
        } else {
            self.init("TLS failed" + (log.last.map { ": " + $0.quotable } ?? ""))
        }
    }
}
