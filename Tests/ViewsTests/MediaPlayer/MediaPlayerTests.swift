import Expectations
import NowPlaying
import Testing
import Views

struct MediaPlayerTests {
    private static let element = Sample.element("e1", "Long Ago", ago: 30, minutes: 10)

    private static func station(
        _ change: (inout NowPlaying) -> Void = { _ in }
    ) -> ListedStation {
        Sample.station("one") { state in
            state.track = Sample.track("t1", "First Light", by: "Aurora")
            state.playback = Sample.playback(for: 20, of: 180)
            change(&state)
        }
    }

    private static func rewound(
        _ change: (inout SessionSnapshot) -> Void = { _ in }
    ) -> MediaPlayer {
        MediaPlayer(
            of: Sample.listening(to: station()) { scene in
                scene.rewind(by: 25, in: element)
                scene.session.supportedRates = [1, 1.25, 1.5]
                scene.timeline.elements = [element]
                change(&scene)
            })
    }

    private static func metadata(_ player: MediaPlayer) -> [String: DBusValue] {
        guard case .map(let entries) = player.value(of: .metadata, at: Sample.now) else {
            return [:]
        }
        return Dictionary(uniqueKeysWithValues: entries.map { ($0.key, $0.value) })
    }

    private static func value(_ property: MediaPlayer.Property, _ player: MediaPlayer) -> DBusValue?
    {
        player.value(of: property, at: Sample.now)
    }

    // MARK: Metadata

    @Test func `a live track has its texts, and no length`() {
        let player = MediaPlayer(
            of: Sample.listening(
                to: Self.station {
                    $0.station.url = "https://one.example/"
                    $0.track?.genre = "Ambient"
                    $0.track?.details.year = 1987
                    $0.track?.artworkURL = "https://one.example/1.jpg"
                }))
        var metadata = Self.metadata(player)
        let path = metadata.removeValue(forKey: "mpris:trackid")
        expect(path, is: player.metadata.map { .objectPath($0.trackID) })
        expect(
            metadata,
            is: [
                "mpris:artUrl": .string("https://one.example/1.jpg"),
                "xesam:title": .string("First Light"), "xesam:artist": .strings(["Aurora"]),
                "xesam:album": .string("Radio one"), "xesam:genre": .strings(["Ambient"]),
                "xesam:url": .string("https://one.example/"),
                "xesam:contentCreated": .string("1987"),
                "nphub:station": .string("one"),
            ])
    }

    @Test func `the track's own album has a key of its own, where its slot is the station's`() {
        let station = Sample.station("one") {
            $0.track = Sample.track("t1", "First Light", by: "Aurora")
            $0.track?.album = "Tides"
        }
        let metadata = Self.metadata(MediaPlayer(of: Sample.listening(to: station)))
        expect(metadata["xesam:album"], is: .string("Radio one"))
        expect(metadata["nphub:album"], is: .string("Tides"))
    }

    @Test func `what is unknown is not in the map`() {
        let metadata = Self.metadata(MediaPlayer(of: Sample.listening()))
        expect(
            Set(metadata.keys),
            is: ["mpris:trackid", "xesam:title", "xesam:album", "nphub:station"])
        expect(metadata["xesam:title"], is: .string("Radio one"))
    }

    @Test func `without a station the map is empty`() {
        let player = MediaPlayer(of: Sample.scene())
        expect(Self.value(.metadata, player), is: .map([]))
        expect(Self.value(.playbackStatus, player), is: .string("Stopped"))
    }

    @Test func `rewound, the length is that of the element, in microseconds`() {
        expect(Self.metadata(Self.rewound())["mpris:length"], is: .int64(600_000_000))
        let unknown = Self.rewound { $0.rewind(by: 25) }
        expect(Self.metadata(unknown)["mpris:length"], is: nil)
    }

    @Test func `a player's track has its length and its album, at the live edge too`() {
        let player = MediaPlayer(
            of: Sample.listening(
                to: Self.station {
                    $0.isPlayer = true
                    $0.track?.album = "Water"
                }))
        let metadata = Self.metadata(player)
        expect(metadata["mpris:length"], is: .int64(180_000_000))
        expect(metadata["xesam:album"], is: .string("Water"))
        #expect(!player.canSeek)
    }

    @Test func `a time on air is not the year in which something was made`() {
        let player = MediaPlayer(
            of: Sample.listening(
                to: Sample.station("one") {
                    $0.programme = Sample.programme("Dawn", from: -30, to: 30)
                }))
        let metadata = Self.metadata(player)
        expect(metadata["xesam:title"], is: .string("Dawn"))
        expect(metadata["xesam:contentCreated"], is: nil)
    }

    @Test func `the track's path is ours, and changes with what is heard only`() {
        func path(_ change: (inout SessionSnapshot) -> Void = { _ in }) -> String? {
            MediaPlayer(of: Sample.listening(to: Self.station(), change)).metadata?.trackID
        }
        let paths = [
            path(), path { $0.stations[0].nowPlaying.track?.id = "t2" },
            path { $0.stations[0].nowPlaying.track = nil },
            path {
                $0.stations[0].nowPlaying.track = nil
                $0.stations[0].nowPlaying.programme = Programme(title: "Dawn")
            },
            path { $0.session.station = "two" },
        ]
        expect(Set(paths).count, is: paths.count)
        for path in paths {
            let prefix = "/org/nphub/track/"
            expect(path?.hasPrefix(prefix), is: true)
            expect(
                path?.dropFirst(prefix.count).allSatisfy {
                    $0.isASCII && $0.isLetter || $0.isNumber
                },
                is: true)
        }
        expect(path { $0.stations[0].nowPlaying.track?.title = "First Night" }, is: path())
        expect(
            path { $0.stations[0].nowPlaying.track?.artworkURL = "https://a.example/1" },
            is: path())
        expect(path { $0.session.state = .paused }, is: path())
        expect(path { $0.session.stream = "south" }, is: path())
    }

    // MARK: State

    @Test(
        arguments: [
            (PlaybackState.playing, "Playing"), (.paused, "Paused"), (.interrupted, "Paused"),
            (.stopped, "Stopped"), (.unknown, "Stopped"),
        ])
    func `the status is the player's, in fewer words`(state: PlaybackState, status: String) {
        let player = MediaPlayer(of: Sample.listening { $0.session.state = state })
        expect(Self.value(.playbackStatus, player), is: .string(status))
        expect(Self.value(.rate, player), is: .double(1))
    }

    @Test func `a station that stands still is paused for those who would count on`() {
        let player = MediaPlayer(
            of: Sample.listening(
                to: Self.station {
                    $0.playback?.state = .paused
                    $0.playback?.rate = 0
                }))
        expect(Self.value(.playbackStatus, player), is: .string("Paused"))
        expect(player.position(at: Sample.now + .seconds(60)), is: .seconds(20))
    }

    @Test(arguments: [PlaybackState.playing, .paused, .stopped])
    func `the rate is never 0, and within its bounds`(state: PlaybackState) {
        let player = Self.rewound {
            $0.session.state = state
            $0.session.rate = 1.25
        }
        expect(Self.value(.rate, player), is: .double(1.25))
        expect(Self.value(.minimumRate, player), is: .double(1))
        expect(Self.value(.maximumRate, player), is: .double(1.5))
        let live = MediaPlayer(
            of: Sample.listening { $0.session.supportedRates = [0.5, 1, 2] })
        expect(live.minimumRate, is: 0.5)
        expect(live.maximumRate, is: 1)
    }

    @Test func `the position is a line through time, and ends with what is heard`() {
        let live = MediaPlayer(of: Sample.listening(to: Self.station()))
        expect(live.position(at: Sample.now + .seconds(15)), is: .seconds(35))
        let rewound = Self.rewound { $0.session.rate = 1.5 }
        expect(rewound.position(at: Sample.now + .seconds(10)), is: .seconds(315))
        expect(rewound.position(at: Sample.now + .seconds(9_000)), is: .seconds(600))
        expect(rewound.value(of: .position, at: Sample.now + .seconds(10)), is: .int64(315_000_000))
        let stopped = MediaPlayer(
            of: Sample.listening(to: Self.station()) { $0.session.state = .stopped })
        expect(stopped.position(at: Sample.now), is: .zero)
    }

    @Test func `repeat and shuffle are there where a player reports them`() {
        let silent = MediaPlayer(of: Sample.listening())
        expect(Self.value(.loopStatus, silent), is: nil)
        expect(Self.value(.shuffle, silent), is: nil)
        let modes: [(ListeningSession.RepeatMode, String)] = [
            (.off, "None"), (.one, "Track"), (.all, "Playlist"),
        ]
        for (mode, word) in modes {
            let player = MediaPlayer(
                of: Sample.listening {
                    $0.session.repeatMode = mode
                    $0.session.isShuffled = true
                })
            expect(Self.value(.loopStatus, player), is: .string(word))
            expect(Self.value(.shuffle, player), is: .bool(true))
        }
    }

    @Test func `what can be done is the same as on the lock screen`() {
        func flags(_ player: MediaPlayer) -> [Bool] {
            [player.canGoNext, player.canGoPrevious, player.canPlay, player.canSeek]
        }
        expect(flags(MediaPlayer()), is: [false, false, false, false])
        expect(flags(MediaPlayer(of: Sample.scene())), is: [true, true, true, false])
        expect(flags(MediaPlayer(of: Sample.listening())), is: [true, true, true, false])
        expect(flags(Self.rewound()), is: [true, true, true, true])
        expect(flags(Self.rewound { $0.session.rewindWindow = .zero }).last, is: false)
        let alone = MediaPlayer(of: Sample.scene([Sample.station("one")]))
        expect(flags(alone), is: [true, false, true, false])
        let chosen = MediaPlayer(
            of: Sample.scene([Sample.station("one")]) { $0.session.station = "one" })
        expect(flags(chosen), is: [false, false, true, false])
        expect(flags(MediaPlayer(of: Sample.scene([]))), is: [false, false, false, false])
        // The ability to play does not depend on the state.
        let paused = MediaPlayer(of: Sample.listening { $0.session.state = .paused })
        expect(Self.value(.canPlay, paused), is: .bool(true))
        expect(Self.value(.canPause, paused), is: .bool(true))
        expect(Self.value(.canControl, MediaPlayer()), is: .bool(true))
    }

    @Test(arguments: MediaPlayer.Property.allCases)
    func `every property has the type that MPRIS gives it`(property: MediaPlayer.Property) {
        let signatures: [MediaPlayer.Property: String] = [
            .playbackStatus: "s", .loopStatus: "s", .rate: "d", .shuffle: "b",
            .metadata: "a{sv}", .volume: "d", .position: "x", .minimumRate: "d",
            .maximumRate: "d", .canGoNext: "b", .canGoPrevious: "b", .canPlay: "b",
            .canPause: "b", .canSeek: "b", .canControl: "b",
        ]
        let player = Self.rewound {
            $0.session.repeatMode = .all
            $0.session.isShuffled = false
        }
        expect(Self.value(property, player)?.signature, is: signatures[property])
    }
}
