import Foundation
import Testing
import Views

extension BusTests {
    /// What busctl reads.
    struct PropertyTests {
        private static func property(
            _ name: String, on bus: PrivateBus, of interface: String = ".Player"
        ) throws -> String {
            try bus.busctl([
                "get-property", RunningPlayer.name, RunningPlayer.path,
                "org.mpris.MediaPlayer2" + interface, name,
            ]).output
        }

        @Test func `properties have exactly the types of the specification`() throws {
            try withPlayer { bus, player in
                player.show(Radio.live())
                let path = try #require(MediaPlayer(of: Radio.live()).metadata?.trackID)
                let expected = [
                    ("PlaybackStatus", #"{"type":"s","data":"Playing"}"#),
                    ("Rate", #"{"type":"d","data":1}"#), ("Volume", #"{"type":"d","data":1}"#),
                    ("Position", #"{"type":"x","data":20000000}"#),
                    ("MinimumRate", #"{"type":"d","data":1}"#),
                    ("CanSeek", #"{"type":"b","data":false}"#),
                    ("CanControl", #"{"type":"b","data":true}"#),
                    (
                        "Metadata",
                        #"{"type":"a{sv}","data":{"mpris:trackid":{"type":"o","data":"\#(path)"},"#
                            + #""xesam:title":{"type":"s","data":"First Light"},"#
                            + #""xesam:artist":{"type":"as","data":["Aurora"]},"#
                            + #""xesam:album":{"type":"s","data":"Radio one"},"#
                            + #""xesam:contentCreated":{"type":"s","data":"2025-01-01T14:29:40Z"},"#
                            + #""nphub:station":{"type":"s","data":"one"}}}"#
                    ),
                ]
                for (name, value) in expected {
                    #expect(try Self.property(name, on: bus) == value, "\(name)")
                }
                player.show(Radio.rewound())
                #expect(
                    try Self.property("Metadata", on: bus)
                        .contains(#""mpris:length":{"type":"x","data":600000000}"#))
                #expect(try Self.property("MaximumRate", on: bus) == #"{"type":"d","data":1.5}"#)
            }
        }

        @Test func `the position moves by the clock, without anybody being told`() throws {
            try withPlayer { bus, player in
                player.show(Radio.live())
                player.pass(.milliseconds(12_345))
                #expect(
                    try Self.property("Position", on: bus) == #"{"type":"x","data":32345000}"#)
            }
        }

        @Test func `without a station the map is empty`() throws {
            try withPlayer { bus, _ in
                #expect(
                    try Self.property("Metadata", on: bus) == #"{"type":"a{sv}","data":{}}"#)
                #expect(
                    try Self.property("PlaybackStatus", on: bus)
                        == #"{"type":"s","data":"Stopped"}"#)
            }
        }

        @Test func `what the service is, is told`() throws {
            try withPlayer { bus, _ in
                let all = try bus.call(
                    "GetAll", of: "org.freedesktop.DBus.Properties", ["s", "org.mpris.MediaPlayer2"])
                let expected =
                    #"{"type":"a{sv}","data":[{"CanQuit":{"type":"b","data":false},"#
                    + #""CanRaise":{"type":"b","data":false},"#
                    + #""HasTrackList":{"type":"b","data":false},"#
                    + #""Identity":{"type":"s","data":"nphub"},"#
                    + #""DesktopEntry":{"type":"s","data":"nphub"},"#
                    + #""SupportedUriSchemes":{"type":"as","data":[]},"#
                    + #""SupportedMimeTypes":{"type":"as","data":[]}}]}"#
                #expect(all.output == expected)
            }
        }

        @Test func `repeat and shuffle are there while a player reports them`() throws {
            try withPlayer { bus, player in
                func names() throws -> String {
                    try bus.call(
                        "GetAll", of: "org.freedesktop.DBus.Properties",
                        ["s", "org.mpris.MediaPlayer2.Player"]
                    ).output
                }
                player.show(Radio.live())
                #expect(try !names().contains("LoopStatus"))
                player.show(
                    Radio.live {
                        $0.session.repeatMode = .all
                        $0.session.isShuffled = true
                    })
                let reported = try names()
                #expect(reported.contains(#""LoopStatus":{"type":"s","data":"Playlist"}"#))
                #expect(reported.contains(#""Shuffle":{"type":"b","data":true}"#))
                #expect(reported.contains(#""PlaybackStatus":"#))
                player.show(Radio.live())
                #expect(try !names().contains("Shuffle"))
            }
        }

        @Test func `texts are passed on as they are, but for what D-Bus cannot say`() throws {
            try withPlayer { bus, player in
                player.show(
                    Radio.live {
                        let title = "Ночь \"潮\" \u{1F3B5}\u{FFFF}\u{FDD0}!"
                        $0.stations[0].nowPlaying.track?.title = title
                    })
                #expect(try bus.playerctl("metadata", "title") == "Ночь \"潮\" \u{1F3B5}!")
            }
        }

        @Test func `the description names everything, and what is told of changes`() throws {
            try withPlayer { bus, _ in
                let text = try bus.call(
                    "Introspect", of: "org.freedesktop.DBus.Introspectable"
                ).output.replacingOccurrences(of: "\\n", with: "")
                    .replacingOccurrences(of: "\\\"", with: "'")
                    .replacingOccurrences(of: "  ", with: "")
                for method in [
                    "Raise", "Quit", "Next", "Previous", "Pause", "PlayPause", "Stop", "Play",
                ] {
                    #expect(text.contains("<method name='\(method)'></method>"), "\(method)")
                }
                let silent =
                    "<annotation name='org.freedesktop.DBus.Property.EmitsChangedSignal' value='false'/>"
                for part in [
                    "<method name='Seek'><arg type='x' name='Offset' direction='in'/></method>",
                    "<method name='SetPosition'><arg type='o' name='TrackId' direction='in'/>"
                        + "<arg type='x' name='Position' direction='in'/></method>",
                    "<method name='OpenUri'><arg type='s' name='Uri' direction='in'/></method>",
                    "<signal name='Seeked'><arg type='x' name='Position'/></signal>",
                    "<property name='Position' type='x' access='read'>\(silent)</property>",
                    "<property name='CanControl' type='b' access='read'>\(silent)</property>",
                    "<property name='Metadata' type='a{sv}' access='read'></property>",
                    "<property name='Rate' type='d' access='readwrite'></property>",
                    "<property name='Volume' type='d' access='readwrite'></property>",
                ] {
                    #expect(text.contains(part), "\(part)")
                }
                #expect(text.components(separatedBy: silent).count == 3)
            }
        }
    }
}
