extension ShippedMapping {
    /// A stream of a Snapserver. Properties come whole, whatever of them changed; a position among
    /// them that is the same as before is an old one, and so is every one in the server's status
    /// or a stream's. A stream that is idle plays nothing, whatever its properties still say; that
    /// of a player that is paused is idle, too.
    static let snapcast = """
        {
          "name": "snapcast",
          "summary": "Snapcast: a stream of a Snapserver",
          "url": "ws://{host}:{port}/jsonrpc",
          "silenceHint": "the server has no stream with this id (they are named in its config)",
          "settings": {
            "host": {
              "summary": "the server's name or address", "kind": "host", "default": "localhost"
            },
            "port": { "summary": "its port", "kind": "port", "default": 1780 },
            "stream": {
              "summary": "the stream's id, as in the server's config", "namesStation": true
            }
          },
          "signs": {
            "question": { "jsonrpc": "2.0", "id": 1, "method": "Server.GetStatus" },
            "messages": [ { "/result/server/streams": { "exists": true } } ],
            "choices": { "stream": "/result/server/streams/*/id" }
          },
          "layer": "jsonrpc",
          "open": { "method": "Server.GetStatus" },
          "keepAlive": { "send": { "method": "Server.GetRPCVersion" }, "every": 30 },
          "staleAfter": 40,
          "messages": [
            {
              "event": "Server.GetStatus",
              "when": {
                "/server/streams/[id={stream}]/status": ["idle", "disabled"],
                "/server/streams/[id={stream}]/properties/playbackStatus": { "not": "paused" }
              },
              "at": "/server/streams/[id={stream}]",
              "map": \(stream(state: silent))
            },
            {
              "event": "Server.GetStatus",
              "when": { "/server/streams/[id={stream}]/id": { "exists": true } },
              "at": "/server/streams/[id={stream}]",
              "map": \(stream(state: audible))
            },
            {
              "event": "Stream.OnUpdate",
              "when": {
                "/id": "{stream}", "/stream/status": ["idle", "disabled"],
                "/stream/properties/playbackStatus": { "not": "paused" }
              },
              "at": "/stream",
              "do": "partial",
              "map": \(stream(state: silent))
            },
            {
              "event": "Stream.OnUpdate",
              "when": { "/id": "{stream}" },
              "at": "/stream",
              "do": "partial",
              "map": \(stream(state: audible))
            },
            {
              "event": "Stream.OnProperties",
              "when": { "/id": "{stream}", "/properties/playbackStatus": "stopped" },
              "do": "stopped"
            },
            {
              "event": "Stream.OnProperties",
              "when": { "/id": "{stream}", "/properties/metadata/[title|url]": null },
              "do": "clear"
            },
            {
              "event": "Stream.OnProperties",
              "when": { "/id": "{stream}" },
              "at": "/properties",
              "do": "partial"
            },
            { "do": "ignore" }
          ],
          "track": {
            "whole": true,
            "title": "/metadata/[title|url]",
            "artist": "/metadata/artist/*",
            "album": "/metadata/album",
            "genre": "/metadata/genre/*",
            "artwork": "/metadata/artUrl",
            "year": ["/metadata/contentCreated", "/metadata/originalDate", "/metadata/date"],
            "composer": "/metadata/composer/*",
            "label": "/metadata/label",
            "elapsed": { "at": "/position", "onlyNew": true, "needsDuration": true },
            "duration": "/metadata/duration"
          },
          "state": "/playbackStatus",
          "rate": "/rate"
        }
        """

    private static let audible = #"["/properties/playbackStatus", "/status"]"#
    private static let silent = #"{ "at": "/status", "stopped": ["idle", "disabled"] }"#

    /// The mapping of a stream, with the place of its state.
    private static func stream(state: String) -> String {
        """
        {
          "track": {
            "whole": true,
            "title": "/properties/metadata/[title|url]",
            "artist": "/properties/metadata/artist/*",
            "album": "/properties/metadata/album",
            "genre": "/properties/metadata/genre/*",
            "artwork": "/properties/metadata/artUrl",
            "year": [
              "/properties/metadata/contentCreated", "/properties/metadata/originalDate",
              "/properties/metadata/date"
            ],
            "composer": "/properties/metadata/composer/*",
            "label": "/properties/metadata/label",
            "duration": "/properties/metadata/duration"
          },
          "state": \(state),
          "rate": "/properties/rate"
        }
        """
    }
}
