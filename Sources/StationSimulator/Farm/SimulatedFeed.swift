/// The wire protocols that a farm can speak, by the names that configs give them, or their
/// layers.
public enum SimulatedFeed: String, CaseIterable, Hashable, Sendable {
    /// AzuraCast's high-performance now-playing updates, through Centrifugo.
    case azuraCast = "azuracast"
    /// The titles of any stream, as Radiolise's data service tells them.
    case radiolise
    /// QuantumCast's channels.
    case streamABC = "streamabc"
    /// Global's stations in the UK.
    case globalPlayer = "globalplayer"
    /// DPG Media's stations, through SockJS.
    case qmusic
    /// LISTEN.moe's gateway.
    case listenMoe = "listenmoe"
    /// Nightwave Plaza, through Socket.IO.
    case plaza
    /// Gensokyo Radio.
    case gensokyo
    /// Rainwave's channels.
    case rainwave
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
    /// A site's own Phoenix channels.
    case phoenix
    /// A site's own channels at Pusher.
    case pusher

    /// The type of feed that reads it.
    public var type: String {
        switch self {
        case .phoenix, .pusher: "json"
        default: rawValue
        }
    }

    /// The WebSocket subprotocols that servers agree to; a farm's loop must be made with them.
    public var subprotocols: [String] { protocolType.subprotocols }

    /// The server's side of the protocol.
    var protocolType: any SimulatedProtocol.Type {
        switch self {
        case .azuraCast: AzuraCastServer.self
        case .radiolise: SessionServer<RadioliseSession>.self
        case .streamABC: SessionServer<StreamABCSession>.self
        case .globalPlayer: SessionServer<GlobalPlayerSession>.self
        case .qmusic: SessionServer<QmusicSession>.self
        case .listenMoe: SessionServer<ListenMoeSession>.self
        case .plaza: SessionServer<PlazaSession>.self
        case .gensokyo: SessionServer<GensokyoSession>.self
        case .rainwave: SessionServer<RainwaveSession>.self
        case .centrifugo: CentrifugoSiteServer.self
        case .volumio: PlayerServer<VolumioSession>.self
        case .mopidy: PlayerServer<MopidySession>.self
        case .snapcast: PlayerServer<SnapcastSession>.self
        case .musicAssistant: PlayerServer<MusicAssistantSession>.self
        case .homeAssistant: PlayerServer<HomeAssistantSession>.self
        case .kodi: PlayerServer<KodiSession>.self
        case .phoenix: SessionServer<PhoenixSession>.self
        case .pusher: SessionServer<PusherSession>.self
        }
    }
}
