extension ShippedMapping {
    /// Nightwave Plaza. The song stood at `position` at `updated_at`. That its server takes a
    /// WebSocket without polling first has not been seen.
    static let plaza = """
        {
          "name": "plaza",
          "summary": "Nightwave Plaza",
          "unverified": true,
          "url": "wss://plaza.one/ws/?EIO=4&transport=websocket",
          "silenceHint": "Plaza's server sends no status",
          "settings": {},
          "artworkBase": "https://plaza.one/",
          "layer": "socketio",
          "messages": [
            { "event": "status" },
            { "event": "listeners", "do": "partial", "map": { "listeners": "" } },
            { "event": "reactions", "do": "ignore" }
          ],
          "track": {
            "key": "/song/id",
            "title": "/song/title",
            "artist": "/song/artist",
            "album": "/song/album",
            "artwork": ["/song/artwork_src", "/song/artwork_sm_src"],
            "elapsed": {
              "at": ["/position", "/song/position"],
              "asOf": { "at": "/updated_at", "unit": "s" }
            },
            "duration": { "at": "/song/length", "none": 0 }
          },
          "listeners": "/listeners"
        }
        """
}
