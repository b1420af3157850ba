extension ShippedMapping {
    /// Volumio's socket.io 1.7: the state comes when asked for, and whole with each change. A radio
    /// has its title in one line and its own name for the artist, unless its stream has fields of
    /// their own (Ogg, Opus, FLAC); its `seek` is the time since it was switched on, not the
    /// song's; stopped, it has no title at all. Truth values may be `null`.
    static let volumio = """
        {
          "name": "volumio",
          "summary": "Volumio, a player",
          "url": "ws://{host}:{port}/socket.io/?EIO=3&transport=websocket",
          "silenceHint": "the player does not answer `getState`: is it Volumio, and its port 3000?",
          "settings": {
            "host": {
              "summary": "the player's name or address", "kind": "host", "default": "volumio.local"
            },
            "port": { "summary": "its port", "kind": "port", "default": 3000 }
          },
          "layer": { "socketio": { "version": 3 } },
          "open": { "event": "getState", "data": "" },
          "messages": [
            {
              "event": "pushState",
              "when": { "/service": "webradio", "/trackType": ["ogg", "opus", "flac"] },
              "map": {
                "track": {
                  "title": "/title", "artist": "/artist", "album": "/album",
                  "artwork": "/albumart"
                },
                "state": "/status"
              }
            },
            {
              "event": "pushState",
              "when": { "/service": "webradio" },
              "map": {
                "track": { "text": "/title", "artwork": "/albumart" },
                "state": "/status"
              }
            },
            {
              "event": "pushState",
              "when": { "/trackType": "webradio" },
              "map": {
                "track": { "text": "/title", "artwork": "/albumart" },
                "state": "/status"
              }
            },
            { "event": "pushState" },
            { "do": "ignore" }
          ],
          "track": {
            "title": "/title",
            "artist": "/artist",
            "album": "/album",
            "artwork": "/albumart",
            "elapsed": { "at": "/seek", "unit": "ms", "needsDuration": true },
            "duration": "/duration"
          },
          "state": "/status"
        }
        """
}
