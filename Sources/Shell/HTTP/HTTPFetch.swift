internal import CCurl

/// One request to a web server, and the wait for its answer: for threads that may wait.
///
/// By libcurl, which knows redirects, compression and the proxies of the environment.
public struct HTTPFetch: Sendable {
    /// A header of a request.
    public struct Header: Sendable {
        /// Its name.
        public var name: String
        /// Its value.
        public var value: String

        /// A header with its parts.
        public init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }

    /// The address.
    public var url: String
    /// Further header fields. They may be secret, so redirects are not followed if there are any.
    public var headers: [Header] = []
    /// A file of the authorities that are trusted in place of the system's.
    public var certificateFile: String?
    /// True to accept any certificate.
    public var isInsecure = false

    /// Longer answers are refused.
    private static let bytesMax = 64 << 20
    /// The time limit for connecting, in seconds.
    private static let connectSeconds = 10
    /// The time limit for the whole request, in seconds.
    private static let seconds = 60

    /// A request to an address.
    public init(_ url: String) {
        self.url = url
    }

    /// Asks, and waits for the whole answer.
    public func get() throws(HTTPFailure) -> [UInt8] {
        curl_global_init(Int(CURL_GLOBAL_DEFAULT))
        guard let handle = curl_easy_init() else { throw HTTPFailure("libcurl cannot begin") }
        defer { curl_easy_cleanup(handle) }
        let fields = list
        defer { curl_slist_free_all(fields) }
        setOptions(of: handle, fields)
        let answer = Answer(limit: Self.bytesMax)
        let code = withExtendedLifetime(answer) {
            CCurl_set_writer(
                handle,
                { bytes, size, count, owner in
                    guard let bytes, let owner else { return 0 }
                    let answer = Unmanaged<Answer>.fromOpaque(owner).takeUnretainedValue()
                    return answer.take(UnsafeRawBufferPointer(start: bytes, count: size * count))
                }, Unmanaged.passUnretained(answer).toOpaque())
            return curl_easy_perform(handle)
        }
        if answer.isTooLong { throw HTTPFailure("the answer has more than \(Self.bytesMax) bytes") }
        guard code == CURLE_OK else {
            throw HTTPFailure(String(cString: curl_easy_strerror(code)))
        }
        if let target = CCurl_redirect(handle) {
            throw HTTPFailure(
                """
                the server redirects to \(String(cString: target)), and headers are not sent to \
                where a server redirects: configure that address if it is to have them
                """)
        }
        let status = CCurl_status(handle)
        guard (200...299).contains(status) else {
            throw HTTPFailure("the server answers with status \(status)")
        }
        return answer.bytes
    }

    private var list: UnsafeMutablePointer<curl_slist>? {
        headers.reduce(nil) { curl_slist_append($0, "\($1.name): \($1.value)") }
    }

    private func setOptions(
        of handle: UnsafeMutableRawPointer, _ fields: UnsafeMutablePointer<curl_slist>?
    ) {
        CurlRequest.prepare(handle, to: url, followsRedirects: headers.isEmpty, fields)
        CurlRequest.trust(handle, certificateFile, isInsecure: isInsecure)
        _ = CCurl_set_number(handle, CURLOPT_CONNECTTIMEOUT, Self.connectSeconds)
        _ = CCurl_set_number(handle, CURLOPT_TIMEOUT, Self.seconds)
    }

    /// The part of an answer that has arrived.
    private final class Answer {
        private let limit: Int
        private(set) var bytes: [UInt8] = []
        private(set) var isTooLong = false

        init(limit: Int) {
            self.limit = limit
        }

        /// - Returns: The number of bytes taken; libcurl gives up if that is not all.
        func take(_ part: UnsafeRawBufferPointer) -> Int {
            guard bytes.count + part.count <= limit else {
                isTooLong = true
                return 0
            }
            bytes += part
            return part.count
        }
    }
}

/// The reason why there is no answer.
public struct HTTPFailure: Error, Equatable, Sendable, CustomStringConvertible {
    /// The reason, in words.
    public let description: String

    /// A reason.
    public init(_ description: String) {
        self.description = description
    }
}
