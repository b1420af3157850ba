extension ShippedMapping {
    /// A site's own Centrifugo, with the bidirectional WebSocket. What its publications hold is the
    /// site's own invention: the usual names are looked for. For others there is the feed `json`
    /// with the layer `centrifugo`.
    static let centrifugo = """
        {
          "name": "centrifugo",
          "summary": "a channel of a site's own Centrifugo",
          "unverified": true,
          "url": "wss://{host}/connection/websocket",
          "silenceHint": "nothing is published in this channel",
          "settings": {
            "host": { "summary": "the server's name", "default": "localhost" },
            "channel": { "summary": "the station's channel", "namesStation": true },
            "token": { "summary": "a connection token, where the site has such", "default": "" }
          },
          "stationsPerLink": 32,
          "layer": { "centrifugo": { "channel": "{channel}", "token": "{token}" } },
          "online": ["/online", "/is_online"],
          "track": {
            "title": ["/song/title", "/track/title", "/now_playing/title", "/title"],
            "artist": [
              "/song/artist", "/track/artist", "/now_playing/artist", "/artist/name", "/artist"
            ],
            "album": ["/song/album", "/track/album", "/now_playing/album", "/album"],
            "text": ["/song/text", "/text", "/streamTitle", "/song"],
            "artwork": [
              "/song/art", "/song/cover", "/track/art", "/track/cover", "/art", "/cover", "/artwork"
            ],
            "start": ["/started_at", "/played_at", "/start", "/song/started_at"],
            "duration": ["/duration", "/song/duration", "/track/duration"]
          },
          "next": {
            "title": ["/next/title", "/next/song/title"],
            "artist": ["/next/artist", "/next/song/artist"],
            "album": ["/next/album", "/next/song/album"],
            "artwork": ["/next/art", "/next/cover"]
          },
          "live": { "name": ["/dj/name", "/dj"] },
          "programme": { "title": ["/show/title", "/programme/title"] },
          "listeners": ["/listeners/current", "/listeners"]
        }
        """
}
