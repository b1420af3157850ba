import Expectations
import Feeds
import NowPlaying
import Testing

struct NormaliserTests {
    private func normalised(
        _ settings: Normaliser.Settings = .init(), _ change: (inout Report) -> Void
    ) -> Report {
        var report = Report()
        change(&report)
        var normaliser = Normaliser(settings)
        return normaliser.normalise(report)
    }

    private func names(
        title: String? = nil, artist: String? = nil, text: String? = nil,
        _ settings: Normaliser.Settings = .init()
    ) -> [String?]? {
        let report = normalised(settings) { report in
            var track = ReportedTrack()
            track.title = title
            track.artist = artist
            track.text = text
            report.track = track
        }
        return report.track.map { [$0.artist, $0.title] }
    }

    @Test(
        arguments: [
            ("T", "A", "X - Y", ["A", "T"]), ("T", nil, "A - T", [nil, "T"]),
            ("", "", "A - T", ["A", "T"]), ("-", "Unknown", "A - T", ["A", "T"]),
            (nil, nil, "A – T", ["A", "T"]), (nil, nil, "A — T", ["A", "T"]),
            (nil, nil, "A - B - C", ["A", "B - C"]), (nil, nil, "A – B - C", ["A", "B - C"]),
            (nil, nil, "No separator", [nil, "No separator"]), (nil, nil, "A-T", [nil, "A-T"]),
            (nil, nil, " - T", [nil, "T"]), (nil, nil, "A - ", [nil, "A"]), (nil, nil, " - ", nil),
            (nil, nil, "Unknown - T", [nil, "T"]), (nil, nil, "A - Unknown", [nil, "A"]),
            (nil, nil, "Unknown - N/A", nil), (nil, nil, "A  -  T", ["A", "T"]),
            (nil, "A", nil, [nil, "A"]), (nil, "A", "A - T", ["A", "T"]),
            (nil, "A", "A", [nil, "A"]),
            (nil, "A - B", "A - B - T", ["A - B", "T"]), (nil, "A", "Other", ["A", "Other"]),
            (nil, "A", "-", [nil, "A"]), (nil, nil, nil, nil), ("", " ", "\u{0}", nil),
            ("T", "unknown artist", nil, [nil, "T"]), (nil, nil, "R&amp;B - T", ["R&B", "T"]),
        ] as [(String?, String?, String?, [String?]?)])
    func `a track is called by its fields, else by its line`(
        title: String?, artist: String?, text: String?, expected: [String?]?
    ) {
        expect(names(title: title, artist: artist, text: text), is: expected)
    }

    @Test func `a word is not the address of a picture`() {
        var settings = Normaliser.Settings()
        settings.baseURL = "wss://s.example/ws"
        for (raw, expected) in [
            ("url", nil), ("none", nil), ("a.jpg", "https://s.example/a.jpg"),
            ("/a", "https://s.example/a"),
        ] {
            let report = normalised(settings) { report in
                report.track = ReportedTrack(title: "Deep")
                report.track?.artworkURL = raw
            }
            expect(report.track?.artworkURL, is: expected)
        }
    }

    @Test func `a player that is not there plays nothing`() {
        let report = normalised { report in
            report.isPlayer = true
            report.online = false
        }
        expect(report.state, is: .stopped)
        expect(report.rate, is: 0)
    }

    @Test(
        arguments: [
            ("Song", "Song"), ("Song;Song", "Song"), ("Song; Song", "Song"), (";", ";"),
            ("Song;Other", "Song;Other"), ("Song;Song;Song", "Song;Song;Song"), ("Song;", "Song;"),
            ("A - Song", "Song"), ("A - A", "A"), ("A – Song - Live", "Song - Live"),
            ("B - Song", "B - Song"), ("A -", "A -"), ("SHOUTED TITLE", "SHOUTED TITLE"),
        ])
    func `a name that comes twice is shown once, capitals stay`(raw: String, expected: String) {
        expect(names(title: raw, artist: "A"), is: ["A", expected])
    }

    @Test(
        arguments: [
            ("$ARTIST$ - $TITLE$", nil), ("Fjord - $TITLE$", [nil, "Fjord"]),
            ("Fjord - 0.flac?token=157", [nil, "Fjord"]), ("x-hls:one?sid=37", nil),
            ("403 <id>7</id> - x", nil), ("<b>Fjord</b> - Deep", ["Fjord", "Deep"]),
        ] as [(String, [String?]?)])
    func `what automation leaves behind is not shown`(text: String, expected: [String?]?) {
        expect(names(text: text), is: expected)
        if expected == nil { expect(names(title: text), is: nil) }
    }

    @Test(
        arguments: [
            ("https://one.example", "https://one.example"), ("/home", "https://s.example/home"),
            ("//one.example/a", "https://one.example/a"), ("one.example", nil), ("home", nil),
            ("one.example:8000/a", nil), ("", nil),
        ] as [(String, String?)])
    func `a station's site is an address or a path on the feed's server`(
        url: String, expected: String?
    ) {
        var settings = Normaliser.Settings()
        settings.baseURL = "wss://s.example/api/ws"
        expect(normalised(settings) { $0.station.url = url }.station.url, is: expected)
    }

    @Test func `lines are split as the feed says`() {
        var settings = Normaliser.Settings()
        settings.splitting.separators = [" / "]
        settings.splitting.order = .titleFirst
        expect(names(text: "T / A", settings), is: ["A", "T"])
        expect(names(text: "A - T", settings), is: [nil, "A - T"])
        expect(names(artist: "A", text: "T / A", settings), is: ["A", "T"])
        settings.splitting.separators = []
        expect(names(text: "T / A", settings), is: [nil, "T / A"])
    }

    @Test func `every text of a report is cleaned`() {
        var settings = Normaliser.Settings()
        settings.baseURL = "wss://s.example/ws"
        let report = normalised(settings) { report in
            report.station.name = " Radio\t1 "
            report.station.url = "/home"
            report.station.description = ""
            report.station.logo = "/logo.png"
            var track = ReportedTrack()
            track.title = "T&eacute;"
            track.album = "-"
            track.genre = "  Jazz"
            track.isrc = "us-s1z-99-00001"
            track.artworkURL = "/art.jpg"
            track.kind = .talk
            (track.composer, track.label, track.requestedBy) = (" C\t1 ", "unknown", "<b>R</b>")
            report.track = track
            report.next = track
            report.history = [Box(track), Box(ReportedTrack())]
            report.live = LiveStreamer(streamer: " Mette ")
            report.live?.artworkURL = "javascript:x"
            report.programme = Programme(title: "Show")
            report.programme?.kicker = ""
        }
        expect(report.station.name, is: "Radio 1")
        expect(report.station.url, is: "https://s.example/home")
        expect(report.station.description, is: nil)
        expect(report.station.logo, is: "https://s.example/logo.png")
        expect(report.track?.title, is: "Té")
        expect(report.track?.album, is: nil)
        expect(report.track?.genre, is: "Jazz")
        expect(report.track?.isrc, is: "USS1Z9900001")
        expect(report.track?.artworkURL, is: "https://s.example/art.jpg")
        expect(report.track?.kind, is: .talk)
        expect(report.track?.composer, is: "C 1")
        expect(report.track?.label, is: nil)
        expect(report.track?.requestedBy, is: "R")
        expect(report.next?.title, is: "Té")
        expect(report.next?.composer, is: nil)
        expect(report.next?.artworkURL, is: "https://s.example/art.jpg")
        expect(report.history.map(\.title), is: ["Té"])
        expect(report.history.map(\.kind), is: [.talk])
        expect(report.live, is: LiveStreamer(streamer: "Mette"))
        expect(report.programme, is: Programme(title: "Show"))
    }

    @Test(arguments: [
        (1994, 2, 7), (1000, 0, 0), (2100, 2100, 100_000), (999, -1, -1), (2101, 2101, 100_001),
        (0, .min, .max),
    ])
    func `a number of a track that cannot be true is none`(year: Int, season: Int, episode: Int) {
        let track = normalised { report in
            report.track = ReportedTrack()
            report.track?.title = "T"
            report.track?.year = year
            report.track?.season = season
            report.track?.episode = episode
        }.track
        expect(track?.year, is: (1_000...2_100).contains(year) ? year : nil)
        expect(track?.season, is: (0...2_100).contains(season) ? season : nil)
        expect(track?.episode, is: (0...100_000).contains(episode) ? episode : nil)
    }

    private func links(_ raw: [TrackLink]) -> [String]? {
        normalised { report in
            report.track = ReportedTrack()
            report.track?.title = "T"
            report.track?.links = raw
        }.track?.links?.map(\.description)
    }

    @Test(arguments: [
        ("spotify", "https://open.example/a b", "spotify=https://open.example/a%20b"),
        ("apple_music", "HTTPS://music.example/1", "apple_music=https://music.example/1"),
        ("spotify", "http://open.example/1", nil), ("spotify", "/track/1", nil),
        ("spotify", "//open.example/1", "spotify=https://open.example/1"),
        ("spotify", "spotify:track:1", nil),
        ("spotify", "javascript:alert(1)", nil), ("spotify", "", nil),
        ("spotify", "https://open.example/" + String(repeating: "x", count: 2_048), nil),
        ("", "https://a.example/", nil), ("a b", "https://a.example/", nil),
        ("a\u{1B}[2J", "https://a.example/", nil), ("é", "https://a.example/", nil),
        (String(repeating: "s", count: 33), "https://a.example/", nil),
    ])
    func `a link is a service's name and an https address`(
        service: String, address: String, expected: String?
    ) {
        expect(links([TrackLink(service: service, address: address)]), is: expected.map { [$0] })
    }

    @Test func `links are in the order of their services, sixteen of them, one of each`() {
        let many = (0..<40).reversed().map {
            TrackLink(service: "s\($0 + 10)", address: "https://a.example/\($0)")
        }
        expect(links(many), is: (24..<40).map { "s\($0 + 10)=https://a.example/\($0)" })
        let twice = ["b", "a", "b"].enumerated().map {
            TrackLink(service: $1, address: "https://a.example/\($0)")
        }
        expect(links(twice), is: ["a=https://a.example/1", "b=https://a.example/0"])
    }

    @Test(arguments: ["", "-", "Unknown"])
    func `a name that stands for none is none`(name: String) {
        let report = normalised { report in
            report.live = LiveStreamer(streamer: name)
            report.programme = Programme(title: name)
            report.next = ReportedTrack()
        }
        expect(report.live, is: nil)
        expect(report.programme, is: nil)
        expect(report.next, is: nil)
    }

    @Test(
        arguments: [
            (0, nil), (-5, nil), (1, 1), (172_800, 172_800), (172_801, nil),
        ] as [(Int64, Int64?)])
    func `a length is between nothing and two days`(seconds: Int64, expected: Int64?) {
        let report = normalised { report in
            report.track = ReportedTrack()
            report.track?.title = "T"
            report.track?.duration = .seconds(seconds)
        }
        expect(report.track?.duration, is: expected.map { .seconds($0) })
    }

    @Test func `positions that cannot be are dropped, the others keep their order`() {
        let good = Timestamp(milliseconds: 1_734_713_887_000)
        let report = normalised { report in
            report.track = ReportedTrack()
            report.track?.title = "T"
            report.track?.positions = [
                .startedAt(Timestamp(milliseconds: 0)), .elapsed(.seconds(1_734_713_887)),
                .elapsed(.seconds(-1)), .endsAt(Timestamp(milliseconds: 5_000_000_000_000)),
                .elapsedAsOf(.seconds(1), Timestamp(milliseconds: 0)), .elapsed(.zero),
                .startedAt(good), .elapsedAsOf(.seconds(1), good),
            ]
        }
        expect(
            report.track?.positions,
            is: [
                .elapsed(.zero), .startedAt(good), .elapsedAsOf(.seconds(1), good),
            ])
    }

    @Test func `a show that ends before it starts has neither time`() {
        let report = normalised {
            $0.programme = Programme(title: "Show")
            $0.programme?.startsAt = Timestamp(milliseconds: 1_934_710_400_000)
            $0.programme?.endsAt = Timestamp(milliseconds: 1_734_717_600_000)
        }
        expect(report.programme, is: Programme(title: "Show"))
    }

    @Test(arguments: [Playback.State.paused, .stopped])
    func `what does not play does not move`(state: Playback.State) {
        let report = normalised {
            $0.state = state
            $0.rate = 1.5
        }
        expect(report.state, is: state)
        expect(report.rate, is: 0)
    }

    @Test func `what plays at rate 0 is paused`() {
        let report = normalised { $0.rate = 0 }
        expect(report.state, is: .paused)
        expect(report.rate, is: 0)
    }

    @Test(
        arguments: [
            (1, 1), (0, 0), (1.25, 1.25), (32, 32), (32.1, 1), (-1, 1), (.nan, 1), (.infinity, 1),
        ] as [(Double, Double)])
    func `a rate is one that can be listened to, else 1`(rate: Double, expected: Double) {
        expect(normalised { $0.rate = rate }.rate, is: expected)
    }

    @Test(
        arguments: [(-2, .playing, true), (2, .playing, false), (-2, .paused, false)]
            as [(Double, Playback.State, Bool)])
    func `a negative rate runs backwards while it plays`(
        rate: Double, state: Playback.State, runsBackwards: Bool
    ) {
        let report = normalised {
            $0.rate = rate
            $0.state = state
        }
        expect(report.runsBackwards, is: runsBackwards)
    }

    @Test(arguments: [
        (Listeners(current: -1, unique: 2), Listeners(unique: 2)),
        (Listeners(current: -1), nil), (Listeners(), nil),
        (Listeners(current: 0, unique: 0, total: 0), Listeners(current: 0, unique: 0, total: 0)),
    ])
    func `counts of listeners are not negative`(raw: Listeners, expected: Listeners?) {
        expect(normalised { $0.listeners = raw }.listeners, is: expected)
    }

    @Test(
        arguments: [
            ("USS1Z9900001", "USS1Z9900001"), ("no-aaa-20-00001", "NOAAA2000001"), ("", nil),
            ("USS1Z990000", nil), ("1SS1Z9900001", nil), ("USS1Z99O0001", nil),
            ("ÜSS1Z9900001", nil),
        ] as [(String, String?)])
    func `a recording code has the standard's form`(raw: String, expected: String?) {
        let report = normalised { report in
            report.track = ReportedTrack()
            report.track?.title = "T"
            report.track?.isrc = raw
        }
        expect(report.track?.isrc, is: expected)
    }

    @Test func `what repeats is not cleaned again, what changed is`() {
        var normaliser = Normaliser()
        var report = Report()
        report.track = ReportedTrack()
        report.track?.title = " T "
        report.history = [Box(report.track ?? ReportedTrack())]
        report.next = report.track
        let first = normaliser.normalise(report)
        let start = Timestamp(milliseconds: 1_734_713_887_000)
        report.track?.positions = [.startedAt(start)]
        report.track?.identity = .init(key: "k")
        let repeated = normaliser.normalise(report)
        expect(repeated.history, is: first.history)
        expect(repeated.track?.title, is: "T")
        expect(repeated.track?.positions, is: [.startedAt(start)])
        expect(repeated.track?.identity, is: .init(key: "k"))
        report.track?.title = "U"
        report.next?.positions = [.startedAt(start)]
        report.history = [Box(ReportedTrack(title: "V"))]
        let changed = normaliser.normalise(report)
        expect(changed.track?.title, is: "U")
        expect(changed.next?.start, is: start)
        expect(changed.history.map(\.title), is: ["V"])
        let gone = normaliser.normalise(Report())
        expect(gone, is: Report())
    }

    @Test func `a history that moved on keeps what was cleaned`() {
        var normaliser = Normaliser()
        let tracks = (0..<60).map { number in
            var track = ReportedTrack()
            track.text = "Artist \(number) -  Title"
            return Box(track)
        }
        for start in 0..<10 {
            var report = Report()
            report.history = Array(tracks[start...].prefix(5).reversed())
            let history = normaliser.normalise(report).history
            expect(history.map(\.artist), is: (start..<start + 5).reversed().map { "Artist \($0)" })
            #expect(history.allSatisfy { $0.title == "Title" })
        }
        var report = Report()
        report.history = tracks
        expect(normaliser.normalise(report).history.count, is: Report.maximumHistory)
    }
}
