import NowPlaying

extension FeedType {
    /// Home Assistant's media players, by its WebSocket API
    /// (https://developers.home-assistant.io/docs/api/websocket).
    public static let homeAssistant: FeedType = {
        var host = FeedSetting(
            name: "host", kind: .text, isRequired: false, namesStation: false,
            summary: "its name or address")
        host.defaultText = "homeassistant.local"
        var type = FeedType(
            name: "homeassistant",
            summary: "Home Assistant: a media player",
            settings: [
                host,
                FeedSetting(
                    name: "entity", kind: .text, isRequired: true, namesStation: true,
                    summary: "the entity's id, such as media_player.kitchen"),
                FeedSetting(
                    name: "token", kind: .text, isRequired: true, namesStation: false,
                    summary: "a long-lived access token of a user's profile"),
            ],
            stationsPerLink: 32, longestSilence: nil,
            silenceHint: "there is no entity with this id, or the token's user may not see it"
        ) { feeds in
            LayeredSession(HomeAssistantDialogue(feeds: feeds), over: [])
        }
        type.address = "ws://{host}:8123/api/websocket"
        return type
    }()
}
