internal import CCurl
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

    /// A `CURL *`, owned.
    let handle: UnsafeMutableRawPointer
    /// Takes the outcome.
    var done: ((Outcome) -> Void)?
    private let request: PollRequest
    private let host: String
    private let fields: UnsafeMutablePointer<curl_slist>?
    private let errorText: UnsafeMutablePointer<CChar>
    private var body: [UInt8] = []
    private var isTooLong = false

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
        fields = Self.list(of: dial.headers, request.known, submits: submission != nil)
        errorText = .allocate(capacity: Int(CURL_ERROR_SIZE))
        errorText.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
        setOptions(followsRedirects: dial.headers.isEmpty && submission == nil)
        if let submission { submit(submission) }
        CurlRequest.trust(handle, dial.tls.ca, isInsecure: dial.tls.insecure)
        CCurl_set_writer(
            handle,
            { bytes, size, count, owner in
                guard let bytes, let owner else { return 0 }
                let transfer = Unmanaged<HTTPTransfer>.fromOpaque(owner).takeUnretainedValue()
                return transfer.take(UnsafeRawBufferPointer(start: bytes, count: size * count))
            }, Unmanaged.passUnretained(self).toOpaque())
    }

    deinit {
        curl_easy_cleanup(handle)
        curl_slist_free_all(fields)
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

    private func setOptions(followsRedirects: Bool) {
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
        guard body.count + part.count <= request.sizeLimit else {
            isTooLong = true
            return 0
        }
        body += part
        return part.count
    }

    /// It has ended.
    func end(_ code: CURLcode) {
        end(code == CURLE_OK ? .answered(answer) : .failed(reason(for: code)))
    }

    /// It has ended so.
    func end(_ outcome: Outcome) {
        let done = done
        self.done = nil
        done?(outcome)
    }

    private var answer: PollAnswer {
        var answer = PollAnswer(status: CCurl_status(handle), body: body)
        answer.version.tag = field("ETag")
        answer.version.modified = field("Last-Modified")
        answer.cacheControl = field("Cache-Control")
        answer.age = field("Age")
        answer.retryAfter = field("Retry-After")
        answer.redirection = CCurl_redirect(handle).map { String(cString: $0) }
        return answer
    }

    /// A field of the answer, unless it is too long to be kept or sent back.
    private func field(_ name: String) -> String? {
        guard let value = CCurl_field(handle, name), strnlen(value, 1_025) <= 1_024 else {
            return nil
        }
        let text = String(cString: value)
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
