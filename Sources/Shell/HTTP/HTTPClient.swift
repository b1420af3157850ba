internal import CCurl
import Loop
import NowPlaying
import Support

/// Requests to web servers on a loop, by libcurl's multi interface: it says which descriptors to
/// watch and when to come back, and never waits.
///
/// Connections are kept for later requests to the same servers. Names are looked up by libcurl on
/// threads of its own (`AsynchDNS`, which Debian's has); a libcurl without that is not used, since
/// it blocks the loop.
final class HTTPClient {
    /// Connections to all servers together; further requests wait. Each look-up has a thread, too.
    private static let connectionsMax = 256
    /// The kind of its requests.
    enum Purpose {
        /// Each is answered soon.
        case requests
        /// Each lasts, so that none may wait for another's end.
        case streams
    }

    /// Connections to one server: enough for a thousand stations that are asked every 15 seconds.
    private static let connectionsByHost = 16

    private let loop: EventLoop
    /// A `CURLM *`, owned; `nil` if there is none.
    private let multi: UnsafeMutableRawPointer?
    private var timer: LoopTimer?
    private var watches: [Int32: DescriptorWatch] = [:]
    /// The requests under way, by their handles.
    private var transfers: [UnsafeMutableRawPointer: HTTPTransfer] = [:]
    /// Those of which something has come.
    private var arrived: [HTTPTransfer] = []

    /// A client without requests.
    init(on loop: EventLoop, for purpose: Purpose = .requests) {
        self.loop = loop
        curl_global_init(Int(CURL_GLOBAL_DEFAULT))
        multi = CCurl_looks_up_in_background() != 0 ? curl_multi_init() : nil
        timer = loop.makeTimer { [weak self] in self?.act(on: CURL_SOCKET_TIMEOUT, 0) }
        guard let multi else { return }
        CCurl_multi_set_callbacks(
            multi,
            { _, descriptor, events, owner, _ in
                HTTPClient.of(owner)?.watch(descriptor, for: events)
                return 0
            },
            { _, milliseconds, owner in
                HTTPClient.of(owner)?.wake(after: milliseconds)
                return 0
            }, Unmanaged.passUnretained(self).toOpaque())
        guard purpose == .requests else { return }
        let most = max(1, min(Self.connectionsMax, loop.descriptors.links / 2))
        _ = CCurl_multi_set_number(multi, CURLMOPT_MAX_TOTAL_CONNECTIONS, most)
        _ = CCurl_multi_set_number(multi, CURLMOPT_MAXCONNECTS, most)
        _ = CCurl_multi_set_number(
            multi, CURLMOPT_MAX_HOST_CONNECTIONS, Self.connectionsByHost)
    }

    deinit {
        guard let multi else { return }
        // It is no longer there to be called.
        CCurl_multi_set_callbacks(multi, nil, nil, nil)
        for handle in transfers.keys { curl_multi_remove_handle(multi, handle) }
        transfers = [:]
        curl_multi_cleanup(multi)
    }

    private static func of(_ owner: UnsafeMutableRawPointer?) -> HTTPClient? {
        owner.map { Unmanaged<HTTPClient>.fromOpaque($0).takeUnretainedValue() }
    }

    /// Begins a request, whose outcome comes once, never before this returns.
    func begin(_ transfer: HTTPTransfer) {
        guard let multi, curl_multi_add_handle(multi, transfer.handle) == CURLM_OK else {
            loop.atEndOfTurn {
                transfer.end(.unusable("libcurl cannot begin, or looks names up in the foreground"))
            }
            return
        }
        transfers[transfer.handle] = transfer
        transfer.hasArrived = { [weak self, weak transfer] in
            guard let self, let transfer, arrived.last !== transfer else { return }
            arrived.append(transfer)
        }
    }

    /// Ends a request without an outcome.
    func cancel(_ transfer: HTTPTransfer) {
        (transfer.done, transfer.arrived) = (nil, nil)
        guard let multi, transfers.removeValue(forKey: transfer.handle) != nil else { return }
        curl_multi_remove_handle(multi, transfer.handle)
    }

    // MARK: The loop

    private func watch(_ descriptor: Int32, for events: Int32) {
        guard events != CURL_POLL_REMOVE else {
            watches.removeValue(forKey: descriptor)?.cancel()
            return
        }
        let wanted = DescriptorEvents(curl: events)
        if let watch = watches[descriptor] { return watch.watch(for: wanted) }
        // Without a watch the request ends by its time limit.
        watches[descriptor] = try? loop.watch(descriptor: descriptor, for: wanted) {
            [weak self] ready in
            self?.act(on: descriptor, ready.curl)
        }
    }

    private func wake(after milliseconds: Int) {
        guard milliseconds >= 0 else {
            timer?.disarm()
            return
        }
        timer?.arm(afterMilliseconds: UInt64(milliseconds))
    }

    private func act(on descriptor: Int32, _ events: Int32) {
        guard let multi else { return }
        var running: Int32 = 0
        curl_multi_socket_action(multi, descriptor, events, &running)
        let arrived = arrived
        self.arrived = []
        for transfer in arrived { transfer.deliver() }
        var outcome = CURLE_OK
        while let handle = CCurl_multi_ended(multi, &outcome) {
            curl_multi_remove_handle(multi, handle)
            transfers.removeValue(forKey: handle)?.end(outcome)
        }
    }
}

extension DescriptorEvents {
    /// The same from libcurl's words.
    fileprivate init(curl events: Int32) {
        self = []
        if events & CURL_POLL_IN != 0 { insert(.readable) }
        if events & CURL_POLL_OUT != 0 { insert(.writable) }
    }

    /// The same in libcurl's words.
    fileprivate var curl: Int32 {
        (contains(.readable) ? CURL_CSELECT_IN : 0) | (contains(.writable) ? CURL_CSELECT_OUT : 0)
    }
}
