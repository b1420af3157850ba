import NowPlaying

extension FeedType {
    /// One of Kodi's players, by its JSON-RPC over WebSocket (https://kodi.wiki/view/JSON-RPC_API).
    /// Pictures come from its web server.
    static let kodi: FeedType = {
        var type = FeedType(
            name: "kodi", summary: "Kodi, a media centre",
            settings: [
                .host("localhost"), .port(9_090),
                setting("player", .whole(0...2), "which player: 0 music, 1 video, 2 pictures", "0"),
                setting("webPort", .port, "the port of its web server, for pictures", "8080"),
            ],
            stationsPerLink: 1, longestSilence: nil,
            silenceHint: "nothing answers as Kodi does: “Allow remote control” must be on in its"
                + " settings, and the port must be that of its WebSocket"
        ) { feeds in
            let player = feeds.first?.placeholders["player"]?.plainText.flatMap { Int($0) }
            return LayeredFeed(KodiMachine(player: player ?? 0), over: [JSONRPCLayer()])
        }
        type.address = "ws://{host}:{port}/jsonrpc"
        type.signs = FeedSigns(
            """
            {
              "question": { "jsonrpc": "2.0", "id": 1, "method": "JSONRPC.Version" },
              "messages": [ { "/result/version/major": { "exists": true } } ]
            }
            """)
        type.adaptation = { type, feed in
            let address = try? FeedAddress.settled("http://{host}:{webPort}/", for: feed)
            type.artworkBase = address
        }
        return type
    }()

    private static func setting(
        _ name: String, _ kind: FeedSetting.Kind, _ summary: String, _ defaultText: String
    ) -> FeedSetting {
        FeedSetting(
            name: name, kind: kind, isRequired: false, namesStation: false, summary: summary,
            defaultText: defaultText)
    }
}
