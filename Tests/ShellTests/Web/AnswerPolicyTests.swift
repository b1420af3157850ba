import Expectations
import Loop
import NowPlaying
import Sessions
import Testing

@testable import Shell

struct AnswerPolicyTests {
    private static let tag = "\"0123456789abcdef01234567\""
    private let refusals = Refusals()

    private func status(ifNoneMatch held: String?) -> Int {
        var request = HTTPRequest("GET", "/api/v1/stations")
        request.headers["if-none-match"] = held
        let policy = AnswerPolicy(
            .stations, request, at: Timestamp(milliseconds: 0), counting: refusals)
        return policy.apply(to: HTTPAnswer(200, [.init("ETag", Self.tag)])).status
    }

    @Test(arguments: [
        tag, "W/" + tag, "*", " * ", "\"x\", " + tag, tag + " , \"x\"", "\"a,b\",\t" + tag,
        ",," + tag, "W/\"x\",W/" + tag,
        Array(repeating: "\"xxxxxx\"", count: 90).joined(separator: ", ") + "," + tag,
    ])
    func `a client that holds the same is told so`(held: String) {
        expect(status(ifNoneMatch: held), is: 304)
    }

    @Test(arguments: [
        nil, "", "\"x\"", "\"x\", \"y\"", "w/" + tag, "\"*\"", String(tag.dropFirst().dropLast()),
        "\"x\", *",
    ])
    func `a client that holds something else is given the answer`(held: String?) {
        expect(status(ifNoneMatch: held), is: 200)
    }

    @Test func `a list of more than 1 KiB is ignored, so that its client has all of the answer`() {
        let long = Array(repeating: "\"xxxxxx\"", count: 110).joined(separator: ", ")
        expect(status(ifNoneMatch: Self.tag + ", " + long), is: 200)
    }

    @Test func `what a limit refuses is counted by the limit, and nothing else is`() {
        let policy = AnswerPolicy(at: Timestamp(milliseconds: 0), counting: refusals)
        let problems = [
            Problem(.addressRequests, retryAfter: 1), Problem(.history, retryAfter: 2),
            Problem(RequestError(.limitReached, "too many", ("limit", "pairs"))),
            Problem(RequestError(.unknownStation, "no station x", ("station", "x"))),
            Problem(503, "the history cannot be read"), Problem(404, "there is nothing"),
        ]
        let answers = problems.map { policy.apply(to: .failure($0)) }
        expect(answers.map(\.status), is: [429, 503, 503, 404, 503, 404])
        #expect(answers[0].headers.contains(.init("Retry-After", "1")))
        let counted = refusals.all.filter { $0.count > 0 }
        expect(counted.map(\.reason), is: [.addressRequests, .history, .hub])
        #expect(counted.allSatisfy { $0.count == 1 })
    }
}
