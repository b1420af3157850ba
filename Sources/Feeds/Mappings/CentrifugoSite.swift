extension ShippedMapping {
    /// A site's own Centrifugo, with the bidirectional WebSocket. What its publications hold is the
    /// site's own invention: the usual names are looked for, and those of AzuraCast, which some
    /// imitate, in `np` or without. For others there is the feed `json` with the layer
    /// `centrifugo`.
    static let centrifugo = """
        {
          "name": "centrifugo",
          "summary": "a channel of a site's own Centrifugo",
          "unverified": true,
          "url": "wss://{host}:{port}/connection/websocket",
          "silenceHint": "nothing is published in this channel",
          "settings": {
            "host": { "summary": "the server's name", "kind": "host", "default": "localhost" },
            "port": { "summary": "its port", "kind": "port", "default": 443 },
            "channel": { "summary": "the station's channel", "namesStation": true },
            "token": { "summary": "a connection token, where the site has such", "default": "" }
          },
          "stationsPerLink": 32,
          "layer": { "centrifugo": { "channel": "{channel}", "token": "{token}" } },
          "messages": [{ "when": { "/np/now_playing": { "exists": true } }, "at": "/np" }, {}],
          "online": ["/online", "/is_online"],
          "track": {
            "title": [
              "/song/title", "/track/title", "/current/title", "/now_playing/song/title",
              "/now_playing/title", "/title"
            ],
            "artist": [
              "/song/artist", "/track/artist", "/current/artist", "/now_playing/song/artist",
              "/now_playing/artist", "/artist/name", "/artist"
            ],
            "album": [
              "/song/album", "/track/album", "/current/album", "/now_playing/song/album",
              "/now_playing/album", "/album"
            ],
            "genre": ["/song/genre", "/track/genre", "/now_playing/song/genre", "/genre"],
            "text": [
              "/song/text", "/now_playing/song/text", "/text", "/streamTitle", "/now_playing",
              "/song"
            ],
            "artwork": [
              "/song/art", "/song/cover", "/track/art", "/track/cover", "/now_playing/song/art",
              "/now_playing/art", "/art", "/cover", "/artwork"
            ],
            "start": [
              "/started_at", "/played_at", "/start", "/song/started_at", "/current/started_at",
              "/current/played_at", "/now_playing/played_at"
            ],
            "duration": [
              "/duration", "/song/duration", "/track/duration", "/current/duration",
              "/now_playing/duration"
            ]
          },
          "next": {
            "title": ["/next/title", "/next/song/title", "/playing_next/song/title"],
            "artist": ["/next/artist", "/next/song/artist", "/playing_next/song/artist"],
            "album": ["/next/album", "/next/song/album", "/playing_next/song/album"],
            "artwork": ["/next/art", "/next/cover", "/playing_next/song/art"]
          },
          "history": {
            "each": ["/song_history", "/history"],
            "title": ["/song/title", "/title"], "artist": ["/song/artist", "/artist"],
            "album": ["/song/album", "/album"],
            "text": "/song/text", "artwork": ["/song/art", "/art"],
            "start": "/played_at", "duration": "/duration"
          },
          "live": { "name": ["/dj/name", "/dj"] },
          "programme": { "title": ["/show/title", "/programme/title"] },
          "listeners": ["/listeners/current", "/listeners"]
        }
        """
}
