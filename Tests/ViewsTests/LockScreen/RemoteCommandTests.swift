import Expectations
import NowPlaying
import Testing
import Views

struct RemoteCommandTests {
    private static func commands(_ scene: SessionSnapshot) -> [RemoteCommand.Name: RemoteCommand] {
        let commands = LockScreen(of: scene).commands
        return Dictionary(uniqueKeysWithValues: commands.map { ($0.name, $0) })
    }

    private static func enabled(_ scene: SessionSnapshot) -> Set<RemoteCommand.Name> {
        Set(commands(scene).values.filter(\.isEnabled).map(\.name))
    }

    @Test func `nothing can be asked for without a station, but to choose one`() {
        expect(Self.enabled(Sample.scene()), is: [.nextTrackCommand, .previousTrackCommand])
    }

    @Test func `a live station can be paused, stopped, left, gone back in and liked`() {
        expect(
            Self.enabled(Sample.listening()),
            is: [
                .pauseCommand, .stopCommand, .togglePlayPauseCommand, .skipBackwardCommand,
                .nextTrackCommand, .previousTrackCommand, .likeCommand,
            ])
    }

    @Test func `a paused one can be played`() {
        let scene = Sample.listening { $0.session.state = .paused }
        let enabled = Self.enabled(scene)
        #expect(enabled.isSuperset(of: [.playCommand, .stopCommand]))
        #expect(!enabled.contains(.pauseCommand))
    }

    @Test func `rewound, one can skip forward, change the position and the rate`() {
        let element = Sample.element("e1", "Long Ago", ago: 30, minutes: 4)
        let scene = Sample.listening {
            $0.rewind(by: 28, in: element)
            $0.session.supportedRates = [1, 1.5, 2]
            $0.timeline.elements = [element]
        }
        let commands = Self.commands(scene)
        #expect(
            Self.enabled(scene).isSuperset(of: [
                .skipForwardCommand, .skipBackwardCommand, .changePlaybackPositionCommand,
                .changePlaybackRateCommand, .nextTrackCommand, .previousTrackCommand,
            ]))
        expect(
            commands[.changePlaybackRateCommand]?.parameter,
            is: .supportedPlaybackRates([1, 1.5, 2]))
        expect(commands[.skipForwardCommand]?.parameter, is: .preferredIntervals([.seconds(30)]))
        expect(commands[.skipForwardCommand]?.action, is: .seekBy(.seconds(30)))
        expect(commands[.skipBackwardCommand]?.action, is: .seekBy(.seconds(-15)))
    }

    @Test func `no rate is faster than what is on air`() {
        let scene = Sample.listening { $0.session.supportedRates = [1, 1.5, 2] }
        let command = Self.commands(scene)[.changePlaybackRateCommand]
        expect(command?.isEnabled, is: false)
        expect(command?.parameter, is: .supportedPlaybackRates([1]))
    }

    @Test func `there is no going back without a rewind window`() {
        let scene = Sample.listening { $0.session.rewindWindow = .zero }
        #expect(!Self.enabled(scene).contains(.skipBackwardCommand))
    }

    @Test func `the like button is active for a favourite, and takes it back`() {
        let scene = Sample.listening { $0.favourites = ["one"] }
        let command = Self.commands(scene)[.likeCommand]
        expect(command?.parameter, is: .isActive(true))
        expect(command?.action, is: .favourite(station: "one", isOn: false))
    }

    @Test func `repeat and shuffle are told where the player reports them`() {
        let scene = Sample.listening {
            $0.session.repeatMode = .all
            $0.session.isShuffled = false
        }
        let commands = Self.commands(scene)
        expect(commands[.changeRepeatModeCommand]?.isEnabled, is: true)
        expect(commands[.changeRepeatModeCommand]?.parameter, is: .currentRepeatType("all"))
        expect(commands[.changeShuffleModeCommand]?.parameter, is: .currentShuffleType("off"))
        expect(Self.commands(Sample.listening())[.changeRepeatModeCommand], is: nil)
    }

    @Test func `commands are written under Apple's names, with what they send`() {
        let text = String(
            decoding: Document.encode(LockScreen(of: Sample.listening())), as: UTF8.self)
        let expected = [
            #""commands":{"playCommand":{"isEnabled":false},"#,
            #""pauseCommand":{"isEnabled":true,"action":{"action":"pause"}},"#,
            #""stopCommand":{"isEnabled":true,"action":{"action":"stop"}},"#,
            #""togglePlayPauseCommand":{"isEnabled":true,"action":{"action":"toggle"}},"#,
            #""skipForwardCommand":{"isEnabled":false,"preferredIntervals":[30]},"#,
            #""skipBackwardCommand":{"isEnabled":true,"preferredIntervals":[15],"action":{"action":"seek","by":-15}},"#,
            #""nextTrackCommand":{"isEnabled":true,"action":{"action":"next"}},"#,
            #""previousTrackCommand":{"isEnabled":true,"action":{"action":"previous"}},"#,
            #""changePlaybackPositionCommand":{"isEnabled":false},"#,
            #""changePlaybackRateCommand":{"isEnabled":false,"supportedPlaybackRates":[1]},"#,
            #""likeCommand":{"isEnabled":true,"isActive":false,"localizedTitle":"Add to favourites","#,
            #""action":{"action":"favourite","station":"one","on":true}}}}"#,
        ].joined()
        #expect(text.hasSuffix(expected), "\(text)")
    }
}
