extension ShippedMapping {
    /// Rainwave. It tells nothing before the next song unless it is asked about a song that is not
    /// on; `start` is what was planned, `start_actual` what happened; what comes next is known once
    /// the vote is over and one song is left.
    static let rainwave = """
        {
          "name": "rainwave",
          "summary": "Rainwave's channels",
          "unverified": true,
          "url": "wss://rainwave.cc/api4/websocket/{station}",
          "silenceHint": "Rainwave has no channel of this number, which is from 1 to 5",
          "settings": {
            "station": { "summary": "the channel's number, from 1 to 5", "range": [1, 5] },
            "user": { "summary": "the user's number; 1 is anonymous", "kind": "number" },
            "key": { "summary": "the user's API key, from rainwave.cc/keys" }
          },
          "artworkBase": "https://rainwave.cc/",
          "open": { "action": "auth", "user_id": "{user}", "key": "{key}" },
          "staleAfter": 90,
          "messages": [
            {
              "when": { "/wsok": true }, "do": "hello",
              "send": { "action": "check_sched_current_id", "sched_id": 1 }
            },
            {
              "when": { "/ping": { "exists": true } }, "do": "ignore",
              "send": { "action": "pong" }
            },
            {
              "when": { "/wserror/tl_key": "auth_failed" }, "do": "terminal",
              "reason": ["/wserror/text", "/wserror/tl_key"]
            },
            {
              "when": { "/wserror": { "exists": true } }, "do": "error",
              "reason": ["/wserror/text", "/wserror/tl_key"]
            },
            { "when": { "/sync_result/tl_key": "station_offline" }, "do": "offline" },
            { "when": { "/sched_current": { "exists": true } } },
            { "do": "ignore" }
          ],
          "clock": { "at": "/api_info/time", "unit": "s" },
          "track": {
            "key": "/sched_current/id",
            "title": "/sched_current/songs/0/title",
            "artist": { "at": "/sched_current/songs/0/artists/*/name" },
            "album": "/sched_current/songs/0/albums/0/name",
            "artwork": {
              "at": "/sched_current/songs/0/albums/0/art",
              "template": "https://rainwave.cc{}_320.jpg"
            },
            "requestedBy": "/sched_current/songs/0/elec_request_username",
            "links": { "page": "/sched_current/songs/0/url" },
            "start": { "at": "/sched_current/start_actual", "unit": "s" },
            "duration": {
              "at": ["/sched_current/songs/0/length", "/sched_current/length"], "none": 0
            }
          },
          "next": {
            "when": { "/sched_next/0/songs/1": null },
            "title": "/sched_next/0/songs/0/title",
            "artist": { "at": "/sched_next/0/songs/0/artists/*/name" },
            "album": "/sched_next/0/songs/0/albums/0/name",
            "artwork": {
              "at": "/sched_next/0/songs/0/albums/0/art",
              "template": "https://rainwave.cc{}_320.jpg"
            },
            "duration": { "at": "/sched_next/0/songs/0/length", "none": 0 }
          },
          "history": {
            "each": "/sched_history",
            "title": "/songs/0/title",
            "artist": { "at": "/songs/0/artists/*/name" },
            "album": "/songs/0/albums/0/name",
            "artwork": {
              "at": "/songs/0/albums/0/art", "template": "https://rainwave.cc{}_320.jpg"
            },
            "start": { "at": "/start_actual", "unit": "s" },
            "duration": { "at": ["/songs/0/length", "/length"], "none": 0 }
          }
        }
        """
}
