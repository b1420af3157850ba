/// The wire protocols that a farm can speak, by the names that configs give them.
public enum SimulatedFeed: String, CaseIterable, Hashable, Sendable {
    /// AzuraCast's high-performance now-playing updates, through Centrifugo.
    case azuraCast = "azuracast"

    /// The server's side of the protocol.
    var protocolType: any SimulatedProtocol.Type {
        switch self {
        case .azuraCast: AzuraCastServer.self
        }
    }
}
