extension ShippedMapping {
    /// Radiolise's service, which listens to a stream and sends the titles in it; one stream per
    /// connection. There are no times: a title begins when it arrives, except for the first one.
    /// For streams with the title before the artist, the config has `split`.
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
