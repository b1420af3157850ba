import Expectations
import Feeds
import NowPlaying
import Testing

@testable import Hub
@testable import Stations

/// One station from its reports to what is published.
struct StationStateTests {
    private var station = make(.make("one"))
    private var clock = ClockConversion(
        serverOffset: Rehearsal.wallOffset, wallOffset: Rehearsal.wallOffset)

    private static func make(_ configuration: StationConfiguration) -> StationReducer {
        StationReducer(
            index: StationIndex(number: 0), configuration: configuration,
            limits: Box(Limits()), at: .start)
    }

    private static func report(_ title: String?) -> Report {
        var report = Report()
        report.track = title.map { title in
            var track = ReportedTrack()
            track.title = title
            return track
        }
        return report
    }

    @discardableResult
    private mutating func hear(_ report: Report, at seconds: Double) -> StateParts {
        apply(.reported(Box(report), clock), at: seconds)
    }

    @discardableResult
    private mutating func wake(at seconds: Double) -> StateParts {
        apply(.woke, at: seconds)
    }

    private mutating func lose(at seconds: Double) {
        apply(.linkLost(.init(code: "reset", text: "gone")), at: seconds)
    }

    /// Returns the parts that an input changes.
    @discardableResult
    private mutating func apply(_ input: StationInput, at seconds: Double) -> StateParts {
        station.apply(input, at: .at(seconds))?.parts ?? []
    }

    // MARK: Programmes

    private static func programme(until seconds: Double) -> Report {
        var report = report("A")
        report.programme = Programme(title: "Dawn")
        report.programme?.endsAt = .at(seconds)
        report.next = ReportedTrack()
        report.next?.title = "B"
        return report
    }

    @Test mutating func `a programme is absent from its end on, and next is not promoted`() {
        hear(Self.programme(until: 60), at: 0)
        expect(station.presented.programme?.title, is: "Dawn")
        expect(station.nextDeadline, is: .at(60))
        expect(wake(at: 59.999), is: [])
        expect(wake(at: 60), is: .programme)
        expect(station.presented.programme, is: nil)
        expect(station.presented.next?.title, is: "B")
        expect(station.presented.track?.title, is: "A")
    }

    @Test mutating func `a programme that has ended does not return with the next report`() {
        hear(Self.programme(until: 60), at: 0)
        wake(at: 60)
        expect(hear(Self.programme(until: 60), at: 70), is: [])
    }

    @Test mutating func `a programme ends later where the station is heard later`() {
        station = Self.make(.make("one").delayed(by: .seconds(20)))
        hear(Self.programme(until: 60), at: 0)
        expect(wake(at: 79.999), is: [])
        expect(station.nextDeadline, is: .at(80))
        expect(wake(at: 80), is: .programme)
    }

    // MARK: Listeners

    private static func listeners(_ count: Int, _ title: String? = "A") -> Report {
        var report = report(title)
        report.listeners = Listeners(current: count)
        return report
    }

    @Test mutating func `counts are published at most once a minute`() {
        hear(Self.listeners(5), at: 0)
        expect(station.presented.listeners?.current, is: 5)
        for seconds in stride(from: 5, to: 60, by: 5) {
            expect(hear(Self.listeners(5 + seconds), at: Double(seconds)), is: [])
        }
        expect(station.nextDeadline, is: .at(60))
        expect(wake(at: 60), is: .listeners)
        expect(station.presented.listeners?.current, is: 60)
        expect(wake(at: 120), is: [])
        expect(hear(Self.listeners(7), at: 121), is: .listeners)
    }

    @Test mutating func `counts go out beside any other change`() {
        hear(Self.listeners(5), at: 0)
        #expect(hear(Self.listeners(6, "B"), at: 5).contains([.listeners, .track]))
    }

    @Test mutating func `counts that are known no more are absent`() {
        hear(Self.listeners(5), at: 0)
        #expect(hear(Self.report("B"), at: 61).contains(.listeners))
        expect(station.presented.listeners, is: nil)
    }

    // MARK: Repeats

    @Test mutating func `a report that says what is known changes nothing`() {
        hear(Self.report("A"), at: 0)
        let again = StationInput.reported(Box(Self.report("A")), clock)
        #expect(station.apply(again, at: .at(10)) == nil)
    }

    @Test mutating func `after a loss a report that says what is known makes the station live`() {
        hear(Self.report("A"), at: 0)
        lose(at: 5)
        expect(wake(at: 15), is: .connection)
        expect(hear(Self.report("A"), at: 20), is: .connection)
        expect(station.presented.connection.state, is: .live)
    }

    @Test mutating func `a report that shows later changes the timeline alone`() {
        station = Self.make(.make("one").delayed(by: .seconds(60)))
        hear(Self.report("A"), at: 0)
        let later = StationInput.reported(Box(Self.report("B")), clock)
        let change = station.apply(later, at: .at(10))
        expect(change?.parts.isSubset(of: .next), is: true)
        expect(station.presented.track?.title, is: "A")
        expect(station.nextDeadline, is: .at(70))
    }

    // MARK: The age of a title

    @Test mutating func `a track that began before the first report is as old as it is`() {
        var report = Self.report("A")
        report.track?.positions = [.elapsed(.seconds(600))]
        hear(report, at: 1_000)
        expect(station.publication.trackSince, is: .at(400))
        hear(Self.report("B"), at: 1_010)
        expect(station.publication.trackSince, is: .at(1_010))
    }

    @Test mutating func `a title is as old as the time since a slogan interrupted it`() {
        hear(Self.report("A"), at: 0)
        hear(Self.report("Slogan"), at: 60)
        hear(Self.report("A"), at: 75)
        expect(station.presented.track?.title, is: "A")
        expect(station.publication.trackSince, is: .at(75))
    }

    @Test mutating func `a title keeps its age while its station cannot be heard`() {
        hear(Self.report("A"), at: 0)
        lose(at: 5)
        wake(at: 15)
        hear(Self.report("A"), at: 400)
        expect(station.publication.trackSince, is: .at(0))
    }

    @Test mutating func `a station is without a title from the time at which it is live`() {
        apply(.linkOpened, at: 0)
        expect(station.publication.untitledSince, is: nil)
        hear(Self.report(nil), at: 10)
        hear(Self.listeners(5, nil), at: 100)
        expect(station.publication.untitledSince, is: .at(10))
        expect(station.publication.trackSince, is: nil)
        lose(at: 110)
        wake(at: 120)
        expect(station.publication.untitledSince, is: nil)
        hear(Self.report(nil), at: 130)
        expect(station.publication.untitledSince, is: .at(130))
        hear(Self.report("A"), at: 140)
        expect(station.publication.untitledSince, is: nil)
    }

    @Test
    mutating func `a station that is off air, shows a programme or is stopped needs no title`() {
        var (off, programme, stopped) = (Self.report(nil), Self.report(nil), Self.report(nil))
        off.online = false
        programme.programme = Programme(title: "Dawn")
        stopped.state = .stopped
        for report in [off, programme, stopped] {
            hear(Self.report(nil), at: 0)
            expect(station.publication.untitledSince, is: .at(0))
            hear(report, at: 0)
            expect(station.publication.untitledSince, is: nil)
        }
    }

    // MARK: Delays

    @Test mutating func `what happens to the connection is shown without the delay`() {
        station = Self.make(.make("one").delayed(by: .seconds(60)))
        hear(Self.report("A"), at: 0)
        hear(Self.report("B"), at: 10)
        lose(at: 12)
        expect(station.nextDeadline, is: .at(22))
        expect(wake(at: 22), is: .connection)
        expect(station.presented.track?.title, is: "A")
        #expect(wake(at: 70).contains(.track))
        expect(station.presented.track?.title, is: "B")
        expect(station.presented.connection.state, is: .stale)
    }

    // MARK: Standing facts

    @Test mutating func `the config's facts go before the feed's`() {
        var configuration = StationConfiguration.make("one")
        configuration.name = "One"
        station = Self.make(configuration)
        var report = Self.report("A")
        report.station.name = "The feed's name"
        report.station.description = "A sentence."
        report.station.url = "https://one.example/"
        hear(report, at: 0)
        expect(station.presented.station.name, is: "One")
        expect(station.presented.station.description, is: "A sentence.")
        expect(station.presented.station.url, is: "https://one.example/")
    }

    @Test(arguments: [nil, Station.Logo(dark: "https://one.example/own.png")])
    mutating func `a station without a logo has the feed's, for light surroundings`(
        own: Station.Logo?
    ) {
        var configuration = StationConfiguration.make("one")
        configuration.logo = own
        station = Self.make(configuration)
        expect(station.presented.station.logo, is: own)
        var report = Self.report("A")
        report.station.logo = "https://one.example/fed.png"
        expect(hear(report, at: 0).contains(.station), is: own == nil)
        let fed = Station.Logo(light: "https://one.example/fed.png")
        expect(station.presented.station.logo, is: own ?? fed)
    }

    @Test mutating func `a station without a name goes by the feed's, and before that by its id`() {
        expect(station.presented.station.name, is: "one")
        var report = Self.report("A")
        report.station.name = "The feed's name"
        #expect(hear(report, at: 0).contains(.station))
        expect(station.presented.station.name, is: "The feed's name")
    }
}
