import Protocols

/// The TLS contexts in use, one for each distinct setting: each holds all authorities.
final class TLSContexts {
    private var contexts: [TLSSettings: TLSContext] = [:]

    /// A session with the host of a URL; `nil` for a URL without TLS.
    func session(
        to url: ServerURL, with settings: TLSSettings
    ) throws(TLSSettingsError) -> TLSSession? {
        guard url.isSecure else { return nil }
        if let known = contexts[settings] { return TLSSession(context: known, url: url) }
        let context = try TLSContext(settings)
        contexts[settings] = context
        return TLSSession(context: context, url: url)
    }

    /// Forgets all: files of certificates are read anew. Sessions keep the contexts that they have.
    func forget() {
        contexts = [:]
    }
}
