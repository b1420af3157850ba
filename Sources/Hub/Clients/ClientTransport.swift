/// The transport of a client, which its sink names: for the status, and for the limits of clients
/// from the network.
public struct ClientTransport: Hashable, Sendable {
    /// Its name in the status.
    public let name: String
    /// It comes over the network.
    public let isRemote: Bool
    /// It is the program's own output, which counts as no client.
    public let isOutput: Bool

    /// A transport with its properties.
    public init(_ name: String, isRemote: Bool = false, isOutput: Bool = false) {
        (self.name, self.isRemote, self.isOutput) = (name, isRemote, isOutput)
    }

    /// The program's own stdout.
    public static let stdout = ClientTransport("stdout", isOutput: true)
}
