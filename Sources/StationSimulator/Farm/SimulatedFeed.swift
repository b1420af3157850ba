/// The wire protocols that a farm can speak, by the names that configs give them.
public enum SimulatedFeed: String, CaseIterable, Hashable, Sendable {
    /// AzuraCast's high-performance now-playing updates, through Centrifugo.
    case azuraCast = "azuracast"
    /// A site's own Centrifugo, bidirectional.
    case centrifugo
    /// Volumio: socket.io 1.7.
    case volumio
    /// Mopidy: JSON-RPC and events.
    case mopidy
    /// Snapserver: JSON-RPC.
    case snapcast
    /// Music Assistant.
    case musicAssistant = "musicassistant"
    /// Home Assistant's media players.
    case homeAssistant = "homeassistant"
    /// Kodi: JSON-RPC.
    case kodi

    /// The server's side of the protocol.
    var protocolType: any SimulatedProtocol.Type {
        switch self {
        case .azuraCast: AzuraCastServer.self
        case .centrifugo: CentrifugoSiteServer.self
        case .volumio: PlayerServer<VolumioSession>.self
        case .mopidy: PlayerServer<MopidySession>.self
        case .snapcast: PlayerServer<SnapcastSession>.self
        case .musicAssistant: PlayerServer<MusicAssistantSession>.self
        case .homeAssistant: PlayerServer<HomeAssistantSession>.self
        case .kodi: PlayerServer<KodiSession>.self
        }
    }
}
