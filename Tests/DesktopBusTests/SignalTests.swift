import Expectations
import Foundation
import NowPlaying
import TestSupport
import Testing
import Views

extension BusTests {
    /// The signals that listeners on the bus receive.
    struct SignalTests {
        /// The signals of the player while `body` runs: a player that stops ends it.
        private static func signals(
            _ bus: PrivateBus, _ player: RunningPlayer, _ body: () throws -> Void
        ) throws -> [String] {
            let monitor = try RunningTool([
                "busctl", "--address=\(bus.address)", "--json=short", "monitor",
                "--match=type='signal',path='\(RunningPlayer.path)'",
            ])
            defer { monitor.kill() }
            try monitor.waitForMessage("Monitoring")
            try body()
            player.show(Radio.live { $0.session.state = .stopped })
            var lines: [String] = []
            while let line = try monitor.line() {
                if line.contains(#""data":"Stopped""#) { break }
                lines.append(line)
            }
            return lines
        }

        @Test func `a change is one signal that carries what changed and nothing else`() throws {
            try withPlayer { (bus, player) throws in
                player.show(Radio.live())
                let lines = try Self.signals(bus, player) {
                    player.show(Radio.live { $0.session.state = .paused })
                }
                expect(lines.count, is: 1)
                expect(
                    lines.first?.contains(
                        #""member":"PropertiesChanged","payload":{"type":"sa{sv}as","data":["org.mpris.MediaPlayer2.Player",{"PlaybackStatus":{"type":"s","data":"Paused"}},[]]}"#
                    ),
                    is: true,
                    "\(lines)")
            }
        }

        @Test func `what is gone is named, and a seek is a signal of its own`() throws {
            try withPlayer { (bus, player) throws in
                player.show(Radio.rewound { $0.session.isShuffled = true })
                let lines = try Self.signals(bus, player) {
                    player.show(Radio.rewound())
                    player.show(
                        Radio.rewound { scene in
                            guard var place = scene.session.position.rewound else { return }
                            place.heard = place.heard + .seconds(60)
                            scene.session.position = .rewound(place)
                        })
                }
                expect(lines.count, is: 2)
                expect(lines.first?.contains(#"{},["Shuffle"]]"#), is: true, "\(lines)")
                expect(
                    lines.last?.contains(
                        #""member":"Seeked","payload":{"type":"x","data":[360000000]}"#),
                    is: true,
                    "\(lines)")
            }
        }

        @Test func `time passing and repeats are not signals`() throws {
            try withPlayer { (bus, player) throws in
                player.show(Radio.live())
                let lines = try Self.signals(bus, player) {
                    for _ in 0..<50 {
                        player.pass(.seconds(3))
                        player.show(
                            Radio.live { scene in
                                let elapsed = player.now - Radio.now + .seconds(20)
                                scene.stations[0].nowPlaying.playback?.anchor = Anchor(
                                    elapsed: elapsed, asOf: player.now,
                                    startedAt: Radio.now - .seconds(20), quality: .exact)
                            })
                    }
                }
                #expect(lines.isEmpty, "\(lines)")
            }
        }

        @Test func `playerctl follows with one line for each real change, and none besides`() throws
        {
            try withPlayer { (bus, player) throws in
                let titles = ["First Light", "Second Wind", "Third Eye", "Fourth Wall"]
                var scene = Radio.live()
                player.show(scene)
                let follower = try RunningTool(
                    [
                        "playerctl", "-p", "nphub", "--follow", "metadata", "--format",
                        "{{title}}",
                    ], bus: bus.address)
                defer { follower.kill() }
                var lines = [try follower.line()]
                for (index, title) in titles.enumerated() {
                    if index > 0 {
                        Radio.play(title, from: player.now, in: &scene)
                        player.show(scene)
                        lines.append(try follower.line())
                    }
                    for second in 0..<30 {
                        player.pass(.seconds(5))
                        scene.stations[0].nowPlaying.listeners = Listeners(current: second)
                        player.show(scene)
                    }
                }
                // Any other signal comes before this one.
                scene.stations[0].nowPlaying.track = Track(id: "end", title: "The End")
                player.show(scene)
                lines.append(try follower.line())
                expect(lines, is: titles + ["The End"])
            }
        }
    }
}
