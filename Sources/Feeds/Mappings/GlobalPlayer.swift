extension ShippedMapping {
    /// Global's stations in the UK. Between songs `now_playing` is `null` or of another type: the
    /// show stays. The first message may have an empty song that the next one corrects at once.
    static let globalPlayer = """
        {
          "name": "globalplayer",
          "summary": "Global Player: Heart, Capital, LBC, Smooth, Radio X, Classic FM, Gold",
          "unverified": true,
          "url": "wss://metadata.musicradio.com/v2/now-playing",
          "silenceHint": "no station has this heraldId; globalplayer.com has them with its brands",
          "settings": {
            "station": { "summary": "the station's heraldId, from globalplayer.com" }
          },
          "open": { "actions": [{ "type": "subscribe", "service": "{station}" }] },
          "keepAlive": { "send": "heartbeat", "every": 30 },
          "messages": [
            { "text": ["heartbeat", "ping", "pong"], "do": "ignore" },
            { "when": { "/type": "heartbeat" }, "do": "ignore" },
            { "do": "update" }
          ],
          "emptyAfter": 1,
          "track": {
            "when": { "/now_playing/type": ["track", "song", "music", null] },
            "key": "/now_playing/id",
            "title": "/now_playing/title",
            "artist": "/now_playing/artist",
            "artwork": "/now_playing/artwork"
          },
          "programme": {
            "title": "/current_show/name",
            "start": "/current_show/start",
            "end": "/current_show/finish",
            "artwork": "/current_show/artwork"
          }
        }
        """
}
