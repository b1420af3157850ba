extension ShippedMapping {
    /// LISTEN.moe's gateways. What it calls `startTime` is when the song ends; notifications are
    /// about anything but a song. It drops who does not beat, and says itself how often. An event
    /// is a person's or a theme's time on air.
    static let listenMoe = """
        {
          "name": "listenmoe",
          "summary": "LISTEN.moe: J-pop, or K-pop at wss://listen.moe/kpop/gateway_v2",
          "url": "wss://listen.moe/gateway_v2",
          "silenceHint": "LISTEN.moe's gateway tells no song, though it was asked",
          "settings": {},
          "signs": { "messages": [ { "/op": 0, "/d/heartbeat": { "exists": true } } ] },
          "artworkBase": "https://listen.moe/",
          "open": { "send": { "op": 2 }, "after": 3 },
          "keepAlive": {
            "send": { "op": 9 }, "every": { "at": "/d/heartbeat", "unit": "ms" }
          },
          "staleAfter": 100,
          "messages": [
            { "when": { "/op": 0 }, "do": "hello" },
            {
              "when": { "/op": 1, "/t": ["TRACK_UPDATE", "TRACK_UPDATE_REQUEST"] },
              "do": "partial", "at": "/d"
            },
            { "when": { "/op": [1, 10] }, "do": "ignore" }
          ],
          "track": {
            "key": "/song/id",
            "title": ["/song/title", "/song/titleRomaji"],
            "artist": { "at": "/song/artists/*/[name|nameRomaji]" },
            "album": "/song/albums/0/[name|nameRomaji]",
            "artwork": [
              {
                "at": "/song/albums/0/image", "template": "https://cdn.listen.moe/covers/{}"
              },
              {
                "at": "/song/artists/0/image", "template": "https://cdn.listen.moe/artists/{}"
              }
            ],
            "requestedBy": ["/requester/displayName", "/requester/name"],
            "endOrStart": { "at": "/startTime", "unit": "iso" },
            "duration": { "at": "/song/duration", "none": 0 }
          },
          "programme": { "title": "/event/name", "artwork": "/event/image" },
          "history": {
            "each": "/lastPlayed",
            "title": ["/title", "/titleRomaji"],
            "artist": { "at": "/artists/*/[name|nameRomaji]" },
            "album": "/albums/0/[name|nameRomaji]",
            "artwork": [
              { "at": "/albums/0/image", "template": "https://cdn.listen.moe/covers/{}" },
              { "at": "/artists/0/image", "template": "https://cdn.listen.moe/artists/{}" }
            ],
            "duration": { "at": "/duration", "none": 0 }
          },
          "listeners": "/listeners"
        }
        """
}
