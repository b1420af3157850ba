/// The address of a track at a service, such as its page at a streaming service.
public struct TrackLink: Hashable, Sendable {
    /// More than any feed tells; with the longest addresses they still fit a record.
    public static let maximumCount = 16

    /// The service's name for programs, such as `spotify`.
    public var service: String
    /// The address; https once it is cleaned.
    public var address: String

    /// A link with its parts.
    public init(service: String, address: String) {
        self.service = service
        self.address = address
    }

    /// True if a text can be a service's name: 1 to 32 of the characters `A-Z a-z 0-9 . _ -`.
    public static func isService(_ name: String) -> Bool {
        name.utf8.count <= 32 && name.isIdentifier
    }
}

extension TrackLink: CustomStringConvertible {
    /// `spotify=https://…`; no part of it has a space.
    public var description: String { "\(service)=\(address)" }

    /// The link that a text describes; `nil` where it is none.
    public init?(_ description: some StringProtocol) {
        guard let sign = description.firstIndex(of: "=") else { return nil }
        self.init(
            service: String(description[..<sign]),
            address: String(description[description.index(after: sign)...]))
        guard Self.isService(service), address.hasPrefix("https://") else { return nil }
    }
}
