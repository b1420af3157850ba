internal import CCurl
import Feeds
import Glibc
import NowPlaying
import Protocols
import Stations
import Support

/// One request of an `HTTPClient`, and what has come of its answer.
final class HTTPTransfer {
    /// The end of a request.
    enum Outcome {
        /// The server answered.
        case answered(PollAnswer)
        /// There is no answer, for this reason.
        case failed(StationConnection.Reason)

        /// libcurl cannot be used.
        static func unusable(_ text: String) -> Outcome {
            .failed(StationConnection.Reason(code: "connectionFailed", text: text))
        }
    }

    /// A request that gives a server something, in place of one that asks it for a document.
    struct Submission {
        /// The method, such as `POST`.
        var method: String
        /// The content; `nil` for a request without one.
        var body: [UInt8]?
    }

    /// A part of an endless answer.
    enum Part {
        /// Its head.
        case head(PollAnswer)
        /// Bytes of its body.
        case body([UInt8])
    }

    /// A `CURL *`, owned.
    let handle: UnsafeMutableRawPointer
    /// Takes the outcome.
    var done: ((Outcome) -> Void)?
    /// Takes what comes of an endless answer: its head, then its body.
    var arrived: ((Part) -> Void)?
    /// Asks for a `deliver` outside of libcurl.
    var hasArrived: (() -> Void)?
    private let request: PollRequest
    private let host: String
    private let followsRedirects: Bool
    private let fields: UnsafeMutablePointer<curl_slist>?
    private let errorText: UnsafeMutablePointer<CChar>
    private var body: [UInt8] = []
    private var isTooLong = false
    private var aliases: UnsafeMutablePointer<curl_slist>?
    /// The head of an endless answer that was not delivered yet.
    private var head: PollAnswer?
    private var isHeadComplete = false

    /// A request that is yet to begin.
    ///
    /// - Parameter submission: The method and the content of one that no redirect leads elsewhere.
    init(
        _ request: PollRequest, to host: String, by dial: StationConfiguration.Dial,
        submission: Submission? = nil, done: @escaping (Outcome) -> Void
    ) {
        guard let handle = curl_easy_init() else { crash("libcurl is out of memory") }
        self.handle = handle
        self.request = request
        self.host = host
        self.done = done
        let headers = request.isElsewhere ? [] : dial.headers
        fields = Self.list(
            of: headers + request.fields, request.known, submits: submission != nil)
        errorText = .allocate(capacity: Int(CURL_ERROR_SIZE))
        errorText.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
        followsRedirects = headers.isEmpty && submission == nil
        setOptions()
        if let submission { submit(submission) }
        CurlRequest.trust(handle, dial.tls.ca, isInsecure: dial.tls.insecure)
        CCurl_set_writer(
            handle,
            { bytes, size, count, owner in
                let part = UnsafeRawBufferPointer(start: bytes, count: size * count)
                return HTTPTransfer.of(owner)?.take(part) ?? 0
            },
            Unmanaged.passUnretained(self).toOpaque())
        if request.isEndless { prepareEndless() }
    }

    private static func of(_ owner: UnsafeMutableRawPointer?) -> HTTPTransfer? {
        owner.map { Unmanaged<HTTPTransfer>.fromOpaque($0).takeUnretainedValue() }
    }

    /// The head is read as soon as it is there, and the body is passed on.
    private func prepareEndless() {
        CCurl_set_head_writer(
            handle,
            { bytes, size, count, owner in
                let isEnd = size * count <= 2 && (bytes?[0] == 0x0D || bytes?[0] == 0x0A)
                if isEnd { HTTPTransfer.of(owner)?.endHead() }
                return size * count
            }, Unmanaged.passUnretained(self).toOpaque())
        CCurl_keep_small(handle)
        _ = CCurl_set_number(handle, CURLOPT_TIMEOUT_MS, 0)
        // Sound is not compressed, and events are not to wait until a block is full.
        _ = CCurl_set_text(handle, CURLOPT_ACCEPT_ENCODING, nil)
        // SHOUTcast 1 begins so in place of HTTP's version.
        aliases = curl_slist_append(nil, "ICY 200 OK")
        _ = CCurl_set_list(handle, CURLOPT_HTTP200ALIASES, aliases)
    }

    deinit {
        curl_easy_cleanup(handle)
        curl_slist_free_all(fields)
        curl_slist_free_all(aliases)
        errorText.deallocate()
    }

    // MARK: The request

    private static func list(
        of headers: [HeaderField], _ known: PollAnswer.Version, submits: Bool
    ) -> UnsafeMutablePointer<curl_slist>? {
        var all = headers
        if let tag = known.tag { all.append(HeaderField(name: "If-None-Match", value: tag)) }
        if let modified = known.modified {
            all.append(HeaderField(name: "If-Modified-Since", value: modified))
        }
        // A name with a colon and nothing behind it leaves a field out; with a semicolon, the field
        // is sent without a value.
        // libcurl asks a server before it sends a long body, and waits for a second.
        return all.reduce(submits ? curl_slist_append(nil, "Expect:") : nil) {
            curl_slist_append($0, $1.value.isEmpty ? "\($1.name);" : "\($1.name): \($1.value)")
        }
    }

    private func submit(_ submission: Submission) {
        if let body = submission.body {
            _ = CCurl_set_size(handle, CURLOPT_POSTFIELDSIZE_LARGE, curl_off_t(body.count))
            body.withUnsafeBytes {
                let bytes = $0.bindMemory(to: CChar.self).baseAddress
                // An empty content has no address.
                _ = CCurl_set_text(
                    handle, CURLOPT_COPYPOSTFIELDS, bytes ?? UnsafePointer(errorText))
            }
        }
        _ = CCurl_set_text(handle, CURLOPT_CUSTOMREQUEST, submission.method)
    }

    private func setOptions() {
        CurlRequest.prepare(
            handle, to: request.url, followsRedirects: followsRedirects, fields)
        // The address was checked, and is asked for as it is written.
        _ = CCurl_set_number(handle, CURLOPT_PATH_AS_IS, 1)
        // Otherwise, to give up a look-up waits for its thread, which takes as long as name servers
        // are silent.
        _ = CCurl_set_number(handle, CURLOPT_QUICK_EXIT, 1)
        let milliseconds = Int(request.timeLimit.milliseconds)
        _ = CCurl_set_number(handle, CURLOPT_CONNECTTIMEOUT_MS, milliseconds)
        _ = CCurl_set_number(handle, CURLOPT_TIMEOUT_MS, milliseconds)
        _ = CCurl_set_error_buffer(handle, errorText)
    }

    // MARK: The answer

    /// - Returns: The number of bytes taken; libcurl gives up if that is not all.
    private func take(_ part: UnsafeRawBufferPointer) -> Int {
        // A server of HTTP 0.9 has no head.
        if request.isEndless, !isHeadComplete { endHead() }
        guard body.count + part.count <= request.sizeLimit else {
            isTooLong = true
            return 0
        }
        body += part
        if request.isEndless { hasArrived?() }
        return part.count
    }

    /// The head of an answer is there; that of a redirect which is followed is not the last.
    private func endHead() {
        let status = CCurl_status(handle)
        let isFollowed = (300...399).contains(status) && CCurl_field(handle, "Location") != nil
        guard !isHeadComplete, status >= 200, !isFollowed || !followsRedirects else { return }
        isHeadComplete = true
        head = answer
        hasArrived?()
    }

    /// Passes on what has come of an endless answer. Not called by libcurl, so that the taker may
    /// cancel it.
    func deliver() {
        if let head {
            self.head = nil
            arrived?(.head(head))
        }
        guard request.isEndless, !body.isEmpty else { return }
        let part = body
        body = []
        arrived?(.body(part))
    }

    /// It has ended.
    func end(_ code: CURLcode) {
        guard !request.isEndless else {
            deliver()
            let ended = StationConnection.Reason(code: "closed", text: "\(host): the stream ended")
            return end(.failed(code == CURLE_OK ? ended : reason(for: code)))
        }
        end(code == CURLE_OK ? .answered(answer) : .failed(reason(for: code)))
    }

    /// It has ended so.
    func end(_ outcome: Outcome) {
        let done = done
        (self.done, arrived) = (nil, nil)
        done?(outcome)
    }

    private var answer: PollAnswer {
        var answer = PollAnswer(status: CCurl_status(handle), body: body)
        answer.version.tag = field("ETag")
        answer.version.modified = field("Last-Modified")
        answer.cacheControl = field("Cache-Control")
        answer.age = field("Age")
        answer.retryAfter = field("Retry-After")
        for name in request.wantedFields { answer.fields[name] = field(name) }
        answer.redirection = CCurl_redirect(handle).map { String(cString: $0) }
        return answer
    }

    /// A field of the answer, unless it is too long to be kept or sent back.
    private func field(_ name: String) -> String? {
        guard let value = CCurl_field(handle, name), strnlen(value, 1_025) <= 1_024 else {
            return nil
        }
        var decoder = TitleDecoder()
        let bytes = UnsafeRawBufferPointer(start: value, count: strlen(value))
        let text = decoder.text(of: Array(bytes))
        return text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F } ? text : nil
    }

    private func reason(for code: CURLcode) -> StationConnection.Reason {
        if isTooLong || code == CURLE_FILESIZE_EXCEEDED {
            return .init(
                code: "answerTooLarge",
                text: "the server's answer has more than \(request.sizeLimit) bytes")
        }
        let words = errorText.pointee == 0 ? curl_easy_strerror(code) : UnsafePointer(errorText)
        let text = words.map { String(cString: $0).quotable } ?? "it failed"
        return .init(code: Self.word(for: code, handle), text: "\(host): \(text)")
    }

    private static func word(for code: CURLcode, _ handle: UnsafeMutableRawPointer) -> String {
        switch code {
        case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY: "noSuchHost"
        case CURLE_COULDNT_CONNECT:
            CCurl_system_error(handle) == Int(ECONNREFUSED) ? "refused" : "unreachable"
        case CURLE_OPERATION_TIMEDOUT: "timedOut"
        case CURLE_PEER_FAILED_VERIFICATION: "certificateRejected"
        case CURLE_SSL_CONNECT_ERROR: "protocolError"
        case CURLE_SSL_CACERT_BADFILE: "tlsSettings"
        case CURLE_TOO_MANY_REDIRECTS: "redirected"
        case CURLE_GOT_NOTHING, CURLE_PARTIAL_FILE, CURLE_SEND_ERROR, CURLE_RECV_ERROR: "closed"
        default: "connectionFailed"
        }
    }
}
