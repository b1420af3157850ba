extension ShippedMapping {
    /// Radiolise's service, which listens to a stream and tells the titles in it; one stream a
    /// connection. There are no times: a title begins when it arrives, except for the first one.
    /// Who says the title before the artist is told by `split` in the config.
    static let radiolise = """
        {
          "name": "radiolise",
          "summary": "the titles in any Icecast or Shoutcast stream, through Radiolise's service",
          "url": "wss://backend.radiolise.com/api/data-service",
          "subprotocols": "v1",
          "silenceHint": "the stream tells no titles, or the service does not reach it",
          "settings": {
            "stream": { "summary": "the address of the stream's sound", "kind": "webAddress" }
          },
          "open": { "action": "subscribe", "data": { "url": "{stream}" } },
          "messages": [
            { "when": { "/action": "setTitle" } },
            {
              "when": { "/action": "reportError" }, "do": "error",
              "reason": ["/data/detail", "/data/type"]
            }
          ],
          "track": { "text": "/data/title" }
        }
        """
}
