import Foundation
public import HubClient

/// Documents of a car and of a lock screen, for what draws them.
public enum CarFixtures {
    /// Two tabs, a playing and a failing station, a list to push, now playing.
    public static let document = """
        {"root":{"id":"tabs","type":"tabBar","leftOut":1,"templates":[\(stations),\(recent)]},
         "nowPlaying":{"id":"nowPlaying","type":"nowPlaying","isUpNextButtonEnabled":true,
          "buttons":[{"id":"nowPlaying#live","type":"image","title":"Live","action":{"action":"live"}},
           {"id":"nowPlaying#streams","type":"image","title":"Streams","push":"streams/one"},
           {"id":"nowPlaying#favourite","type":"image","title":"Favourite","isSelected":true,
            "action":{"action":"favourite","station":"one","on":false}}],
          "upNextTitle":"Rewind","upNext":"rewind","albumArtist":"rewind"},
         "lists":[\(rewind),\(streams)],
         "alert":{"id":"alert","type":"alert","titleVariants":["Not possible just now","Not possible"],
          "actions":[{"id":"alert#dismiss","title":"OK","style":"cancel"}]},"later":{"id":"x"}}
        """

    /// The first of its tabs.
    public static let stations = """
        {"id":"stations","type":"list","title":"Stations","tabTitle":"Stations","tabImage":"radio",
         "leftOut":3,"sections":[{"id":"stations#rows","items":[
          {"id":"stations/one","text":"Kanalrand FM","detailText":"Mara Ebb – Weir","isPlaying":true,
           "playbackProgress":0.4,"action":{"action":"select","station":"one"}},
          {"id":"stations/two","text":"夜明けラジオ","detailText":"Connecting …","isEnabled":false,
           "accessory":"disclosureIndicator"}]}]}
        """

    private static let recent = """
        {"id":"recent","type":"list","title":"Recent","tabTitle":"Recent","tabImage":"clock",
         "showsTabBadge":true,"sections":[{"id":"recent#rows","items":[
          {"id":"recent#none","text":"Nothing played yet","detailText":"","isEnabled":false}]}]}
        """

    private static let rewind = """
        {"id":"rewind","type":"list","title":"Rewind","sections":[{"id":"rewind#programmes","items":[
          {"id":"rewind#row","text":"Past programmes","push":"streams/one","leftOut":2,"elements":[
           {"id":"rewind#row/1","title":"The Long Shift","push":"streams/one"}]}]},
         {"id":"rewind#elements","header":"Played before","items":[
          {"id":"rewind/9f","text":"Sluice","detailText":"14:24",
           "action":{"action":"seek","element":"9f"}}]}]}
        """

    private static let streams = """
        {"id":"streams/one","type":"list","title":"Streams","sections":[{"id":"streams#rows","items":[
          {"id":"streams/one/north","text":"North","detailText":"Chosen","accessory":"checkmark",
           "action":{"action":"select","station":"one","stream":"north"}}]}]}
        """

    /// A lock screen that was true when the watcher began.
    public static func lock(
        state: String = "playing", rate: Double = 1, elapsed: Double = 100,
        more: String = #""MPNowPlayingInfoPropertyIsLiveStream":true,"#
    ) -> String {
        """
        {"MPMediaItemPropertyTitle":"Weir","MPMediaItemPropertyArtist":"Mara Ebb",
         "MPMediaItemPropertyAlbumTitle":"Kanalrand FM",\(more)
         "MPNowPlayingInfoPropertyElapsedPlaybackTime":\(elapsed),
         "MPNowPlayingInfoPropertyPlaybackRate":\(rate),"playbackState":"\(state)",
         "asOf":1700000000,"commands":{
          "togglePlayPauseCommand":{"isEnabled":true,"action":{"action":"toggle"}},
          "skipBackwardCommand":{"isEnabled":true,"preferredIntervals":[15],
           "action":{"action":"seek","by":-15}},
          "skipForwardCommand":{"isEnabled":false,"preferredIntervals":[30]},
          "nextTrackCommand":{"isEnabled":true,"action":{"action":"next"}},
          "likeCommand":{"isEnabled":true,"isActive":true,
           "action":{"action":"favourite","station":"one","on":false}}}}
        """
    }

    /// A lock screen of a session that is at no station.
    public static let idle = """
        {"MPNowPlayingInfoPropertyElapsedPlaybackTime":0,"MPNowPlayingInfoPropertyPlaybackRate":0,
         "playbackState":"stopped","asOf":1,"commands":{}}
        """

    /// Reads a text.
    public static func read<Value: Decodable>(_ text: String) throws -> Value {
        try JSONDecoder().decode(Value.self, from: Data(text.utf8))
    }

    /// A car's document.
    public static func car(_ text: String = document) throws -> CarDocument { try read(text) }

    /// A lock screen's.
    public static func card(_ text: String = lock()) throws -> LockCard { try read(text) }

    /// A line from the hub with a record of this content.
    public static func line(
        _ content: String, of subscription: Int = 1, revision: Int = 1, resume: Int = 0
    ) -> String {
        #"{"jsonrpc":"2.0","method":"update","params":{"subscription":\#(subscription),"#
            + #""sequence":1,"resume":\#(resume),"record":{"view":"carPlay","epoch":"a","#
            + #""revision":\#(revision),"session":"main",\#(content)}}}"#
    }
}
