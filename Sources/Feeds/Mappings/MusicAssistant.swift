extension ShippedMapping {
    /// A player's queue in Music Assistant. The server speaks first; since version 28 of its
    /// protocol it wants a token. Lists come in parts, of which one has the queue. A position is as
    /// of a time of its own; the one that comes every second is a bare number. Pictures that are
    /// on the server alone come through its proxy. The position of a radio is the time since it was
    /// switched on.
    static let musicAssistant = """
        {
          "name": "musicassistant",
          "summary": "Music Assistant: a player's queue",
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
          "keepAlive": {
            "send": { "message_id": "queues", "command": "player_queues/all" }, "every": 45
          },
          "staleAfter": 60,
          "messages": [
            {
              "when": { "/schema_version": { "above": 27 } },
              "do": "ignore",
              "send": { "message_id": "auth", "command": "auth", "args": { "token": "{token}" } }
            },
            {
              "when": { "/schema_version": { "exists": true } },
              "do": "hello",
              "send": { "message_id": "queues", "command": "player_queues/all" }
            },
            {
              "when": { "/message_id": "auth", "/error_code": { "exists": true } },
              "do": "terminal",
              "reason": ["/details", "/error_code"]
            },
            {
              "when": { "/message_id": "auth" },
              "do": "hello",
              "send": { "message_id": "queues", "command": "player_queues/all" }
            },
            {
              "when": { "/error_code": { "exists": true } },
              "do": "error",
              "reason": ["/details", "/error_code"]
            },
            {
              "when": {
                "/result/[queue_id={player}]/current_item/streamdetails/media_type": "radio"
              },
              "at": "/result/[queue_id={player}]",
              "map": {
                "track": {
                  "text": ["/current_item/streamdetails/stream_title", "/current_item/name"],
                  "artwork": "/current_item/[remotely_accessible=true]/path"
                },
                "state": "/state"
              }
            },
            {
              "when": { "/result/[queue_id={player}]/queue_id": { "exists": true } },
              "at": "/result/[queue_id={player}]"
            },
            {
              "when": {
                "/event": "queue_updated", "/object_id": "{player}",
                "/data/current_item/streamdetails/media_type": "radio"
              },
              "at": "/data",
              "map": {
                "track": {
                  "text": ["/current_item/streamdetails/stream_title", "/current_item/name"],
                  "artwork": "/current_item/[remotely_accessible=true]/path"
                },
                "state": "/state"
              }
            },
            {
              "when": { "/event": "queue_updated", "/object_id": "{player}" },
              "at": "/data"
            },
            {
              "when": { "/event": "queue_time_updated", "/object_id": "{player}" },
              "do": "partial",
              "map": { "track": { "elapsed": { "at": "/data", "needsDuration": true } } }
            },
            { "do": "ignore" }
          ],
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
              "spotify":
                "/current_item/media_item/provider_mappings/[provider_domain=spotify]/url",
              "apple_music":
                "/current_item/media_item/provider_mappings/[provider_domain=apple_music]/url",
              "deezer":
                "/current_item/media_item/provider_mappings/[provider_domain=deezer]/url",
              "qobuz":
                "/current_item/media_item/provider_mappings/[provider_domain=qobuz]/url",
              "tidal":
                "/current_item/media_item/provider_mappings/[provider_domain=tidal]/url",
              "ytmusic":
                "/current_item/media_item/provider_mappings/[provider_domain=ytmusic]/url"
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
              "at": "/elapsed_time", "asOf": "/elapsed_time_last_updated", "needsDuration": true
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
          "rate": "/playback_speed"
        }
        """
}
