import JSON

/// The place of the dashboard, for those who may connect to the Unix socket.
public struct DashboardLink: Equatable, Sendable {
    /// The address of the page, without a token.
    public var address: String
    /// A token that the hub made itself, and that is in no file.
    public var token: String?
    /// The path of the file that has tokens. Its own permissions say who may read it.
    public var tokensFile: String?

    /// A dashboard without tokens.
    public init(address: String) {
        self.address = address
    }

    /// Writes the members.
    func writeMembers(into writer: inout JSONWriter) {
        writer.member("address", address)
        writer.member("token", token)
        writer.member("tokensFile", tokensFile)
    }
}
