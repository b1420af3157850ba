extension ShippedMapping {
    /// A player in Music Assistant, by its queue, and by itself while something else than its queue
    /// is its source: then the queue is idle, and may still hold an item of another day. The server
    /// speaks first; since version 28 of its protocol it wants a token. Lists come in parts, of
    /// which one has the player. A queue's position is as of a time of its own; the one that comes
    /// every second is cut down to whole seconds, and the player's own, of the same item, is not.
    /// Pictures that are on the server alone come through its proxy. The position of a radio is the
    /// time since it was switched on. What is not available keeps the state that it had.
    static let musicAssistant = """
        {
          "name": "musicassistant",
          "summary": "Music Assistant: a player and its queue",
          "unverified": true,
          "url": "ws://{host}:{port}/ws",
          "silenceHint": "the server has no queue with this player's id, or the token is not right",
          "settings": {
            "host": {
              "summary": "the server's name or address", "kind": "host", "default": "localhost"
            },
            "port": { "summary": "its port", "kind": "port", "default": 8095 },
            "player": {
              "summary": "the player's id, as its settings have it", "namesStation": true
            },
            "token": { "summary": "a long-lived token of a user's profile", "default": "" }
          },
          "signs": {
            "messages": [
              { "/server_version": { "exists": true }, "/schema_version": { "exists": true } }
            ]
          },
          "keepAlive": [
            {
              "send": { "message_id": "queues", "command": "player_queues/all" }, "every": 45
            },
            { "send": { "message_id": "players", "command": "players/all" }, "every": 45 }
          ],
          "staleAfter": 60,
          "messages": [
            {
              "when": { "/schema_version": { "above": 27 } },
              "do": "ignore",
              "send": { "message_id": "auth", "command": "auth", "args": { "token": "{token}" } }
            },
            {
              "when": { "/schema_version": { "exists": true } }, "do": "hello",
              "send": \(lists)
            },
            {
              "when": { "/message_id": "auth", "/error_code": { "exists": true } },
              "do": "terminal",
              "reason": ["/details", "/error_code"]
            },
            { "when": { "/message_id": "auth" }, "do": "hello", "send": \(lists) },
            {
              "when": { "/error_code": { "exists": true } },
              "do": "error",
              "reason": ["/details", "/error_code"]
            },
            \(queueRules(at: "/result/[queue_id={player}]", listed("queue_id"))),
            \(queueRules(at: "/data", told("queue_updated"))),
            {
              "when": { "/event": "queue_time_updated", "/object_id": "{player}" },
              "do": "partial",
              "map": {
                "track": {
                  "elapsed": { "at": "/data", "needsDuration": true, "wholeSeconds": true }
                }
              }
            },
            \(ownRules(at: "/result/[player_id={player}]", listed("player_id"))),
            \(ownRules(at: "/data", told("player_updated"))),
            { "when": { "/event": "player_removed", "/object_id": "{player}" }, "do": "offline" },
            { "do": "ignore" }
          ],
          \(queue),
          "fallback": \(player)
        }
        """

    private static let lists = """
        [
          { "message_id": "queues", "command": "player_queues/all" },
          { "message_id": "players", "command": "players/all" }
        ]
        """

    /// The queue or the player in a list of all.
    private static func listed(_ id: String) -> String {
        #""/result/[\#(id)={player}]/\#(id)": { "exists": true }"#
    }

    /// The same where something of it changed.
    private static func told(_ event: String) -> String {
        #""/event": "\#(event)", "/object_id": "{player}""#
    }

    /// The members that are read of a queue.
    private static func queueRules(at place: String, _ kind: String) -> String {
        """
        {
          "when": { \(kind), "\(place)/available": false },
          "do": "offline"
        },
        {
          "when": {
            \(kind),
            "\(place)/state": ["idle", "off", "standby", "unknown"]
          },
          "at": "\(place)",
          "map": {
            "state": { "at": "/state", "stopped": ["idle", "off", "standby", "unknown"] },
            "online": "/available"
          }
        },
        {
          "when": { \(kind), "\(place)/current_item/streamdetails/media_type": "radio" },
          "at": "\(place)",
          "map": {
            "track": {
              "title": "/current_item/streamdetails/stream_metadata/title",
              "artist": "/current_item/streamdetails/stream_metadata/artist",
              "text": ["/current_item/streamdetails/stream_title", "/current_item/name"],
              "artwork": "/current_item/[remotely_accessible=true]/path"
            },
            "state": "/state",
            "online": "/available"
          }
        },
        { "when": { \(kind) }, "at": "\(place)" }
        """
    }

    /// The members that are read of a player while it plays its queue.
    private static func ownRules(at place: String, _ kind: String) -> String {
        """
        {
          "when": { \(kind), "\(place)/available": false },
          "do": "offline"
        },
        {
          "when": { \(kind), "\(place)/active_source": "{player}" },
          "at": "\(place)",
          "do": "partial",
          "map": {
            "track": {
              "elapsed": {
                "at": "/elapsed_time", "asOf": "/elapsed_time_last_updated",
                "needsDuration": true, "refines": true
              }
            },
            "online": "/available"
          }
        }
        """
    }

    /// The place of a queue's state.
    private static let queue = """
        "track": {
          "key": "/current_item/queue_item_id",
          "title": "/current_item/media_item/name",
          "text": "/current_item/name",
          "artist": "/current_item/media_item/artists/*/name",
          "album": "/current_item/media_item/album/name",
          "genre": "/current_item/media_item/metadata/genres/*",
          "isrc": "/current_item/media_item/external_ids/[0=isrc]/1",
          "year": [
            "/current_item/media_item/album/year",
            "/current_item/media_item/metadata/release_date"
          ],
          "label": "/current_item/media_item/metadata/label",
          "links": {
            "spotify": "/current_item/media_item/provider_mappings/[provider_domain=spotify]/url",
            "apple_music":
              "/current_item/media_item/provider_mappings/[provider_domain=apple_music]/url",
            "deezer": "/current_item/media_item/provider_mappings/[provider_domain=deezer]/url",
            "qobuz": "/current_item/media_item/provider_mappings/[provider_domain=qobuz]/url",
            "tidal": "/current_item/media_item/provider_mappings/[provider_domain=tidal]/url",
            "ytmusic": "/current_item/media_item/provider_mappings/[provider_domain=ytmusic]/url"
          },
          "artwork": [
            "/current_item/[remotely_accessible=true]/path",
            { "at": "/current_item/image/proxy_id", "template": "/imageproxy/{}?size=512" },
            {
              "at": "/current_item/[remotely_accessible=false]/path",
              "template": "/imageproxy?path={}&provider={/current_item/image/provider}&size=512",
              "encoded": 2
            }
          ],
          "elapsed": {
            "at": "/elapsed_time", "asOf": "/elapsed_time_last_updated", "needsDuration": true,
            "wholeSeconds": true
          },
          "duration": "/current_item/duration"
        },
        "next": {
          "title": "/next_item/media_item/name",
          "text": "/next_item/name",
          "artist": "/next_item/media_item/artists/*/name",
          "album": "/next_item/media_item/album/name",
          "artwork": "/next_item/[remotely_accessible=true]/path",
          "duration": "/next_item/duration"
        },
        "state": "/state",
        "rate": "/playback_speed",
        "online": "/available"
        """

    /// A player by itself. Of what its own queue plays the queue tells.
    private static let player = """
        {
          "messages": [
            \(playerRules(at: "/result/[player_id={player}]", listed("player_id"))),
            \(playerRules(at: "/data", told("player_updated"))),
            { "when": { "/event": "player_removed", "/object_id": "{player}" }, "do": "offline" },
            { "do": "ignore" }
          ],
          "track": {
            "title": "/current_media/title",
            "artist": "/current_media/artist",
            "album": "/current_media/album",
            "artwork": "/current_media/image_url",
            "elapsed": {
              "at": ["/current_media/elapsed_time", "/elapsed_time"],
              "asOf": ["/current_media/elapsed_time_last_updated", "/elapsed_time_last_updated"],
              "needsDuration": true
            },
            "duration": "/current_media/duration"
          },
          "state": ["/playback_state", "/state"],
          "online": "/available"
        }
        """

    private static func playerRules(at place: String, _ kind: String) -> String {
        """
        {
          "when": { \(kind), "\(place)/available": false },
          "do": "offline"
        },
        {
          "when": { \(kind), "\(place)/active_source": "{player}" },
          "do": "stopped"
        },
        { "when": { \(kind) }, "at": "\(place)" }
        """
    }
}
