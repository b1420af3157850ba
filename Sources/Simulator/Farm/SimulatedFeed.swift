import Support

/// The feeds whose servers can be simulated: AzuraCast by a server of its own, each other one by a
/// script that is part of the program.
///
/// Adding one is adding a script in `Scripts/Shipped`, and its name here.
public enum SimulatedFeed: String, CaseIterable, Hashable, Sendable {
    case azuraCast = "azuracast"
    case radiolise
    case streamABC = "streamabc"
    case globalPlayer = "globalplayer"
    case qmusic
    case listenMoe = "listenmoe"
    case plaza
    case gensokyo
    case rainwave
    case centrifugo
    case volumio
    case mopidy
    case snapcast
    case musicAssistant = "musicassistant"
    case homeAssistant = "homeassistant"
    case kodi
    /// A site's own Phoenix channels.
    case phoenix
    /// A site's own channels at Pusher.
    case pusher

    /// The script of its server; `nil` for AzuraCast.
    public var script: ConversationScript? {
        guard let text else { return nil }
        do {
            return try ConversationScript(text)
        } catch {
            crash("the script of \(rawValue) is part of the program: \(error)")
        }
    }

    private var text: [UInt8]? {
        switch self {
        case .azuraCast: nil
        case .radiolise: PackageResources.radiolise_jsonl
        case .streamABC: PackageResources.streamabc_jsonl
        case .globalPlayer: PackageResources.globalplayer_jsonl
        case .qmusic: PackageResources.qmusic_jsonl
        case .listenMoe: PackageResources.listenmoe_jsonl
        case .plaza: PackageResources.plaza_jsonl
        case .gensokyo: PackageResources.gensokyo_jsonl
        case .rainwave: PackageResources.rainwave_jsonl
        case .centrifugo: PackageResources.centrifugo_jsonl
        case .volumio: PackageResources.volumio_jsonl
        case .mopidy: PackageResources.mopidy_jsonl
        case .snapcast: PackageResources.snapcast_jsonl
        case .musicAssistant: PackageResources.musicassistant_jsonl
        case .homeAssistant: PackageResources.homeassistant_jsonl
        case .kodi: PackageResources.kodi_jsonl
        case .phoenix: PackageResources.phoenix_jsonl
        case .pusher: PackageResources.pusher_jsonl
        }
    }
}
