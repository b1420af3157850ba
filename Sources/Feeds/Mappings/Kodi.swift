extension ShippedMapping {
    /// One of Kodi's players. Notifications name only what happened; what is played then is asked
    /// for: first whether the player is in use, since one that is not refuses to answer. What has
    /// no length is a stream, and its position the time since it was switched on. Pictures come
    /// from Kodi's web server.
    static let kodi = """
        {
          "name": "kodi",
          "summary": "Kodi, a media centre",
          "url": "ws://{host}:9090/jsonrpc",
          "silenceHint": "nothing answers: “Allow remote control” must be on in Kodi's settings",
          "settings": {
            "host": { "summary": "its name or address", "default": "localhost" },
            "player": { "summary": "which player: 0 music, 1 video", "default": "0" },
            "webPort": { "summary": "the port of its web server, for pictures", "default": "8080" }
          },
          "artworkBase": "http://{host}:{webPort}/",
          "layer": "jsonrpc",
          "open": { "method": "Player.GetActivePlayers" },
          "keepAlive": { "send": { "method": "Player.GetActivePlayers" }, "every": 30 },
          "staleAfter": 40,
          "messages": [
            {
              "event": [
                "Player.OnPlay", "Player.OnAVStart", "Player.OnAVChange", "Player.OnPause",
                "Player.OnResume", "Player.OnSeek", "Player.OnSpeedChanged", "Player.OnStop",
                "Player.OnPropertyChanged"
              ],
              "do": "ignore",
              "send": { "method": "Player.GetActivePlayers" }
            },
            {
              "event": "Player.GetActivePlayers",
              "when": { "/[playerid={player}]/playerid": { "exists": true } },
              "do": "ignore",
              "pick": { "playerID": "/[playerid={player}]/playerid" },
              "send": [
                {
                  "method": "Player.GetItem",
                  "params": {
                    "playerid": "{playerID}",
                    "properties": [
                      "title", "artist", "album", "genre", "duration", "thumbnail", "showtitle"
                    ]
                  }
                },
                {
                  "method": "Player.GetProperties",
                  "params": {
                    "playerid": "{playerID}",
                    "properties": ["time", "totaltime", "speed"]
                  }
                }
              ]
            },
            { "event": "Player.GetActivePlayers", "do": "stopped" },
            { "event": "Player.GetItem", "at": "/item", "do": "remember" },
            {
              "event": "Player.GetProperties",
              "do": "partial",
              "map": {
                "track": {
                  "elapsed": { "at": "/time", "needsDuration": true }, "duration": "/totaltime"
                },
                "state": { "at": "/speed", "playing": [1, 2, 4, 8, 16, 32], "paused": 0 },
                "rate": { "at": "/speed", "none": 0 }
              }
            },
            { "do": "ignore" }
          ],
          "track": {
            "whole": true,
            "title": ["/title", "/label"],
            "artist": "/artist/*",
            "album": ["/album", "/showtitle"],
            "genre": "/genre/*",
            "artwork": { "at": "/thumbnail", "template": "/image/{}" },
            "duration": "/duration"
          }
        }
        """
}
