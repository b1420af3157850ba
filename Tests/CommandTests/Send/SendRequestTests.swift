import Expectations
import HubClient
import NowPlaying
import Testing

@testable import nphub

/// The words of `nphub send`, as parameters of the socket's methods.
struct SendRequestTests {
    /// 2023-11-14, 22:13:20 UTC; an hour later nearby.
    private static let clock = LocalClock(
        now: Timestamp(milliseconds: 1_700_000_000_000), offset: .seconds(3_600))

    private func sent(
        _ words: String, to address: SendRequest.Address = SendRequest.Address()
    ) throws -> String {
        let request = try SendRequest(
            words.split(separator: " ").map(String.init), to: address, by: Self.clock)
        return "\(request.method) \(JSONTree.object(request.parameters).text.string)"
    }

    /// The same with the members of objects in the order of their names.
    private func sorted(_ text: String) -> String { JSONTree(Array(text.utf8))?.text.string ?? "" }

    @Test(arguments: [
        ("select kanalrand", #"{"action":"select","station":"kanalrand"}"#),
        ("select kanalrand south", #"{"action":"select","station":"kanalrand","stream":"south"}"#),
        ("play", #"{"action":"play"}"#), ("pause", #"{"action":"pause"}"#),
        ("stop", #"{"action":"stop"}"#), ("toggle", #"{"action":"toggle"}"#),
        ("live", #"{"action":"live"}"#), ("next", #"{"action":"next"}"#),
        ("previous", #"{"action":"previous"}"#),
        ("seek -30", #"{"action":"seek","by":-30}"#),
        ("seek −30s", #"{"action":"seek","by":-30}"#),
        ("seek 15", #"{"action":"seek","by":15}"#),
        ("seek +1:30", #"{"action":"seek","by":90}"#),
        ("seek -1:02:03", #"{"action":"seek","by":-3723}"#),
        ("seek -5m", #"{"action":"seek","by":-300}"#),
        ("seek 1.5h", #"{"action":"seek","by":5400}"#),
        ("seek to 1:30", #"{"action":"seek","to":90}"#),
        ("seek to 0", #"{"action":"seek","to":0}"#),
        ("seek element 9f2c1c0e6b7a4d31", #"{"action":"seek","element":"9f2c1c0e6b7a4d31"}"#),
        ("seek at 1699999200.25", #"{"action":"seek","at":1699999200.25}"#),
        ("rate 1.5", #"{"action":"rate","value":1.5}"#),
        ("rate cycle", #"{"action":"rate","cycle":true}"#),
        ("favourite kanalrand on", #"{"action":"favourite","station":"kanalrand","on":true}"#),
        ("favourite kanalrand off", #"{"action":"favourite","station":"kanalrand","on":false}"#),
        ("order b a", #"{"action":"order","stations":["b","a"]}"#),
        ("repeat one", #"{"action":"repeat","mode":"one"}"#),
        ("shuffle on", #"{"action":"shuffle","on":true}"#),
        ("reconnect kanalrand", #"{"action":"reconnect","station":"kanalrand"}"#),
    ])
    func `words become a command`(words: String, parameters: String) throws {
        try expect(sent(words), is: "command \(sorted(parameters))")
    }

    @Test(arguments: [
        ("23:13", 1_700_000_000 - 20), ("23:13:20", 1_700_000_000), ("23:13:21", 1_699_913_601),
        ("00:00", 1_700_000_000 - 23 * 3_600 - 13 * 60 - 20), ("22:13", 1_699_996_380),
    ])
    func `a time of day is the last one that the clock on the wall has shown`(
        time: String, seconds: Int
    ) throws {
        try expect(sent("seek at \(time)"), is: #"command {"action":"seek","at":\#(seconds)}"#)
    }

    @Test(arguments: [
        ("report playing", #"{"session":"main","state":"playing"}"#),
        (
            "report paused stream south at 1699999200 rate 1.25",
            #"{"session":"main","state":"paused","stream":"south","position":1699999200,"rate":1.25}"#
        ),
        (
            "report unknown shuffle off repeat one",
            #"{"session":"main","state":"unknown","shuffle":false,"repeat":"one"}"#
        ),
        ("report stopped error gone", #"{"session":"main","state":"stopped","error":"gone"}"#),
    ])
    func `words become a player's report`(words: String, parameters: String) throws {
        try expect(sent(words), is: "report \(sorted(parameters))")
    }

    @Test func `who is meant and who sends go with it, but a report has no sender`() throws {
        let address = SendRequest.Address(session: "kitchen", sender: "car")
        try expect(
            sent("play", to: address),
            is: #"command {"action":"play","sender":"car","session":"kitchen"}"#)
        try expect(
            sent("report paused", to: address),
            is: #"report {"session":"kitchen","state":"paused"}"#)
    }

    @Test(arguments: [
        ("", "an action is missing"),
        ("plya", "there is no action `plya`; did you mean `play`?"),
        ("select", "select: the station is missing"),
        ("select a b c", "b: `c` is one word too many"),
        ("play now", "play: `now` is one word too many"),
        ("seek", "seek: the length, or the place, is missing"),
        ("seek to -3", "`-3` is not a position; it is one such as 90 or 1:30"),
        ("seek element", "element: the element is missing"),
        ("rate 0", "`0` is not a rate; it is a number above 0, such as 1.5"),
        ("rate nan", "`nan` is not a rate; it is a number above 0, such as 1.5"),
        ("favourite a", "a: `on` or `off` is missing"),
        ("favourite a of", "`of` makes no sense there; did you mean `on`?"),
        ("order", "order: the first station is missing"),
        ("report playin", "`playin` makes no sense there; did you mean `playing`?"),
        (
            "report playing rate 1 rate 2",
            "`rate` makes no sense there; known here: `stream`, `at`, `repeat`, `shuffle`, `error`"
        ),
    ])
    func `what is wrong is named, with the remedy`(words: String, problem: String) {
        #expect(throws: SendError(problem: problem)) { try sent(words) }
    }

    @Test(arguments: [
        "x", "-", "1:2", "1:60", "1:-5", ":30", "1:", "1e3", "0x10", "inf", "1d", "--5", "+-5",
        "5mm",
        "1:00:00:00", "99999999999999999999", "9999999:00", "٣٠",
    ])
    func `what is not a length of time is refused`(word: String) {
        #expect(throws: SendError.self) { try sent("seek \(word)") }
    }

    @Test(arguments: ["24:00", "14:5", "14:60", "now", "-1:00", "14:05:99", "1e300", "nan"])
    func `what is not a time is refused`(word: String) {
        #expect(throws: SendError.self) { try sent("seek at \(word)") }
    }
}

extension [UInt8] {
    fileprivate var string: String { String(decoding: self, as: UTF8.self) }
}
