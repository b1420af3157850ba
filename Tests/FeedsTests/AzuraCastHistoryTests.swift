import Expectations
import Feeds
import NowPlaying
import Support
import Testing

/// The history, which is parsed only where it differs from that of the publication before.
///
/// A push in the bidirectional protocol's wrapping is always parsed whole, so that it tells what
/// the same push must give without.
struct AzuraCastHistoryTests {
    private var conversation = Conversation.connected(shortcodes: ["nordlicht", "suedwind"])
    private var wrapped = Conversation.connected(shortcodes: ["nordlicht", "suedwind"])

    private static func row(_ number: Int) -> String {
        #"{"sh_id":\#(number),"played_at":\#(1_734_713_000 + number),"duration":\#(number),"#
            + #""song":{"text":"A - T\#(number)","artist":"A","title":"T\#(number)"}}"#
    }

    private static func history(_ newest: Int) -> String {
        "[" + (0..<6).map { row(newest - $0) }.joined(separator: ",") + "]"
    }

    private static func push(
        _ history: String, of channel: String = "station:nordlicht", current: String? = nil
    ) -> String {
        Fixture.push(
            Fixture.nowPlaying(current: current ?? Fixture.current, history: history),
            channel: channel)
    }

    private mutating func receive(_ text: String) -> [Report] {
        let reports = conversation.receive(text).reports
        let lines = text.split(separator: "\n").map { line in
            line.hasPrefix(#"{"channel""#) ? #"{"push":\#(line)}"# : String(line)
        }
        expect(reports, is: wrapped.receive(lines.joined(separator: "\n")).reports, "\(text)")
        return reports
    }

    @Test mutating func `a history that is repeated is reported again`() {
        for title in ["One", "Two", "Three"] {
            let current = Fixture.current.replacing("First Light", with: title)
            let report = receive(Self.push(Self.history(50), current: current)).first
            expect(report?.track?.title, is: title)
            expect(report?.history.map(\.title), is: (45...50).reversed().map { "T\($0)" })
        }
    }

    @Test(arguments: ["Stream Offline", "Station Offline"])
    mutating func `the time off the air was not played`(text: String) {
        let silence =
            #"{"sh_id":9,"played_at":1734713500,"song":{"text":"\#(text)","artist":"","title":""}}"#
        let named = #"{"sh_id":8,"song":{"text":"A - \#(text)","artist":"A","title":"\#(text)"}}"#
        let history = "[\(silence),\(named),\(Self.row(5))]"
        expect(receive(Self.push(history)).first?.history.map(\.title), is: [text, "T5"])
        let now = receive(Self.push(Self.history(50), current: silence)).first
        expect(now?.track, is: nil)
        expect(now?.history.first?.title, is: "T50")
    }

    @Test mutating func `each station has its own`() {
        for _ in 0..<3 {
            let north = receive(Self.push(Self.history(50)))
            let south = receive(Self.push(Self.history(90), of: "station:suedwind"))
            expect(north.first?.history.first?.title, is: "T50")
            expect(south.first?.history.first?.title, is: "T90")
        }
    }

    @Test mutating func `a first row that starts or stops to be what plays is left out or not`() {
        for current in [51, 50, 51, 50, 50] {
            let row = Self.row(current)
            let history = receive(Self.push(Self.history(50), current: row)).first?.history
            expect(history?.first?.title, is: current == 50 ? "T49" : "T50")
        }
    }

    @Test mutating func `what else was read meanwhile does not bring an old one back`() {
        _ = receive(Self.push(Self.history(50)))
        let cached = Fixture.publication(Fixture.nowPlaying(history: Self.history(60)))
        _ = receive(Fixture.connect(Fixture.subscription(cached)))
        expect(receive(Self.push(Self.history(50))).first?.history.first?.title, is: "T50")
        _ = receive(Self.push("null"))
        expect(receive(Self.push("null")).first?.history.isEmpty, is: true)
        expect(receive(Self.push(Self.history(50))).first?.history.first?.title, is: "T50")
    }

    @Test mutating func `whatever comes in whatever order, the reports are those of whole parsing`()
    {
        var generator = SeededGenerator(seed: 7)
        for _ in 0..<400 {
            let newest = 50 + Int.random(in: 0..<3, using: &generator)
            let channel = ["station:nordlicht", "station:suedwind"].randomElement(
                using: &generator)!
            let push = Self.push(
                Self.history(newest), of: channel,
                current: [nil, Self.row(newest)].randomElement(using: &generator)!)
            let text =
                switch Int.random(in: 0..<8, using: &generator) {
                case 0: push + "\n" + Self.push(Self.history(newest + 1), of: channel)
                case 1: Self.push(Self.history(newest), of: channel, current: "7")
                case 2: Self.push("null", of: channel)
                case 3:
                    Fixture.connect(
                        Fixture.subscription(
                            channel: channel,
                            Fixture.publication(Fixture.nowPlaying(history: Self.history(newest)))))
                default: push
                }
            _ = receive(text)
        }
    }
}
