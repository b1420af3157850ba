import NowPlaying

extension FeedType {
    /// Home Assistant's media players, by its WebSocket API
    /// (https://developers.home-assistant.io/docs/api/websocket).
    public static let homeAssistant: FeedType = {
        var type = FeedType(
            name: "homeassistant",
            summary: "Home Assistant: a media player",
            settings: [
                .host("homeassistant.local"), .port(8_123),
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
            LayeredFeed(HomeAssistantMachine(feeds: feeds), over: [])
        }
        type.address = "ws://{host}:{port}/api/websocket"
        type.signs = FeedSigns(
            #"{ "messages": [ { "/type": "auth_required", "/ha_version": { "exists": true } } ] }"#)
        type.mistakes = { feed in
            guard let entity = feed[text: "entity"], !isPlayer(entity) else { return [] }
            let expected = "a media player's entity id, such as `media_player.kitchen`"
            return [FeedMistake(path: [.key("entity")], problem: .wrongValue(mustBe: expected))]
        }
        return type
    }()
}

/// True if a text is the id of a media player.
private func isPlayer(_ entity: String) -> Bool {
    let parts = entity.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 2 && parts[0] == "media_player" && !parts[1].isEmpty
        && parts[1].utf8.allSatisfy { byte in
            "abcdefghijklmnopqrstuvwxyz0123456789_".utf8.contains(byte)
        }
}
