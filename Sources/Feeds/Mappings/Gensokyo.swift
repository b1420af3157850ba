extension ShippedMapping {
    /// Gensokyo Radio. Seconds are numbers or strings, what is not known is an empty text, and a
    /// ping that is not answered with the id of the welcome ends the connection.
    static let gensokyo = """
        {
          "name": "gensokyo",
          "summary": "Gensokyo Radio",
          "unverified": true,
          "url": "wss://gensokyoradio.net/wss",
          "silenceHint": "Gensokyo Radio's server tells no song",
          "settings": {},
          "artworkBase": "https://gensokyoradio.net/",
          "open": { "message": "grInitialConnection" },
          "staleAfter": 90,
          "messages": [
            { "when": { "/message": "welcome" }, "do": "hello", "pick": { "id": "/id" } },
            {
              "when": { "/message": "ping" }, "do": "ignore",
              "send": { "message": "pong", "id": "{id}" }
            },
            { "when": { "/message": { "exists": true } }, "do": "ignore" },
            { "when": { "/title": { "exists": true } } }
          ],
          "track": {
            "key": { "at": "/songid", "none": [0, ""] },
            "title": "/title",
            "artist": ["/artist", "/circle"],
            "album": "/album",
            "artwork": "/albumart",
            "year": "/year",
            "elapsed": "/played",
            "duration": { "at": "/duration", "none": [0, "0"] }
          }
        }
        """
}
