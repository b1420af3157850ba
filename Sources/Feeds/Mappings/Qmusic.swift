extension ShippedMapping {
    /// DPG Media's stations. A message is JSON in a string in JSON in a string in a frame of
    /// SockJS; one connection serves several stations. Pictures are named by their path on a server
    /// of their own, in a size that the path of the address begins with.
    static let qmusic = """
        {
          "name": "qmusic",
          "summary": "DPG Media in the Netherlands and Belgium: Qmusic, JOE",
          "unverified": true,
          "url": "wss://socket.qmusic.{country}/api/{rand3}/{uuid}/websocket",
          "silenceHint": "no station has this name; https://api.qmusic.nl/2.0/channels lists them",
          "settings": {
            "station": { "summary": "the station's name, such as qmusic_nl or joe_nl" },
            "country": {
              "summary": "nl, or be for Belgium", "choices": ["nl", "be"], "default": "nl"
            }
          },
          "stationsPerLink": 16,
          "layer": "sockjs",
          "open": {
            "action": "join", "id": 0,
            "sub": { "station": "{station}", "entity": "plays", "action": "play" },
            "backlog": 1
          },
          "unwrap": "/data",
          "which": "/station",
          "messages": [
            { "when": { "/entity": "plays", "/action": "play" }, "at": "/data" },
            { "when": { "/action": { "exists": true }, "/entity": null }, "do": "hello" },
            { "when": { "/entity": { "not": "plays" } }, "do": "ignore" }
          ],
          "track": {
            "title": "/title",
            "artist": "/artist/name",
            "artwork": [
              {
                "at": "/thumbnail", "pattern": "/{}",
                "template": "https://cdn-radio.dpgmedia.net/site/w480/{}"
              },
              {
                "at": "/thumbnail", "template": "https://cdn-radio.dpgmedia.net/site/w480/{}"
              }
            ],
            "start": { "at": "/played_at", "unit": "iso" },
            "links": { "spotify": "/spotify_url" }
          },
          "next": {
            "title": "/next/title",
            "artist": "/next/artist/name",
            "artwork": [
              {
                "at": "/next/thumbnail", "pattern": "/{}",
                "template": "https://cdn-radio.dpgmedia.net/site/w480/{}"
              },
              {
                "at": "/next/thumbnail", "template": "https://cdn-radio.dpgmedia.net/site/w480/{}"
              }
            ],
            "start": { "at": "/next/played_at", "unit": "iso" }
          }
        }
        """
}
