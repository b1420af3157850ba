import Expectations
import Foundation
import NowPlaying
import TestSupport
import Testing
import Views

extension BusTests {
    /// The properties that busctl reads.
    struct PropertyTests {
        private static func property(
            _ name: String, on bus: PrivateBus, of interface: String = ".Player"
        ) throws -> String {
            try bus.busctl([
                "get-property", RunningPlayer.name, RunningPlayer.path,
                "org.mpris.MediaPlayer2" + interface, name,
            ]).output
        }

        /// A property of type `d`; busctl writes it with more digits than it has.
        private static func number(_ name: String, on bus: PrivateBus) throws -> Double? {
            let text = try property(name, on: bus)
            let before = #"{"type":"d","data":"#
            return text.hasPrefix(before) ? Double(text.dropFirst(before.count).dropLast()) : nil
        }

        @Test func `properties have exactly the types of the specification`() throws {
            try withPlayer { (bus, player) throws in
                player.show(Radio.live())
                let path = try #require(MediaPlayer(of: Radio.live()).metadata?.trackID)
                let expected = [
                    ("PlaybackStatus", #"{"type":"s","data":"Playing"}"#),
                    ("Position", #"{"type":"x","data":20000000}"#),
                    ("CanSeek", #"{"type":"b","data":false}"#),
                    ("CanControl", #"{"type":"b","data":true}"#),
                    (
                        "Metadata",
                        #"{"type":"a{sv}","data":{"mpris:trackid":{"type":"o","data":"\#(path)"},"#
                            + #""xesam:title":{"type":"s","data":"First Light"},"#
                            + #""xesam:artist":{"type":"as","data":["Aurora"]},"#
                            + #""xesam:album":{"type":"s","data":"Radio one"},"#
                            + #""nphub:station":{"type":"s","data":"one"}}}"#
                    ),
                ]
                for (name, value) in expected {
                    try expect(Self.property(name, on: bus), is: value, "\(name)")
                }
                player.show(Radio.rewound())
                let metadata = try Self.property("Metadata", on: bus)
                #expect(metadata.contains(#""mpris:length":{"type":"x","data":600000000}"#))
                let numbers = [
                    ("Rate", 1), ("Volume", 1), ("MinimumRate", 1), ("MaximumRate", 1.5),
                ]
                for (name, number) in numbers {
                    try expect(Self.number(name, on: bus), is: number, "\(name)")
                }
            }
        }

        @Test func `the position moves by the clock, without a signal`() throws {
            try withPlayer { (bus, player) throws in
                player.show(Radio.live())
                player.pass(.milliseconds(12_345))
                try expect(Self.property("Position", on: bus), is: #"{"type":"x","data":32345000}"#)
            }
        }

        @Test func `without a station the map is empty`() throws {
            try withPlayer { (bus, _) throws in
                try expect(Self.property("Metadata", on: bus), is: #"{"type":"a{sv}","data":{}}"#)
                try expect(
                    Self.property("PlaybackStatus", on: bus), is: #"{"type":"s","data":"Stopped"}"#)
            }
        }

        @Test func `what the service is, is told`() throws {
            try withPlayer { (bus, _) throws in
                let all = try bus.call(
                    "GetAll", of: "org.freedesktop.DBus.Properties",
                    ["s", "org.mpris.MediaPlayer2"])
                let expected =
                    #"{"type":"a{sv}","data":[{"CanQuit":{"type":"b","data":false},"#
                    + #""CanRaise":{"type":"b","data":false},"#
                    + #""HasTrackList":{"type":"b","data":false},"#
                    + #""Identity":{"type":"s","data":"nphub"},"#
                    + #""DesktopEntry":{"type":"s","data":"nphub"},"#
                    + #""SupportedUriSchemes":{"type":"as","data":[]},"#
                    + #""SupportedMimeTypes":{"type":"as","data":[]}}]}"#
                expect(all.output, is: expected)
            }
        }

        @Test func `repeat and shuffle are there while a player reports them`() throws {
            try withPlayer { (bus, player) throws in
                func names() throws -> String {
                    try bus.call(
                        "GetAll", of: "org.freedesktop.DBus.Properties",
                        ["s", "org.mpris.MediaPlayer2.Player"]
                    ).output
                }
                player.show(Radio.live())
                let silent = try names()
                #expect(!silent.contains("LoopStatus"))
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
                let silentAgain = try names()
                #expect(!silentAgain.contains("Shuffle"))
            }
        }

        @Test func `texts are passed on as they are, but for what D-Bus cannot say`() throws {
            try withPlayer { (bus, player) throws in
                var title = "Ночь \"潮\" \u{1F3B5}"
                title.unicodeScalars += [0xFFFF, 0xFDD0].compactMap(Unicode.Scalar.init)
                let shown = title + "!"
                player.show(Radio.live { $0.stations[0].nowPlaying.track?.title = shown })
                try expect(bus.playerctl("metadata", "title"), is: "Ночь \"潮\" \u{1F3B5}!")
            }
        }

        @Test func `the description names everything, and what is told of changes`() throws {
            try withPlayer { (bus, _) throws in
                let text = try bus.call(
                    "Introspect", of: "org.freedesktop.DBus.Introspectable"
                ).output.replacingOccurrences(of: "\\n", with: "")
                    .replacingOccurrences(of: "\\\"", with: "'")
                    .replacingOccurrences(of: " *<", with: "<", options: .regularExpression)
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
                expect(text.components(separatedBy: silent).count, is: 3)
            }
        }
    }
}
