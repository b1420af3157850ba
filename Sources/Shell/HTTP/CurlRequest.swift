internal import CCurl

/// The options of libcurl that all requests of the hub have, whichever way they run.
enum CurlRequest {
    private static let redirectsMax = 5

    /// Prepares a request to an address.
    ///
    /// - Parameter followsRedirects: False for header fields that may be secret: they are not sent
    ///   to where a server redirects.
    static func prepare(
        _ handle: UnsafeMutableRawPointer, to url: String, followsRedirects: Bool,
        _ fields: UnsafeMutablePointer<curl_slist>?
    ) {
        _ = CCurl_set_text(handle, CURLOPT_URL, url)
        _ = CCurl_set_text(handle, CURLOPT_PROTOCOLS_STR, "http,https")
        _ = CCurl_set_text(handle, CURLOPT_REDIR_PROTOCOLS_STR, "http,https")
        _ = CCurl_set_text(handle, CURLOPT_USERAGENT, "nphub")
        // Every encoding that it knows.
        _ = CCurl_set_text(handle, CURLOPT_ACCEPT_ENCODING, "")
        _ = CCurl_set_number(handle, CURLOPT_FOLLOWLOCATION, followsRedirects ? 1 : 0)
        _ = CCurl_set_number(handle, CURLOPT_MAXREDIRS, redirectsMax)
        // Signals are for the whole program.
        _ = CCurl_set_number(handle, CURLOPT_NOSIGNAL, 1)
        _ = CCurl_set_list(handle, CURLOPT_HTTPHEADER, fields)
    }

    /// Sets which certificates are accepted.
    ///
    /// - Parameter authorities: A file of the authorities in place of the system's.
    static func trust(
        _ handle: UnsafeMutableRawPointer, _ authorities: String?, isInsecure: Bool
    ) {
        if let authorities {
            _ = CCurl_set_text(handle, CURLOPT_CAINFO, authorities)
            // The system's authorities are in this folder.
            _ = CCurl_set_text(handle, CURLOPT_CAPATH, nil)
        }
        guard isInsecure else { return }
        _ = CCurl_set_number(handle, CURLOPT_SSL_VERIFYPEER, 0)
        _ = CCurl_set_number(handle, CURLOPT_SSL_VERIFYHOST, 0)
    }
}
