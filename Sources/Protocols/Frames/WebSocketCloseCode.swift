/// The reason why a WebSocket was closed, as a number (RFC 6455 section 7.4).
public struct WebSocketCloseCode: RawRepresentable, Hashable, Sendable {
    /// The number.
    public let rawValue: UInt16

    /// Any number; `isAllowedInFrame` tells whether it may be sent.
    public init(rawValue: UInt16) {
        self.rawValue = rawValue
    }

    /// The purpose is fulfilled.
    public static let normal = Self(rawValue: 1000)
    /// This side goes away: it shuts down, or leaves the page.
    public static let goingAway = Self(rawValue: 1001)
    /// The other side broke the protocol.
    public static let protocolError = Self(rawValue: 1002)
    /// Never sent: stands for a close frame without a code.
    public static let noStatus = Self(rawValue: 1005)
    /// Never sent: stands for a connection that ended without a close frame.
    public static let abnormal = Self(rawValue: 1006)
    /// A message was not what its type says: text that is not UTF-8.
    public static let invalidPayload = Self(rawValue: 1007)
    /// A message was too big.
    public static let messageTooBig = Self(rawValue: 1009)

    /// Section 7.4.1 and IANA's registry define 1000 to 1003 and 1007 to 1014; 1004, 1005, 1006
    /// and 1015 must not be sent. Section 7.4.2 reserves the rest up to 2999, and gives 3000 to
    /// 4999 to libraries and applications.
    public var isAllowedInFrame: Bool {
        switch rawValue {
        case 1000...1003, 1007...1014, 3000...4999: true
        default: false
        }
    }
}

extension WebSocketCloseCode: CustomStringConvertible {
    /// The number in digits.
    public var description: String { String(rawValue) }
}
