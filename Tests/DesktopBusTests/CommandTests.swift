import Expectations
import NowPlaying
import TestSupport
import Testing
import Views

extension BusTests {
    /// Commands from other programs on the bus.
    struct CommandTests {
        @Test func `methods become commands of the session`() throws {
            try withPlayer { (bus, player) throws in
                player.show(Radio.rewound())
                for method in ["Play", "Pause", "PlayPause", "Stop", "Next", "Previous"] {
                    try expect(bus.call(method).code, is: 0, "\(method)")
                }
                expect(
                    player.takeCommands(), is: [.play, .pause, .toggle, .stop, .next, .previous])
            }
        }

        @Test func `seeks are bounded by what is heard, and name it`() throws {
            try withPlayer { (bus, player) throws in
                player.show(Radio.rewound())
                let path = try #require(MediaPlayer(of: Radio.rewound()).metadata?.trackID)
                _ = try bus.call("Seek", ["x", "--", "-15000000"])
                _ = try bus.call("Seek", ["x", "--", "-999000000"])
                _ = try bus.call("SetPosition", ["ox", path, "60000000"])
                _ = try bus.call("SetPosition", ["ox", path, "999000000"])
                _ = try bus.call("SetPosition", ["ox", "/org/nphub/track/0", "60000000"])
                expect(
                    player.takeCommands(),
                    is: [
                        .seekBy(.seconds(-15)), .seekTo(.zero), .seekTo(.seconds(60)),
                    ])
            }
        }

        @Test func `the rate can be set, and 0 is a pause`() throws {
            try withPlayer { (bus, player) throws in
                player.show(Radio.rewound())
                func set(_ property: String, _ type: String, _ value: String) throws -> String {
                    try bus.busctl([
                        "set-property", RunningPlayer.name, RunningPlayer.path,
                        "org.mpris.MediaPlayer2.Player", property, type, value,
                    ]).errors
                }
                try expect(set("Rate", "d", "1.5"), is: "")
                try expect(set("Rate", "d", "0"), is: "")
                expect(player.takeCommands(), is: [.rate(1.5), .pause])
                player.show(Radio.rewound { $0.session.repeatMode = .all })
                let refusals = [
                    (try set("Rate", "s", "fast"), "Incorrect parameters"),
                    (try set("Volume", "d", "0.5"), "only reports it"),
                    (try set("Shuffle", "b", "true"), "nknown"),
                    (try set("LoopStatus", "b", "true"), "Incorrect parameters"),
                    (try set("CanSeek", "b", "true"), "not writable"),
                ]
                for (errors, reason) in refusals { #expect(errors.contains(reason), "\(errors)") }
                #expect(player.takeCommands().isEmpty)
                player.show(
                    Radio.rewound {
                        $0.session.repeatMode = .all
                        $0.session.isShuffled = false
                    })
                try expect(set("LoopStatus", "s", "Track"), is: "")
                try expect(set("LoopStatus", "s", "Sideways"), is: "")
                try expect(set("Shuffle", "b", "true"), is: "")
                expect(player.takeCommands(), is: [.repeatMode(.one), .shuffle(true)])
            }
        }

        @Test func `what cannot be done is refused with the reason, or has no effect`() throws {
            try withPlayer { (bus, player) throws in
                let refusals = [
                    (try bus.call("PlayPause").errors, "no station is chosen"),
                    (
                        try bus.call("OpenUri", ["s", "https://one.example/"]).errors,
                        "plays the stations of its config only"
                    ),
                    (try bus.call("Seek", ["s", "x"]).errors, "Invalid"),
                    (try bus.call("Explode").errors, "Unknown method"),
                ]
                for (errors, reason) in refusals { #expect(errors.contains(reason), "\(errors)") }
                try expect(bus.call("Play").code, is: 0)
                for method in ["Raise", "Quit"] {
                    try expect(bus.call(method, of: "org.mpris.MediaPlayer2").code, is: 0)
                }
                #expect(player.takeCommands().isEmpty)
                try expect(bus.playerctl("status"), is: "Stopped")
            }
        }

        @Test func `playerctl sees and steers it`() throws {
            try withPlayer { (bus, player) throws in
                player.show(Radio.live())
                try expect(bus.playerctl("status"), is: "Playing")
                // It counts on by a clock of its own.
                #expect(try bus.playerctl("position").hasPrefix("20."))
                try expect(
                    bus.playerctl("metadata", "--format", "{{artist}} - {{title}} ({{album}})"),
                    is: "Aurora - First Light (Radio one)")
                for command in ["play", "pause", "play-pause", "next", "previous", "stop"] {
                    try expect(bus.playerctl(command), is: "", "\(command)")
                }
                expect(
                    player.takeCommands(), is: [.play, .pause, .toggle, .next, .previous, .stop])
                // There is no seeking at the live edge.
                _ = try bus.playerctl("position", "5")
                #expect(player.takeCommands().isEmpty)
                player.show(Radio.rewound())
                try expect(bus.playerctl("position", "60"), is: "")
                try expect(bus.playerctl("position", "10-"), is: "")
                expect(player.takeCommands(), is: [.seekTo(.seconds(60)), .seekBy(.seconds(-10))])
            }
        }
    }
}
