extension ShippedMapping {
    /// Mopidy: its events only say that something happened, and what it is then is asked for piece
    /// by piece, so that it does not matter how an event names the track (`tl_track`, whatever the
    /// documentation says). A track without a length is a stream: its name is the station's, its
    /// position the time since it was switched on, and its title comes apart. Nothing else being
    /// heard of a server, it is asked every 30 s.
    static let mopidy = """
        {
          "name": "mopidy",
          "summary": "Mopidy, a player",
          "url": "ws://{host}:{port}/mopidy/ws",
          "silenceHint": "the server does not answer: is it Mopidy with its HTTP frontend?",
          "settings": {
            "host": {
              "summary": "the server's name or address", "kind": "host", "default": "localhost"
            },
            "port": { "summary": "its port", "kind": "port", "default": 6680 }
          },
          "layer": "jsonrpc",
          "open": { "method": "core.playback.get_current_tl_track" },
          "keepAlive": { "send": { "method": "core.playback.get_current_tl_track" }, "every": 30 },
          "staleAfter": 40,
          "messages": [
            {
              "event": [
                "track_playback_started", "playback_state_changed", "seeked",
                "stream_title_changed", "track_playback_ended"
              ],
              "do": "ignore",
              "send": { "method": "core.playback.get_current_tl_track" }
            },
            {
              "event": "core.playback.get_current_tl_track",
              "when": { "": null },
              "do": "stopped"
            },
            {
              "event": "core.playback.get_current_tl_track",
              "when": { "/track/length": [null, 0] },
              "do": "remember",
              "map": { "track": { "text": "/track/name", "artist": "/track/artists/*/name" } },
              "send": [
                { "method": "core.playback.get_state" },
                { "method": "core.playback.get_stream_title" }
              ]
            },
            {
              "event": "core.playback.get_current_tl_track",
              "do": "remember",
              "send": [
                { "method": "core.playback.get_state" },
                { "method": "core.playback.get_time_position" },
                { "method": "core.library.get_images", "params": { "uris": ["{/track/uri}"] } }
              ]
            },
            { "event": "core.playback.get_state", "do": "remember", "map": { "state": "" } },
            {
              "event": "core.playback.get_time_position",
              "do": "partial",
              "map": {
                "track": { "elapsed": { "at": "", "unit": "ms", "needsDuration": true } }
              }
            },
            {
              "event": "core.playback.get_stream_title",
              "when": { "": [null, ""] },
              "do": "partial",
              "map": {}
            },
            {
              "event": "core.playback.get_stream_title",
              "do": "partial",
              "map": { "track": { "text": "" } }
            },
            {
              "event": "core.library.get_images",
              "when": { "/*/0/uri": { "exists": true } },
              "do": "partial",
              "map": { "track": { "artwork": "/*/0/uri" } }
            },
            { "do": "ignore" }
          ],
          "track": {
            "key": "/tlid",
            "title": ["/track/name", "/track/uri"],
            "artist": "/track/artists/*/name",
            "album": "/track/album/name",
            "genre": "/track/genre",
            "year": ["/track/date", "/track/album/date"],
            "composer": "/track/composers/*/name",
            "duration": { "at": "/track/length", "unit": "ms" }
          }
        }
        """
}
