import CMosquitto
import Glibc
import Support

/// libmosquitto's client for one connection, used by one thread alone.
///
/// The library looks names up and writes to sockets where it is called: nothing of it runs on the
/// hub's loop. Its calls for other loops drive it, with poll(2). Its own loop uses select(2), which
/// ends at 1,024 descriptors.
final class BrokerClient {
    /// The interval of the connection's own checks of life, in seconds.
    private static let keepAlive: Int32 = 30
    /// Packets that are read or written before others get their turn.
    private static let packetsPerTurn: Int32 = 64
    /// The longest payload that is taken.
    private static let payloadMax = 4 << 20
    /// Lines of the library's log that are kept.
    private static let logMax = 8

    /// The library is made ready once, and stays so.
    private static let isReady = mosquitto_lib_init() == MOSQ_ERR_SUCCESS.code

    private let settings: MQTTSettings
    private var client: OpaquePointer?
    private var log: [String] = []
    /// The broker has accepted the connection.
    private(set) var isOpen = false
    /// The broker's refusal.
    private var refusal: BrokerFailure?
    /// Events since they were taken.
    private var events: [BrokerEvent] = []
    private var sent = 0
    /// The messages that were given and have not left.
    private(set) var unsent = 0
    private var subscription: Int32?
    private var filters: [String] = []
    /// The last request that nothing more is sent.
    private var farewell: Int32?
    /// The broker has handled all that it was given, and sends nothing more.
    private(set) var isSilent = false

    init(_ settings: MQTTSettings) throws(BrokerFailure) {
        self.settings = settings
        guard Self.isReady, let client = mosquitto_new(settings.clientID, true, nil) else {
            throw .noResources
        }
        self.client = client
        mosquitto_user_data_set(client, Unmanaged.passUnretained(self).toOpaque())
        setCallbacks(of: client)
        try setUp(client)
    }

    deinit {
        mosquitto_destroy(client)
    }

    private func setUp(_ client: OpaquePointer) throws(BrokerFailure) {
        let broker = settings.broker
        if let name = broker.username {
            try check(mosquitto_username_pw_set(client, name, broker.password))
        }
        let offline = Array("offline".utf8)
        try check(
            mosquitto_will_set(
                client, Topics(prefix: settings.prefix).status, Int32(offline.count), offline,
                Int32(broker.quality), true))
        guard broker.isSecure else { return }
        guard let file = broker.authorities else {
            return try check(mosquitto_int_option(client, MOSQ_OPT_TLS_USE_OS_CERTS, 1))
        }
        guard access(file, R_OK) == 0 else {
            throw BrokerFailure("mqtt.ca: \(file) cannot be read: \(lastSystemMessage())")
        }
        try check(mosquitto_tls_set(client, file, nil, nil, nil, nil))
    }

    // MARK: Use

    /// Looks the broker's name up, which may take long, and begins to connect.
    func connect() throws(BrokerFailure) {
        let broker = settings.broker
        try check(
            mosquitto_connect_async(client, broker.host, Int32(broker.port), Self.keepAlive))
        // An answer is as long as a title: it is not to wait for others.
        _ = mosquitto_int_option(client, MOSQ_OPT_TCP_NODELAY, 1)
    }

    /// Asks for the messages of some topics.
    func subscribe(_ filters: [String]) throws(BrokerFailure) {
        for filter in filters {
            var number: Int32 = 0
            try check(mosquitto_subscribe(client, &number, filter, 0))
            subscription = number
        }
        self.filters += filters
    }

    /// Asks the broker to send nothing more. It confirms that after all that it was given before,
    /// and a connection that is closed with something unread loses what the other has not read.
    func prepareEnd() throws(BrokerFailure) {
        isSilent = filters.isEmpty
        for filter in filters {
            var number: Int32 = 0
            try check(mosquitto_unsubscribe(client, &number, filter))
            farewell = number
        }
    }

    /// Publishes a message.
    func publish(_ message: MQTTMessage) throws(BrokerFailure) {
        unsent += 1
        try check(
            mosquitto_publish(
                client, nil, message.topic, Int32(message.payload.count), message.payload,
                Int32(settings.broker.quality), message.isRetained))
    }

    /// Tells the broker that the connection ends.
    func disconnect() {
        mosquitto_disconnect(client)
    }

    /// Waits for the broker, or for `wakeup` to be readable, and does what is due.
    func step(_ wakeup: Int32, atMost milliseconds: Int32) throws(BrokerFailure) {
        let socket = mosquitto_socket(client)
        guard socket >= 0 else { throw failure(MOSQ_ERR_NO_CONN) }
        let wantsWrite = mosquitto_want_write(client)
        var waiting = [
            pollfd(fd: socket, events: Int16(POLLIN | (wantsWrite ? POLLOUT : 0)), revents: 0),
            pollfd(fd: wakeup, events: Int16(POLLIN), revents: 0),
        ]
        poll(&waiting, 2, milliseconds)
        let events = Int32(waiting[0].revents)
        errno = 0
        if events & (POLLIN | POLLHUP | POLLERR) != 0 {
            try check(mosquitto_loop_read(client, Self.packetsPerTurn))
        }
        if events & POLLOUT != 0 { try check(mosquitto_loop_write(client, Self.packetsPerTurn)) }
        try check(mosquitto_loop_misc(client))
    }

    /// Takes what has happened.
    func takeEvents() -> [BrokerEvent] {
        defer { (events, sent) = ([], 0) }
        return sent > 0 ? events + [.sent(sent)] : events
    }

    private func check(_ result: Int32) throws(BrokerFailure) {
        guard result != MOSQ_ERR_SUCCESS.code else { return }
        throw refusal ?? failure(mosq_err_t(rawValue: result))
    }

    private func failure(_ result: mosq_err_t) -> BrokerFailure {
        BrokerFailure(result, errno: errno, log: log, isOpen: isOpen)
    }

    // MARK: Called by the library

    private func setCallbacks(of client: OpaquePointer) {
        mosquitto_connect_callback_set(client) { BrokerClient.of($1)?.answered($2) }
        mosquitto_publish_callback_set(client) { BrokerClient.of($1)?.left($2) }
        mosquitto_subscribe_callback_set(client) { _, owner, number, _, _ in
            BrokerClient.of(owner)?.subscribed(number)
        }
        mosquitto_unsubscribe_callback_set(client) { BrokerClient.of($1)?.unsubscribed($2) }
        mosquitto_message_callback_set(client) { _, owner, message in
            if let message { BrokerClient.of(owner)?.received(message.pointee) }
        }
        mosquitto_log_callback_set(client) { _, owner, level, text in
            guard level == MOSQ_LOG_ERR, let text else { return }
            BrokerClient.of(owner)?.note(String(cString: text))
        }
    }

    private static func of(_ owner: UnsafeMutableRawPointer?) -> BrokerClient? {
        owner.map { Unmanaged<BrokerClient>.fromOpaque($0).takeUnretainedValue() }
    }

    private func answered(_ code: Int32) {
        guard code == 0 else { return refusal = BrokerFailure(refusal: code) }
        isOpen = true
        events.append(.opened)
    }

    private func left(_ number: Int32) {
        sent += 1
        unsent -= 1
    }

    private func subscribed(_ number: Int32) {
        if number == subscription { events.append(.subscribed) }
    }

    private func unsubscribed(_ number: Int32) {
        if number == farewell { isSilent = true }
    }

    private func received(_ message: mosquitto_message) {
        let count = Int(message.payloadlen)
        guard count <= Self.payloadMax, let topic = message.topic else {
            return events.append(.dropped(1))
        }
        let payload = [UInt8](
            UnsafeRawBufferPointer(
                start: message.payload, count: message.payload == nil ? 0 : count))
        events.append(
            .received(
                BrokerMessage(
                    topic: String(cString: topic), payload: payload, isRetained: message.retain)))
    }

    private func note(_ line: String) {
        if log.count < Self.logMax { log.append(line) }
    }
}

extension mosq_err_t {
    fileprivate var code: Int32 { Int32(rawValue) }
}
