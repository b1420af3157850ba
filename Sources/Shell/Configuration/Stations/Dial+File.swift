import Hub
import Stations
import Support
import Protocols

extension StationConfiguration.Dial {
    /// Reads the settings of the connection from a station's `feed`.
    init(_ feed: ConfigurationSection) {
        self.init()
        headers = feed["headers"].map(Self.headers) ?? []
        if let tls = feed["tls"] { self.tls = TLSSettings(tls) }
    }

    /// Reads header fields.
    static func headers(_ value: ConfigurationValue) -> [HeaderField] {
        guard let section = value.section() else { return [] }
        return section.values.compactMap(HeaderField.init)
    }
}

extension HeaderField {
    /// A member of `headers`. No value is ever shown: most are there to be secret.
    fileprivate init?(_ value: ConfigurationValue) {
        guard let text = value.secret() else { return nil }
        self.init(name: value.name, value: text)
        guard let error = mistake else { return }
        value.note("a header field: \(error)", remedy: "change or remove it")
        return nil
    }
}

extension HeaderField {
    /// The reason why the field cannot be sent. Only a whole request can be checked, so one is
    /// made; its address does not matter.
    private var mistake: WebSocketRequestError? {
        guard let url = try? WebSocketURL("wss://localhost") else { return nil }
        do {
            _ = try WebSocketRequest(url: url, fields: [self])
            return nil
        } catch {
            return error
        }
    }
}

extension TLSSettings {
    /// A section `tls`.
    init(_ value: ConfigurationValue) {
        self.init()
        guard let section = value.section(["ca", "fingerprint", "insecure"]) else { return }
        ca = section["ca"]?.certificateFile()
        fingerprint = section["fingerprint"]?.fingerprint()
        insecure = section["insecure"]?.flag() ?? false
        let deciders =
            ["ca", "fingerprint"].filter { section[$0] != nil }
            + (insecure ? ["insecure"] : [])
        guard deciders.count > 1 else { return }
        let names = deciders.map { "`\($0)`" }.joined(separator: " and ")
        value.note("\(names) contradict each other", remedy: "keep one: each decides alone")
    }
}

extension ConfigurationValue {
    /// The path of a file with certificates.
    fileprivate func certificateFile() -> String? {
        guard let path = line() else { return nil }
        guard let problem = reading.problem(withCertificates: path) else {
            return reading.resolve(path)
        }
        note(
            "`\(name)`: \(quote(path)) \(problem)",
            remedy: "it must be a PEM file of certificates, relative to the config's folder")
        return nil
    }

    /// The SHA-256 of a certificate, as 64 lower-case digits: the same for all ways to write it.
    fileprivate func fingerprint() -> String? {
        let expected = "the 32 bytes of a SHA-256 in hexadecimal, colons between them or not"
        guard let text = text(expected) else { return nil }
        let digits = text.lowercased().filter { $0 != ":" }
        let isHexadecimal = digits.utf8.allSatisfy { "0123456789abcdef".utf8.contains($0) }
        return isHexadecimal && digits.utf8.count == 64 ? digits : refuse(mustBe: expected)
    }
}
